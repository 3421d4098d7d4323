"""Every mistake that loading reports, at its exact place: `^^` in a fixture marks where, and is taken out.

`schema` says whether the JSON Schema refuses the fixture too; None where it isn't YAML at all.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import jsonschema
import pytest
import yaml
from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.files.load import load_game
from nineup.files.load.json_schema import schema
from nineup.files.load.tables.csv_text import decode_csv
from nineup.schema.types import Plain
from tiny import GAME, write_tiny

HEAD = """\
game: Tea
players: {base: 2-4, expansion: 5-6}
lists: {color: [red, blue]}
symbols: {leaf: {name: Leaf, art: leaf.svg}, cup: {name: Cup, art: cup.svg}}
"""
CUP = "components:\n  cup: {shape: token, size: 16mm, layout: cup.svg}\n"
STORM = "options:\n  storm: {default: no}\n  length: {choose-one: [short, long]}\n"
MANY = "options:\n" + "".join(f"  o{n}: {{default: no}}\n" for n in range(14))
DECK = "components:\n  deck: {shape: card, size: poker, layout: a.svg, cards: cards.yaml}\n"
FIELDS = (
    "fields: {name: text, color: {optional: {one-of: color}}, text: {optional: rich}, "
    "cost: {optional: {counts-of: symbol}}, n: {optional: number}, open: {optional: yes-no}, "
    "art: {optional: picture}, "
    "bits: {optional: {list-of: text}}, who: {optional: {record: {first: text, last: {optional: text}}}}}\n"
)
CSV_FIELDS = "name: text, art: {optional: picture}, cost: {optional: {counts-of: symbol}}, bits: {optional: {list-of: symbol}}"
CSV = (
    "components:\n  deck: {shape: card, size: poker, layout: a.svg, cards: cards.csv, "
    f"fields: {{{CSV_FIELDS}, who: {{optional: {{record: {{first: text}}}}}}}}}}\n"
)


class Fault(NamedTuple):
    code: str
    text: str
    schema: bool | None = False
    says: str = ""


def component(body: str) -> str:
    return f"{HEAD}components:\n  cup:\n    shape: token\n    size: 16mm\n    layout: cup.svg\n{body}"


GAME_FAULTS = [
    # YAML itself
    Fault("unquoted-text", HEAD + CUP + "designer: ^^{leaf} and friends\n", None, "starts with `{`"),
    Fault("unquoted-text", HEAD + CUP + "designer: ^^[leaf] and friends\n", None, "starts with `[`"),
    Fault("unquoted-text", HEAD + CUP + "designer: ^^*Leaf* and friends\n", None, "`*`"),
    Fault("unquoted-text", HEAD + CUP + "designer: ^^@leaf\n", None, "`@`"),
    Fault("unquoted-text", HEAD + CUP + "designer: ^^`leaf\n", None, "reserved"),
    Fault("unquoted-text", HEAD + CUP + "designer: ^^%leaf\n", None, "reserved"),
    Fault("unquoted-text", HEAD + CUP + "designer: ^^| leaf\n", None, "block"),
    Fault("unquoted-text", HEAD + CUP + "designer: ^^- leaf\n", None, "starts an entry"),
    Fault("unquoted-text", HEAD + CUP + 'designer: ^^"Leaf" the great\n', None, "quotes close"),
    Fault("unquoted-text", HEAD + CUP + "designer: Leaf^^: the great\n", None, "colon"),
    Fault("unquoted-text", HEAD + CUP + "questions:\n  - ^^{leaf} or not?\n", None),
    Fault("unquoted-text", HEAD + CUP + "designer: ^^{leaf}\n", True, "expected a text"),
    Fault("unquoted-text", HEAD + CUP + "decided: {game: We, ^^the makers}\n", True, "comma"),
    Fault("yaml-alias", HEAD + CUP + "designer: ^^*leaf\n", None),
    Fault("yaml-anchor", HEAD + CUP + "designer: ^^&leaf Leaf\n", None),
    Fault("yaml-anchor", HEAD + CUP + "^^&leaf designer: Leaf\n", None),
    Fault("yaml-tag", HEAD + CUP + "designer: ^^!leaf Leaf\n", None),
    Fault("yaml-tag", HEAD + CUP + "questions: ^^!!set [a]\n", None),
    Fault("yaml-merge-key", HEAD + CUP + "^^<<: {designer: Leaf}\n", None),
    Fault("yaml-documents", HEAD + CUP + "^^---\ngame: Two\n", None),
    Fault("yaml-key", HEAD + CUP + "^^[a, b]: c\n", None),
    Fault("yaml-key", HEAD + CUP + "designer: {^^{ leaf }}\n", None),
    Fault("duplicate-key", HEAD + CUP + "^^game: Two\n", None, "twice"),
    Fault("yaml-tab", HEAD + CUP + "rules:\n^^\t- says: x\n", None),
    Fault("yaml-syntax", HEAD + CUP + "questions: [a, b\ndesigner^^: Leaf\n", None, "closing `]` is missing"),
    Fault("yaml-syntax", HEAD + CUP + "terms:\n  Sip: {means: Drink ^^{leaf}, source: x}\n", None),
    Fault("yaml-syntax", HEAD + CUP + "designer: ^^'Leaf\n", None, "never closed"),
    Fault("control-character", HEAD + CUP + "designer: Le^^\x07af\n", None, "U+0007"),
    Fault("control-character", HEAD + CUP + "designer: Le^^\u2028af\n", None, "U+2028"),
    Fault("control-character", HEAD + CUP + 'designer: "L\\\\e^^\\raf"\n', None, "`\\r`"),
    Fault("control-character", HEAD + CUP + 'designer: "Le\n  a^^\\bf"\n', None, "`\\b`"),
    Fault("control-character", HEAD + CUP + 'designer: "Le^^\\u0001af"\n', None, "`\\u0001`"),
    Fault("control-character", HEAD + CUP + 'designer: "Le^^\\U0000001baf"\n', None, "`\\U0000001b`"),
    Fault("yaml-too-deep", HEAD + CUP + f"data: {{a: {'[' * 48}^^[[]]{']' * 48}}}\n", None),
    # values
    Fault("empty-value", HEAD + CUP + "designer:^^\n", True),
    Fault("empty-value", HEAD + CUP + "options:\n  fast:^^\n", True),
    Fault("wrong-type", HEAD + CUP + "designer:\n  ^^name: Leaf\n", True),
    Fault("wrong-type", HEAD + CUP + "designer:\n  ^^- Leaf\n", True),
    Fault("wrong-type", HEAD + CUP + "questions: ^^why?\n", True),
    Fault("wrong-type", HEAD + CUP + "terms: ^^Bank\n", True),
    Fault("wrong-type", HEAD + CUP + "options:\n  fast: {default: ^^maybe}\n", True),
    Fault("wrong-type", HEAD + "components: ^^[cup]\n", True),
    Fault("unknown-key", HEAD + CUP + "^^desinger: Leaf\n", True, "`desinger`"),
    Fault("unknown-key", component("    ^^colour: red\n"), True),
    Fault("unknown-key", component("    decided: {^^sise: we said so}\n")),
    Fault("unknown-key", component("    setup: {kinds: 2, ^^pieces: 3}\n"), True),
    Fault("unknown-key", HEAD.replace("{name: Cup, ", "{^^nme: Cup, name: C, ") + CUP),
    Fault("missing-key", "^^game: Tea\nplayers: 2\n", True, "`components`"),
    Fault("missing-key", HEAD + "components:\n  cup: ^^{shape: token, size: 16mm}\n", True, "`layout`"),
    Fault("missing-key", HEAD + CUP + "rules:\n  - ^^check: players > 1\n", True, "`says`"),
    Fault("bad-id", HEAD + "components:\n  ^^Tea_Cup: {shape: token, size: 16mm, layout: a.svg}\n", True),
    Fault("bad-id", component("    pile: ^^Draw Pile\n"), True),
    Fault("bad-id", HEAD.replace("[red, blue]", "[red, ^^Blue]") + CUP, True),
    Fault("unknown-word", HEAD + "components:\n  cup: {shape: ^^tokn, size: 16mm, layout: a.svg}\n", True),
    Fault("bad-number", HEAD + CUP + "options:\n  colors: {choose: color, at-least: ^^many}\n", True),
    Fault("bad-number", HEAD + CUP + "options:\n  colors: {choose: color, at-least: ^^-1}\n", True),
    Fault("bad-number", HEAD + CUP + "options:\n  colors: {choose: color, at-least: ^^3}\n"),
    Fault("bad-number", HEAD + CUP + "options:\n  colors: {choose: color, exactly: ^^3}\n"),
    Fault("bad-number", HEAD + CUP + "options:\n  colors: {choose: color, at-most: ^^0}\n", True),
    Fault("bad-number", HEAD + CUP + "options:\n  colors: {choose: color, at-least: 2, at-most: ^^1}\n"),
    Fault("bad-number", HEAD + CUP + "options:\n  colors: {choose: color, exactly: 1, at-most: ^^2}\n"),
    Fault("bad-default", HEAD + CUP + "options:\n  colors: {choose: color, at-least: 2, default: ^^[red]}\n"),
    Fault("range-gap", HEAD + CUP + "options:\n  colors: {choose: color, exactly: ^^{2-3: 1, 5-6: 2}}\n"),
    Fault("bad-range", HEAD + CUP + "options:\n  colors: {choose: color, exactly: {2-3: 1, ^^3-6: 2}}\n"),
    Fault(
        "bad-number",
        HEAD + CUP + "options:\n  colors: {choose: color, exactly: ^^{2-3: 1, 4+: 3}}\n",
        False,
        "3 of 2 for 4",
    ),
    Fault(
        "bad-number", HEAD + CUP + "options:\n  colors: {choose: color, at-least: {2: 1, 3+: ^^few}}\n", True
    ),
    Fault(
        "bad-default",
        HEAD + CUP + "options:\n  colors: {choose: color, exactly: {2: 1, 3+: 2}, default: ^^[red]}\n",
        False,
        "3-6 players",
    ),
    Fault("missing-key", HEAD + CUP + STORM + "legal:\n  - ^^{if: storm}\n", False, "`one-of`"),
    Fault("missing-key", HEAD + CUP + STORM + "legal:\n  - ^^{excludes: storm}\n", False, "what excludes"),
    Fault("unknown-key", HEAD + CUP + STORM + "legal:\n  - {if: storm, ^^needs: length=long}\n", True),
    Fault("unknown-option", HEAD + CUP + STORM + "legal:\n  - {if: ^^strom, requires: length=long}\n"),
    Fault("unknown-option", HEAD + CUP + STORM + "legal:\n  - {if: ^^expansion, requires: length=long}\n"),
    Fault("unknown-value", HEAD + CUP + STORM + "legal:\n  - {if: storm, requires: [^^length=lang]}\n"),
    Fault("unknown-value", HEAD + CUP + STORM + "legal:\n  - {if: storm, requires: ^^length}\n"),
    Fault("bad-default", HEAD + CUP + STORM + "legal:\n  - ^^{one-of: [storm, length=long]}\n"),
    Fault(
        "too-tied",
        HEAD
        + CUP
        + MANY
        + f"legal:\n  ^^- {{if: o0, excludes: [{', '.join(f'o{n}' for n in range(1, 14))}]}}\n",
    ),
    Fault(
        "never-legal",
        HEAD + CUP + STORM + "legal:\n  ^^- {if: storm, requires: length=long, excludes: length=long}\n",
    ),
    Fault(
        "bad-default",
        HEAD + CUP + "options:\n  colors: {choose: [a, b, c], at-most: 2, default: ^^[a, b, c]}\n",
    ),
    Fault(
        "bad-default", HEAD + CUP + "options:\n  colors: {choose: [a, b], including: [b], default: ^^[a]}\n"
    ),
    Fault("bad-language", component("    language: ^^German!\n"), True, "not a language"),
    Fault("bad-length", component("    corner: ^^3\n"), True, "no unit"),
    Fault("bad-length", component("    corner: ^^3 miles\n"), True),
    Fault("bad-length", component("    corner: ^^-3mm\n"), True),
    Fault("unknown-key", component("    ^^trim: 3mm\n"), True),
    Fault("bad-length", component("    corner: ^^9mm\n")),
    Fault("bad-size", HEAD + "components:\n  cup: {shape: token, size: ^^pocker, layout: a.svg}\n", True),
    Fault(
        "bad-size", HEAD + "components:\n  cup: {shape: token, size: ^^16, layout: a.svg}\n", True, "no unit"
    ),
    Fault(
        "bad-size",
        HEAD + "components:\n  cup: {shape: token, size: ^^16mm x 20mm, layout: a.svg}\n",
        says="round",
    ),
    Fault("bad-size", HEAD + "components:\n  cup: {shape: card, size: ^^0mm x 20mm, layout: a.svg}\n"),
    Fault(
        "bad-size", HEAD + "components:\n  cup: {shape: card, size: ^^1mm x 2mm x 3mm, layout: a.svg}\n", True
    ),
    Fault(
        "bad-size",
        HEAD + "components:\n  cup: {shape: card, size: ^^63 by 88, layout: a.svg}\n",
        True,
        "`63 by 88` is not a size",
    ),
    Fault("bad-path", HEAD + "components:\n  cup: {shape: token, size: 16mm, layout: ^^../a.svg}\n"),
    Fault("bad-path", HEAD + "components:\n  cup: {shape: token, size: 16mm, layout: ^^/a.svg}\n", True),
    # players and tables
    Fault("bad-range", (HEAD + CUP).replace("base: 2-4", "base: ^^two"), True),
    Fault("bad-range", (HEAD + CUP).replace("base: 2-4", "base: ^^4-2")),
    Fault("bad-range", (HEAD + CUP).replace("expansion: 5-6", "expansion: ^^6-7")),
    Fault("bad-range", component("    setup: {2-4: 1, ^^4-6: 2}\n"), says="overlaps `2-4`"),
    Fault("bad-range", component("    setup: {2-6: 1, 7: ^^2}\n")),
    Fault("bad-range", component("    copies: {2-6: 1, ^^few: 2}\n"), True),
    Fault("bad-range", component("    box: {^^2-4: 1}\n"), True),
    Fault("bad-range", component("    box: {4: 1, 5: ^^2}\n"), says="no box"),
    Fault("range-gap", component("    setup: ^^{2-3: 1, 6: 2}\n"), says="4, 5 players"),
    Fault("range-gap", component("    setup: {kinds: ^^{2-5: 1}}\n"), says="6 players"),
    Fault("bad-expression", component("    when: players ==^^= 3\n")),
    Fault("bad-expression", component('    when: "players ==^^= 3"\n')),
    Fault("bad-expression", component("    setup: {2-6: 2 ^^*}\n")),
    Fault("bad-expression", component("    when: |\n      players\n      ==^^= 3\n")),
    # what is named must be there
    Fault("unknown-symbol", HEAD + CUP + "about: Drink {leaf} of ^^{leav}!\n"),
    Fault("unknown-symbol", HEAD + CUP + 'about: "Say \\"tea\\" for ^^{leav} and {leaf}"\n'),
    Fault("unknown-symbol", HEAD + CUP + "about: 'it''s ^^{leav} {leaf}'\n"),
    Fault("unknown-symbol", HEAD + CUP + "about: >-\n  Drink {leaf}\n  of ^^{leav}\n"),
    Fault(
        "unknown-symbol",
        HEAD + CUP + "terms:\n  Sip: {means: Drink a bit.}\n  Gulp: {means: 'Drink ^^{much}.'}\n",
    ),
    Fault("open-brace", HEAD + CUP + "about: Drink ^^{leaf\n"),
    Fault("unknown-list", component("    for-each: ^^colour\n")),
    Fault("unknown-list", HEAD + CUP + "options:\n  colors: {choose: ^^colour}\n"),
    Fault("unknown-item", HEAD + CUP + "options:\n  colors: {choose: color, including: [red, ^^green]}\n"),
    Fault("unknown-item", HEAD + CUP + "options:\n  pace: {choose-one: [slow, fast], default: ^^quick}\n"),
    Fault("unknown-rule", HEAD + CUP + "rules:\n  - ^^deall: {player: {cup: 1}}\n"),
    Fault("reserved-name", HEAD + CUP + "options:\n  ^^players: {default: true}\n"),
    Fault("duplicate-id", HEAD.replace("[red, blue]", "[red, ^^red]") + CUP),
    Fault("duplicate-id", HEAD.replace("[red, blue]", "{base: [red], expansion: {^^red: {name: R}}}") + CUP),
    Fault("duplicate-id", HEAD + CUP + "terms:\n  Sip: {forms: [Gulp], means: x}\n  ^^Gulp: {means: y}\n"),
    Fault("duplicate-id", HEAD + CUP + "data: [a.yaml, ^^b/a.yaml]\n"),
    Fault("no-file", HEAD + CUP + "data: ^^none.yaml\n"),
    Fault("no-file", HEAD + DECK.replace("cards.yaml", "^^none.yaml")),
    Fault("unsupported-file", HEAD + DECK.replace("cards.yaml", "^^cards.xls")),
    Fault("empty-file", HEAD + DECK.replace("cards.yaml", "^^empty.yaml")),
    Fault("empty-file", HEAD + CSV.replace("cards.csv", "^^empty.csv")),
    Fault("no-file", HEAD + CSV.replace("cards.csv", "^^none.csv")),
    Fault("empty-file", "^^", None),
    Fault("unknown-key", HEAD + DECK.replace("cards.yaml}", "cards.yaml, ^^face: {a: b}}"), says="face"),
]

CARD_FAULTS = [
    Fault("duplicate-id", "cards:\n  - {id: a, name: A}\n  - {id: ^^a, name: B}\n"),
    Fault("missing-key", "cards:\n  - ^^name: A\n", True, "`id`"),
    Fault("missing-key", "cards:\n  - ^^id: a\n", says="`name`"),
    Fault("unknown-key", "cards:\n  - {id: a, name: A, ^^txt: b}\n"),
    Fault("unknown-key", "cards:\n  - {id: a, name: A, decided: {^^txt: b}}\n"),
    Fault("unknown-key", "^^card:\n  - {id: a}\n", True, "`card`"),
    Fault("wrong-type", "cards: ^^none\n", True),
    Fault("wrong-type", "cards:\n  - ^^none\n", True),
    Fault("text-cut", "cards:\n  - {id: a, name: A}\n  - id: b\n    name: Number ^^#2\n"),
    Fault("text-cut", "cards:\n  - id: b\n    name: B\n    text: Take {leaf} or ^^# of them\n"),
    Fault("text-cut", "cards:\n  - id: b\n    name: Two lines\n      in#one ^^# here\n"),
    Fault(
        "picture-part", "cards:\n  - id: b\n    name: B\n    art: ^^b.png focus 40 30\n", says="isn't a focus"
    ),
    Fault("unquoted-text", "cards:\n  - id: b\n    name: ^^{leaf}\n", says="expected a text"),
    Fault("unquoted-text", "cards:\n  - id: b\n    name: ^^{leaf} and {cup}\n", None),
    Fault("bad-number", "cards:\n  - {id: a, name: A, copies: ^^two}\n", True),
    Fault("bad-number", "cards:\n  - {id: a, name: A, copies: ^^1.5}\n", True),
    Fault("bad-number", "cards:\n  - {id: a, name: A, n: ^^1e5}\n"),
    Fault("bad-number", "cards:\n  - {id: a, name: A, cost: {leaf: ^^0}}\n"),
    Fault("bad-range", "cards:\n  - {id: a, name: A, needs: ^^many}\n", True),
    Fault("bad-expression", "cards:\n  - id: a\n    name: A\n    when: \"'red' ^^inn colors\"\n"),
    Fault("unknown-item", "cards:\n  - {id: a, name: A, color: ^^rd}\n"),
    Fault("unknown-symbol", "cards:\n  - {id: a, name: A, cost: {^^leav: 1}}\n"),
    Fault(
        "unknown-symbol",
        "cards:\n  - id: a\n    name: A\n    text: |-\n      Take 1 {leaf}\n      or ^^{leav}\n",
    ),
    Fault("wrong-type", "cards:\n  - {id: a, name: A, cost: ^^2 leaf}\n"),
    Fault("wrong-type", "cards:\n  - {id: a, name: A, open: ^^maybe}\n"),
    Fault("wrong-type", "cards:\n  - {id: a, name: A, bits: ^^one}\n"),
    Fault("missing-key", "cards:\n  - {id: a, name: A, who: ^^{last: B}}\n", says="`first`"),
    Fault("unknown-key", "cards:\n  - {id: a, name: A, who: {first: B, ^^mid: C}}\n"),
    Fault("unknown-type", "fields: {a: ^^txt}\ncards: []\n", True),
    Fault("unknown-type", "fields: {a: {^^ref: color}}\ncards: []\n", True),
    Fault("unknown-list", "fields: {a: {one-of: ^^colour}}\ncards: []\n"),
    Fault("unknown-list", "fields: {a: {one-of: ^^colour}}\ncards: [{id: a, a: red}, {id: b, a: blue}]\n"),
    Fault("reserved-name", "fields: {^^copies: number}\ncards: []\n", True),
    Fault(
        "too-many-cards", f"cards:\n  - ^^for: {{a: {list(range(200))}, b: {list(range(60))}}}\n    id: x\n"
    ),
    Fault("unknown-list", "cards:\n  - for: {c: ^^colour}\n    id: x\n    name: y\n"),
    Fault("wrong-type", "cards:\n  - for: {c: ^^{a: b}}\n    id: x\n    name: y\n", True),
    Fault("bad-id", "cards:\n  - for: {^^a-b: color}\n    id: x\n    name: y\n"),
    Fault("bad-expression", 'cards:\n  - for: {c: color}\n    id: "{{ c }}-x"\n    name: "a {{ ^^d }}"\n'),
    Fault("duplicate-id", "cards:\n  - for: {c: color}\n    id: ^^x\n    name: y\n"),
    Fault(
        "duplicate-key", 'cards:\n  - {for: {c: [leaf]}, id: x, name: y, cost: {leaf: 1, ^^"{{ c }}": 1}}\n'
    ),
]

CSV_FAULTS = [
    Fault("csv-cells", "id;name;\na;A;^^b\n", says="without a title"),
    Fault("csv-quote", 'id;name\na;"A"^^ b\n'),
    Fault("missing-key", "^^who.first;cost\nAda;1 leaf\n", says="the column `name` is missing"),
    Fault("unknown-symbol", "\nid\tname\tbits\na\tA\tleaf; ^^leav\n"),
    Fault("picture-part", "id,name,art\na,A,^^b.png crop 9% 9% 99% 9%\n", says="is beyond the picture"),
    Fault("unknown-key", "id,name,^^txt\na,A,b\n"),
    Fault("unknown-key", "id,name,^^who.last\na,A,b\n"),
    Fault("missing-key", "^^id,cost\na,1 leaf\nb,2 leaf\n", says="the column `name` is missing"),
    Fault("missing-key", "id,name\n^^a,\n", says="`name` is missing"),
    Fault("duplicate-key", "id,name,^^name\na,A,B\n", says="the column `name` appears twice"),
    Fault("control-character", "id,name\na,A^^\x1bB\n"),
    Fault("csv-cells", "id,name\na,A,^^b\n"),
    Fault("csv-quote", 'id,name\na,^^A "b" c\n'),
    Fault("csv-quote", 'id,name\na,"A"^^ b\n'),
    Fault("csv-quote", 'id,name\na,^^"A\n'),
    Fault("unknown-symbol", 'id,name,cost\na,"A\nB","2 leaf, 1 ^^leav"\n'),
    Fault("unknown-symbol", "id,name,bits\na,A,leaf; ^^leav\n"),
    Fault("bad-number", "id,name,copies\na,A,^^two\n"),
    Fault("unknown-symbol", 'id,name,bits\na,A,"leaf, ^^leav"\n'),
    Fault("unknown-symbol", "id,name,cost\na,A,2 leaf; 1 ^^leav\n"),
    Fault("duplicate-id", "id,name\na,A\n^^a,B\n"),
]


def _project(folder: Path, game: str, files: dict[str, str]) -> Project:
    home = folder / "cards" / "tea"
    (home / "b").mkdir(parents=True)
    (folder / "layouts").mkdir()
    defaults = {"a.yaml": "x: 1\n", "b/a.yaml": "x: 1\n", "empty.yaml": "# nothing\n", "empty.csv": "\n"}
    for name, text in {**defaults, "cards.yaml": "cards: []\n", **files, "game.yaml": game}.items():
        (home / name).write_text(text, encoding="utf-8", newline="")
    return Project(folder)


def _unmark(text: str) -> tuple[str, int, int]:
    at = text.index("^^") if "^^" in text else 0
    before = text[:at]
    return text.replace("^^", ""), before.count("\n") + 1, at - before.rfind("\n")


def _names(faults: list[Fault]) -> list[str]:
    return [f"{number}-{fault.code}" for number, fault in enumerate(faults)]


def _reported(findings: Findings) -> list[tuple[str, str, int, int]]:
    return [(f.code, f.span.file, f.span.line, f.span.column) for f in findings if f.span]


def _check(fault: Fault, findings: Findings, name: str) -> None:
    _, line, column = _unmark(fault.text)
    at = (fault.code, f"cards/tea/{name}", line, column)
    assert at in _reported(findings), findings
    found = findings[_reported(findings).index(at)]
    assert fault.says in found.message
    assert "\n" not in found.message
    assert len(findings) == 1 or fault.code in ("unknown-key", "duplicate-id", "csv-quote", "missing-key"), (
        findings
    )


def _refused(kind: str, text: str) -> bool:
    data = yaml.safe_load(_unmark(text)[0])
    return not jsonschema.Draft202012Validator(schema(kind)).is_valid(data)


@pytest.mark.parametrize("fault", GAME_FAULTS, ids=_names(GAME_FAULTS))
def test_a_mistake_in_a_game_file_is_reported_at_its_place(fault: Fault, tmp_path: Path) -> None:
    findings = Findings()
    project = _project(tmp_path, _unmark(fault.text)[0], {})
    assert load_game(project, "tea", findings, {"deal": Plain(rich=False)}) is None
    _check(fault, findings, "game.yaml")
    if fault.schema is not None:
        assert _refused("game", fault.text) == fault.schema


def test_a_misspelt_key_of_a_card_is_one_mistake_and_its_value_is_checked(tmp_path: Path) -> None:
    findings = Findings()
    project = _project(
        tmp_path, HEAD + DECK, {"cards.yaml": FIELDS + "cards:\n  - {id: a, nmae: A, cpies: two}\n"}
    )
    assert load_game(project, "tea", findings, {}) is None
    assert [(found.code, found.message) for found in findings] == [
        ("unknown-key", "unknown key `nmae`"),
        ("unknown-key", "unknown key `cpies`"),
        ("bad-number", "`two` is not a whole number"),
    ]


@pytest.mark.parametrize("fault", CARD_FAULTS, ids=_names(CARD_FAULTS))
def test_a_mistake_in_a_card_list_is_reported_at_its_place(fault: Fault, tmp_path: Path) -> None:
    findings = Findings()
    text = fault.text if fault.text.startswith("fields") else FIELDS + fault.text
    fault = fault._replace(text=text)
    game = load_game(_project(tmp_path, HEAD + DECK, {"cards.yaml": _unmark(text)[0]}), "tea", findings)
    assert (game is None) == findings.failed == (fault.code != "text-cut")
    _check(fault, findings, "cards.yaml")
    if fault.schema is not None:
        assert _refused("cards", fault.text) == fault.schema


@pytest.mark.parametrize("fault", CSV_FAULTS, ids=_names(CSV_FAULTS))
def test_a_mistake_in_a_csv_file_is_reported_at_its_row_and_column(fault: Fault, tmp_path: Path) -> None:
    findings = Findings()
    game = load_game(_project(tmp_path, HEAD + CSV, {"cards.csv": _unmark(fault.text)[0]}), "tea", findings)
    assert game is None
    _check(fault, findings, "cards.csv")


def test_a_column_that_no_field_declares_says_where_to_declare_it(tmp_path: Path) -> None:
    findings = Findings()
    load_game(_project(tmp_path, HEAD + CSV, {"cards.csv": "id,name,strength\na,A,b\n"}), "tea", findings)
    assert findings[0].hint.startswith(
        "say what it holds in the component's `fields`, or which of these it is in `columns`; known here: `name`"
    )


def _all_found(folder: Path, game: str, files: dict[str, str]) -> list[tuple[str, str, str]]:
    findings = Findings()
    load_game(_project(folder, game, files), "tea", findings)
    return [(found.code, found.message, found.hint) for found in findings]


def test_a_misspelt_column_is_one_mistake_and_its_cells_are_checked(tmp_path: Path) -> None:
    rows = "id,nmae,copies\na,A,two\n"
    assert _all_found(tmp_path, HEAD + CSV, {"cards.csv": rows}) == [
        (
            "unknown-key",
            "unknown column `nmae`",
            "did you mean `name`? If it is not for the cards, name it `#nmae`",
        ),
        ("bad-number", "`two` is not a whole number", "write `2`"),
    ]


def test_columns_without_any_fields_are_one_mistake(tmp_path: Path) -> None:
    game = HEAD + DECK.replace("cards.yaml", "cards.csv")
    assert _all_found(tmp_path, game, {"cards.csv": "id,name,#note,cost\na,A,x,2\n"}) == [
        (
            "unknown-key",
            "no `fields` say what the columns `name`, `cost` hold",
            "write them in the component, such as `fields: {name: text}`",
        )
    ]


def test_a_missing_list_suggests_the_file_that_was_probably_meant(tmp_path: Path) -> None:
    for number, name in enumerate(("card.yaml", "cards.csv")):
        game = HEAD + DECK.replace("cards.yaml", name)
        (found,) = _all_found(tmp_path / str(number), game, {"cards2.csv": "id\n"} if number else {})
        assert found[0] == "no-file"
        assert found[2].startswith("did you mean ")


def test_a_name_that_a_family_does_not_know_is_one_mistake(tmp_path: Path) -> None:
    cards = FIELDS + 'cards:\n  - {for: {colors: color}, id: "a-{{ color }}", name: "{{ color }}{{ n }}"}\n'
    assert _all_found(tmp_path, HEAD + DECK, {"cards.yaml": cards}) == [
        ("bad-expression", "`color` is not known here", "did you mean `colors`?")
    ]


def test_a_compound_type_without_braces_is_shown_with_them(tmp_path: Path) -> None:
    cards = "fields: {name: one-of color}\ncards: []\n"
    (found,) = _all_found(tmp_path, HEAD + DECK, {"cards.yaml": cards})
    assert found[1:] == ("`one-of color` is not a type of field", "write `{one-of: color}`")


def test_the_fixtures_without_their_faults_load(tmp_path: Path) -> None:
    findings = Findings()
    cards = FIELDS + "cards:\n  - {id: a, name: A, cost: {leaf: 2}}\n"
    rows = 'id,name,cost,bits,who.first\na,"A, ""b""","2 leaf, 1 cup",leaf; cup,Z\n'
    files = {"cards.yaml": cards, "cards.csv": rows}
    for number, game in enumerate((HEAD + CUP, HEAD + DECK, HEAD + CSV, component(""))):
        assert load_game(_project(tmp_path / str(number), game, files), "tea", findings) is not None, findings
        assert not _refused("game", game)
    assert not _refused("cards", cards)
    assert not findings


