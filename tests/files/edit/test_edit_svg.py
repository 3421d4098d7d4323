"""Changes of drawings: one place of the file changes, and as an expert would have written it."""

import random
import re
from collections import Counter
from pathlib import Path
from xml.parsers import expat

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nineup.base.diagnostics import Diagnostic
from nineup.base.project import Project
from nineup.files.edit import (
    Change,
    Conflict,
    Delete,
    Duplicate,
    EditHistory,
    EditStep,
    Enclose,
    Insert,
    Move,
    Relocate,
    Rename,
    Set,
    SetSource,
    Unwrap,
    edit,
    element_source,
)
from nineup.files.edit.drawings.marks import editor_marks, guide_change
from nineup.files.edit.drawings.source import SourceElement, element_paths, is_loose, read_source
from nineup.files.edit.rows import EditRefusedError
from nineup.files.edit.svg_edit import edit_svg

ROOT = Path(__file__).parents[3]
FILES = [
    file
    for folder in ("layouts", "docs/samples", "generator/nineup/starter")
    for file in sorted((ROOT / folder).rglob("*.svg"))
    if file.stat().st_size < 60_000
]
SVG = 'xmlns="http://www.w3.org/2000/svg"'
CARD = f"""<?xml version="1.0"?>
<svg {SVG} xmlns:n="nineup" viewBox="0 0 63 88">
  <defs>
    <linearGradient id="sky"/>
  </defs>
  <!-- the title -->
  <rect x="7" y='67.5' fill="url(#sky)" n:text="{{{{ card.name }}}}"/> <!-- above the rest -->

  <g>
    <text x="1" y="2">Salt &amp; <tspan>Pepper</tspan></text>
    <text
       x="1"
       y="2">S&#97;lt &amp; Tea</text>
  </g>
  <circle r="1"/><circle r="2"/>
</svg>
"""


def made(*changes: Change, of: str = CARD) -> str:
    after = edit("layouts/card.svg", of.encode(), changes)
    assert isinstance(after, bytes), after
    return after.decode()


def refused(*changes: Change, of: str | bytes = CARD) -> Diagnostic:
    found = edit("layouts/card.svg", of if isinstance(of, bytes) else of.encode(), changes)
    assert isinstance(found, Diagnostic), found
    return found


def check(change: Change, old: str, new: str, of: str = CARD) -> None:
    """A change replaces one part of the text, which is there once."""
    assert of.count(old) == 1
    assert made(change, of=of) == of.replace(old, new)


def test_an_attribute_is_set_where_and_as_it_is_written() -> None:
    check(Set((1, "y"), "64.5"), "y='67.5'", "y='64.5'")
    check(Set((1, "y"), 64.5), "y='67.5'", "y='64.5'")
    check(Set((1, "y"), "it's <\n&"), "y='67.5'", "y='it&apos;s &lt;&#10;&amp;'")
    check(Set((1, "n:text"), "Two"), "{{ card.name }}", "Two")
    check(Set((2, 1, "text()"), "Salt & Teapot"), "S&#97;lt &amp; Tea", "S&#97;lt &amp; Teapot")
    check(Set((2, 1, "text()"), "Salted & Tea"), "S&#97;lt &amp; Tea", "S&#97;lted &amp; Tea")
    check(Delete((1, "y")), " y='67.5'", "")
    check(Rename((1, "y"), "n:y"), "y='67.5'", "n:y='67.5'")
    check(Set(("viewBox",), "0 0 1 1"), "0 0 63 88", "0 0 1 1")
    assert made(Set((1, "y"), "67.5"), Set((2, 1, "text()"), "Salt & Tea")) == CARD


