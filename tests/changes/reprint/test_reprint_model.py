"""Random edits, builds and prints of a small game, compared with a model of the pieces on the table.

The model knows what each piece looks like and what it means to a reader; records, diffs and pull lists must
agree with it after every step. NINEUP_FUZZ multiplies the number of sequences.
"""

import os
import random
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from nineup import pipeline
from nineup.base.diagnostics import Findings, Status
from nineup.base.project import Project
from nineup.changes import reprint
from nineup.changes.diff import compare, stacks
from nineup.changes.reprint.manifests import read_manifest
from nineup.changes.reprint.prints import record_now
from nineup.faces.record import PieceStack, PrintRecord
from nineup.model.digests import Digests
from nineup.write import replace as write_file

FUZZ = int(os.environ.get("NINEUP_FUZZ", "0"))
GROUPS, IN_GROUP = (10, 5 * FUZZ) if FUZZ else (2, 5)
STEPS = 12

WHOLE = pipeline.RunChoice()
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:n="nineup" width="20mm" height="20mm" viewBox="0 0 20 20">'
)
OWNERS = ("sun", "moon")
ARTS = ("M0 0L9 9L0 9Z", "M0 0H9V9H0Z", "M5 0L9 9L0 5Z")

Key = tuple[str, str, str]
"""Component, card and owner."""

Look = tuple[str, str, str]
"""Front, back and cut."""


class Piece(NamedTuple):
    """A piece of card: its appearance, and its content regardless of style."""

    appearance: Look
    content: tuple[str, str]
    """The model's component, and the card's words."""
    symbols: tuple[tuple[str, str], ...]
    """The ids of the symbols in its words, and the name of its picture, with their drawings."""

    def meaning(self, arts: dict[str, str]) -> tuple[object, ...]:
        """How players read it: a drawing that now is another symbol or picture is read as that one."""
        read = []
        for id, art in self.symbols:
            others = [other for other, now in arts.items() if now == art]
            read.append(id if arts.get(id) == art or not others else others[0])
        return (*self.content, self.appearance[2], tuple(read))


@dataclass
class Game:
    """The content of the game's files."""

    names: dict[str, str] = field(default_factory=lambda: {"deck": "deck", "hand": "hand"})
    cards: dict[str, dict[str, dict[str, Any]]] = field(
        default_factory=lambda: {
            "deck": {
                f"c{n}": {"words": f"Word {n} {{gem}}", "copies": 1 + n % 2, "picture": f"p{n + 1}"}
                for n in range(3)
            },
            "hand": {"h0": {"words": "Hand {coin}", "copies": 1}, "h1": {"words": "Fist", "copies": 2}},
        }
    )
    corner: dict[str, int] = field(default_factory=lambda: {"deck": 2, "hand": 0})
    arts: dict[str, str] = field(default_factory=lambda: {"gem": ARTS[0], "coin": ARTS[1]})
    labels: dict[str, str] = field(default_factory=lambda: {"gem": "gem", "coin": "coin"})
    pictures: dict[str, int] = field(default_factory=lambda: {f"p{n}": n for n in range(1, 4)})
    """The height of the bar that each picture of the deck's cards shows, each another one."""
    style: dict[str, int] = field(default_factory=lambda: {"deck": 0, "hand": 0})
    owners: tuple[str, ...] = OWNERS
    fresh: int = 9

    def write(self, root: Path) -> None:
        files = {
            "cards/g/game.yaml": "game: G\ndesigner: N\nlicence: CC0\nplayers: 1-2\n"
            f"lists: {{owner: [{', '.join(self.owners)}]}}\nsymbols:\n"
            + "".join(f"  {id}: {{name: {self.labels[id]}, art: {id}.svg}}\n" for id in self.arts)
            + "components:\n"
            + "".join(self._component(name) for name in self.names),
            "layouts/g/style.yaml": "styles: {text: {font: Source Sans 3, size: 7pt}}\n",
        }
        for name, cards in self.cards.items():
            files[f"cards/g/{name}.yaml"] = "fields: {words: rich, picture: text}\ncards:\n" + "".join(
                f"  - {{id: {id}, copies: {card['copies']}, words: '{card['words']}', picture: {card.get('picture', 'none')}}}\n"
                for id, card in cards.items()
            )
            image = '<rect x="14" y="14" width="5" height="5" fill="none" n:image="{{ card.picture }}.svg"/>'
            mark = f'<rect x="{self.style[name]}" y="16" width="3" height="3"/>'
            words = '<rect x="1" y="1" width="18" height="12" fill="none" class="text" n:text="{{ card.words }}"/>'
            shade = 1 + list(self.cards).index(name)
            files[f"layouts/g/{name}.svg"] = f"{SVG}{mark}{words}{image if name == 'deck' else ''}</svg>"
            files[f"layouts/g/{name}-back.svg"] = f'{SVG}<rect width="{shade}" height="9"/></svg>'
        for id, art in self.arts.items():
            files[f"layouts/g/{id}.svg"] = f'{SVG}<path d="{art}"/></svg>'
        for picture, height in self.pictures.items():
            files[f"layouts/g/{picture}.svg"] = f'{SVG}<rect width="9" height="{height}"/></svg>'
        for path, text in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")

    def _component(self, name: str) -> str:
        owner = ", for-each: owner" if name == "hand" else ""
        return (
            f"  {self.names[name]}: {{shape: card, size: 20mm x 20mm, corner: {self.corner[name]}mm, "
            f"cards: {name}.yaml, layout: {name}.svg, back: {name}-back.svg{owner}}}\n"
        )


