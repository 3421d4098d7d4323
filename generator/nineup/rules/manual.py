"""The manual of the rules, made from their modules' docstrings: for `nineup rules` and docs/rules.md."""

import sys
from collections.abc import Iterator, Sequence
from textwrap import fill
from typing import NamedTuple

from nineup.rules.engine.rule import Rule
from nineup.rules.sentences import in_words

HEAD = """\
# The rules

`nineup check` proves every rule for every run that can be built. Rules with settings are entries of `rules:` in
`game.yaml`; beside its settings an entry may have `when` (in which runs it must hold), `severity` (`error`, `warning`
or `note`), `source` and `decided`. `nineup rules` prints this page, and `nineup rules deal` a part of it.

## What do you want to say?

| of your game | the entry of `rules:` |
|---|---|
| Each player gets five cards, and three lie open. | [`deal: {player: {deck: 5}, table: {deck: 3}}`](#deal-error) |
| Each pair of colors is on one card. | [`combinations: {in: story, field: colors, of: color, take: 2}`](#combinations-error) |
| All suits, or all costs together, are equally frequent. | [`balance: {in: room, field: doors.cost, by: gem}`](#balance-error) |
| Each problem has its solution. | [`answers: {each: conflict, through: answered-by}`](#answers-error) |
| Everything can be bought, with tokens, bonuses or a hand of cards. | [`payable: {each: card, cost: cost, supply: [gem, bonus]}`](#payable-error) |
| Nobody runs out of change. | [`change-making: {tokens: {point: 1, five-points: 5}, each: 9}`](#change-making-error) |
| Nobody is walled in. | [`reachability: {in: room, doors: doors.edge}`](#reachability-error) |
| A text says what the card's number, symbol or corner says. | [`agrees: {each: deck, text: text, with: corner}`](#agrees-error) |
| What is printed teaches the game. | [`taught: [setup, winner]`](#taught-warning) |
| No two cards have the same name; no word is twice on either side. | [`distinct: {each: deck, by: name}`](#distinct-error), `distinct: {each: word, among: [front, back]}` |
| A coin shows its value. | [`printed: {each: coin, numbers: value}`](#printed-error) |
| Each card … | [`says: a rare card costs 5 or more`](#rule-error), with `each: card`, `where: card.rare`, `check: card.cost >= 5` |
| There are as many … as … | [`says: every player has three chips`](#rule-error), with `check: count('chip') == 3 * players` |
| It is likely that … | [`says: a hand mostly has a gem`](chance.md#in-expressions), with `check: chance(…) > 0.9` |
| This word is right. | [`terminology: {words: {Guerilla: A name.}}`](#terminology-warning) |
| Our cards are meant to be unlike. | [`odd-one-out: {off: Every card is a joke of its own.}`](#odd-one-out-note) |
| The printer takes 240 % of ink. | [`ink-limit: {most: 240}`](#ink-limit-warning) |

| of something else | where it is said |
|---|---|
| It holds only for three players, or with an expansion. | `when: players == 3`, `when: expansion` in the entry |
| The box holds 60; the rulebook says nothing of five players. | [`box: 60`](#inventory-error), [`setup: {2-4: 3, 5: unstated}`](#unstated-warning) on the component |
| These cards are shuffled together. | [`pile: deck`](#one-back-error) on each component |
| Choose ten of 25; more for more players; a storm needs a long game. | [`exactly`](game.md#numbers-of-choices-by-players) in an option, [`legal`](game.md#choices-that-go-together) |
| A card is weak below three players. | [`needs: 3+`](#needs-note) on the card |
| No two decks are equal, and each obeys this. | [`unique`](unique.md) |
| It is as it should be. | [`accept`](#accepting-a-finding) on the card or component |

All other kinds are always on. `nineup check --suggest` proposes entries that your cards follow.

## What a proof covers

A **configuration** is a player count, the expansions in use, and a value for each option. Its player count lies in one
of the ranges of `players`. An expansion is in use if that many players need it; otherwise it may be in use or not
(`--players 3 --option expansion=yes`). Options have their legal values: a set has `at-least` to `at-most` items, which
may go by players, one of `including` among them; choices go together as `legal` says. These are exactly the runs that
`nineup build --players` accepts.

A **whole box** (`nineup build` without `--players`) is the largest player count of the base box or of the expansions in
use. It holds of each card the most that any run inside it needs, a run inside being one of up to that many players with
any of the expansions in use, for whom the same choice is legal. Its faces are drawn, and its expressions evaluated, for
that largest count.

The table shows a rule for each player count:

| sign | meaning |
|---|---|
| ✓ | in no configuration with that many players does the rule find anything but notes and what is accepted; a free rule doesn't hold (✗), even with `severity: note` |
| ✗ | it finds something in at least one of them, or can't be evaluated there |
| ~ | nothing is found, but only a sample was tried (the remark says how much, and a `not-proved` warning fails `--strict`), or some faces can't be drawn without an error |
| – | the rule has nothing to check for that many players |

Without a failure `check` prints one line; `--table` shows the table. A figure, such as the pieces left over, is the
least of all configurations, and of everything that is dealt: with 40 of one kind left and 5 of another missing, -5.

## Counterexamples

A **fact** is what a rule finds: its code, severity and place, and what kind of fact it is. Each different fact is
reported once, with its smallest configuration. Of two configurations the smaller is, in this order, the one with

1. fewer options away from their defaults, counting switches, single choices, and expansions in use that the players
   don't need;
2. fewer items chosen in sets;
3. fewer players;
4. the first value that differs: expansions first (not in use before in use), then the options in the order of
   `game.yaml`. A switch has its default first, a single choice the order of its list; of two sets the one with fewer
   items comes first, then the one that has the first item, in the order of the list, that only one of them has.

The configuration is shown as far as the rule depends on it: players, expansions without need, the items of sets, and
what differs from a default.

## Accepting a finding

A card or a component accepts a finding about itself with its reason: `accept: {near-duplicate: The neighbor on the
other side.}`. The code alone accepts one kind of fact; further kinds are named below, such as `inventory/short`.
Nothing else is silenced. The table counts what is accepted; an acceptance that accepts nothing is a warning
(`unused-accept`).

## Why ✓ can be trusted

A rule is not checked for every configuration: it looks at few options, and only these are varied, down to single items
of a set (`'red' in colors`) and the number of items (`colors|length`). A rule about cards is asked of each card by
itself, for the options that this card, its texts and what the rule says of it depend on. What depends on a deck only
through its number of cards, or on options only through a sum such as `(1 if wolves else 0) + (2 if bears else 0)` or
`[wolves, bears]|select|list|length`, is checked for each total that some choice of options leads to, in its smallest
configuration. A condition of `and`, `or` and `not` is decided as soon as a few options decide it. Faces are drawn once
for each different set of values that their layout shows; where an owner's sign is drawn apart from all else that
changes, each owner once. Rules about faces look at each face that shows something new; `printed` compares every face
with its own card, whatever other cards show.

What none of this can reduce goes to a solver, if it is installed: `pip install 'nineup[solver]'` adds CP-SAT of
[OR-Tools](https://developers.google.com/optimization) (250 MB with what it needs). It decides `when` and `check` of
rules without `each`, and whether a card is ever there, over all legal choices at once, also those of 300 options:
conditions, sums, and numbers of cards, such as "five decks hold 10 or more" of 32,768 choices. A remark says that it
did, and in how many configurations the rule fails, up to 10,000 (`fails in 1,888 of 32,768`); `--format json` says by
which version and in how many seconds. Each configuration that it gives is evaluated as any other, and what it can't
express, or a check that fails to evaluate in some run, is tried as before. It works on one thread, and its work is
counted, too. Without it, an answer may be missing, and is never another one.

What is left is `~`: beyond 100,000 configurations every pair of choices is tried, and each rule may take so many steps,
about two seconds' worth, before it stops at the configuration that it has reached. Of faces, 10,000 states are drawn.
Steps are counted, not timed, so that every machine says the same. A failure that a sample finds is a failure, but a
smaller configuration may show it too.

Property tests compare each of these with an exhaustive search: `tests/oracle` (random games, judged by code that shares
none with Nineup; every verdict and every smallest counterexample, also with each rule asked in parts as in a large
game), `tests/rules/test_rules_configurations.py` (the smallest counterexample of random rules against every run that
`build` accepts, sorted afresh; totals), `tests/rules/test_rules_proof.py` (every rule of the four games against brute
force, with stated numbers one off, all of them in `make fuzz`) and `tests/rules/test_rules_search.py` (payments,
change, closed layouts). `tests/rules/test_rules_large.py` has games of 2^16, 2^64 and 2^300 choices.
"""  # noqa: E501


