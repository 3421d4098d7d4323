"""The bindings of a layout as one Jinja program, and what came out of it as a stream of values.

The program prints, in the order of the document: for `n:each` a `1` before each item and a `0` after the
last; for `n:if` a `1` or a `0`; then the element's bound attributes by name, what is put into it, and its
children. What stands in an `n:if` that fails or in an `n:each` is printed for that case or item only.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from nineup.diagnostics import Span, nearest
from nineup.expression import ExpressionError, expression, program, template
from nineup.layout.library import DEEPEST, Library
from nineup.layout.properties import DEFINITIONS, DRAWN, GEOMETRY, IGNORED, TRANSFORMED, UNDRAWN
from nineup.layout.reporter import Report
from nineup.layout.shapes import SHAPES
from nineup.layout.values import SvgError
from nineup.layout.xml import Element

MARK = "\x02"
"""What ends each value. Not a space to Jinja's `-}}`, and no text may hold it."""

CONTENT = ("text", "micro", "symbol", "image")
"""The bindings that put something into a frame, of which an element has at most one."""

MOST = 10_000
"""How many bound values a layout may have."""

SETTINGS = frozenset("fit valign align row column bleed".split())
_HOLDS: dict[str, frozenset[str]] = {
    "text": SHAPES - {"line", "polyline", "polygon"} | {"text"},
    "micro": frozenset({"text"}),
    "symbol": SHAPES - {"line", "polyline", "polygon"} | {"image"},
    "image": SHAPES - {"line", "polyline", "polygon"} | {"image"},
}
_EACH = re.compile(r"\s*([a-zA-Z_]\w*(?:\s*,\s*[a-zA-Z_]\w*)*)\s+in\s+(.+?)\s*", re.DOTALL)


HINT = "bind an element that is drawn, or one that a <use> with a plain href shows"


class Binding(NamedTuple):
    """One bound value: its element and name, its own Jinja and what must stand around it when run alone."""

    element: Element
    name: str
    source: str
    before: str
    after: str

    @property
    def own(self) -> str:
        """The Jinja of this binding alone, as a template that can be run."""
        if self.name == "if":
            return "{% if " + self.source + " %}{% endif %}"
        if self.name == "each":
            return "{% for " + self.source + " %}{% endfor %}"
        return self.source

    def place(self, error: ExpressionError, shift: int) -> Span:
        """Where in the layout an error is that the program tells at a column of `own` after `shift`."""
        lead = {"if": len("{% if "), "each": len("{% for ")}.get(self.name, 0)
        column = max(1, error.column - shift - lead)
        return self.element.document.inside(self.element.offset, f"n:{self.name}", column)


class Program(NamedTuple):
    """All bindings of a layout, joined and compiled."""

    run: Callable[[Mapping[str, Any]], str]
    source: str
    bindings: tuple[Binding, ...]


def replaced(element: Element) -> tuple[str, ...]:
    """The attributes that bindings of an element stand for, in the order of the stream."""
    settings = SETTINGS | {"width"} if element.name == "text" else SETTINGS
    return tuple(
        name
        for name in sorted(element.bindings)
        if name not in settings and name not in ("if", "each", *CONTENT)
    )


def content(element: Element) -> str:
    """What is put into an element: `text`, `symbol`, `image`, or nothing."""
    return next((name for name in CONTENT if name in element.bindings), "")


def compiled(root: Element, library: Library, report: Report) -> Program | None:
    """The program of a layout; None when it has no bindings, or when one is wrong (which is told)."""
    told = len(report.findings)
    walk = _Walk(library, report)
    source = "".join(piece for child in root.elements() for piece in walk.element(child, _Around()))
    if len(walk.found) > MOST:
        report.error(
            "binding-syntax", f"the layout has more than {MOST} bound values", root.span(), "simplify it"
        )
    walk.tell_unreached(root)
    if not walk.found or len(report.findings) > told:
        return None
    try:
        return Program(program(source), source, tuple(walk.found))
    except ExpressionError as error:
        for binding in walk.found:
            _check(binding, report)
        if len(report.findings) == told:
            report.error("binding-syntax", error.message, root.span(), error.hint)
        return None