EDITS = (
    "words",
    "label",
    "swap pictures",
    "picture",
    "copies",
    "corner",
    "swap",
    "art",
    "style",
    "card id",
    "component id",
    "delete",
    "add",
    "owners",
)


def edit(game: Game, chance: random.Random) -> None:
    """An edit by the designer."""
    kind, name = chance.choice(EDITS), chance.choice(list(game.cards))
    cards = game.cards[name]
    id = chance.choice(list(cards))
    game.fresh += 1
    if kind == "words":
        words, *symbols = cards[id]["words"].split(" {")
        cards[id]["words"] = " {".join([f"{words.split()[0]} {game.fresh}", *symbols])
    elif kind == "label":
        game.labels[chance.choice(list(game.labels))] = f"label {game.fresh}"
    elif kind == "swap pictures":
        one, other = chance.sample(list(game.pictures), 2)
        pictures = game.pictures
        pictures[one], pictures[other] = pictures[other], pictures[one]
    elif kind == "picture":
        game.pictures[chance.choice(list(game.pictures))] = game.fresh
    elif kind == "copies":
        cards[id]["copies"] = chance.randint(1, 4)
    elif kind == "corner":
        game.corner[name] = chance.randint(0, 3)
    elif kind == "swap":
        game.arts = dict(zip(game.arts, reversed(game.arts.values()), strict=True))
    elif kind == "art":
        game.arts[chance.choice(list(game.arts))] = f"M0 0L9 {game.fresh / 9}L0 9Z"
    elif kind == "style":
        game.style[name] = chance.randint(0, 3)
    elif kind == "card id":
        game.cards[name] = {f"c{game.fresh}" if key == id else key: card for key, card in cards.items()}
    elif kind == "component id":
        game.names[name] = f"{name}-{game.fresh}"
    elif kind == "delete" and len(cards) > 1:
        del cards[id]
    elif kind == "add":
        cards[f"c{game.fresh}"] = {"words": f"New {game.fresh} {{gem}}", "copies": chance.randint(1, 2)}
        if name == "deck":
            cards[f"c{game.fresh}"]["picture"] = f"p{game.fresh}"
            game.pictures[f"p{game.fresh}"] = game.fresh
    elif kind == "owners":
        game.owners = OWNERS if len(game.owners) > 2 else (*OWNERS, "star")


class Build(NamedTuple):
    """A build: the pieces on its sheets, and those its pull list takes out."""

    choice: pipeline.RunChoice
    sheets: Counter[tuple[Key, Look]]
    out: Counter[tuple[str, Look]]
    changes: bool
    records: int
    """The number of recorded prints when it was built."""
    names: dict[str, str]
    """The ids of components then."""


