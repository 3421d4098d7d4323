"""`nineup.yaml`: the defaults of a project's builds, which flags override."""

import re
from collections.abc import Mapping
from itertools import chain
from pathlib import PurePosixPath
from typing import Any, get_args

import msgspec

from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.files.sheet_spec import read_paper
from nineup.model.paper import Backs
from nineup.schema import (
    LENGTH,
    NODE,
    TEXT,
    YES_NO,
    Key,
    Keyword,
    ListOf,
    MapOf,
    Number,
    Parsed,
    Record,
    RecordBeingRead,
    read_yaml,
)
from nineup.schema.records import fields_of
from nineup.schema.types import SCALARS

FILE = "nineup.yaml"

FACE = "face"
"""Replaces a paper's name: each face on a page of its own size, for print services."""


def papers(text: str) -> tuple[str, ...]:
    """Names or sides of papers, separated by commas, each once. Raises ValueError for an unknown paper."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise ValueError("no paper is named")
    return tuple(dict.fromkeys(FACE if name == FACE else read_paper(name) for name in names))


def _some_paper(values: dict[str, Any], here: RecordBeingRead) -> None:
    if values.get("paper") == ():
        here.error("no paper is named", "paper")


def _inside(text: str) -> str:
    """A path below the project: a project's own file never leads a build out of it."""
    path = PurePosixPath(text)
    if path.is_absolute() or ".." in path.parts or ":" in text or "\\" in text:
        raise ValueError(f"`{text}` is not inside the project")
    return text


_EDITORS = {
    "://file/?{file}(:{line}(:{column})?)?": "vscode vscode-insiders vscodium cursor windsurf zed",
    "://open/?[?](file|url|path)=(file://)?/?{file}(&(line|column|col)={(line|column)})*": (
        "idea clion goland phpstorm pycharm rider rubymine rustrover webstorm bbedit emacs mvim nova subl "
        "txmt x-bbedit"
    ),
}
"""The links of editors, after the names of those that have them.

A project may come from a stranger, and other links start other programs, or these with other orders:
`smb://host/{file}` sends your password to a host, `vscode://vscode.git/clone?url=…` asks you to clone a
repository.
"""

_EDITOR = re.compile(
    "|".join(
        f"({names.replace(' ', '|')}){link.replace('{', '[{]').replace('}', '[}]')}"
        for link, names in _EDITORS.items()
    )
)


def _editor(text: str) -> str:
    """The link to a place in an editor that is known."""
    if not _EDITOR.fullmatch(text):
        names = ", ".join(" ".join(_EDITORS.values()).split())
        raise ValueError(
            f"`{text}` is not a link to a place in an editor, such as "
            f"`vscode://file/{{file}}:{{line}}:{{column}}` "
            f"or `idea://open?file=/{{file}}&line={{line}}`; the editors are {names}"
        )
    return text


PROJECT = Record(
    {
        "paper": Key(
            ListOf(Parsed(papers, (), "a paper"), lone=True),
            "a4, letter …, or several; `face` gives each face a page of its own.",
        ),
        "backs": Key(Keyword(get_args(Backs)), "How backs are matched with their fronts."),
        "bleed": Key(LENGTH, "Ink beyond the trim, such as 3mm."),
        "margin": Key(LENGTH, "The edge that the printer can't reach, such as 5mm."),
        "sheet": Key(TEXT, "The name of a file in layouts/sheets/."),
        "output": Key(
            Parsed(_inside, "", "a folder", described={"type": SCALARS}),
            "The project's output folder; default: output.",
        ),
        "editor": Key(
            Parsed(_editor, "", "a link with {file}, {line} and {column}"),
            "The link by which the studio opens a place in your editor; without one there are none.",
        ),
        "profile": Key(
            Parsed(_inside, "", "a file", described={"type": SCALARS}),
            "The ICC profile of the press for exports as PDF/X; a file inside the project.",
        ),
        "fonts": Key(
            Record(
                {
                    "substitute": Key(
                        MapOf(TEXT, keys=NODE),
                        "For each family that is missing, the family of `fonts/` that is used in its place.",
                    )
                },
                make=lambda substitute={}: substitute,
            ),
            "What becomes of fonts that drawings and styles name.",
        ),
        "versions": Key(
            YES_NO, "Whether each recorded print keeps a version of the project's files; default: yes."
        ),
        "image-dpi": Key(
            Number(72, 2400), "The most pixels per inch that pictures keep on sheets, such as 300."
        ),
    },
    hints=True,
    checks=(_some_paper,),
)
"""The keys of nineup.yaml, in the order of the guide."""


class Settings(msgspec.Struct, frozen=True):
    """A build's defaults, lengths in points. None leaves a value to the sheet's own file, or to Nineup."""

    paper: tuple[str, ...] = ()
    backs: Backs | None = None
    bleed: float | None = None
    margin: float | None = None
    sheet: str | None = None
    output: str | None = None
    editor: str | None = None
    profile: str | None = None
    versions: bool | None = None
    image_dpi: float | None = None
    fonts: Mapping[str, str] = {}
    """The families that take the place of missing ones, by their names."""


def read_settings(project: Project, findings: Findings) -> Settings | None:
    """The settings in nineup.yaml; None after an error (`unknown-key`, or `setting-value` at a value)."""
    if not project.exists(FILE):
        return Settings()
    values = read_yaml(project, FILE, PROJECT, findings=findings, code="setting-value")
    if values is None:
        return None
    paper = dict.fromkeys(chain.from_iterable(values.pop("paper", ())))
    return Settings(tuple(paper), **fields_of(values, values))
