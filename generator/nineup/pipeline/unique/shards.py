"""Shards of unique decks as files: finds the existing ones, makes the others, and proves all of them
together.

A shard is a folder named after its first deck. Its index, written last, has digests of its files and of
everything that it was made from; a shard whose digests match isn't made again. So a run that was stopped
continues where it left off.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from hashlib import blake2b
from pathlib import Path

import msgspec

from nineup import __version__
from nineup.base.diagnostics import Findings
from nineup.base.processes import divided
from nineup.base.project import Project, ProjectError
from nineup.base.reading import UnfitFileError, read_file, walk
from nineup.pipeline.run_files import Progress
from nineup.pipeline.unique.decks import DeckPrinter, MadeDeck, Shard, UniqueRequest
from nineup.write import NOT_OURS, replace, replace_all, sweep

INDEX = "shard.json"
LIST = "decks.csv"

ROUND = 8
"""The number of shards of each process between two reports of progress."""

Make = Callable[[Sequence[int]], Iterator[tuple[int, Shard]]]
"""Makes shards by their numbers and yields each when it is done, in any order."""


class ShardIndex(msgspec.Struct, frozen=True):
    """The index of a shard's folder; digests are of its files by name, and of what they were made from."""

    made_from: str
    decks: tuple[MadeDeck, ...]
    files: dict[str, str]


class ShardFolder(msgspec.Struct, frozen=True):
    """The folder for the shards of a request. `made_from` is the digest of its project and its settings."""

    folder: Path
    request: UniqueRequest
    made_from: str

    def path(self, shard: int) -> Path:
        """The folder of a shard."""
        return self.folder / f"{self.request.numbers(shard)[0]:09}"

    def index(self, shard: int) -> ShardIndex | None:
        """The index of a shard that exists, is complete and up to date; None otherwise."""
        path = self.path(shard)
        try:
            index = msgspec.json.decode(read_file(path / INDEX, follow=False), type=ShardIndex)
            numbers = tuple([deck.number for deck in index.decks])
            is_current = index.made_from == self.made_from and numbers == tuple(self.request.numbers(shard))
            is_whole = is_current and all(
                Path(name).name == name and _digest(read_file(path / name, follow=False)) == digest
                for name, digest in index.files.items()
            )
        except (FileNotFoundError, UnfitFileError, *NOT_OURS):
            return None
        return index if is_whole else None

    def write(self, shard: int, contents: Shard) -> None:
        """Writes a shard: all of its files, or none. Raises OSError."""
        digests = {name: _digest(data) for name, data in contents.files.items()}
        index = msgspec.json.encode(ShardIndex(self.made_from, contents.decks, digests))
        path = self.path(shard)
        replace_all({path / name: data for name, data in {**contents.files, INDEX: index}.items()})


def make_shards(
    folder: ShardFolder, make: Make, findings: Findings, progress: Progress
) -> tuple[int, int] | None:
    """Makes the missing shards, and proves all. Returns the numbers of existing and new ones; None after an
    error.

    Finished shards are kept, even after an error. Raises OSError.
    """
    request = folder.request
    wanted = [shard for shard in range(request.shards) if folder.index(shard) is None]
    there = request.shards - len(wanted)
    for shard in set(range(request.shards)).difference(wanted):
        sweep(folder.path(shard))
    for done, (shard, contents) in enumerate(make(wanted)):
        if contents.errors:
            findings.extend(contents.errors)
            return None
        if contents.files:
            folder.write(shard, contents)
        progress(f"{request.game}: shards", there + done + 1, request.shards)
    return (there, len(wanted)) if _prove(folder, findings) else None


def on_this_machine(printer: DeckPrinter, folder: ShardFolder, processes: int) -> Make:
    """Makes shards in a number of processes, each of which writes its results and returns only the
    findings.
    """

    def make(wanted: Sequence[int]) -> Iterator[tuple[int, Shard]]:
        for start in range(0, len(wanted), ROUND * processes):
            numbers = wanted[start : start + ROUND * processes]
            try:
                shards = divided(partial(_make_one, printer, folder, numbers), len(numbers), processes)
            except BaseException:
                # The other processes were killed, perhaps while they wrote.
                for number in numbers:
                    sweep(folder.path(number))
                raise
            yield from zip(numbers, shards, strict=True)

    return make


def _make_one(printer: DeckPrinter, folder: ShardFolder, numbers: Sequence[int], which: int) -> Shard:
    shard = printer.shard(numbers[which])
    if not shard.errors:
        folder.write(numbers[which], shard)
    return Shard(errors=shard.errors)


def _prove(folder: ShardFolder, findings: Findings) -> bool:
    """Whether all shards exist and all decks, and all names, differ; if so, the list of decks is written."""
    decks: set[bytes] = set()
    names: set[str] = set()
    lines = ["number,name,folder,cards,digest"]
    for shard in range(folder.request.shards):
        index = folder.index(shard)
        if index is None:
            message = f"{folder.path(shard)} was changed while it was made"
            findings.error("unique-shard", message, None, hint="run the command again")
            return False
        for deck in index.decks:
            decks.add(bytes.fromhex(deck.digest))
            names.add(deck.name)
            cards = sum(times for pool in deck.pools.values() for times in pool.values())
            lines.append(f"{deck.number},{deck.name},{folder.path(shard).name},{cards},{deck.digest}")
    assert len(decks) == len(names) == folder.request.count, "two decks or two names are the same"
    replace(folder.folder / LIST, "\n".join([*lines, ""]).encode())
    return True


def project_files(project: Project, game: str) -> dict[str, bytes]:
    """All files from which a game's sheets may be made, by their paths in the project.

    Raises ProjectError if one can't be read.
    """
    folders = f"cards/{game}", "layouts", "fonts"
    names = [name for folder in folders for name in _files_below(project.root / folder)]
    paths = [Path(name).relative_to(project.root).as_posix() for name in names]
    paths += ["nineup.yaml"] if (project.root / "nineup.yaml").is_file() else []
    files: dict[str, bytes] = {}
    for path in sorted(paths):
        try:
            files[path] = project.read(path)
        except ProjectError as error:
            # What is no file of a project is missing there, too; what only now can't be read would not be.
            if isinstance(error.__cause__, OSError) and not isinstance(error.__cause__, UnfitFileError):
                raise
    return files


def _files_below(folder: Path) -> Iterable[str]:
    for parent, _, files in walk(folder):
        yield from (os.path.join(parent, name) for name in files if not name.startswith("."))


def request_digest(request: UniqueRequest, files: dict[str, bytes]) -> str:
    """A digest of everything that a shard is made from, except its number."""
    asked = msgspec.structs.replace(
        request, count=0, printing=msgspec.structs.replace(request.printing, output=None)
    )
    whole = blake2b(msgspec.json.encode([__version__, asked]), digest_size=16)
    for path, data in files.items():
        whole.update(_digest(path.encode()).encode() + _digest(data).encode())
    return whole.hexdigest()


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()
