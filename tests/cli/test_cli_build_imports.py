"""A build imports what it needs, and no more: importing is half of a small one."""

import subprocess
import sys
from pathlib import Path

from tiny import write_tiny

RUN = """\
import sys
from nineup.cli import main
sys.argv[0] = "nineup"
try:
    main()
finally:
    print(*[name for name, module in sys.modules.items() if type(module) is type(sys)])
"""

LATE = {
    "PIL.Image",
    "ast",
    "babel",
    "brotli",
    "csv",
    "dataclasses",
    "fontTools",
    "inspect",
    "ipaddress",
    "json",
    "logging",
    "openpyxl",
    "pickle",
    "pyphen",
    "pypdfium2",
    "random",
    "resvg_py",
    "rich",
    "starlette",
    "subprocess",
    "tempfile",
    "textwrap",
    "typing_extensions",
    "urllib.parse",
    "uvicorn",
    "nineup.typography.fonts.outline_pen",
    "nineup.typography.fonts.slanted",
    "nineup.base.geometry.rays",
    "nineup.base.geometry.stroke_outline",
    "nineup.layout.described",
    "nineup.layout.compiler.effects",
    "nineup.svg.filters.drawing",
    "nineup.svg.effects.masks",
    "nineup.layout.compiler.repeats",
    "nineup.layout.shown",
    "nineup.files.load.cache",
    "nineup.files.load.families",
    "nineup.files.load.json_schema",
    "nineup.pipeline.proof.checking",
    "nineup.pipeline.proof.states",
    "nineup.model.recolour",
    "nineup.faces.record.record_file",
    "nineup.report",
    "nineup.rules.looks.grey_alike",
    "nineup.rules.engine.ink",
    "nineup.faces.surface",
    "nineup.translation.apply",
    "nineup.translation.merge",
    "nineup.layout.typeset.letters",
    "nineup.layout.typeset.places",
    "nineup.logic.unique",
}
"""What other commands need, or a build only of some games."""


def imported_by(command: str, folder: Path) -> set[str]:
    """The modules that a command has loaded when it ends, in a project of a tiny game."""
    write_tiny(folder)
    done = subprocess.run(
        [sys.executable, "-c", RUN, command],
        cwd=folder,
        env={"PYTHONPATH": str(Path(__file__).parents[2] / "generator")},
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines()[-1].split())


def test_what_only_others_need_is_not_imported(tmp_path: Path) -> None:
    imported = imported_by("build", tmp_path)
    assert {"nineup.pipeline.publish", "nineup.write.document.file"} <= imported
    assert imported & LATE == set()


def test_to_list_games_nothing_is_imported_that_draws(tmp_path: Path) -> None:
    imported = imported_by("games", tmp_path)
    assert "nineup.logic.select" in imported
    assert (
        imported & {*LATE, "hashlib", "nineup.layout", "nineup.pipeline", "nineup.write", "uharfbuzz"}
        == set()
    )
