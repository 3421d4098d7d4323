"""The manual of the rules, made of their modules' docstrings: for `nineup rules` and docs/rules.md."""

import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nineup.rules.rule import Rule

HEAD = """\
# The rules

What `nineup check` proves of a game: every rule, for every player count and every legal choice of options. What does
not hold is told once, with the smallest configuration that shows it. Rules that are configured stand in the `rules:` of
`game.yaml`, each with its settings, and beside them, as one likes, `when` (in which runs), `severity` (`error`, `warning` or
`note`), `source` and `decided`. A finding that is meant is accepted on its card or component, with the
reason: `accept: {near-duplicate: The neighbor on the other side.}`; the table counts it.

`nineup rules` prints this page, and `nineup rules deal` a part of it.
"""


class Page(NamedTuple):
    """What the manual says of a rule, or of several that share a module."""

    codes: tuple[str, ...]
    severity: str
    text: str


def pages(rules: Sequence[Rule]) -> Iterator[Page]:
    """A page for each module, in the order of the rules."""
    modules = list(dict.fromkeys(rule.check.__module__ for rule in rules))
    for name in modules:
        members = [rule for rule in rules if rule.check.__module__ == name]
        first, _, rest = (sys.modules[name].__doc__ or "").strip().partition("\n\n")
        says = " ".join(first.split()).split(": ", 1)[-1]
        yield Page(
            tuple(rule.code for rule in members),
            members[0].severity,
            f"{says[0].upper()}{says[1:]}\n\n{rest}\n",
        )


def markdown(rules: Sequence[Rule]) -> str:
    """The whole manual as a page of the guide."""
    return "\n".join([HEAD, *(_section(page) for page in pages(rules))])


def _section(page: Page) -> str:
    codes = ", ".join(f"`{code}`" for code in page.codes)
    return f"## {codes} ({page.severity})\n\n{page.text}"