def test_a_new_attribute_has_its_usual_place() -> None:
    check(Set((1, "width"), "5"), "y='67.5'", "y='67.5' width=\"5\"")
    check(Set((1, "id"), "t"), '<rect x="7"', '<rect id="t" x="7"')
    check(Set((1, "data-a"), "t"), '}}"/>', '}}" data-a="t"/>')
    check(Set((2, "fill"), "red"), "<g>", '<g fill="red">')
    check(Set((2, 1, "class"), "t"), 'y="2">S&', 'y="2"\n       class="t">S&')
    check(Set(("width",), "63mm"), '"nineup" view', '"nineup" width="63mm" view')
    check(Set((3, "cx"), "3"), '<circle r="1"', '<circle cx="3" r="1"')


def test_the_file_s_own_prefixes_are_used_and_one_that_lacks_is_declared() -> None:
    odd = '<s:svg xmlns:s="http://www.w3.org/2000/svg" xmlns:b="nineup"><s:g><s:rect b:if="x"/></s:g></s:svg>'
    check(Set((0, 0, "n:if"), "y"), '"x"', '"y"', of=odd)
    check(Set((0, 0, "n:text"), "t"), 'b:if="x"', 'b:if="x" b:text="t"', of=odd)
    check(
        Insert((0,), 1, '<text n:text="t"><tspan/></text>'),
        "</s:g>",
        '<s:text b:text="t"><s:tspan/></s:text></s:g>',
        of=odd,
    )
    check(Enclose((0,), (0,)), '<s:rect b:if="x"/>', '<s:g><s:rect b:if="x"/></s:g>', of=odd)
    assert element_source(odd, (0,)) == '<g><rect n:if="x"/></g>'
    plain = f'<svg {SVG} width="5"><rect/></svg>'
    check(
        Set((0, "n:text"), "t"),
        f'{SVG} width="5"><rect/>',
        f'{SVG} xmlns:n="nineup" width="5"><rect n:text="t"/>',
        of=plain,
    )
    assert 'xmlns:n="nineup"' in made(Insert((), 0, '<rect n:text="t"/>'), of=plain)
    assert (
        "means something else"
        in refused(Set((0, "xlink:href"), "#a"), of=plain.replace("<svg", '<svg xmlns:xlink="urn:x"')).message
    )
    old = "<svg><g/></svg>"
    check(Insert((0,), 0, "<rect/>"), "<g/>", "<g><rect/></g>", of=old)
    entity = '<!DOCTYPE svg [<!ENTITY s "http://www.w3.org/2000/svg"> ]>\n<svg xmlns="&s;">\n  <g>\n    <a/>\n  </g>\n</svg>\n'
    check(Insert((0,), 1, "<b/>"), "<a/>\n", "<a/>\n    <b/>\n", of=entity)


def test_elements_have_lines_like_their_neighbours() -> None:
    check(
        Insert((), 2, "<rect x='1'>\n  <title>a\nb</title>\n</rect>"),
        "rest -->\n",
        "rest -->\n  <rect x='1'>\n    <title>a\nb</title>\n  </rect>\n",
    )
    check(
        Insert((0, 0), 0, "<stop/>"),
        '<linearGradient id="sky"/>',
        '<linearGradient id="sky">\n      <stop/>\n    </linearGradient>',
    )
    check(Insert((), 4, "<b/>"), '<circle r="1"/><', '<circle r="1"/><b/><')
    check(Delete((3,)), '<circle r="1"/><', "<")
    check(Delete((1,)), CARD[CARD.index("<rect") : CARD.index("<!-- above")], "")
    check(
        Duplicate((1,), {"y": "5"}),
        "rest -->\n",
        'rest -->\n  <rect x="7" y=\'5\' fill="url(#sky)" n:text="{{ card.name }}"/>\n',
    )
    check(Delete((2,)), CARD[CARD.index("  <g>") : CARD.index("  <circle")], "", of=CARD)
    check(Insert((2, 0), 1, "<tspan>, </tspan>"), "</tspan></text>", "</tspan><tspan>, </tspan></text>")