def _check(binding: Binding, report: Report) -> None:
    """Tell what is wrong with a binding's Jinja when it is read alone."""
    shift = 0
    try:
        if binding.name == "if":
            shift = -len("{% if ")
            expression(binding.source)
        else:
            template(binding.own)
    except ExpressionError as error:
        report.error("binding-syntax", error.message, binding.place(error, shift), error.hint)


def culprits(
    bindings: tuple[Binding, ...], context: Mapping[str, Any]
) -> Iterator[tuple[Binding, ExpressionError, Span]]:
    """The bindings that fail for a context, each run alone; those inside of a failed one are not asked."""
    failed: list[Binding] = []
    for binding in bindings:
        if any(
            binding.before.startswith(one.before + _opening(one))
            for one in failed
            if one.name in ("if", "each")
        ):
            continue
        try:
            program(binding.before + binding.own + binding.after)(context)
        except ExpressionError as error:
            failed.append(binding)
            yield binding, error, binding.place(error, len(binding.before))


def _opening(binding: Binding) -> str:
    return binding.own.split("{% end")[0]


class _Around(NamedTuple):
    """What stands around an element: Jinja before and after it, the elements that `use`s show, its depth."""

    before: str = ""
    after: str = ""
    uses: tuple[Element, ...] = ()
    depth: int = 0

    def within(self, opened: str, closed: str) -> "_Around":
        """The same with one more repetition or condition around."""
        return self._replace(before=self.before + opened, after=closed + self.after)


def _drawn(element: Element, around: _Around) -> bool:
    if element.name in IGNORED or element.name in DEFINITIONS or around.depth > DEEPEST:
        return False
    return element.name not in UNDRAWN or around.uses[-1:] == (element,)


class _Walk:
    """Goes through what a layout draws, in order, and writes the program of its bindings."""

    def __init__(self, library: Library, report: Report) -> None:
        self.library = library
        self.report = report
        self.found: list[Binding] = []
        self._reached: set[Element] = set()
        self._binds: dict[Element, bool] = {}

    def element(self, element: Element, around: _Around) -> Iterator[str]:
        """The pieces of Jinja of an element."""
        if not _drawn(element, around) or not self.binds(element, around.depth) or len(self.found) > MOST:
            return
        bindings = element.bindings
        if bindings and element not in self._reached:
            self._reached.add(element)
            _admit(element, self.report)
        closed = otherwise = ""
        if "each" in bindings and _EACH.fullmatch(bindings["each"]):
            self._find(element, "each", around)
            opened, closed = "{% for " + bindings["each"] + " %}", "{% endfor %}"
            yield opened + "1" + MARK
            around = around.within(opened, closed)
        if "if" in bindings:
            self._find(element, "if", around)
            opened, otherwise = "{% if " + bindings["if"] + " %}", "{% endif %}"
            yield opened + "1" + MARK
            around = around.within(opened, otherwise)
        for name in (*replaced(element), content(element)):
            if name:
                self._find(element, name, around)
                yield bindings[name] + MARK
        for child in self._below(element, around.uses):
            chain = (*around.uses, child) if element.name == "use" else around.uses
            yield from self.element(child, around._replace(uses=chain, depth=around.depth + 1))
        if otherwise:
            yield "{% else %}0" + MARK + otherwise
        if closed:
            yield closed + "0" + MARK

    def _find(self, element: Element, name: str, around: _Around) -> None:
        self.found.append(Binding(element, name, element.bindings[name], around.before, around.after))

    def binds(self, element: Element, depth: int) -> bool:
        """Whether an element, or anything that it shows, is bound. Each element is looked at once."""
        known = self._binds.get(element)
        if known is None:
            self._binds[element] = False
            known = bool(element.bindings) or (
                depth < DEEPEST and any(self.binds(child, depth + 1) for child in self._below(element, ()))
            )
            self._binds[element] = known
        return known

    def tell_unreached(self, root: Element) -> None:
        """Tell of bindings that stand where nothing is drawn by itself, such as in a gradient."""
        for element in root.all():
            if element.bindings and element is not root and element not in self._reached:
                name = next(iter(element.bindings))
                message = f"`n:{name}` stands where no card's values are filled in"
                hint = "bind the whole <text>" if element.name in ("tspan", "textPath") else HINT
                self.report.error("binding-misplaced", message, element.span(f"n:{name}"), hint)

    def _below(self, element: Element, uses: tuple[Element, ...]) -> Iterator[Element]:
        """The elements drawn inside an element: its children, or what a `use` shows (unless that is bound)."""
        if element.name in ("svg", "g", "a", "symbol"):
            yield from element.elements()
        elif element.name == "use" and "href" not in element.bindings:
            try:
                target = self.library.target(element)
            except SvgError:
                return
            if target not in uses:
                yield target


