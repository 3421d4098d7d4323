"""The bindings of a layout as one Jinja program.

The program prints the value of each binding with the number of the binding, in the order of the document: for
`n:each` a `1` before each item and a `0` after the last; for `n:if` a `1` or a `0`; then the element's bound
attributes by name, its content, and its children. What is inside an `n:if` that fails or an `n:each` is
printed only for that case or for each item. `filling` reads the values in the same order and checks the
numbers.

For a group with `n:if="card.suit"`, in it a rectangle with `n:each="n in [1, 2]"` and
`n:fill`, and a text after it:

  {% if card.suit %}0·1· {% for n in [1, 2] %}1·1· 2·{{ card.suit.tone }}· {% endfor %}1·0·
  {% else %}0·0· {% endif %}3·{{ card.name }}·

(with END as a dot, and spaces for reading). A card with a suit prints
`0·1·1·1·2·#b5162b·1·1·2·#b5162b·1·0·3·First·`, one without it `0·0·3·First·`. One call of one
compiled function prints a whole card; a template for each binding would take a call for each. The
numbers are what makes it safe: nodes and program visit the document by code of their own, and any
disagreement is noticed at the next value.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from nineup.base.diagnostics import Findings, Span
from nineup.layout.binding.bindings import (
    EACH,
    UNREACHED,
    BindingKey,
    binding_key,
    bound_attributes,
    check_bindings,
    content_binding,
)
from nineup.logic.expression import ExpressionError, OutputSpan, expression, program, template, trace
from nineup.svg.library import DEEPEST, Library, resolve
from nineup.svg.reporter import Reporter
from nineup.svg.style.properties import DEFINITIONS, IGNORED, UNDRAWN
from nineup.svg.values.values import SvgError
from nineup.svg.xml import SvgElement

END = "\x02"
"""Ends each number and each value. Jinja's `-}}` doesn't strip it as white space, and no text may contain
it.
"""

MOST_BINDINGS = 10_000
"""The largest number of bound values in a layout."""


class Binding(msgspec.Struct, frozen=True):
    """A bound value: its element and name, its Jinja, and the Jinja around it that it needs when run
    alone.
    """

    element: SvgElement
    name: str
    source: str
    before: str
    after: str

    @property
    def key(self) -> BindingKey:
        return binding_key(self.element, self.name)

    @property
    def alone(self) -> str:
        """A template with only this binding."""
        if self.name == "if":
            return "{% if " + self.source + " %}{% endif %}"
        if self.name == "each":
            return "{% for " + self.source + " %}{% endfor %}"
        return self.source

    def place(self, error: ExpressionError, shift: int) -> Span:
        """The place in the layout of an error whose column is relative to `alone`, plus `shift`."""
        lead = {"if": len("{% if "), "each": len("{% for ")}.get(self.name, 0)
        if error.line > 1:
            earlier = self.source.split("\n")[: error.line - 1]
            column = sum([len(line) + 1 for line in earlier]) + error.column
        else:
            column = max(1, error.column - shift - lead)
        return self.element.document.inside(self.element.offset, f"n:{self.name}", column)

    def origins(self, context: Mapping[str, Any]) -> list[list[OutputSpan]]:
        """The stretches of each value that this binding prints, in order: several values inside `n:each`."""
        values: list[list[OutputSpan]] = [[]]
        for printed in trace(self.before + self.source + END + self.after)(context):
            *ended, rest = printed.text.split(END)
            for text in ended:
                values[-1].append(msgspec.structs.replace(printed, text=text))
                values.append([])
            values[-1].append(msgspec.structs.replace(printed, text=rest))
        return values[:-1]


class Program(msgspec.Struct, frozen=True):
    """All bindings of a layout, joined and compiled.

    `keys` are those of the bindings by their printed numbers.
    """

    run: Callable[[Mapping[str, Any]], str]
    source: str
    parts: tuple[str, ...]
    """The source in parts, one for each element below the root: their values belong to different
    operations.
    """
    bindings: tuple[Binding, ...]
    keys: Mapping[str, BindingKey]


class DrawnText(msgspec.Struct, frozen=True):
    """A text or a symbol of a layout, and a template that prints, each time that it is drawn, the values of
    `display` around it, what it teaches, and its text, each with END. For a symbol that is its id, for an
    `n:image` the picture's path.
    """

    element: SvgElement
    template: str
    is_symbol: bool

    @property
    def teaches(self) -> bool:
        return "teaches" in self.element.bindings

    def taught(self, context: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """What it teaches in a context, each topic with its text. Raises ExpressionError."""
        for topics, text in self._drawn(context):
            yield from ((topic.strip(), text) for topic in topics.split(",") if topic.strip())

    def texts(self, context: Mapping[str, Any]) -> Iterator[str]:
        """Its rich text in a context, as often as it is drawn. Raises ExpressionError."""
        return (f"{{{text.strip()}}}" if self.is_symbol else text for _, text in self._drawn(context))

    def _drawn(self, context: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        values = program(self.template)(context).split(END)[:-1]
        number = self.template.count(END)
        for start in range(0, len(values), number):
            *displays, topics, text = values[start : start + number]
            if "none" not in [each.strip() for each in displays]:
                yield topics, text


def drawn_texts(root: SvgElement, library: Library, symbols: Mapping[str, str]) -> tuple[DrawnText, ...]:
    """The texts and symbols of a layout. `symbols` are ids by the paths of their art, which an `image` or a
    `use` may show.
    """
    walk = _Walk(library, Reporter(Findings()), symbols)
    for child in root.elements():
        for _ in walk.element(child, _Enclosing()):
            pass
    return tuple(walk.texts)


def _literally(text: str) -> str:
    """A text of the drawing as a template that prints it."""
    return text.replace("{", "{{ '{' }}")


def compile_program(root: SvgElement, library: Library, reporter: Reporter) -> Program | None:
    """The program of a layout; None if it has no bindings or a wrong one, which is reported."""
    before = len(reporter.findings)
    walk = _Walk(library, reporter)
    # In the order in which `Compiler` visits the document.
    parts = tuple(["".join(walk.element(child, _Enclosing())) for child in root.elements()])
    source = "".join(parts)
    if len(walk.bindings) > MOST_BINDINGS:
        message = f"the layout has more than {MOST_BINDINGS} bound values"
        reporter.error("binding-syntax", message, root.span(), "simplify it")
    walk.report_unreached(root)
    if not walk.bindings or len(reporter.findings) > before:
        return None
    keys = {str(number): binding.key for number, binding in enumerate(walk.bindings)}
    try:
        return Program(
            program(source), source, tuple(filter(None, parts)), bindings=tuple(walk.bindings), keys=keys
        )
    except ExpressionError as error:
        # Only now one by one: which binding it is isn't known from an error in the joined source.
        for binding in walk.bindings:
            _check_syntax(binding, reporter)
        if len(reporter.findings) == before:
            reporter.error("binding-syntax", error.message, root.span(), error.hint)
        return None


def _check_syntax(binding: Binding, reporter: Reporter) -> None:
    """Reports the mistakes in a binding's Jinja that show when it is compiled alone."""
    shift = 0
    try:
        if binding.name == "if":
            shift = -len("{% if ")
            expression(binding.source)
        else:
            template(binding.alone)
    except ExpressionError as error:
        reporter.error("binding-syntax", error.message, binding.place(error, shift), error.hint)