def test_comments_above_an_element_move_with_it() -> None:
    title = '  <!-- the title -->\n  <rect x="7" y=\'67.5\' fill="url(#sky)" n:text="{{ card.name }}"/> <!-- above the rest -->\n'
    rest = CARD.replace(title, "")
    assert title in CARD
    assert made(Move((), 1, 0)) == rest.replace("  <defs>", title + "  <defs>")
    inner = title.replace("  <", "    <", 1).replace("\n  <", "\n    <", 1)
    assert made(Relocate((1,), (2,), 2)) == rest.replace("  </g>", inner + "  </g>")
    assert made(Relocate((2, 1), (), 1)) == CARD.replace(
        '    <text\n       x="1"\n       y="2">S&#97;lt &amp; Tea</text>\n', ""
    ).replace("</defs>\n", '</defs>\n  <text\n     x="1"\n     y="2">S&#97;lt &amp; Tea</text>\n')


def test_a_group_is_put_around_and_taken_away_again() -> None:
    grouped = made(Enclose((), (1, 2)))
    assert "  <g>\n    <!-- the title -->\n    <rect" in grouped
    assert '      <text\n         x="1"\n         y="2">S&#97;lt' in grouped
    assert made(Unwrap((1,)), of=grouped) == CARD
    check(
        Enclose((), (3, 4)),
        '<circle r="1"/><circle r="2"/>',
        '<g>\n    <circle r="1"/><circle r="2"/>\n  </g>',
    )
    apart = made(Enclose((), (0, 3)), of=f"<svg {SVG}>\n\t<a/>\n\t<b/>\n\t<c/>\n\t<d/>\n\t<e/>\n</svg>")
    assert apart == f"<svg {SVG}>\n\t<b/>\n\t<c/>\n\t<g>\n\t\t<a/>\n\t\t<d/>\n\t</g>\n\t<e/>\n</svg>"
    assert "would lose" in refused(Unwrap((2,)), of=CARD.replace("<g>", '<g fill="red">')).message
    assert refused(Unwrap((1,))).message == "only a group can be ungrouped"
    assert refused(Enclose((2, 0), (0,))).message == "words can't be put into a group"


def test_copies_have_ids_of_their_own() -> None:
    drawing = f'<svg {SVG}><g id="a"><path id="b-2"/><use href="#b-2" fill="url(#c)" mask="url(\'#a\')"/></g><g id="c"/></svg>'
    copy = '<g id="a-2"><path id="b-3"/><use href="#b-3" fill="url(#c)" mask="url(\'#a-2\')"/></g>'
    check(Duplicate((0,)), '<g id="c"/>', copy + '<g id="c"/>', of=drawing)
    check(Insert((), 2, element_source(drawing, (0,))), '<g id="c"/>', '<g id="c"/>' + copy, of=drawing)
    assert (
        refused(Delete((1,)), of=drawing).message
        == "a `use` of the drawing refers to `#c`; change or delete it first"
    )
    assert refused(Set((1, "id"), "a"), of=drawing).message == "the id `a` is taken"
    assert "refers to `#c`" in refused(Set((1, "id"), "d"), of=drawing).message
    twice = f'<svg {SVG}>\n  <g id="a"/>\n  <g id="a"/>\n</svg>'
    check(Duplicate((1,)), '"a"/>\n</svg>', '"a"/>\n  <g id="a-2"/>\n</svg>', of=twice)
    assert made(Delete((0,)), of=twice).count('id="a"') == 1


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_breaks_and_byte_order_marks_stay(newline: str, mark: str) -> None:
    file = (mark + CARD.replace("\n", newline)).encode()
    for change in (
        Set((1, "y"), "1"),
        Insert((), 2, "<b>\n<c/>\n</b>"),
        Enclose((), (1, 2)),
        Move((), 1, 0),
        Delete((2,)),
    ):
        after = edit("layouts/card.svg", file, [change])
        plain = made(change).replace("\n", newline)
        assert after == (mark + plain).encode()


