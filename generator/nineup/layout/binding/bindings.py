"""The vocabulary of bindings: which `n:` attributes an element may have, and findings about the others."""

import re
from typing import NamedTuple

import msgspec

from nineup.base.diagnostics import nearest
from nineup.base.geometry import Box, Matrix
from nineup.base.units import length
from nineup.svg.outlines.shapes import SHAPES
from nineup.svg.reporter import Reporter
from nineup.svg.style.properties import DRAWN, GEOMETRY, TRANSFORMED
from nineup.svg.xml import SvgElement

CONTENT = ("text", "micro", "symbol", "image", "qr")
"""The bindings that put something into a frame; an element has at most one of them."""

SETTINGS = frozenset("fit valign align padding row column bleed mirror foil teaches".split())
"""Bindings that affect how another binding of the element, or the layout, is drawn; `teaches` names what its
text explains, for the rule `taught`.
"""
_HOLDERS: dict[str, frozenset[str]] = {
    "text": SHAPES - {"line", "polyline"} | {"text"},
    "micro": frozenset({"text"}),
    "symbol": SHAPES - {"line", "polyline", "polygon"} | {"image"},
    "image": SHAPES - {"line", "polyline", "polygon"} | {"image"},
    "qr": frozenset({"rect", "image"}),
}
"""The elements that each content binding may be put on."""

EACH = re.compile(r"\s*+([a-zA-Z_]\w*+(?:\s*+,\s*+[a-zA-Z_]\w*+)*+)\s++in\s++(.*\S)\s*+", re.DOTALL)
"""What `n:each` looks like."""

_BARE = re.compile(r"\s*(?:card|owner|component|game|palette|data|lists)(?:\.\w+|\[[^\[\]]*\])+(?:\|\w+)*\s*")
"""An expression without its braces, which nobody would print literally."""

UNREACHED = "bind an element that is drawn, or one that a <use> with a plain href shows"


class BindingKey(msgspec.Struct, frozen=True):
    """Identifies a binding: the path of its file, the offset of its element in bytes, and its name."""

    path: str
    offset: int
    name: str


def binding_key(element: SvgElement, name: str) -> BindingKey:
    """The key of one of an element's bindings; the same for copies of the element."""
    return BindingKey(element.document.path, element.offset, name)


def bound_attributes(element: SvgElement) -> tuple[str, ...]:
    """The attributes of SVG that an element's bindings replace, in alphabetical order."""
    settings = SETTINGS | {"width"} if element.name == "text" else SETTINGS
    fixed = {"display"} if is_shown(element) else set[str]()
    return tuple(sorted(element.bindings.keys() - settings - {"if", "each", *CONTENT} - fixed))


def is_shown(element: SvgElement) -> bool:
    """Whether its only binding shows in print, on each card, what is hidden in editors: it is drawn like an
    element that is hidden nowhere.
    """
    return element.bindings == {"display": "inline"}


def content_binding(element: SvgElement) -> str:
    """The binding that fills an element: `text`, `micro`, `symbol`, `image`, or empty."""
    return next((name for name in CONTENT if name in element.bindings), "")


def check_bindings(element: SvgElement, reporter: Reporter) -> None:
    """Report an element's bindings that are unknown or have no effect there."""
    problems = {name: _problem(element, name, value) for name, value in element.bindings.items()}
    # The settings of a misspelt `n:text` have no effect for that reason alone.
    is_misspelt = any(problem and problem.hint in _OF_CONTENT for problem in problems.values())
    for name, problem in problems.items():
        if problem and not (is_misspelt and name in SETTINGS | {"width"}):
            reporter.error("binding-misplaced", problem.message, element.span(f"n:{name}"), hint=problem.hint)


class _Problem(NamedTuple):
    """What is wrong with a binding, and what to do."""

    message: str
    hint: str


