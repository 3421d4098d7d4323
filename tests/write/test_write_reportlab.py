"""The settings of ReportLab that a user has, for other programs, change no byte of what is written."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from command import TIMEOUT
from nineup.base.geometry import Size
from nineup.base.project import STARTER, Project
from nineup.model.paper import Page
from nineup.typography.fonts import Fonts
from nineup.write import PdfDocument, pdf
from tiny import write_tiny

ODD = {
    "RL_useA85": "0",
    "RL_pageCompression": "0",
    "RL_documentLang": "fr",
    "RL_canvas_basefontname": "Courier",
    "RL_pdfComments": "1",
    "RL_overlapAttachedSpace": "0",
    "RL_verbose": "1",
    "SOURCE_DATE_EPOCH": "1000000000",
}
MALFORMED = dict.fromkeys(("RL_invariant", "RL_useA85", "EVAL_DEBUG", "SOURCE_DATE_EPOCH"), "nonsense")

SETTINGS = """\
_FUZZ = 0.5
allowShortTableRows = 0
allowTableBoundsErrors = 0
canvas_baseColor = (1, 0, 0)
canvas_basefontname = "Courier"
decimalSymbol = ","
defCWRF = 0.5
defaultEncoding = "MacRomanEncoding"
defaultImageCaching = 1
defaultPageSize = "LETTER"
documentLang = "fr"
emptyTableAction = "indicate"
errorOnDuplicatePageLabelPage = 1
ignoreContainerActions = 0
invariant = 0
listWrapOnFakeWidth = 0
longTableOptimize = 0
overlapAttachedSpace = 0
pageCompression = 0
paraFontSizeHeightOffset = 0
pdfComments = 1
pdfMultiLine = 1
showBoundary = 1
ttfAsciiReadable = 0
useA85 = 0
verbose = 1
warnOnMissingFontGlyphs = 1
wrapA85 = 1
"""


def written(project: Path, home: Path, **more: str) -> dict[str, bytes]:
    """The files of a build and of an appendix."""
    given = {
        "HOME": str(home),
        "USERPROFILE": str(home),
        "PYTHONPATH": str(Path(__file__).parents[2] / "generator"),
    }
    for words in (["build"], ["appendix"]):
        done = subprocess.run(
            [sys.executable, "-m", "nineup", *words],
            cwd=project,
            env={**os.environ, **given, **more},
            capture_output=True,
            encoding="utf-8",
            timeout=TIMEOUT,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
    return {path.name: path.read_bytes() for path in (project / "output").rglob("*.*")}


def test_neither_variables_nor_a_settings_file_change_anything(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    plain = written(write_tiny(tmp_path / "plain"), home)
    assert written(write_tiny(tmp_path / "odd"), home, **ODD) == plain
    assert written(write_tiny(tmp_path / "malformed"), home, **MALFORMED) == plain
    (home / ".reportlab_settings").write_text(SETTINGS, encoding="utf-8")
    assert written(write_tiny(tmp_path / "settings"), home) == plain


def test_threads_may_write_at_once() -> None:
    fonts = Fonts(Project(STARTER))
    document = PdfDocument("a", "b", "c", (Page(Size(100, 100), (), ()),))
    with ThreadPoolExecutor(4) as threads:
        assert len(set(threads.map(lambda _: pdf(document, fonts), range(80)))) == 1