def test_bytes_that_are_not_utf8_are_reported_at_their_place(tmp_path: Path) -> None:
    project = _project(tmp_path, "", {})
    (tmp_path / "cards/tea/game.yaml").write_bytes((HEAD + CUP).encode() + b"designer: Ren\xe9\n")
    findings = Findings()
    assert load_game(project, "tea", findings) is None
    assert _reported(findings) == [("not-utf8", "cards/tea/game.yaml", 7, 14)]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_wide_text_is_reported_once_and_read_on(tmp_path: Path, encoding: str) -> None:
    project = _project(tmp_path, "", {})
    text = "\ufeff" + HEAD + CUP + "desinger: René\n"
    (tmp_path / "cards/tea/game.yaml").write_bytes(text.encode(encoding))
    findings = Findings()
    assert load_game(project, "tea", findings) is None
    assert _reported(findings) == [
        ("not-utf8", "cards/tea/game.yaml", 1, 1),
        ("unknown-key", "cards/tea/game.yaml", 7, 1),
    ]
    assert findings[0].message == f"the file is {encoding[:6].upper()} text"


@pytest.mark.parametrize("encoding", ["utf-32-le", "utf-32-be"])
def test_a_table_in_utf32_is_reported_once(encoding: str) -> None:
    findings = Findings()
    assert (
        decode_csv("\ufeffid,name\ncup,Thé\n".encode(encoding), "deck.csv", findings) == "id,name\ncup,Thé\n"
    )
    assert [found.message for found in findings] == ["the file is UTF-32 text"]


