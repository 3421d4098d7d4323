"""A command imports what it needs, and no more: importing is half of a small build."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from tiny import write_tiny

RUN = """\
import sys
from nineup.cli import main
sys.argv[0] = "nineup"
try:
    main()
finally:
    print(*sys.modules)
"""

NOT_FOR_BUILD = {
    "babel",
    "brotli",
    "csv",
    "fontTools",
    "importlib.metadata",
    "logging",
    "openpyxl",
    "pyphen",
    "pypdfium2",
    "resvg_py",
    "rich",
    "starlette",
    "subprocess",
    "uvicorn",
    "nineup.typography.fonts.outline_pen",
    "nineup.typography.fonts.slanted",
    "nineup.base.geometry.rays",
    "nineup.base.geometry.stroking",
    "nineup.svg.values.colour_spaces",
    "nineup.svg.style.css",
    "nineup.layout.described",
    "nineup.layout.compiler.effects",
    "nineup.svg.filters.drawing",
    "nineup.svg.effects.masks",
    "nineup.layout.compiler.repeats",
    "nineup.svg.style.selectors",
    "nineup.layout.shown",
    "nineup.files.load.cache",
    "nineup.files.load.families",
    "nineup.files.load.json_schema",
    "nineup.pipeline.proof.checking",
    "nineup.pipeline.proof.states",
    "nineup.model.recolour",
    "nineup.faces.record.record_file",
    "nineup.report",
    "nineup.rules.counts.payable",
    "nineup.rules.looks.grey_alike",
    "nineup.rules.looks.legibility",
    "nineup.rules.wording.terminology",
    "nineup.rules.engine.ink",
    "nineup.faces.surface",
    "nineup.translation.apply",
    "nineup.translation.merge",
    "nineup.layout.typeset.letters",
    "nineup.layout.typeset.places",
    "nineup.logic.unique",
    "html",
    "nineup.base.pasted",
    "nineup.logic.expression.mistakes",
    "nineup.schema.traps",
    "nineup.translation",
    "nineup.typography.text.words.full_width",
    "nineup.write.document.gradients",
}
"""What other commands need, or a build only of some games."""

NOT_FOR_GAMES = {
    *NOT_FOR_BUILD,
    "PIL",
    "reportlab",
    "uharfbuzz",
    "nineup.layout",
    "nineup.pipeline",
    "nineup.write",
}

NOT_FOR_WORDS = {
    *NOT_FOR_GAMES,
    "jinja2",
    "msgspec",
    "nineup.api",
    "yaml",
    "nineup.model.game",
    "nineup.files.load",
    "nineup.logic.select",
}

FOR_PLUGINS = {"csv", "importlib.metadata"}
"""What the standard library needs to look for a name that isn't ours."""


def test_what_is_not_needed_exists() -> None:
    names = NOT_FOR_BUILD | NOT_FOR_WORDS | NOT_FOR_KNOWN | NOT_FOR_WRITTEN_AGAIN | NOT_FOR_DRAWING
    assert [name for name in sorted(names) if find_spec(name) is None] == []


NOT_FOR_KNOWN = {
    *NOT_FOR_GAMES - {"nineup.pipeline", "nineup.report"},
    "jinja2",
    "pickle",
    "shutil",
    "nineup.report.github",
    "nineup.report.json",
    "nineup.report.sarif",
    "yaml",
    "nineup.files.load",
    "nineup.layout",
    "nineup.logic",
    "nineup.rules",
    "nineup.pipeline.stages",
    "nineup.translation",
}
"""What a check of unchanged files needs none of."""

NOT_FOR_WRITTEN_AGAIN = {
    *NOT_FOR_KNOWN - {"nineup.write"},
    "nineup.faces",
    "nineup.impose",
    "nineup.report",
    "nineup.schema",
    "nineup.typography",
    "nineup.write.document",
    "nineup.write.preview",
    "nineup.pipeline.building",
}
"""What a build of unchanged files, which writes what is kept, needs none of."""


NOT_FOR_DRAWING = {"PIL", "reportlab", "nineup.impose", "nineup.write.document.file"}
"""What a build imports while copies of its process draw already."""


def test_what_draws_is_imported_without_what_prints() -> None:
    program = "import sys, nineup.pipeline.building, nineup.pipeline.divided; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, encoding="utf-8")
    assert set(done.stdout.split()) & NOT_FOR_DRAWING == set()


def imported_by(folder: Path, *words: str, **environment: str) -> set[str]:
    """The modules that a command has imported when it ends, in a project of a tiny game."""
    write_tiny(folder)
    done = subprocess.run(
        [sys.executable, "-c", RUN, *words],
        cwd=folder,
        env={"PYTHONPATH": str(Path(__file__).parents[2] / "generator"), **environment},
        capture_output=True,
        encoding="utf-8",
    )
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize(
    ("words", "needed", "not_needed"),
    [
        ("build", "nineup.write.document.file", NOT_FOR_BUILD),
        ("games", "nineup.logic.select", NOT_FOR_GAMES),
        ("count", "nineup.pipeline.runs", NOT_FOR_GAMES - {"nineup.pipeline"}),
        ("--help", "nineup.cli", NOT_FOR_WORDS),
        ("--version", "nineup.cli", NOT_FOR_WORDS),
        ("biuld", "nineup.cli", NOT_FOR_WORDS - FOR_PLUGINS),
    ],
)
def test_what_a_command_does_not_need_is_not_imported(
    tmp_path: Path, words: str, needed: str, not_needed: set[str]
) -> None:
    imported = imported_by(tmp_path, words)
    assert needed in imported
    assert imported & not_needed == set()


@pytest.mark.parametrize(
    ("command", "needed", "not_needed"),
    [
        ("check", "nineup.rules", NOT_FOR_KNOWN),
        ("build", "nineup.layout", NOT_FOR_WRITTEN_AGAIN),
    ],
)
def test_a_command_on_unchanged_files_imports_neither_what_reads_nor_what_draws(
    tmp_path: Path, command: str, needed: str, not_needed: set[str]
) -> None:
    cache = str(tmp_path / "cache")
    project = tmp_path / "project"
    project.mkdir()
    assert needed in imported_by(project, command, NINEUP_CACHE=cache)
    assert imported_by(project, command, NINEUP_CACHE=cache) & not_needed == set()
