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
    "csv",
    "dataclasses",
    "inspect",
    "ipaddress",
    "json",
    "logging",
    "pickle",
    "pyphen",
    "pypdfium2",
    "random",
    "rich",
    "subprocess",
    "tempfile",
    "textwrap",
    "typing_extensions",
    "urllib.parse",
    "nineup.fonts.outline_pen",
    "nineup.fonts.slanted",
    "nineup.geometry.rays",
    "nineup.geometry.stroke_outline",
    "nineup.layout.described",
    "nineup.layout.effects",
    "nineup.layout.filters",
    "nineup.layout.masks",
    "nineup.layout.repeats",
    "nineup.layout.shown",
    "nineup.load.cache",
    "nineup.load.families",
    "nineup.load.json_schema",
    "nineup.pipeline.checking",
    "nineup.pipeline.states",
    "nineup.recolour",
    "nineup.record.record_file",
    "nineup.report",
    "nineup.rules.grey_alike",
    "nineup.rules.ink",
    "nineup.surface",
    "nineup.translation.apply",
    "nineup.translation.merge",
    "nineup.typeset.letters",
    "nineup.typeset.places",
    "nineup.unique",
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
    assert {"nineup.pipeline.publish", "nineup.write.pdf_file"} <= imported
    assert imported & LATE == set()


def test_to_list_games_nothing_is_imported_that_draws(tmp_path: Path) -> None:
    imported = imported_by("games", tmp_path)
    assert "nineup.select" in imported
    assert (
        imported & {*LATE, "hashlib", "nineup.layout", "nineup.pipeline", "nineup.write", "uharfbuzz"}
        == set()
    )