class Table:
    """A game, the builds in its output, and the pieces on the table."""

    def __init__(self, root: Path, seed: int) -> None:
        self.chance = random.Random(seed)
        self.root, self.project = root, Project(root)
        self.game = Game()
        self.game.write(root)
        self.pieces: Counter[tuple[Key, Look]] = Counter()
        self.builds: dict[str, Build] = {}
        self.known: dict[Look, Piece] = {}
        self.prints = 0
        self.log: list[str] = []
        self.drawn: dict[str, tuple[Counter[tuple[Key, Look]], PrintRecord]] = {}
        """By choice, what was drawn of the files as they are."""
        if self.chance.random() < 0.9:
            self.build(pipeline.RunChoice())
            self.done()

    def step(self) -> None:
        action = self.chance.choice(
            ("edit",) * 4 + ("build", "changed", "changed", "partial", "done", "done", "done")
        )
        if action == "edit":
            edit(self.game, self.chance)
            self.game.write(self.root)
            self.drawn.clear()
        elif action == "changed" and self.prints:
            self.build_changed()
        elif action in ("build", "partial"):
            self.build(self.narrowed() if action == "partial" else pipeline.RunChoice())
        elif action == "done" and self.builds:
            self.done()
        self.log.append(action)
        if self.prints:
            self.compare()

    def narrowed(self) -> pipeline.RunChoice:
        name = self.chance.choice(list(self.game.cards))
        card = self.chance.choice(list(self.game.cards[name]))
        return self.chance.choice(
            [
                pipeline.RunChoice(cards=(card,)),
                pipeline.RunChoice(cards=(f"{self.game.names[name]}/{card}",)),
                pipeline.RunChoice(components=(self.game.names[name],)),
                pipeline.RunChoice(owners=("moon",)),
            ]
        )

    def now(self, choice: pipeline.RunChoice = WHOLE) -> tuple[Counter[tuple[Key, Look]], PrintRecord]:
        """The pieces as the current files draw them, and their record."""
        asked = repr(choice)
        if asked not in self.drawn:
            self.drawn[asked] = self.draw(choice)
        return self.drawn[asked]

    def draw(self, choice: pipeline.RunChoice) -> tuple[Counter[tuple[Key, Look]], PrintRecord]:
        ready = pipeline.draw(
            self.project, "g", choice, pipeline.PrintOptions(), findings := Findings(), quiet
        )
        assert isinstance(ready, pipeline.DrawnRun), findings
        digests = Digests()
        found: Counter[tuple[Key, Look]] = Counter()
        names = {id: name for name, id in self.game.names.items()}
        for part, front, back in ((d.part, d.front, d.back) for d in ready.drawn):
            assert back is not None
            name = names[part.component.id]
            corner = self.game.corner[name]
            cut = f"rectangle, corner {corner} mm" if corner else "rectangle"
            words = self.game.cards[name][part.card.id]["words"]
            symbols = tuple((id, art) for id, art in self.game.arts.items() if f"{{{id}}}" in words)
            if picture := self.game.cards[name][part.card.id].get("picture"):
                symbols += ((picture, f"bar {self.game.pictures[picture]}"),)
            appearance = digests[front], digests[back], cut
            self.known[appearance] = Piece(appearance, (name, words), symbols)
            found[(part.component.id, part.card.id, str(part.owner or "")), appearance] += part.copies
        return found, record_now(ready)

    def build(self, choice: pipeline.RunChoice) -> None:
        done = pipeline.build(
            self.project, "g", choice, pipeline.PrintOptions(), findings := Findings(), quiet
        )
        assert done.status is Status.DONE, findings
        now, _ = self.now(choice)
        self.keep(done.written[-1].path.parent, choice, now, Counter(), changes=False)

    def build_changed(self) -> None:
        restyled = self.chance.random() < 0.4
        choice = self.narrowed() if self.chance.random() < 0.3 else pipeline.RunChoice()
        old, findings = self.latest(), Findings()
        done = reprint.build_changed(
            self.project, old, choice, pipeline.PrintOptions(), restyled, findings, quiet
        )
        assert done.outcome.status is Status.DONE, findings
        now, _ = self.now(choice)
        target = now + self.outside(choice)
        if not done.outcome.written:
            left = by_owner(self.pieces) if restyled else self.meanings(by_owner(self.pieces))
            assert left == (by_owner(target) if restyled else self.meanings(by_owner(target)))
            return
        manifest = read_manifest(folder := done.outcome.written[-1].path.parent)
        assert manifest is not None
        assert manifest.printed is not None
        out, put = counted(manifest.printed.out), counted(manifest.printed.put)
        self.check(out, put, by_owner(target), restyled)
        looks = {(key, appearance[0]): appearance for key, appearance in now}
        on_sheets: Counter[tuple[Key, Look]] = Counter()
        for piece in manifest.pieces:
            if piece.side == "front":
                key = piece.component, piece.card, piece.owner
                on_sheets[key, looks[key, piece.digest]] += 1
        assert by_owner(on_sheets) == put
        self.keep(folder, choice, on_sheets, out, changes=True)

    def outside(
        self, choice: pipeline.RunChoice, names: dict[str, str] | None = None
    ) -> Counter[tuple[Key, Look]]:
        """The pieces on the table that a partial print leaves there; a renamed component goes by its id at
        the time.
        """
        ids = self.game.names if names is None else names

        def key(piece: tuple[Key, Look]) -> Key:
            (_, card, owner), look = piece
            return ids[self.known[look].content[0]], card, owner

        return Counter({piece: n for piece, n in self.pieces.items() if not covers(choice, key(piece))})

    def keep(
        self,
        folder: Path,
        choice: pipeline.RunChoice,
        sheets: Counter[tuple[Key, Look]],
        out: Counter[tuple[str, Look]],
        changes: bool,
    ) -> None:
        self.builds[folder.name] = Build(choice, sheets, out, changes, self.prints, dict(self.game.names))

    def done(self) -> None:
        """Record a build, whatever was edited since, and apply its sheets and pull list to the table."""
        name, build = self.chance.choice(list(self.builds.items()))
        whole = build.choice == pipeline.RunChoice()
        made = reprint.print_done(
            self.project, "g", name, f"v{self.prints}", "", None, findings := Findings()
        )
        if build.changes:
            expected = by_owner(self.pieces) - build.out + by_owner(build.sheets)
            possible = build.records == self.prints
        elif whole:
            expected, possible = by_owner(build.sheets), True
        else:
            stays = self.outside(build.choice, build.names)
            expected, possible = by_owner(stays + build.sheets), self.prints > 0
        assert (made is not None) == possible, (name, findings)
        if made is None:
            return
        write_file(*made)
        self.prints += 1
        self.pieces = recorded(self.latest())
        assert by_owner(self.pieces) == expected, name

    def latest(self) -> PrintRecord:
        record = reprint.find_record(self.project, "g", None, findings := Findings())
        assert record is not None, findings
        return record

    def compare(self) -> None:
        """The record matches the table, and its difference from the files is exactly what to swap."""
        old = self.latest()
        assert recorded(old) == self.pieces
        now, record = self.now()
        changes = compare(old, record)
        for restyled in (True, False):
            out, put = map(counted, stacks(changes, restyled))
            self.check(out, put, by_owner(now), restyled)
        assert bool(changes.cards) == (by_owner(now) != by_owner(self.pieces))

    def check(
        self,
        out: Counter[tuple[str, Look]],
        put: Counter[tuple[str, Look]],
        target: Counter[tuple[str, Look]],
        restyled: bool,
    ) -> None:
        """A pull list reaches the target with as few pieces as possible; old styles may stay unless
        `restyled`.
        """
        pile = by_owner(self.pieces)
        assert not out - pile, "pieces are taken out that are not there"
        if restyled:
            assert (out, put) == (pile - target, target - pile)
            return
        assert not put - target, "old pieces are printed"
        there, wanted = self.meanings(pile), self.meanings(target)
        assert (self.meanings(out), self.meanings(put)) == (there - wanted, wanted - there)

    def meanings(self, pile: Counter[tuple[str, Look]]) -> Counter[tuple[object, ...]]:
        found: Counter[tuple[object, ...]] = Counter()
        for (owner, appearance), copies in pile.items():
            found[owner, *self.known[appearance].meaning(self.drawings())] += copies
        return found

    def drawings(self) -> dict[str, str]:
        """The drawings of symbols, and of the pictures that cards show."""
        shown = [card["picture"] for card in self.game.cards["deck"].values()]
        return self.game.arts | {name: f"bar {self.game.pictures[name]}" for name in shown}