def test_of_very_many_control_characters_only_the_first_are_reported(tmp_path: Path) -> None:
    findings = Findings()
    load_game(_project(tmp_path, HEAD + CUP + "designer: " + "\x01" * 500 + "\n", {}), "tea", findings)
    assert [finding.code for finding in findings] == ["control-character"] * 20
    assert findings[-1].message.endswith(", and more follow")


def test_a_path_that_leads_out_is_reported_once(tmp_path: Path) -> None:
    findings = Findings()
    load_game(_project(tmp_path, HEAD + DECK.replace("cards.yaml", "../../x.yaml"), {}), "tea", findings)
    assert [finding.code for finding in findings] == ["bad-path"]


def test_all_mistakes_of_all_files_are_reported_in_one_run(tmp_path: Path) -> None:
    game = HEAD + DECK + "designer: {leaf} or so\nlicence: a: b\n<<: x\ndesinger: x\n"
    cards = FIELDS + "cards:\n  - {id: A b, name: A}\n  - {id: b, text: '{no}'}\n  - @x\n"
    findings = Findings()
    assert load_game(_project(tmp_path, game, {"cards.yaml": cards}), "tea", findings) is None
    assert [(code, line) for code, _, line, _ in _reported(findings)] == [
        ("unquoted-text", 7),
        ("unquoted-text", 8),
        ("yaml-merge-key", 9),
        ("unknown-key", 10),
        ("unquoted-text", 5),
        ("bad-id", 3),
        ("unknown-symbol", 4),
        ("missing-key", 4),
        ("wrong-type", 5),
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('id: "{{ c }-{{ n }}"', "a single `}`, where `}}` ends a value"),
        ('id: "{ c }}-{{ n }}"', "`}}` ends a value that no `{{` begins"),
        ('id: "{{ c.name[0] }}"', "a text has no entries; only lists and records have"),
        ("id: { c.name }", "expected an id, found a mapping"),
    ],
)
def test_a_mistake_in_a_family_is_one_error(line: str, message: str, tmp_path: Path) -> None:
    """Not one for each of its cards, and not what follows from it either."""
    cards = f"fields: {{color: {{one-of: color}}}}\ncards:\n  - for: {{c: color, n: [1, 2, 3]}}\n    {line}\n    color: '{{{{ c }}}}'\n"
    game = HEAD.replace("[red, blue]", "{red: {name: Red}, blue: {name: Blue}}")
    project = _project(tmp_path, game + DECK, {"cards.yaml": cards})
    findings = Findings()
    assert load_game(project, "tea", findings) is None
    assert [(f.message, f.span and f.span.line) for f in findings] == [(message, 4)]


