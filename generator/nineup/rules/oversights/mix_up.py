"""`mix-up`: a component has the size, layout or back of another.

Always on, as a warning. Reported are:

- of three or more components with a number on their `face`, the one whose size does not rise with it
  (`mix-up/size`);
- a token with another layout on its back, where all other tokens, three or more, look alike on both sides
  (`mix-up/back`);
- a layout or a back that is named after another component whose cards have other fields, which has it too
  (`mix-up/layout`, `mix-up/back`);
- two piles of one size with the same back, which get mixed on the table (`mix-up/pile`);
- two components with the same layout, back, size and `face` (`mix-up/face`).

Bad:

    components:
      spell: {shape: card, size: poker, cards: spells.yaml, layout: curse.svg, back: common.svg}
      curse: {shape: card, size: poker, cards: curses.yaml, layout: curse.svg, back: common.svg}

Good:

    components:
      spell: {shape: card, size: poker, cards: spells.yaml, layout: spell.svg, back: common.svg}
      curse: {shape: card, size: poker, cards: curses.yaml, layout: curse.svg, back: common.svg}
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import PurePosixPath
from typing import NamedTuple

from nineup.base.diagnostics import Diagnostic, Hint, Replace
from nineup.base.units import mm
from nineup.model.game import Component, RuleEntry
from nineup.rules.engine.proof import Proof

ENOUGH = 3
"""The minimum number of components from which the only different one is suspicious."""


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    components = tuple(proof.game.components.values())
    for component, finding in (
        *_one_sided(components),
        *_named_after_others(components),
        *_shared_backs(components),
        *_same_faces(components),
        *_out_of_order(components),
    ):
        yield from proof.unless_accepted(component, [finding])


def _finding(
    component: Component, field: str, message: str, hint: str, fact: str
) -> tuple[Component, Diagnostic]:
    span = component.spans.get(field, component.span)
    return component, Diagnostic("mix-up", "warning", message, span=span, hint=hint, fact=fact)


def _size(component: Component) -> str:
    return f"{mm(component.size.width)} by {mm(component.size.height)}"


def _back(component: Component) -> str:
    return f"`{component.back}`" if component.back else "none"


def _one_sided(components: Iterable[Component]) -> Iterator[tuple[Component, Diagnostic]]:
    tokens = [each for each in components if each.shape == "token" and each.back]
    different = [each for each in tokens if each.back != each.layout]
    if len(different) == 1 and len(tokens) > ENOUGH:
        odd = different[0]
        message = f"the back of `{odd.id}` is `{odd.back}`, but all other tokens look alike on both sides"
        hint = Hint(f"did you mean `{odd.layout}`?", Replace(str(odd.back), str(odd.layout)))
        yield _finding(odd, "back", message, hint=hint, fact="back")


def _named_after_others(components: Sequence[Component]) -> Iterator[tuple[Component, Diagnostic]]:
    for component in components:
        for field, path in (("layout", component.layout), ("back", component.back)):
            stem = PurePosixPath(path).stem
            if _is_named(stem, component.id) or _is_named(component.id, stem.partition("-")[0]):
                continue
            for other in components:
                if _is_other(component, other) and _is_named(stem, other.id) and _has(other, field, path):
                    message = f"`{component.id}` has the {field} of `{other.id}`: `{path}`"
                    yield _finding(component, field, message, hint=f"check the {field}'s name", fact=field)
                    break


def _is_other(component: Component, other: Component) -> bool:
    """Whether two components have cards with different fields."""
    return bool(component.fields and other.fields) and other.fields != component.fields


def _is_named(stem: str, id: str) -> bool:
    """Whether a file is named after a component, perhaps with a word added: `story-card`."""
    return stem == id or stem.startswith(f"{id}-")


def _has(component: Component, field: str, path: str) -> bool:
    return bool(path) and path == (component.layout if field == "layout" else component.back)


def _shared_backs(components: Iterable[Component]) -> Iterator[tuple[Component, Diagnostic]]:
    first: dict[tuple[str, str], Component] = {}
    for component in components:
        if component.pile and component.back and component.shape == "card":
            other = first.setdefault((component.back, _size(component)), component)
            if other.pile != component.pile:
                piles = f"the piles `{other.pile}` and `{component.pile}`"
                message = f"{piles} have the same size and back, {_back(component)}"
                yield _finding(
                    component,
                    "back",
                    message,
                    hint="draw another back, so that nobody mixes them",
                    fact="pile",
                )


def _same_faces(components: Iterable[Component]) -> Iterator[tuple[Component, Diagnostic]]:
    first: dict[str, Component] = {}
    for component in components:
        if len(component.cards) != 1 or not component.cards[0].values or component.for_each:
            continue
        looks = (component.layout, component.back, _size(component), component.cards[0].values)
        other = first.setdefault(repr(looks), component)
        if other is not component:
            message = f"`{component.id}` and `{other.id}` have the same layout, back, size and face"
            yield _finding(component, "face", message, hint="give one another face", fact="face")


def _out_of_order(components: Iterable[Component]) -> Iterator[tuple[Component, Diagnostic]]:
    """The one component that breaks the order of sizes by face value: 1 at 18 mm, 3 at 12 mm, 10 at 26 mm."""
    rows: dict[tuple[str, str], list[_Sized]] = {}
    for each in components:
        for name, value in each.cards[0].values.items() if len(each.cards) == 1 else ():
            if type(value) in (int, float):
                rows.setdefault((each.shape, name), []).append(_Sized(value, each.size.width, each))
    for (_, name), row in rows.items():
        row.sort(key=lambda entry: entry[:2])
        if len(row) < ENOUGH or _rises(row):
            continue
        odd = [place for place in range(len(row)) if _rises([*row[:place], *row[place + 1 :]])]
        if odd:
            component = row[odd[-1]].component
            message = (
                f"`{component.id}` has the size {_size(component)}, but others are larger the higher their "
                f"`{name}`"
            )
            yield _finding(component, "size", message, hint="check the size", fact="size")


class _Sized(NamedTuple):
    """A component whose one card has a value, such as a coin."""

    value: float
    width: float
    component: Component


def _rises(row: Sequence[_Sized]) -> bool:
    return all(one.value < next_.value and one.width < next_.width for one, next_ in pairwise(row))