def failing_bindings(
    bindings: tuple[Binding, ...], context: Mapping[str, Any]
) -> Iterator[tuple[Binding, ExpressionError, Span]]:
    """The bindings that fail in a context, each run alone; those inside a failing one are skipped."""
    failed: list[Binding] = []
    for binding in bindings:
        if any(
            binding.before.startswith(outer.before + _opening(outer))
            for outer in failed
            if outer.name in ("if", "each")
        ):
            continue
        try:
            program(binding.before + binding.alone + binding.after)(context)
        except ExpressionError as error:
            failed.append(binding)
            yield binding, error, binding.place(error, len(binding.before))


def _opening(binding: Binding) -> str:
    return binding.alone.split("{% end")[0]


class _Enclosing(msgspec.Struct, frozen=True):
    """The surroundings of an element: the Jinja before and after it, the elements shown by `use`s, and its
    depth.
    """

    before: str = ""
    after: str = ""
    uses: tuple[SvgElement, ...] = ()
    depth: int = 0
    displays: tuple[str, ...] = ()
    """The values of `display` around it, as templates."""

    def inside(self, opening: str, closing: str) -> "_Enclosing":
        """The surroundings of an element inside one more loop or condition."""
        return msgspec.structs.replace(self, before=self.before + opening, after=closing + self.after)


def _is_drawn(element: SvgElement, around: _Enclosing) -> bool:
    if element.name in IGNORED or element.name in DEFINITIONS or around.depth > DEEPEST:
        return False
    return element.name not in UNDRAWN or around.uses[-1:] == (element,)


