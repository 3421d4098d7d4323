"""nineup.yaml: every key is read, and every mistake reported at its place."""

from typing import Any

import pytest
from nineup.base.diagnostics import Findings
from nineup.base.units import MM
from nineup.files.settings import FILE, Settings, papers, read_settings
from written import read


def settings_of(tree: dict[str, Any]) -> tuple[Settings | None, Findings]:
    return read(FILE, tree, read_settings)


def test_every_key_has_its_value() -> None:
    settings, findings = settings_of(
        {
            "paper": "A4, letter",
            "backs": "short-edge",
            "bleed": "3mm",
            "margin": "6mm",
            "sheet": "x",
            "output": "out",
            "editor": "idea://open?file=/{file}&line={line}",
            "profile": "press.icc",
            "image-dpi": "300",
        }
    )
    assert findings == []
    assert settings == Settings(
        ("a4", "letter"),
        "short-edge",
        3 * MM,
        6 * MM,
        "x",
        "out",
        "idea://open?file=/{file}&line={line}",
        "press.icc",
        image_dpi=300,
    )


@pytest.mark.parametrize(
    ("value", "message"),
    [("fine", "`fine` is not a number"), ("9000", "must be at most 2400"), ("10", "must be at least 72")],
)
def test_a_resolution_that_cant_be_has_its_place(value: str, message: str) -> None:
    settings, (finding,) = settings_of({"paper": "a4", "image-dpi": value})
    assert settings is None
    assert finding.code == "setting-value"
    assert finding.span is not None
    assert (finding.span.line, finding.span.column) == (2, 12)
    assert message in finding.message


@pytest.mark.parametrize(
    "link",
    [
        *(
            "javascript://{file}",
            "http://evil.example/{file}",
            "https://evil.example/{file}",
            "file:///{file}",
        ),
        *(
            "vscode://file/{line}",
            "vscode://file/{file}:{row}",
            "{file}",
            "data:text/html,{file}",
            "vscode:{file}",
        ),
        *(
            "smb://evil.example/{file}",
            "ftp://evil.example/{file}",
            "ssh://evil.example/{file}",
            "x://{file}",
        ),
        *(
            "ms-msdt://x/{file}",
            "search-ms://x/{file}",
            "vscode://vscode.git/clone?url=//evil.example/{file}",
        ),
        *("vscode://file/{file}?x", "vscode://file/../{file}", "vscode://file//evil.example/{file}"),
        *("idea://open?file=//evil.example/{file}", "idea://run?file={file}", "idea://open?file={file}&do=x"),
        *(
            "vscode://file/{file}:1",
            " vscode://file/{file}",
            "vscode://file/{file}\n",
            "xvscode://file/{file}",
        ),
    ],
)
def test_the_editor_is_a_link_with_the_file_and_not_a_page(link: str) -> None:
    settings, (finding,) = settings_of({"editor": link})
    assert settings is None
    assert finding.code == "setting-value"


@pytest.mark.parametrize(
    "link",
    [
        *(
            "vscode://file/{file}",
            "vscode://file/{file}:{line}",
            "vscode-insiders://file/{file}:{line}:{column}",
        ),
        *("cursor://file/{file}:{line}:{column}", "zed://file/{file}:{line}:{column}"),
        *(
            "idea://open?file=/{file}&line={line}&column={column}",
            "txmt://open/?url=file:///{file}&line={line}",
        ),
        *(
            "pycharm://open?file={file}",
            "subl://open?url=file:///{file}&line={line}",
            "nova://open?path=/{file}",
        ),
    ],
)
def test_editors_are_opened_by_their_links(link: str) -> None:
    assert settings_of({"editor": link}) == (Settings(editor=link), [])


def test_papers_may_be_a_list_and_face_means_single_faces() -> None:
    settings, _ = settings_of({"paper": ["letter", "face", "letter", "200mm x 300mm"]})
    assert settings is not None
    assert settings.paper == ("letter", "face", "200mm x 300mm")


def test_an_empty_file_sets_nothing() -> None:
    assert settings_of({}) == (Settings(), [])


@pytest.mark.parametrize(
    ("tree", "code", "message"),
    [
        ({"papr": "a4"}, "unknown-key", "unknown key `papr`"),
        ({"bleed": "3"}, "setting-value", "`3` has no unit; write 3mm, 3pt or 3in"),
        ({"margin": "-1mm"}, "setting-value", "`-1mm` is less than 0"),
        (
            {"backs": "long"},
            "setting-value",
            "`long` is not one of long-edge, short-edge, gutterfold, none",
        ),
        (
            {"output": {"a": "b"}},
            "setting-value",
            "expected a folder, found a mapping",
        ),
        ({"output": "../x"}, "setting-value", "`../x` is not inside the project"),
        ({"output": "/tmp"}, "setting-value", "`/tmp` is not inside the project"),
        ({"paper": ","}, "setting-value", "no paper is named"),
    ],
)
def test_a_mistake_is_reported(tree: dict[str, Any], code: str, message: str) -> None:
    settings, findings = settings_of({"sheet": "x", **tree})
    assert settings is None
    assert [(f.code, f.message, f.span and f.span.line) for f in findings] == [
        (code, message, 3 if tree == {"output": {"a": "b"}} else 2)
    ]


def test_an_unknown_paper_names_what_there_is() -> None:
    with pytest.raises(ValueError, match="unknown paper `a44`; write a5, a4"):
        papers("a44")
