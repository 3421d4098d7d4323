"""`nineup build --allow-errors`: a draft is printed, and every sheet says that it is one."""

from pathlib import Path

import pypdfium2
import pytest
from command import run_command as nineup
from tiny import CARD, CARDS, GAME, write_tiny

LONG = CARDS.replace("wait for the evening.", "wait for the evening. " * 60)


def texts(path: Path) -> list[str]:
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(path)]


def magenta(path: Path) -> int:
    """How many pixels of the first page are of the mark's colour."""
    picture = pypdfium2.PdfDocument(path)[0].render(scale=1).to_pil().convert("RGB")
    return sum(
        count for count, pixel in picture.getcolors(picture.width * picture.height) if pixel == (255, 0, 255)
    )


@pytest.fixture
def long(tmp_path: Path) -> Path:
    return write_tiny(tmp_path, cards=LONG)


def test_a_draft_says_so_on_every_sheet_and_marks_the_face(long: Path) -> None:
    assert nineup(long, "build", "--players", "2").returncode == 1
    assert not (long / "output" / "tiny").exists()
    done = nineup(long, "build", "--players", "2", "--allow-errors")
    assert done.returncode == 0
    assert "[text-overflow]" in done.stderr
    sheets = list((long / "output" / "tiny" / "2p").glob("*.pdf"))
    assert len(sheets) == 2
    for sheet in sheets:
        assert all("DRAFT: 1 error" in text for text in texts(sheet))
    cards, tokens = sorted(sheets)
    assert magenta(cards) > 100
    assert magenta(tokens) == 0


def test_an_overflowing_text_is_clipped_to_its_frame(long: Path) -> None:
    nineup(long, "build", "--players", "2", "--allow-errors", "--paper", "face")
    faces = pypdfium2.PdfDocument(long / "output" / "tiny" / "2p" / "cards-face.pdf")
    assert "DRAFT: 1 error" in faces.get_metadata_value("Title"), "a face has no margin to say so"
    page = faces[0]
    picture = page.render(scale=2).to_pil().convert("L")
    mm = 2 * 72 / 25.4
    below = picture.crop((int(8 * mm), int(77 * mm), int(55 * mm), int(79.5 * mm)))
    inside = picture.crop((int(8 * mm), int(60 * mm), int(55 * mm), int(75 * mm)))
    assert below.getextrema()[0] > 250, "nothing runs on below the frame"
    assert inside.getextrema()[0] < 100


def test_a_rule_that_does_not_hold_is_no_obstacle(tmp_path: Path) -> None:
    write_tiny(tmp_path, game=GAME.replace("box: {4: 12, 6: 18}", "box: {4: 11, 6: 18}"))
    assert nineup(tmp_path, "build", "--players", "4").returncode == 1
    done = nineup(tmp_path, "build", "--players", "4", "--allow-errors")
    assert done.returncode == 0
    assert "[inventory]" in done.stderr
    (cards,) = (tmp_path / "output" / "tiny" / "4p").glob("cards-*.pdf")
    assert all("DRAFT: 1 error" in text for text in texts(cards))
    assert magenta(cards) == 0


def test_a_group_that_fits_no_paper_is_missed_and_the_others_are_kept(tmp_path: Path) -> None:
    write_tiny(tmp_path)
    (tmp_path / "nineup.yaml").write_text("paper: 50mm x 60mm\n")
    refused = nineup(tmp_path, "build", "--players", "2")
    assert refused.returncode == 1
    assert "cards/tiny/game.yaml:15:11: error: `deck`: 63.5 × 88.9 mm does not fit" in refused.stderr
    assert not (tmp_path / "output").exists()
    done = nineup(tmp_path, "build", "--players", "2", "--allow-errors")
    assert done.returncode == 1
    assert "[piece-too-large]" in done.stderr
    assert [path.name.split("-")[0] for path in (tmp_path / "output" / "tiny" / "2p").glob("*.pdf")] == [
        "tokens"
    ]


def test_a_face_that_cannot_be_drawn_is_missed(tmp_path: Path) -> None:
    write_tiny(
        tmp_path, card=CARD.replace("{{ card.name }}", "{{ card.name.x if card.id == 'first' else 'A' }}")
    )
    done = nineup(tmp_path, "build", "--players", "2", "--allow-errors")
    assert done.returncode == 1
    assert "cards-a4.pdf: 2 pages, 4 pieces" in done.stdout
    assert "they can't be drawn: 2 pieces of `deck` (`first`) [left-out]" in done.stderr


def test_a_component_that_cannot_be_drawn_leaves_the_others_as_they_are(tmp_path: Path) -> None:
    """The parts of a run that are drawn aren't taken for those that aren't."""
    wrong = '<rect n:if="card.name" n:href="{{ card.name }}" width="9" height="9"/></svg>'
    write_tiny(tmp_path, card=CARD.replace("</svg>", wrong))
    done = nineup(tmp_path, "build", "--players", "2", "--allow-errors")
    assert "they can't be drawn: 6 pieces of `deck` (`first`, `second`) [left-out]" in done.stderr
    assert "tokens-a4.pdf: 2 pages, 6 pieces" in done.stdout
    assert "cards" not in done.stdout


def test_a_sound_game_is_no_draft(tmp_path: Path) -> None:
    write_tiny(tmp_path)
    nineup(tmp_path, "build", "--players", "4", "--allow-errors")
    (cards,) = (tmp_path / "output" / "tiny" / "4p").glob("cards-*.pdf")
    assert not any("DRAFT" in text for text in texts(cards))