def test_characters_that_the_declared_encoding_may_lack_are_references() -> None:
    latin = CARD.replace('"1.0"?', '"1.0" encoding="ISO-8859-1"?')
    check(Set((1, "y"), "é–"), "67.5", "&#233;&#8211;", of=latin)
    check(Set((1, "y"), "é–"), "67.5", "é–")


def test_sections_stay_sections() -> None:
    drawing = f"<svg {SVG}><style><![CDATA[a > b {{}}]]></style><text><!-- c -->x</text></svg>"
    check(Set((0, "text()"), "a > c {}"), "a > b {}", "a > c {}", of=drawing)
    assert refused(Set((0, "text()"), "]]>"), of=drawing).message == "a CDATA section can't hold `]]>`"
    assert "more than words" in refused(Set((1, "text()"), "y"), of=drawing).message


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (Set((9, "x"), "1"), "this place no longer exists: 9"),
        (Delete((1, "z")), "there is no attribute `z`"),
        (Rename((1, "x"), "y"), "`y` already exists"),
        (Set((1, "a b"), "1"), "`a b` is not an attribute that is edited here"),
        (Set((1, "xmlns:q"), "1"), "`xmlns:q` is not an attribute that is edited here"),
        (Set((1, "q:x"), "1"), "the file declares no prefix `q`"),
        (Set((1, "x"), "\x01"), "this would not be readable XML"),
        (Set((1, "x"), "\ud800"), "this would not be readable XML"),
        (Set((1, "x"), None), "an attribute holds one text"),
        (Set((2, 0, "text()"), "x"), "it has elements inside, such as a `tspan`; change their texts"),
        (Delete((0,)), "a `rect` of the drawing refers to `#sky`; change or delete it first"),
        (Delete(()), "a drawing can't be changed this way"),
        (Duplicate(()), "a drawing can't be changed this way"),
        (Insert((), 0, "<a/><b/>"), "this is not the source of one element"),
        (Insert((), 0, "words"), "this is not the source of one element"),
        (Insert((), 0, "<a>"), "this would not be readable XML"),
        (Insert((), 0, "</g><g>"), "this would not be readable XML"),
        (Insert((), 0, "<q:a/>"), "this would not be readable XML"),
        (Insert((), 0, "<a>&e;</a>"), "this would not be readable XML"),
        (Insert((), 7, "<a/>"), "this place no longer exists: 7"),
        (Move((), 1, 9), "this place no longer exists: 9"),
        (Relocate((2,), (2, 0), 0), "an element can't be put into itself"),
        (Enclose((), (2, 1)), "these elements can't be grouped"),
        (Enclose((), ()), "these elements can't be grouped"),
        (Enclose((), (1, 9)), "these elements can't be grouped"),
        (SetSource((1,), "x"), "a drawing can't be changed this way"),
    ],
)
def test_what_can_t_be_done_is_refused(change: Change, message: str) -> None:
    assert refused(change).message == message


@pytest.mark.parametrize(
    "drawing",
    [
        f'<!DOCTYPE svg [<!ENTITY a "<rect/>">]><svg {SVG}>&a;<g/></svg>',
        f'<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg {SVG}>&b;<g/></svg>',
        f'<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg {SVG}>&a;<g/></svg>',
        f"<svg {SVG}>" + "<g>" * 70 + "</g>" * 70 + "</svg>",
        f"<svg {SVG}><g></svg>",
        f'<svg {SVG} xmlns:n="urn:other"><g n:text="x"/></svg>',
        "<html><g/></html>",
        "",
        b"\xff\xfe<\x00s\x00",
        f"<svg {SVG}><g/>\xe9</svg>".encode("latin-1"),
    ],
)
def test_a_drawing_that_the_engine_refuses_is_not_changed(drawing: str | bytes) -> None:
    refused(Set((0, "x"), "1"), of=drawing)


