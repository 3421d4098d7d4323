"""The rules of a drawing's style sheets, and which of them apply to an element."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import msgspec

from nineup.svg.reporter import Reporter
from nineup.svg.xml import SvgDocument, SvgElement, class_names

if TYPE_CHECKING:
    from nineup.svg.style.css import CssRule

MOST_ASKED = 1_000_000
"""How often elements of a drawing may be tested against rules: a few seconds."""


class StyleRules:
    """The rules of a document, indexed by the rarest condition of each rule's selector."""

    def __init__(self, rules: Iterable[CssRule], refuse: Callable[[], None] = lambda: None) -> None:
        """`refuse` is called if there are too many for a drawing's elements: then no further ones apply."""
        self._refuse = refuse
        self._asked = 0
        self.classes: set[str] = set()
        """All class names in selectors."""
        self.hides = False
        """Whether any rule sets `display`."""
        self._by_sign: dict[str, list[CssRule]] = {}
        for rule in rules:
            self.classes |= rule.selector.own.classes
            self.hides |= any(each.name == "display" for each in rule.declarations)
            self._by_sign.setdefault(_sign(rule), []).append(rule)

    def of(self, element: SvgElement) -> list[CssRule]:
        """The rules that apply to an element, in ascending rank."""
        if not self._by_sign or self._asked > MOST_ASKED:
            return []
        named = class_names(element)
        signs = ["*", element.name, f"#{element.attributes.get('id', '')}", *(f".{name}" for name in named)]
        asked = [self._by_sign[sign] for sign in signs if sign in self._by_sign]
        self._asked += len(signs) + sum(map(len, asked))
        if self._asked > MOST_ASKED:
            self._refuse()
            return []
        rules = [rule for listed in asked for rule in listed if rule.selector.matches(element, named)]
        return sorted(rules, key=lambda rule: rule.rank)


NO_RULES = StyleRules(())


def _sign(rule: CssRule) -> str:
    """An id, a class, or else the type that every element matched by a rule must have."""
    own = rule.selector.own
    if own.ids:
        return f"#{min(own.ids)}"
    return f".{min(own.classes)}" if own.classes else own.type or "*"


def style_rules(document: SvgDocument, reporter: Reporter) -> StyleRules:
    """The rules of a document's `style` elements."""
    if not document.styles:
        return NO_RULES
    from nineup.svg.style.css import is_for_print, rules  # Few drawings have a style sheet.

    of_document: list[CssRule] = []
    for element, offset in document.styles:
        start = document.source_offset(offset)
        media = element.attributes.get("media", "").strip() or "all"
        printed = is_for_print(media)
        if printed is None:
            hint = "write print, or remove it"
            reporter.error(
                "svg-unsupported", f"`media: {media}` is not supported", element.span("media"), hint=hint
            )
        if not printed:
            continue

        def reject(at: int, message: str, hint: str, start: int = start) -> None:
            reporter.error("svg-unsupported", message, document.place(start + at), hint=hint)

        for rule in rules(element.text(), reject):
            placed = tuple(msgspec.structs.replace(d, offset=start + d.offset) for d in rule.declarations)
            of_document.append(msgspec.structs.replace(rule, declarations=placed))

    def refuse() -> None:
        message = "its style sheets have too many rules for so many elements"
        hint = "remove rules, or place the drawing as a PNG"
        reporter.error("svg-value", message, document.root.span(), hint=hint)

    return StyleRules(of_document, refuse)
