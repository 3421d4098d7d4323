"""`same-picture`: two cards whose pictures are the same, in files with different names.

Always on, as a note: often one file was copied and is not drawn yet. Looked at are the files of the game's
layouts, and of `layouts/`, that a field of a card names, or that are named like the card (`art/squall.png`).
Where more than ten cards of a component have such a picture, and all but two of these differ, the two are
reported. Copies of a placeholder, on many cards, are none.

Reported, if both files have the same content, and ten other cards have pictures of their own:

    - {id: cutter, art: cutter.png}
    - {id: squall, art: squall.png}

Accepted:

    - {id: cutter, art: cutter.png}
    - {id: squall, art: squall.png, accept: {same-picture: It is the same ship by night.}}
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from pathlib import PurePosixPath

from nineup.base.diagnostics import Diagnostic
from nineup.base.project import Project, ProjectError
from nineup.model.game import Card, RuleEntry
from nineup.rules.engine.proof import Proof

ENOUGH = 10
"""The least number of cards with pictures of their own."""

SUFFIXES = frozenset({".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp"})


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    if proof.project is None:
        return
    by_name = _pictures(proof.project, proof.game.id)
    for component in proof.game.components.values() if by_name else ():
        files: dict[str, Card] = {}
        for card in component.cards if len(component.cards) > ENOUGH else ():
            for file in _of_card(card, by_name):
                files.setdefault(file, card)
        same = list(_same(proof.project, files))
        if len(set(map(id, files.values()))) > ENOUGH + 1 and len(same) == 1:
            (first, second), card = same[0], files[same[0][1]]
            message = f"card `{card.id}`: `{second}` is the same picture as `{first}` of `{files[first].id}`"
            finding = Diagnostic("same-picture", "note", message, span=card.span, hint="draw another one")
            yield from proof.unless_accepted(card, [finding])


def _pictures(project: Project, game: str) -> Mapping[str, Sequence[str]]:
    """The pictures that a game can show, by their names with and without suffixes."""
    by_name: dict[str, list[str]] = defaultdict(list)
    own = list(project.list(f"layouts/{game}", "**/*"))
    shared = [file for file in project.list("layouts", "*/*") if file.split("/")[1] not in project.games()]
    for file in dict.fromkeys([*own, *shared]):
        path = PurePosixPath(file)
        if path.suffix.lower() in SUFFIXES:
            by_name[path.name].append(file)
            by_name[path.stem].append(file)
    return by_name


def _of_card(card: Card, by_name: Mapping[str, Sequence[str]]) -> Iterator[str]:
    yield from by_name.get(card.id, ())
    for value in card.values.values():
        if isinstance(value, str) and PurePosixPath(value).suffix.lower() in SUFFIXES:
            named = by_name.get(PurePosixPath(value).name, ())
            yield from (file for file in named if f"/{file}".endswith(f"/{value}"))


def _same(project: Project, files: Mapping[str, Card]) -> Iterator[tuple[str, str]]:
    """Pairs of files of two cards with the same content."""
    first: dict[bytes, str] = {}
    for file in files:
        try:
            content = blake2b(project.read(file)).digest()
        except ProjectError:
            continue
        other = first.setdefault(content, file)
        if files[other] is not files[file]:
            yield other, file