class _Walk:
    """Visits a layout's drawn elements in order, and writes the program of their bindings."""

    def __init__(
        self, library: Library, reporter: Reporter, symbols: Mapping[str, str] | None = None
    ) -> None:
        """With `symbols`, it collects texts, also of elements without bindings."""
        self.library = library
        self.reporter = reporter
        self.bindings: list[Binding] = []
        self.texts: list[DrawnText] = []
        self._symbols = symbols
        self._reached: set[SvgElement] = set()
        self._is_bound: dict[SvgElement, bool] = {}

    def element(self, element: SvgElement, around: _Enclosing) -> Iterator[str]:
        """The Jinja of an element and its content, in pieces."""
        too_many = len(self.bindings) > MOST_BINDINGS
        if too_many or not _is_drawn(element, around):
            return
        if self._symbols is None and not self.is_bound(element, around.depth):
            return
        self._check(element)
        bindings = element.bindings
        display = bindings.get("display", element.attributes.get("display"))
        if display is not None:
            around = msgspec.structs.replace(around, displays=(*around.displays, display))
        end_each = end_if = ""
        if "each" in bindings and EACH.fullmatch(bindings["each"]):
            number = self._add(element, "each", around)
            opening = "{% for " + bindings["each"] + " %}"
            yield opening + number + "1" + END
            # What is inside is run alone for messages, and then needs the loop's name.
            around = around.inside(opening, "{% endfor %}")
            end_each = "{% endfor %}" + number + "0" + END
        if "if" in bindings:
            number = self._add(element, "if", around)
            opening = "{% if " + bindings["if"] + " %}"
            yield opening + number + "1" + END
            around = around.inside(opening, "{% endif %}")
            end_if = "{% else %}" + number + "0" + END + "{% endif %}"
        yield from self._inside(element, around)
        yield end_if + end_each

    def _check(self, element: SvgElement) -> None:
        """Reports problems of an element's bindings, once."""
        if element.bindings and element not in self._reached:
            self._reached.add(element)
            check_bindings(element, self.reporter)

    def _inside(self, element: SvgElement, around: _Enclosing) -> Iterator[str]:
        """The values of an element's attributes and of its text, then its children."""
        for name in filter(None, (*bound_attributes(element), content_binding(element))):
            yield self._add(element, name, around) + element.bindings[name] + END
        if self._symbols is not None:
            symbol = _symbol(element, self._symbols)
            if text := symbol or _text(element):
                values = (*around.displays, element.bindings.get("teaches", ""), text)
                shown = "".join(each + END for each in values)
                template = around.before + shown + around.after
                self.texts.append(DrawnText(element, template, is_symbol=bool(symbol)))
        for child in self._below(element, around.uses):
            chain = (*around.uses, child) if element.name == "use" else around.uses
            yield from self.element(
                child, msgspec.structs.replace(around, uses=chain, depth=around.depth + 1)
            )

    def _add(self, element: SvgElement, name: str, around: _Enclosing) -> str:
        """Adds a binding and returns its number as printed by the program."""
        self.bindings.append(
            Binding(element, name, element.bindings[name], before=around.before, after=around.after)
        )
        return f"{len(self.bindings) - 1}{END}"

    def is_bound(self, element: SvgElement, depth: int) -> bool:
        """Whether an element, or anything that it shows, has a binding. Each element is visited once."""
        known = self._is_bound.get(element)
        if known is None:
            # For an element that shows itself through a `use`: it ends here.
            self._is_bound[element] = False
            known = bool(element.bindings) or (
                depth < DEEPEST and any(self.is_bound(child, depth + 1) for child in self._below(element, ()))
            )
            self._is_bound[element] = known
        return known

    def report_unreached(self, root: SvgElement) -> None:
        """Reports bindings on elements that aren't drawn themselves, such as the stops of a gradient."""
        for element in root.all():
            if element.bindings and element is not root and element not in self._reached:
                name = next(iter(element.bindings))
                message = f"`n:{name}` has no effect: a card's values aren't filled in here"
                hint = "bind the whole <text>" if element.name in ("tspan", "textPath") else UNREACHED
                self.reporter.error("binding-misplaced", message, element.span(f"n:{name}"), hint)

    def _below(self, element: SvgElement, uses: tuple[SvgElement, ...]) -> Iterator[SvgElement]:
        """The elements drawn inside an element: its children, or the target of a `use` with a
        plain `href`.
        """
        if element.name in ("svg", "g", "a", "symbol"):
            yield from element.elements()
        elif element.name == "use" and "href" not in element.bindings:
            try:
                target = self.library.target(element)
            except SvgError:
                return
            if target not in uses:
                yield target


def _text(element: SvgElement) -> str:
    """The text of an element, or the path of its picture, as a template; empty without any."""
    if content := content_binding(element):
        return element.bindings[content]
    return _literally("".join(each.text() for each in element.all())) if element.name == "text" else ""


def _symbol(element: SvgElement, symbols: Mapping[str, str]) -> str:
    """The id of the symbol that an element shows, as a template; empty without one."""
    if content_binding(element) or element.name not in ("image", "use"):
        return element.bindings.get("symbol", "")
    try:
        path = resolve(element.document.path, element.attributes.get("href", "").strip())
    except SvgError:
        return ""
    return symbols.get(path) or symbols.get(path.partition("#")[0], "")


def report_failure(
    compiled: Program,
    path: str,
    error: ExpressionError,
    name: str,
    context: Mapping[str, Any],
    findings: Findings,
) -> None:
    """Reports which bindings of the layout at a path fail for a card, by running each of them alone.

    A mistake that is the same on every card is reported for the first; an empty value for each card.
    """
    has_failed = False
    for _, each, place in failing_bindings(compiled.bindings, context):
        has_failed = True
        hint = _if_hint(each.empty) if each.empty else each.hint
        if not each.empty and any(
            known.message == each.message and known.span == place for known in findings
        ):
            continue
        findings.error("binding-failed", each.message, place, hint, name)
    if not has_failed:
        findings.error("binding-failed", error.message, Span(path, 1, 1), error.hint, name)


def _if_hint(empty: str) -> str:
    """The hint for a binding that prints an empty value."""
    condition = f'n:if="{empty}"' if '"' not in empty else "n:if"
    return f"draw the element only for cards that have it: {condition}"