class ManualPage(NamedTuple):
    """The manual's text about a rule, or about several that share a module."""

    codes: tuple[str, ...]
    severity: str
    text: str


def pages(rules: Sequence[Rule]) -> Iterator[ManualPage]:
    """A page for each module, in the order of the rules; a plug-in whose module has no docstring has its
    summary.
    """
    modules = list(dict.fromkeys(rule.check.__module__ for rule in rules))
    for name in modules:
        members = [rule for rule in rules if rule.check.__module__ == name]
        first, _, rest = (sys.modules[name].__doc__ or members[0].summary).strip().partition("\n\n")
        says = " ".join(first.split()).split(": ", 1)[-1]
        asks = "".join(map(_asks, members))
        yield ManualPage(
            tuple(rule.code for rule in members),
            members[0].severity,
            f"{says[0].upper()}{says[1:]}\n\n{asks}{rest}\n",
        )


def _asks(rule: Rule) -> str:
    return f"{fill(f'An entry says: *{in_words(rule.sentence)}*.', 110)}\n\n" if rule.sentence else ""


def markdown(rules: Sequence[Rule]) -> str:
    """The whole manual as a page of the guide."""
    return "\n".join([HEAD, *(_section(page) for page in pages(rules))])


def _section(page: ManualPage) -> str:
    codes = ", ".join(f"`{code}`" for code in page.codes)
    return f"## {codes} ({page.severity})\n\n{page.text}"