def test_changes_may_not_make_a_drawing_that_the_engine_refuses() -> None:
    deep = f"<svg {SVG}>" + "<g>" * 58 + "<a/>" + "</g>" * 58 + "</svg>"
    assert "nested more than" in refused(Enclose((0,) * 58, (0,)), of=deep).message
    assert made(Set((0,) * 59 + ("x",), "1"), of=deep)


def test_paths_are_found_by_offsets() -> None:
    for path in ((), (0, 0), (2, 1), (4,)):
        element = read_source(CARD).at(path)
        assert element.path() == path
        assert element_paths(CARD)[element.start] == path


# On every layout of the games and the samples


def meant(text: str) -> tuple[list[tuple[str, tuple[tuple[str, str], ...]]], Counter[str]]:
    """Each element with its attributes, and what comments there are, by Expat alone."""
    elements: list[tuple[str, tuple[tuple[str, str], ...]]] = []
    comments: Counter[str] = Counter()
    parser = expat.ParserCreate("utf-8", " ")
    parser.StartElementHandler = lambda name, values: elements.append((name, tuple(sorted(values.items()))))
    parser.CommentHandler = lambda words: comments.update([words])
    parser.Parse(text.encode(), True)
    return elements, comments


def some_change(draw: random.Random, text: str) -> Change:
    root = read_source(text)
    inner = [each for each in root.all() if each.parent is not None]
    one = draw.choice(inner)
    path = one.path()
    parent = one.parent
    assert parent is not None
    size = len(parent.children)
    number = draw.randrange(size)
    names = [
        each.name for each in one.attributes if ":" not in each.name and each.name not in ("id", "xmlns")
    ]
    value = draw.choice(["64.5", "a & b", '"', "<é>", "", "'"])
    return draw.choice(
        [
            Set((*path, draw.choice(names or ["x"])), value),
            Set((*path, draw.choice(["opacity", "n:if", "data-x", "transform"])), value),
            Delete((*path, draw.choice(names or ["x"]))),
            Rename((*path, draw.choice(names or ["x"])), "data-y"),
            Set((*path, "text()"), value),
            Insert(path[:-1], number, '<rect x="1" n:text="t">\n  <title>a</title>\n</rect>'),
            Delete(path),
            Duplicate(path),
            Move(path[:-1], path[-1], number),
            Relocate(path, draw.choice(inner).path(), 0),
            Enclose(path[:-1], tuple(sorted({path[-1], number}))),
            Unwrap(path),
        ]
    )


