"""The manual of the rules, made of their modules' docstrings: for `nineup rules` and docs/rules.md."""

import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nineup.rules.rule import Rule

HEAD = """\
# The rules

What `nineup check` proves about a game: every rule, for every player count and every legal choice of options. A rule that
doesn't hold is reported once, with the smallest configuration in which it fails. Rules that need settings are listed in
`rules:` of `game.yaml`; each entry may also have `when` (in which runs), `severity` (`error`, `warning` or `note`),
`source` and `decided`. To accept an intended finding, give the reason on its card or component:
`accept: {near-duplicate: The neighbor on the other side.}`; the table counts it.

`nineup rules` prints this page, and `nineup rules deal` one part of it.
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