def _problem(element: SvgElement, name: str, value: str) -> _Problem | None:
    """Why a binding can't be used."""
    tag, bindings = element.name, element.bindings
    if name not in ("if", "each") and _BARE.fullmatch(value):
        return _Problem(f"`n:{name}` prints `{value.strip()}` literally", f"write {{{{ {value.strip()} }}}}")
    if name in _HOLDERS:
        if tag not in _HOLDERS[name]:
            return _Problem(f"`n:{name}` can't be put on `{tag}`", f"put it on {_tags(_HOLDERS[name])}")
        if content_binding(element) != name:
            return _Problem(
                f"`n:{name}` and `n:{content_binding(element)}` are on one element",
                "a frame has one content",
            )
        return None
    if name == "each":
        if not EACH.fullmatch(value):
            return _Problem(f"`{value}` is not a loop", 'write it as in n:each="gem in card.cost|spread"')
        return None
    if name == "if":
        return None
    if name == "mirror":
        if value == "never":
            return None
        return _Problem(f"`{value}` is not a value of `n:mirror` inside a layout", 'write n:mirror="never"')
    if name == "teaches":
        if content_binding(element) == "text" or (tag == "text" and not content_binding(element)):
            return None
        return _Problem("`n:teaches` is on an element without a text", "put it on n:text or a <text>")
    if name in ("row", "column") and "each" not in bindings:
        return _Problem(f"`n:{name}` needs `n:each`", "")
    if name == "foil" and (tag not in {*SHAPES, "g", "text", "use"} or content_binding(element)):
        return _Problem("`n:foil` has no effect here", "put it on a shape or a group; in text, use a style")
    fixed = ("fit", "valign", "align", "padding", "row", "column", "foil")
    if name in fixed or (name == "width" and tag == "text"):
        if "{{" in value or "{%" in value:
            return _Problem(f"`n:{name}` can't depend on the card", "use n:if with one element for each case")
        return None if name == "foil" else _unused_setting(element, name)
    allowed = (
        GEOMETRY.get(tag, frozenset()) | DRAWN | {"class"} | ({"transform"} if tag in TRANSFORMED else set())
    )
    if name not in allowed:
        hint = _suggestion(name, allowed)
        return _Problem(f"`n:{name}` is neither a binding nor an attribute of `{tag}`", hint)
    return None


_OF_CONTENT = frozenset(f"did you mean `n:{name}`?" for name in CONTENT)


def _suggestion(name: str, allowed: frozenset[str]) -> str:
    hint = nearest(name, sorted(allowed | SETTINGS | {"if", "each", *CONTENT}))
    if hint.startswith("did you mean"):
        return hint.replace("`", "`n:", 1)
    return "bind an attribute of SVG by its name"


def _unused_setting(element: SvgElement, name: str) -> _Problem | None:
    """The problem with a setting on an element where it has no effect."""
    content = content_binding(element)
    spread = "row" in element.bindings or "column" in element.bindings
    used = {
        "fit": content in ("text", "micro", "image"),
        "valign": content == "text" and element.name != "text",
        "padding": content == "text" and element.name != "text",
        "align": spread or (content == "text" and element.name != "text"),
        "width": content in ("text", "micro"),
        "row": True,
        "column": "row" not in element.bindings,
    }
    if used[name]:
        return None
    return _Problem(
        f"`n:{name}` has no effect here",
        "it belongs to n:text or n:image (n:fit), n:text (n:valign, n:align, n:padding, n:width)"
        " or n:row (n:align)",
    )


def _tags(names: frozenset[str]) -> str:
    return ", ".join(f"<{name}>" for name in sorted(names))


def paper_length(element: SvgElement, name: str, reporter: Reporter) -> float | None:
    """A length of a binding, in points on paper; None if it is absent or not a length, which is reported."""
    text = element.bindings.get(name, "{{")
    if "{{" in text or "{%" in text:
        return None  # It is absent, or `check_bindings` says that it can't depend on the card.
    try:
        return length(text)
    except ValueError as error:
        reporter.error("binding-value", str(error), element.span(f"n:{name}"))
        return None


RIGHT_TO_LEFT = "right-to-left"
"""The value of `n:mirror` on the root: the languages for which the layout is reflected."""

NEVER = "never"
"""The value of `n:mirror` on an inner element that changes sides without being reflected."""


def is_mirrored(root: SvgElement, from_right: bool, reporter: Reporter) -> bool:
    """Whether a layout is reflected for texts that run `from_right` to left."""
    value = root.bindings.get("mirror")
    if value not in (None, RIGHT_TO_LEFT):
        hint = f'write n:mirror="{RIGHT_TO_LEFT}"'
        reporter.error(
            "binding-value", f"`{value}` is not a value of `n:mirror`", root.span("n:mirror"), hint=hint
        )
    return from_right and value == RIGHT_TO_LEFT


def keeps_its_look(element: SvgElement) -> bool:
    """Whether an element in a mirrored layout only changes sides."""
    is_kept = element.name in ("text", "image") or element.bindings.get("mirror") == NEVER
    return is_kept or bool(content_binding(element))


def reflection(box: Box) -> Matrix:
    """The matrix that exchanges the left and the right half of a box."""
    return Matrix(-1.0, 0.0, 0.0, 1.0, 2 * box.x + box.width, 0.0)
