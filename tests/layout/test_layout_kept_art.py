"""Drawings in the user's cache: a build with them has the same bytes and findings, and draws them no more."""

from hashlib import sha256
from pathlib import Path as FilePath

import pytest
from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.base.store import Store
from nineup.layout import art_files
from nineup.layout.kept_art import kept_ops
from nineup.model.drawing import Cmyk, Group, InkColour, Linear, Mask, Op, Path, Spot, Stop, Stroke
from nineup.svg import library
from stores import DAMAGES, damage, user_store
from tiny import CARD, CARDS, write_tiny

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:n="nineup" width="9mm" height="9mm" viewBox="0 0 9 9"'
CURVES = "M0 0" + "".join(f"C{n} 1 2 {n % 7} {n % 9} {n % 5}" for n in range(50))

CLOSED = {
    "paths": '><path d="M1 1L2.5 3Z" fill="#123456"/><path d="M0 0H9" stroke="red" stroke-dasharray="1 .5"/></svg>',
    "a long path": f'><path d="{CURVES}" fill-rule="evenodd"/></svg>',
    "gradients": '><linearGradient id="a"><stop stop-color="#fff"/><stop offset="1" stop-opacity=".5"/>'
    '</linearGradient><radialGradient id="b" href="#a" r="1"/><rect width="5" height="9" fill="url(#a)"/>'
    '<circle r="4" fill="none" stroke="url(#b)" stroke-linejoin="round"/></svg>',
    "groups": '><g opacity=".5"><g style="mix-blend-mode: multiply" transform="rotate(9)"><circle r="4"/></g></g>'
    '<clipPath id="c"><circle r="5"/></clipPath><rect clip-path="url(#c)" width="8" height="8"/></svg>',
    "its own elements": '><style>.a { fill: #aa0000 }</style><defs><circle id="c" r="2" class="a"/></defs>'
    '<use href="#c" x="3"/><use href="#c" x="5" opacity=".3"/></svg>',
    "what is beyond its edges": ' preserveAspectRatio="none"><circle r="20" fill="#00f"/></svg>',
    "nothing": "></svg>",
}

OPEN = {
    "letters": '><text x="1" y="5" font-family="Source Sans 3" font-size="3">a</text></svg>',
    "a palette's color": '><rect width="9" height="9" n:fill="{{ palette.ink }}"/></svg>',
    "another file": '><image href="gem.svg" width="5" height="5"/></svg>',
    "an element of another file": '><use href="parts.svg#part"/></svg>',
    "a pattern": '><pattern id="p" width=".5" height=".5"><path d="M0 0H1"/></pattern>'
    '<rect width="9" height="9" fill="url(#p)"/></svg>',
    "pixels": '><filter id="f"><feGaussianBlur stdDeviation="1"/></filter><rect filter="url(#f)" width="5" height="5"/></svg>',
    "a note": '><path d="M0 0H9" marker-end="url(#gone)"/></svg>',
    "a mistake": '><path d="M0 0H9" fill="wrong"/></svg>',
}