def changed_elements(change: Change, before: str, after: str) -> None:
    """Of the elements, only those that a change names differ; no comment is lost."""
    (old, comments), (new, kept) = meant(before), meant(after)
    gone, came = Counter(old) - Counter(new), Counter(new) - Counter(old)
    named: SourceElement = read_source(before).at(
        tuple(step for step in change.path if isinstance(step, int))
    )
    most = {Insert: 2, Enclose: 1, Unwrap: 1, Duplicate: len([*named.all()]), Delete: len([*named.all()])}
    if isinstance(change, (Set, Rename)) or (isinstance(change, Delete) and isinstance(change.path[-1], str)):
        assert gone.total() <= 1
        assert came.total() <= 1
        assert kept == comments
        return
    assert gone.total() <= (most[type(change)] if isinstance(change, (Delete, Unwrap)) else 0)
    assert came.total() <= (most[type(change)] if isinstance(change, (Insert, Duplicate, Enclose)) else 0)
    assert kept >= comments or isinstance(change, Delete)
    if not isinstance(change, (Delete, Duplicate)):
        assert kept == comments
    if isinstance(change, (Move, Relocate, Enclose)):  # But for white space, all is there as it was written.
        squeezed, others = (Counter(re.sub(r"\s+", "", text)) for text in (before, after))
        end = f"</{read_source(before).at(change.into).name}>" if isinstance(change, Relocate) else "<g></g>"
        assert not squeezed - others
        assert others - squeezed <= Counter("" if isinstance(change, Move) else end)


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(file=st.sampled_from(FILES), seed=st.integers(0, 2**32))
def test_one_change_of_any_layout_changes_only_what_it_names(file: Path, seed: int) -> None:
    data = file.read_bytes()
    draw = random.Random(seed)
    change = some_change(draw, data.decode("utf-8-sig"))
    after = edit(str(file), data, [change])
    if isinstance(after, bytes):
        changed_elements(change, data.decode("utf-8-sig"), after.decode("utf-8-sig"))
        assert edit(str(file), after, [change]) is not None


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(file=st.sampled_from(FILES), seed=st.integers(0, 2**32))
def test_undoing_a_sequence_brings_the_bytes_back(
    tmp_path_factory: pytest.TempPathFactory, file: Path, seed: int
) -> None:
    root = tmp_path_factory.mktemp("undo")
    (root / "nineup.yaml").write_text("", encoding="utf-8")
    path = root / "layouts/a/card.svg"
    path.parent.mkdir(parents=True)
    path.write_bytes(file.read_bytes())
    history, draw = EditHistory(Project(root)), random.Random(seed)
    for _ in range(6):
        version = history.version("layouts/a/card.svg")
        assert version.data is not None
        if not read_source(version.data.decode("utf-8-sig")).children:
            break
        change = some_change(draw, version.data.decode("utf-8-sig"))
        outcome = history.edit("layouts/a/card.svg", version.digest, [change], "change")
        assert not isinstance(outcome, Conflict)
    while history.done:
        assert isinstance(history.undo(), EditStep)
    assert path.read_bytes() == file.read_bytes()


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(file=st.sampled_from(FILES), axis=st.integers(0, 1), at=st.floats(-5, 200))
def test_a_guide_of_any_layout_comes_alone_and_goes_again(file: Path, axis: int, at: float) -> None:
    text = file.read_text(encoding="utf-8-sig")
    known = editor_marks(text, 88, 0.1).guides
    try:
        added = edit_svg(text, guide_change(text, axis, at, 88, unit=0.1))
    except EditRefusedError:
        return
    (new,) = [
        each for each in editor_marks(added, 88, 0.1).guides if each.path not in {one.path for one in known}
    ]
    assert (new.axis, new.at) == (axis, pytest.approx(at, abs=0.001))
    (old, comments), (elements, kept) = meant(text), meant(added)
    assert not Counter(old) - Counter(elements)
    assert (Counter(elements) - Counter(old)).total() <= 2
    assert kept == comments
    gone = edit_svg(added, guide_change(added, axis, None, 88, unit=0.1, path=new.path))
    assert meant(gone) == meant(text)
    assert re.sub(r" xmlns:sodipodi=\"[^\"]*\"", "", gone) == re.sub(r" xmlns:sodipodi=\"[^\"]*\"", "", text)


def test_a_drawing_that_was_saved_elsewhere_is_a_conflict(tmp_path: Path) -> None:
    (tmp_path / "nineup.yaml").write_text("", encoding="utf-8")
    file = tmp_path / "layouts/a/card.svg"
    file.parent.mkdir(parents=True)
    file.write_text(CARD, encoding="utf-8")
    history = EditHistory(Project(tmp_path))
    base = history.version("layouts/a/card.svg").digest
    theirs = CARD.replace("Pepper", "Chili")
    file.write_text(theirs, encoding="utf-8")
    found = history.edit("layouts/a/card.svg", base, [Set((1, "y"), "64.5")], "move")
    assert isinstance(found, Conflict)
    assert found.theirs == theirs.encode()
    assert found.mine == CARD.replace("67.5", "64.5").encode()
    assert file.read_text(encoding="utf-8") == theirs


def test_white_space_among_words_is_left_alone() -> None:
    assert not is_loose(CARD, read_source(CARD).at((2, 0)))
    assert is_loose(CARD, read_source(CARD).at((2,)))