def quiet(what: str, done: int, total: int) -> None:
    pass


def covers(choice: pipeline.RunChoice, key: Key) -> bool:
    """Whether a partial print includes a card's pieces."""
    component, card, owner = key
    return (
        (not choice.cards or card in choice.cards or f"{component}/{card}" in choice.cards)
        and (not choice.components or component in choice.components)
        and (not choice.owners or not owner or owner in choice.owners)
    )


def by_owner(pieces: Counter[tuple[Key, Look]]) -> Counter[tuple[str, Look]]:
    found: Counter[tuple[str, Look]] = Counter()
    for ((_, _, owner), appearance), copies in pieces.items():
        found[owner, appearance] += copies
    return found


def counted(side: tuple[PieceStack, ...]) -> Counter[tuple[str, Look]]:
    found: Counter[tuple[str, Look]] = Counter()
    for stack in side:
        found[stack.pieces.owner, stack.pieces.appearance] += stack.pieces.copies
    return found


def recorded(record: PrintRecord) -> Counter[tuple[Key, Look]]:
    found: Counter[tuple[Key, Look]] = Counter()
    for id, component in record.components.items():
        for name, card in component.cards.items():
            for pieces in card.pieces:
                found[(id, name, pieces.owner), pieces.appearance] += pieces.copies
    return found


@pytest.mark.parametrize("group", range(GROUPS))
def test_records_and_pull_lists_agree_with_the_table(group: int, tmp_path: Path) -> None:
    for number in range(IN_GROUP):
        seed = group * IN_GROUP + number
        table = Table(tmp_path / str(seed), seed)
        for _ in range(STEPS):
            try:
                table.step()
            except AssertionError as error:
                raise AssertionError(f"sequence {seed}, after {table.log}: {error}") from error
