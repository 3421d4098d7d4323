"""`n:micro`: a line that names the print, drawn but not part of what the face shows."""

from pathlib import Path

from engines import face, laid, places
from nineup.model.digests import digest
from nineup.model.drawing import Face, Group, Text, is_micro

LINE = '<text x="5" y="95" class="rules" {} n:micro="{{{{ card.id }}}} · {{{{ print.version }}}}">one · v1</text>'
TITLE = '<text x="5" y="20" class="title" n:text="{{ card.id }}">one</text>'


def drawn(folder: Path, body: str, version: str) -> Face:
    made, findings = face(folder, body, {"card": {"id": "one"}, "print": {"version": version}})
    assert findings == []
    assert made is not None
    return made


def words(made: Face) -> list[str]:
    return [
        "".join(getattr(piece, "text", "") for run in op.runs for piece in run.pieces)
        for group in made.ops
        if isinstance(group, Group) and group.micro
        for op in group.ops
        if isinstance(op, Text)
    ]


def test_it_is_drawn_and_is_no_change(tmp_path: Path) -> None:
    bare = drawn(tmp_path, TITLE, "v1")
    for number, extra in enumerate(('text-anchor="middle"', 'transform="rotate(90 5 95)"', 'opacity="0.5"')):
        folder = tmp_path / str(number)
        first = drawn(folder, TITLE + LINE.format(extra), "v1")
        second = drawn(folder, TITLE + LINE.format(extra), "v2")
        assert is_micro(first.ops[-1])
        assert first.ops != second.ops
        assert digest(first) == digest(second) == digest(bare)


def test_it_says_what_it_is_bound_to(tmp_path: Path) -> None:
    assert words(drawn(tmp_path, TITLE + LINE.format(""), "v7")) == ["one · v7"]


def test_in_a_group_it_is_no_change_either(tmp_path: Path) -> None:
    group = '<g opacity="0.5"><rect width="9" height="9"/>{}</g>'
    plain = drawn(tmp_path / "a", group.format("") + TITLE, "")
    lined = drawn(tmp_path / "b", group.format(LINE.format("")) + TITLE, "v1")
    assert digest(drawn(tmp_path / "b", group.format(LINE.format("")) + TITLE, "v2")) == digest(lined)
    assert plain.ops != lined.ops


def test_it_is_a_line_and_no_frame(tmp_path: Path) -> None:
    layout, _, findings = laid(tmp_path, '<rect class="rules" width="9" height="9" n:micro="{{ card.id }}"/>')
    assert layout is None or not layout.sound
    assert places(findings) == [("binding-misplaced", "layouts/toy/card.svg", 2, 51)]


def test_its_style_is_looked_for_as_any_texts(tmp_path: Path) -> None:
    layout, _, findings = laid(tmp_path, '<text x="1" y="9" n:micro="{{ card.id }}">one</text>')
    assert layout is not None
    assert not layout.sound
    assert places(findings) == [("unknown-style", "layouts/toy/card.svg", 2, 28)]