def _admit(element: Element, report: Report) -> None:
    """Tell of bindings that are unknown or stand where they mean nothing."""
    for name, value in element.bindings.items():
        problem = _problem(element, name, value)
        if problem:
            report.error("binding-misplaced", problem[0], element.span(f"n:{name}"), problem[1])


def _problem(element: Element, name: str, value: str) -> tuple[str, str] | None:
    tag, bindings = element.name, element.bindings
    if name in _HOLDS:
        if tag not in _HOLDS[name]:
            return f"`n:{name}` can't be put into `{tag}`", f"put it on {_listed(_HOLDS[name])}"
        if content(element) != name:
            return f"`n:{name}` stands beside `n:{content(element)}`", "a frame holds one thing"
        return None
    if name == "each":
        if not _EACH.fullmatch(value):
            return f"`{value}` is not a repetition", 'write it as in n:each="gem in card.cost|spread"'
        return None
    if name == "if":
        return None
    if name in ("row", "column") and "each" not in bindings:
        return f"`n:{name}` stands without `n:each`", ""
    if name in ("fit", "valign", "align", "row", "column") or (name == "width" and tag == "text"):
        if "{{" in value or "{%" in value:
            return f"`n:{name}` can't depend on the card", "use n:if with one element for each case"
        return _idle(element, name)
    allowed = (
        GEOMETRY.get(tag, frozenset()) | DRAWN | {"class"} | ({"transform"} if tag in TRANSFORMED else set())
    )
    if name not in allowed:
        return f"`n:{name}` is not an attribute of `{tag}` or a binding", _near(name, allowed)
    return None


def _near(name: str, allowed: frozenset[str]) -> str:
    hint = nearest(name, sorted(allowed | SETTINGS | {"if", "each", *CONTENT}))
    return (
        hint.replace("`", "`n:", 1)
        if hint.startswith("did you mean")
        else "bind an attribute of SVG by its name"
    )


def _idle(element: Element, name: str) -> tuple[str, str] | None:
    """Whether a setting stands beside nothing that it could set."""
    held = content(element)
    spread = "row" in element.bindings or "column" in element.bindings
    fits = {
        "fit": held in ("text", "micro", "image"),
        "valign": held == "text" and element.name != "text",
        "align": spread or (held == "text" and element.name != "text"),
        "width": held in ("text", "micro"),
        "row": True,
        "column": "row" not in element.bindings,
    }
    if fits[name]:
        return None
    return (
        f"`n:{name}` does nothing here",
        "it belongs to n:text or n:image (n:fit), n:text (n:valign, n:align, n:width) or n:row (n:align)",
    )


def _listed(names: frozenset[str]) -> str:
    return ", ".join(f"<{name}>" for name in sorted(names))
