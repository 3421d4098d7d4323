"""Hints in the studio name controls, which its pages have, and not flags."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner
from nineup.base.diagnostics import Diagnostic
from nineup.base.project import Project
from nineup.cli import nineup
from nineup_studio import Studio
from nineup_studio.pages.evidence import CONTROLS, Evidence, in_the_studio
from serving import client
from tiny import write_tiny


@pytest.mark.parametrize(
    ("hint", "said"),
    [
        ("`--as-one` keeps it whole", "“Boards on one page” keeps it whole"),
        ("at most `--dpi 600`", "at most “Dots per inch” (600)"),
        ("run `nineup build x --changed` again", "run `nineup build x --changed` again"),
        ("choose another name with `--as`", "choose another name with `--as`"),
        ("", ""),
    ],
)
def test_flags_are_named_as_controls(hint: str, said: str) -> None:
    assert in_the_studio(hint) == said


def test_each_control_is_on_the_page_of_exports(studio: Studio, project: Path) -> None:
    for words in (["build"], ["print-done", "tiny", "--as", "first"]):
        assert CliRunner().invoke(nineup, ["--project", str(project), *words]).exit_code == 0
    with client(studio) as own:
        page = own.get("/tiny/export").text
    assert [label for label in CONTROLS.values() if label not in page] == []


def test_evidence_says_it_so(tmp_path: Path) -> None:
    looking: Any = SimpleNamespace(snapshot=SimpleNamespace(pieces=()))
    evidence = Evidence(Project(write_tiny(tmp_path)), looking)
    (shown,) = evidence.of([Diagnostic("x", "error", "too large", None, "`--as-one` keeps it whole")])
    assert shown.finding.hint == "“Boards on one page” keeps it whole"
