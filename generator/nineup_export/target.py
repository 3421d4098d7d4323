"""Export targets as values: the input of a target, its settings, its limits, and the files it makes."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec
from nineup.base import Findings, Project, length, mm
from nineup.model import Game, label
from nineup.pipeline import DrawnRun, Progress

Takes = Literal["lists", "faces", "sheets"]
"""The input of a target: the game's card lists, a run's drawn faces, or these laid out on paper."""

SettingKind = Literal["number", "length", "switch", "choice", "text"]

TOOK_YES = ("yes", "true", "on", "1")


class ExportSetting(msgspec.Struct, frozen=True):
    """A setting of an export: a flag of the command, a control in the studio.

    A number is whole, from `low` to `high`; a length is in points, and None if it isn't given.
    """

    name: str
    summary: str
    kind: SettingKind
    default: Any = None
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 1_000_000
    example: str = ""
    """The placeholder for a value in the help."""
    label: str = ""
    """The label of its control."""
    placeholder: str = ""
    """The meaning of an empty control."""

    @property
    def written_default(self) -> str:
        """The default as a user writes it, such as `3mm`; empty if there is none."""
        if self.default is None or self.default is False:
            return ""
        return mm(self.default).replace(" ", "") if self.kind == "length" else str(self.default)

    def read(self, text: str) -> Any:
        """Parses a value. Raises ValueError with a message for the user."""
        match self.kind:
            case "number":
                number = int(text) if text.isascii() and text.isdigit() else -1
                if not self.low <= number <= self.high:
                    raise ValueError(f"`{text}` is not a number from {self.low} to {self.high}")
                return number
            case "length":
                return _positive(text)
            case "switch":
                return text.lower() in TOOK_YES
            case "choice":
                if text not in self.choices:
                    raise ValueError(f"`{text}` is not one of {', '.join(self.choices)}")
                return text
            case "text":
                return text


def _positive(text: str) -> float:
    points = length(text)
    if points < 0:
        raise ValueError(f"`{text}` is negative")
    return points


class ExportedFile(NamedTuple):
    """A file in memory, by its path below the export's folder with `/`; `remark` is a note for the user."""

    name: str
    data: bytes
    remark: str = ""


def rights_of(game: Game) -> list[str]:
    """Whose a game is and what may be done with it, each as `Label: text`; only what it states."""
    return [f"{label(name)}: {text}" for name, text in game.rights.items()]


class ExportJob(msgspec.Struct, frozen=True):
    """The input of one export. `drawn` is None for an export of lists."""

    project: Project
    game: Game
    values: Mapping[str, Any]
    """The value of every setting of the target."""
    progress: Progress
    folder: Path
    """The folder that the files will be written to."""
    drawn: DrawnRun | None = None
    draft: str = ""
    """The notice of a draft, such as `DRAFT: 2 errors`; empty without errors."""
    shared: dict[str, Any] = {}
    """What the functions of a target compute once for each other."""

    @property
    def drawn_run(self) -> DrawnRun:
        """The run with its faces."""
        assert self.drawn is not None, "an export of lists asked for faces"
        return self.drawn


def nothing_refused(job: ExportJob, findings: Findings) -> None:
    """The `limits` of a target that has none, and the `draws_more` of one that draws its run only."""


class ExportTarget(msgspec.Struct, frozen=True):
    """A program, service or machine that games are exported to.

    `limits` reports what the target doesn't support, with its place and what to do, before anything is made.
    `files` makes the files in sequence; it reads no clock and no network, so the same input gives the same
    bytes.
    """

    name: str
    """Its name for `--to`; also the name of its folder."""
    title: str
    summary: str
    takes: Takes
    files: Callable[[ExportJob], Iterator[ExportedFile]]
    limits: Callable[[ExportJob, Findings], None] = nothing_refused
    draws_more: Callable[[ExportJob, Findings], None] = nothing_refused
    """Reports errors in what it draws beyond the run, and what it lacks for them; these can be allowed."""
    settings: tuple[ExportSetting, ...] = ()
    next_steps: tuple[str, ...] = ()
    """Where to put its files, and what to do there: two lines for the user."""
    verb: str = "Export"
    """The label of its button in the studio."""
    is_final: bool = False
    """Whether somebody prints its files for money: then placeholders for missing art are refused."""

    def defaults(self) -> dict[str, Any]:
        """The default of every setting, by name."""
        return {setting.name: setting.default for setting in self.settings}

    def values(self, given: Mapping[str, str]) -> dict[str, Any]:
        """The value of every setting.

        Raises ValueError, with a message for the user, for a wrong or unknown one.
        """
        values = self.defaults()
        known = {setting.name: setting for setting in self.settings}
        for name, text in given.items():
            if name not in known:
                raise ValueError(f"{name}: `{self.name}` has no such setting{_list_of(tuple(known))}")
            try:
                values[name] = known[name].read(text)
            except ValueError as error:
                raise ValueError(f"{name}: {error}") from error
        return values


def _list_of(names: tuple[str, ...]) -> str:
    return f"; it has {', '.join(names)}" if names else ""