def test_copies_beside_a_setup_are_a_warning(tmp_path: Path) -> None:
    text, *span = _unmark(component("    ^^copies: 3\n    setup: 2\n"))
    findings = Findings()
    assert load_game(_project(tmp_path, text, {}), "tea", findings, {}) is not None
    (found,) = findings
    assert (found.code, found.severity) == ("unused-key", "warning")
    assert found.span is not None
    assert [found.span.line, found.span.column] == span


def test_every_code_of_loading_has_a_line_in_the_guide() -> None:
    guide = (Path(__file__).parents[3] / "docs/diagnostics.md").read_text("utf-8")
    section = guide[guide.index("## Load") :]
    codes = {fault.code for fault in (*GAME_FAULTS, *CARD_FAULTS, *CSV_FAULTS)} | set(OF_OTHER_TESTS.split())
    assert {code for code in codes if f"| `{code}` |" not in section} == set()


OF_OTHER_TESTS = """\
not-utf8 broken-plugin yaml-too-large csv-too-large sheet-error sheet-format text-too-long unused-key"""


ALL_KEYS = GAME.replace(
    "rules:",
    """\
  tile:
    shape: tile
    size: 20mm
    outline: rectangle
    corner: 30mm
    copies: {kinds: {2-3: 2}}
    cards: [{id: a}, {id: b}]
    layout: chip.svg
    sides: {front: chip.svg, third: chip.svg}
    language: {name: de}
unique:
  pools: {all: {from: tile, take: 2, of-each: 2}}
  rules: [{says: two, check: "total(deck, 'cost') < 2"}]
terms: {Light: {means: what falls, forms: [lights]}}
rules:""",
)


def misspelt() -> Iterator[str]:
    """The game again and again, each time with another key without its last letter but one."""
    for found in re.finditer(r"[\w-]{3,}(?=:)", ALL_KEYS):
        yield ALL_KEYS[: found.end() - 2] + ALL_KEYS[found.end() - 1 :]


def test_any_misspelt_key_ends_in_findings(tmp_path: Path) -> None:
    texts = list(misspelt())
    assert len(texts) > 50
    seen: set[str] = set()
    for text in texts:
        findings = Findings()
        pipeline.load(Project(write_tiny(tmp_path, game=text)), "tiny", findings)
        seen |= {finding.code for finding in findings}
    assert "yaml-syntax" not in seen
    assert "unknown-key" in seen