@pytest.fixture
def store(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Store:
    return user_store(tmp_path_factory.mktemp("above"), monkeypatch)


def project_with(folder: FilePath, drawing: str) -> FilePath:
    card = CARD.replace("  <rect", '  <image href="art.svg" width="20" height="30"/>\n  <rect', 1)
    root = write_tiny(folder, card=card)
    (root / "layouts/tiny/art.svg").write_text(HEAD + drawing)
    (root / "layouts/tiny/parts.svg").write_text(HEAD + '><path id="part" d="M1 1H5V5Z"/></svg>')
    return root


def built(root: FilePath, *, remembers: bool) -> tuple[dict[str, bytes], list[str]]:
    """The files and findings of a build."""
    findings, options = Findings(), pipeline.PrintOptions(allow_errors=True)
    pipeline.build(
        Project(root, remembers=remembers),
        "tiny",
        pipeline.RunChoice(),
        options,
        findings=findings,
        progress=lambda *_: None,
    )
    files = {path.name: path.read_bytes() for path in (root / "output").rglob("*.*")}
    return files, [repr(each) for each in findings]


def edit(root: FilePath) -> None:
    """What is kept of drawings serves after an edit, too."""
    (root / "cards/tiny/cards.yaml").write_text(CARDS.replace("First Light", "Last Light"))


@pytest.mark.parametrize("kind", CLOSED)
def test_a_closed_drawing_is_drawn_once(
    kind: str, tmp_path: FilePath, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = project_with(tmp_path, CLOSED[kind])
    plain = built(root, remembers=False)
    assert store.sizes() == []
    assert built(root, remembers=True) == plain
    edit(root)
    plain = built(root, remembers=False)
    parse, read = library.parse_svg, list[str]()
    monkeypatch.setattr(library, "parse_svg", lambda path, *rest: (read.append(path), parse(path, *rest))[1])
    assert built(root, remembers=True) == plain
    assert "layouts/tiny/card.svg" in read
    assert "layouts/tiny/art.svg" not in read


@pytest.mark.parametrize("kind", OPEN)
def test_what_is_more_than_its_file_is_drawn_each_time(
    kind: str, tmp_path: FilePath, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = project_with(tmp_path, OPEN[kind])
    keep, kept = art_files.keep_by_content, list[bytes]()
    monkeypatch.setattr(
        art_files, "keep_by_content", lambda *each, result: (kept.append(each[2]), keep(*each, result))
    )
    plain = built(root, remembers=False)
    for _ in range(2):
        assert built(root, remembers=True) == plain
    assert sha256((root / "layouts/tiny/gem.svg").read_bytes()).digest() in kept
    assert sha256((root / "layouts/tiny/art.svg").read_bytes()).digest() not in kept


@pytest.mark.parametrize("how", DAMAGES)
def test_damaged_drawings_are_drawn_again(
    how: str, tmp_path: FilePath, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = project_with(tmp_path, CLOSED["gradients"])
    plain = built(root, remembers=True)
    damage(store, how, monkeypatch)
    assert built(root, remembers=True) == plain


def test_another_drawing_is_drawn(tmp_path: FilePath, store: Store) -> None:
    root = project_with(tmp_path, CLOSED["paths"])
    before = built(root, remembers=True)
    (root / "layouts/tiny/art.svg").write_text(HEAD + CLOSED["paths"].replace("#123456", "#123457"))
    after = built(root, remembers=True)
    assert after != before
    assert after == built(root, remembers=False)


def test_a_drawing_that_has_said_something_is_not_kept(tmp_path: FilePath, store: Store) -> None:
    """Of an element that was drawn before, the note isn't repeated: the whole would be kept without it."""
    root = project_with(tmp_path, OPEN["a note"].replace("<path", '<path id="part"'))
    layout = root / "layouts/tiny/card.svg"
    first, whole = '<image href="art.svg#part" width="9" height="9"/>', '<image href="art.svg"'
    layout.write_text(layout.read_text().replace(whole, first + whole))
    noted = built(root, remembers=True)
    assert "svg-ignored" in repr(noted[1])
    layout.write_text(layout.read_text().replace(first, ""))
    assert built(root, remembers=True) == built(root, remembers=False)


def test_who_asks_which_element_drew_what_gets_elements(tmp_path: FilePath, store: Store) -> None:
    """A check names the places of what it finds in drawings."""
    root = project_with(tmp_path, CLOSED["groups"])
    built(root, remembers=True)
    plain, kept = Findings(), Findings()
    pipeline.check(Project(root), "tiny", plain)
    pipeline.check(Project(root, remembers=True), "tiny", kept)
    assert kept == plain


def test_only_what_comes_back_as_it_was_is_kept() -> None:
    outline = (("M", 1, 2.0), ("L", 3.5, 4), ("Z",))
    gold = InkColour((0.8, 0.6, 0.1), Spot("gold", Cmyk(0.0, 0.2, 0.8, 0.2)))
    stops = (Stop(0.0, (1.0, 1.0, 1.0)), Stop(1.0, (0.0, 0.0, 0.0)))

    def is_kept(*ops: Op) -> bool:
        return kept_ops(ops) is not None

    assert is_kept(Path(outline, (1, 0.5, 0)), Path(outline, Linear(0.0, 0.0, 1.0, 1.0, stops)))
    assert not is_kept(Path(outline, Linear(0, 0.0, 1.0, 1.0, stops)))  # A whole number would become 0.0.
    assert not is_kept(Path(outline, gold))
    assert not is_kept(Path(outline, stroke=Stroke(gold)))
    assert not is_kept(Group((Path(outline),), mask=Mask(())))
    assert not is_kept(Group((Path(outline),), says="words"))
