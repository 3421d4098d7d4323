"""The appendix of a game in a language that runs from right to left: its pages are mirrored, but not its
letters.
"""

from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from made import tiny_source
from nineup.base.diagnostics import Findings, Status
from nineup.base.geometry import Size
from nineup.book.writers.signature import Signature, imposed
from nineup.pipeline import PrintOptions, RunChoice
from nineup.pipeline.appendix import AppendixRequest, build_appendix
from pages import words_at
from tiny import GAME

PART = """\
# Heading

## Section

Word [[#part|leads]] onward.

1. Step

| First | Second |
|---|--:|
| one | 12345 |
"""


def appendix(tmp_path: Path, language: str, form: str = "pdf") -> bytes:
    """The appendix of the tiny game, of one part."""
    project, _ = tiny_source(tmp_path, game=GAME + f"language: {language}\n")
    part = tmp_path / "layouts/tiny/appendix/50-part.md"
    part.parent.mkdir(exist_ok=True)
    part.write_text(PART, encoding="utf-8")
    request, findings = AppendixRequest(formats=(form,), parts=("part",)), Findings()
    outcome = build_appendix(
        project, "tiny", RunChoice(), PrintOptions(output=tmp_path / "o"), request, findings, lambda *_: None
    )
    assert outcome.status is Status.DONE, [*findings]
    return outcome.written[0].path.read_bytes()


@pytest.mark.parametrize(("language", "sign"), [("en", 1), ("ar", -1)])
def test_columns_marks_and_texts_begin_where_the_language_does(
    tmp_path: Path, language: str, sign: int
) -> None:
    data = appendix(tmp_path, language)
    at = {word: x for word, (x, _) in words_at(data, 0).items()}
    middle = 595.28 / 2
    for word in ("Heading", "Section", "1.", "Step", "First", "one"):
        assert (at[word] - middle) * sign < -150, word
    assert (at["Second"] - at["First"]) * sign > 30
    assert (at["Step"] - at["1."]) * sign > 10
    assert at["Word"] < at["leads"] < at["onward."]
    with pikepdf.open(BytesIO(data)) as pdf:
        (link,) = [each for each in pdf.pages[0].Annots if "/Dest" in each]
        left, _, right, _ = (float(edge) for edge in link.Rect)
    assert left < at["leads"] < right
    assert right - left < 60


def test_a_booklet_from_right_to_left_has_its_spine_on_the_right() -> None:
    pages = {1: "one", 2: "two", 3: "three"}
    signature = Signature(0.5)
    front, back = imposed(pages.__getitem__, 3, Size(100, 200), signature=signature, from_right=True)
    assert front == "q 0.500000 0 0 0.500000 0.000 0 cm\none\nQ"
    assert "q 0.500000 0 0 0.500000 50.000 0 cm\ntwo\nQ" in back


def test_a_booklet_is_mirrored_too(tmp_path: Path) -> None:
    at = words_at(appendix(tmp_path, "ar", "booklet"), 0)
    assert at["Second"][0] < at["First"][0] < 842 / 2
