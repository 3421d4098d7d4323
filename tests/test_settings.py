"""nineup.yaml: every key is read, and every mistake reported at its place."""

from typing import Any

import pytest
from nineup.diagnostics import Findings, Span
from nineup.settings import Settings, build_settings, papers
from nineup.units import MM


def read(tree: dict[str, Any]) -> tuple[Settings | None, Findings]:
    findings = Findings()
    lines = {key: line for line, key in enumerate(tree, 1)}
    return build_settings(
        tree, lambda path, key=False: Span("nineup.yaml", lines[path[0]], 1), findings
    ), findings


def test_every_key_has_its_value() -> None:
    settings, findings = read(
        {
            "paper": "A4, letter",
            "backs": "short-edge",
            "bleed": "3mm",
            "margin": "6mm",
            "sheet": "x",
            "output": "out",
        }
    )
    assert findings == []
    assert settings == Settings(("a4", "letter"), "short-edge", 3 * MM, 6 * MM, "x", "out")


def test_papers_may_be_a_list_and_face_stands_for_single_faces() -> None:
    settings, _ = read({"paper": ["letter", "face", "letter", "200mm x 300mm"]})
    assert settings is not None
    assert settings.paper == ("letter", "face", "200mm x 300mm")


def test_an_empty_file_sets_nothing() -> None:
    assert read({}) == (Settings(), [])


@pytest.mark.parametrize(
    ("tree", "code", "message"),
    [
        ({"papr": "a4"}, "unknown-key", "`papr` is not a key of nineup.yaml"),
        ({"bleed": "3"}, "setting-value", "`bleed`: `3` has no unit; write 3mm, 3pt or 3in"),
        ({"margin": "-1mm"}, "setting-value", "`margin`: `-1mm` is less than nothing"),
        (
            {"backs": "long"},
            "setting-value",
            "`backs`: `long` is not one of long-edge, short-edge, gutterfold, none",
        ),
        (
            {"output": {"a": "b"}},
            "setting-value",
            "`output`: one value belongs here, not a list or a mapping",
        ),
        ({"output": "../x"}, "setting-value", "`output`: `../x` is not a folder inside the project"),
        ({"output": "/tmp"}, "setting-value", "`output`: `/tmp` is not a folder inside the project"),
        ({"paper": ","}, "setting-value", "`paper`: no paper is named"),
    ],
)
def test_a_mistake_is_told(tree: dict[str, Any], code: str, message: str) -> None:
    settings, findings = read({"sheet": "x", **tree})
    assert settings is None
    assert [(f.code, f.message, f.span and f.span.line) for f in findings] == [(code, message, 2)]


def test_an_unknown_paper_names_what_there_is() -> None:
    with pytest.raises(ValueError, match="unknown paper `a44`; write a5, a4"):
        papers("a44")
