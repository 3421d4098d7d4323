"""Where words are on pages of PDF, and the games' HTML pages."""

import pypdfium2
from made import folder_of


def page_of(game: str) -> str:
    return (folder_of(game) / "appendix.html").read_text(encoding="utf-8")


def words_at(data: bytes, page: int) -> dict[str, tuple[float, float]]:
    """The words on a page with the middle of each, from its lower left corner."""
    with pypdfium2.PdfDocument(data) as pdf:
        text = pdf[page].get_textpage()
        whole = text.get_text_range()
        found = {}
        for word in whole.split():
            boxes = [text.get_charbox(whole.index(word) + n) for n in range(len(word))]
            found[word] = (sum(b[0] + b[2] for b in boxes) / 2 / len(boxes), boxes[0][1])
        return found
