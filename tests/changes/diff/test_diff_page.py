"""The HTML page: faces side by side, words as on the cards, and reasons for missing faces."""

import re

from changes.diff.recording import card, made, pieces
from msgspec.structs import replace
from nineup.base.geometry import Size
from nineup.changes.diff import FacePicture, Illustrations, changes_html, compare, html_parts
from nineup.faces.record import PrintRecord

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (48).to_bytes(4) + (24).to_bytes(4)


def portrait(data: bytes) -> FacePicture:
    return FacePicture(data, Size(180, 252))


def later(**cards: object) -> PrintRecord:
    return replace(made(**cards), name="v2")


OLD = made(words=card(pieces(front="o"), name="A & B", text="Take 1 {red}\n\n**OR** rest", cost="red: 3"))
NEW = later(
    words=card(
        pieces(front="n", words="w2"), name="A & B", text="Take 2 {red}\n\n**OR** *rest*", cost="red: 2"
    )
)


def test_faces_are_side_by_side_at_print_size() -> None:
    page = changes_html(compare(OLD, NEW), Illustrations({"o": portrait(b"before"), "n": portrait(b"after")}))
    assert page.index('src="data:image/webp;base64,YmVmb3Jl"') < page.index(
        'src="data:image/webp;base64,YWZ0ZXI="'
    )
    assert '<img alt="A &amp; B, old face" width="240" height="336"' in page
    assert re.findall("<figcaption>(.*?)</figcaption>", page) == ["old", "new"]
    assert 'src="http' not in page
    assert re.findall(r"<h([1-6])>", page)[:3] == ["1", "2", "3"]


def test_a_page_comes_in_parts_no_larger_than_a_card() -> None:
    faces = Illustrations({"o": portrait(b"o" * 30_000), "n": portrait(b"\xff\xd8" + b"n" * 30_000)})
    parts = list(html_parts(compare(OLD, NEW), faces))
    assert max(len(part) for part in parts) < 85_000  # two pictures in base64, and words
    page = "".join(parts)
    assert page == changes_html(compare(OLD, NEW), faces)
    assert re.findall(r"data:image/(\w+);", page) == ["webp", "jpeg"]


def test_changed_words_have_marks_and_symbols_are_pictures() -> None:
    page = changes_html(compare(OLD, NEW), Illustrations(symbols={"red": PNG}))
    red = '<span class="symbol symbol-red" role="img" aria-label="red"></span>'
    assert (
        f"<dt>text</dt><dd>Take <del>1</del><ins>2</ins> {red}\n\n<b>OR</b> <ins>*</ins>rest<ins>*</ins></dd>"
        in page
    )
    assert f"<dt>cost</dt><dd><del>3</del><ins>2</ins> {red}</dd>" in page
    assert ".symbol-red { background-image: url(data:image/png;base64," in page
    assert "width: 2.5em" in page
    plain = changes_html(compare(OLD, NEW))
    assert "<dd>red: <del>3</del><ins>2</ins></dd>" in plain
    assert "{red}" in plain


def test_a_new_card_has_no_marks_and_html_in_texts_is_escaped() -> None:
    page = changes_html(
        compare(made(), later(fresh=card(pieces(2), text="Take <b>2</b> {white}", cost="white: 1")))
    )
    assert "<p>2 copies</p>" in page
    assert "<dd>Take &lt;b&gt;2&lt;/b&gt; {white}</dd>" in page
    assert "<ins>" not in page
    ruled = compare(OLD, replace(OLD, rules={"term Bank": "The <gems> * 2 * 3"}))
    assert "<ins>The &lt;gems&gt; * 2 * 3</ins>" in changes_html(ruled)


def test_a_missing_face_has_a_placeholder_and_a_reason() -> None:
    shown = Illustrations({"n": portrait(b"after")}, {}, (), "git is <not> installed")
    page = changes_html(compare(OLD, NEW), shown)
    assert '<p class="note">Some old faces are unavailable: git is &lt;not&gt; installed.</p>' in page
    assert '<div class="missing" style="aspect-ratio: 240 / 336">image unavailable</div>' in page
    gone = changes_html(compare(OLD, later()), Illustrations({"x": portrait(b"")}, {}, (), "no commit"))
    assert re.findall("<figcaption>(.*?)</figcaption>", gone) == ["old"]


def test_the_footer_names_the_commits_of_old_faces() -> None:
    page = changes_html(compare(OLD, NEW), Illustrations(commits=("0123456789abcdef", "fedcba9876543210")))
    assert "redrawn from commits 0123456789, fedcba9876 and" in page
    assert "<footer>" not in changes_html(compare(OLD, NEW))


def test_a_card_with_a_new_number_of_copies_shows_its_face_once() -> None:
    old, new = made(a=card(pieces(1, "o"))), later(a=card(pieces(2, "o")))
    page = changes_html(compare(old, new), Illustrations({"o": portrait(b"same")}))
    assert page.count("<figure ") == 1
    assert '<img alt="deck/a, face"' in page


def test_a_shared_back_is_shown_once() -> None:
    cards = {"a": "f1", "b": "f2"}
    old = made(**{id: card(pieces(front=front, back="b1")) for id, front in cards.items()})
    new = later(**{id: card(pieces(front=front, back="b2")) for id, front in cards.items()})
    page = changes_html(compare(old, new), Illustrations({"b1": portrait(b"1"), "b2": portrait(b"2")}))
    assert re.findall("<figcaption>(.*?)</figcaption>", page) == ["old back", "new back"]
    assert page.count("<h3>") == 1
    assert "<p>Same change on 1 more: deck/b</p>" in page


def test_the_contents_count_the_entries_of_sections() -> None:
    page = changes_html(compare(OLD, NEW))
    assert '<li><a href="#reworded">Reworded: 1</a></li><li><a href="#recosted">Recosted: 1</a></li>' in page
    for target in re.findall(r'href="#(\w+)"', page):
        assert f'<section id="{target}">' in page
    assert "<p>Nothing changed.</p>" in changes_html(compare(OLD, OLD))
