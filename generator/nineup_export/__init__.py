"""Exports: a game for a virtual table, a print service, a machine or another program, in files that it
accepts.

`EXPORTS` lists the targets. `export` runs one: it loads or draws the game, checks the target's limits, and
writes all of its files or none. To add a target: a module with its `ExportTarget`, a line here, a test that
reads the files back with software that we did not write, and its chapter in docs/exports.md, whose table
`make reference` writes. Other packages add targets as plug-ins.
"""

from nineup.base import find_plugin

from nineup_export.cutting.machines import CUTTING
from nineup_export.pictures import PICTURES
from nineup_export.press.pdf_x import PDF_X_1A, PDF_X_4
from nineup_export.running import ExportRequest, ExportResult, export
from nineup_export.services.drivethru_cards import DRIVETHRU_CARDS
from nineup_export.services.game_crafter import GAME_CRAFTER
from nineup_export.services.make_playing_cards import MAKE_PLAYING_CARDS
from nineup_export.spreadsheets.workbooks import ODS, XLSX
from nineup_export.tables.card_game_simulator import CARD_GAME_SIMULATOR
from nineup_export.tables.playingcards_io import PLAYINGCARDS_IO
from nineup_export.tables.screentop import SCREENTOP
from nineup_export.tables.tabletop_playground import TABLETOP_PLAYGROUND
from nineup_export.tables.tabletop_simulator import TABLETOP_SIMULATOR
from nineup_export.target import ExportedFile, ExportJob, ExportSetting, ExportTarget
from nineup_export.web.site import WEB

__all__ = [
    "EXPORTS",
    "PICTURES",
    "ExportJob",
    "ExportRequest",
    "ExportResult",
    "ExportSetting",
    "ExportTarget",
    "ExportedFile",
    "export",
    "markdown_table",
    "target_named",
    "target_names",
]

EXPORTS: tuple[ExportTarget, ...] = (
    PICTURES,
    TABLETOP_SIMULATOR,
    TABLETOP_PLAYGROUND,
    PLAYINGCARDS_IO,
    SCREENTOP,
    CARD_GAME_SIMULATOR,
    GAME_CRAFTER,
    MAKE_PLAYING_CARDS,
    DRIVETHRU_CARDS,
    PDF_X_1A,
    PDF_X_4,
    CUTTING,
    WEB,
    XLSX,
    ODS,
)
"""In the order of the list and the studio."""


def target_names() -> tuple[str, ...]:
    """The values of `--to` without plug-ins."""
    return tuple(target.name for target in EXPORTS)


def target_named(name: str) -> ExportTarget | None:
    """The target with this name, ours or a plug-in; None if there is none. Raises PluginError."""
    ours = next((target for target in EXPORTS if target.name == name), None)
    return ours or find_plugin("exports", name, ExportTarget)


def markdown_table() -> str:
    """The table of all targets in docs/exports.md."""
    rows = ["| `--to` | for | made from | flags |", "|---|---|---|---|"]
    for target in EXPORTS:
        flags = ", ".join(f"`--{setting.name}`" for setting in target.settings)
        title = f"**{target.title}**: {target.summary}"
        rows.append(f"| [`{target.name}`](#{target.name}) | {title} | {_FROM[target.takes]} | {flags} |")
    return "\n".join(rows) + "\n"


_FROM = {"lists": "card lists", "faces": "faces", "sheets": "sheets"}
