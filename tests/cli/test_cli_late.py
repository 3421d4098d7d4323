"""A wrong flag and a wrong name are refused before the pipeline and its libraries are imported."""

import subprocess
import sys
from pathlib import Path

import pytest
from tiny import write_tiny

LOADED = """\
import sys
from nineup.cli import main
sys.argv = ["nineup", *sys.argv[1:]]
try:
    main()
except SystemExit as ended:
    print(ended.code, *[name for name in ("jinja2", "uharfbuzz", "yaml", "nineup.pipeline") if name in sys.modules])
"""


@pytest.mark.parametrize(
    ("words", "mistake"),
    [
        (["build", "--wrong"], "No such option '--wrong'"),
        (["build", "nosuch"], "unknown game `nosuch`"),
        (["check", "tiny", "nosuch"], "unknown game `nosuch`"),
    ],
)
def test_a_wrong_word_is_refused_without_the_pipeline(tmp_path: Path, words: list[str], mistake: str) -> None:
    write_tiny(tmp_path)
    environment = {"PYTHONPATH": str(Path(__file__).parents[2] / "generator")}
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *words],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert (done.stdout, done.returncode) == ("2\n", 0)
    assert mistake in done.stderr
