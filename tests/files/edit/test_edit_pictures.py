"""Pictures that come into a project: what is refused, safe names, cards by name, and one step with the card."""

import gzip
import os
import signal
import tracemalloc
from pathlib import Path

import pytest
from nineup.base.diagnostics import Diagnostic
from nineup.base.project import Project
from nineup.files.edit import ABSENT, AddedFile, EditHistory, EditStep, Set, edit, file_digest
from nineup.files.edit.pictures import checked_picture, matched, picture_place, safe_name
from nineup.model.art import ArtError
from refused_pictures import REFUSED, drawing, picture
from tiny import CARDS, write_tiny

FILE = "cards/tiny/cards.yaml"
ART = "layouts/tiny/art/dragon.png"


@pytest.mark.parametrize(
    ("name", "kind", "expected"),
    [
        ("Dragon.PNG", "PNG", "dragon.png"),
        ("Dragon.jpeg", "JPEG", "dragon.jpg"),
        ("a.webp", "WEBP", "a.webp"),
        ("a.gif", "GIF", "a.gif"),
        ("a.bmp", "BMP", "a.bmp"),
        ("image", "PNG", "image.png"),
    ],
)
def test_a_picture_is_known_by_its_content(name: str, kind: str, expected: str) -> None:
    found = checked_picture(name, picture(kind))
    assert (found.name, found.width, found.height) == (expected, 8, 6)


def test_a_drawing_has_its_size_in_points() -> None:
    found = checked_picture("Crown.SVG", drawing())
    assert (found.name, round(found.width), round(found.height)) == ("crown.svg", 11, 6)
    assert checked_picture("crown.svgz", gzip.compress(drawing())).name == "crown.svgz"
    embedded = drawing('<image href="data:image/png;base64,AAAA" width="1" height="1"/>')
    assert checked_picture("crown.svg", embedded).name == "crown.svg"


@pytest.mark.parametrize("case", REFUSED)
def test_what_can_t_be_printed_is_refused_in_a_sentence(case: str) -> None:
    name, data, why = REFUSED[case]
    with pytest.raises(ArtError) as refused:
        checked_picture(name, data)
    assert refused.value.message.startswith(why)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Dragon’s Hoard (2).PNG", "dragon-s-hoard-2.png"),
        ("../../etc/passwd.png", "passwd.png"),
        ("C:\\art\\Élan vital.png", "elan-vital.png"),
        ("con.png", "con-art.png"),
        ("LPT1 .png", "lpt1-art.png"),
        ("...png", "picture.png"),
        (".png", "picture.png"),
        ("竜 Dragon.png", "竜-dragon.png"),
        ("cafe\u0301_Été.png", "cafe-ete.png"),
        ("a\x00b\n<>:|.png", "a-b.png"),
        ("x" * 300 + ".png", "x" * 60 + ".png"),
        ("archive.tar", "archive-tar.png"),
    ],
)
def test_names_become_portable(name: str, expected: str) -> None:
    assert safe_name(name, ".png") == expected


@pytest.mark.parametrize(
    ("file", "why"),
    [
        ("../art/a.png", "`..` can't be the name of a picture"),
        ("art/../../a.png", "`..` can't be the name of a picture"),
        ("art//a.png", "`` can't be the name of a picture: it is empty"),
        ("/etc/a.png", "`` can't be"),
        ("a.png", "`a.png` is not in a folder"),
        ("a/b/c/d/e.png", "`a/b/c/d/e.png` is not in a folder"),
        ("art/.a.png", "`.a.png` can't be"),
        ("art/con.png", "`con.png` can't be the name of a picture: Windows reserves the name"),
        ("nul/a.png", "`nul` can't be"),
        ("art/a:b.png", "`a:b.png` can't be"),
        ("art/a\\b.png", "`a\\b.png` can't be"),
        ("art/a\x00.png", "`a\x00.png` can't be"),
        ("art/a\u202e.png", "`a\u202e.png` can't be"),
        ("art/a.yaml", "`art/a.yaml` doesn't end as a picture does"),
        ("art/a.png ", "`a.png ` can't be"),
        ("Art/a.png", "`art` is there already"),
        ("art/DRAGON.png", "`dragon.png` is there already, which Windows and macOS take for `DRAGON.png`"),
        ("art/Elf.png", "two pictures would be `art/Elf.png`"),
    ],
)
def test_no_picture_gets_out_or_hides_another(tmp_path: Path, file: str, why: str) -> None:
    root = write_tiny(tmp_path)
    (root / ART).parent.mkdir()
    (root / ART).write_bytes(b"")
    with pytest.raises(ArtError) as refused:
        picture_place(Project(root), "tiny", file, taken=["art/elf.png"])
    assert refused.value.message.startswith(why)


def test_files_find_their_cards() -> None:
    cards = [
        {"id": "elan-vital", "name": "Élan vital"},
        {"id": "d1", "name": "Dragon’s Hoard"},
        {"id": "goblin", "name": "Goblin"},
        {"id": "g2", "name": "goblin"},
        {"id": "twin-1", "name": "Twin"},
        {"id": "twin-2", "name": "Twin"},
        {"id": "ryu", "name": "竜"},
    ]
    files = {
        "01_ELAN_VITAL.png": "elan-vital",
        "dragons hoard.jpg": "d1",
        "Goblin.png": "goblin",
        "竜.png": "ryu",
        "élan-vital.png": "another of these files is for its card",
        "twin.png": "several cards have this name: twin-1, twin-2",
        "elf.png": "no card has this id or name",
        "7.png": "no card has this id or name",
        "twin 2.png": "twin-2",
    }
    found = matched(list(files), cards)
    said = [each.why if each.card is None else cards[each.card]["id"] for each in found]
    assert said == list(files.values())


@pytest.fixture
def history(tmp_path: Path) -> EditHistory:
    return EditHistory(Project(write_tiny(tmp_path / "project")))


def add(history: EditHistory, data: bytes, base: str = ABSENT) -> object:
    """A picture with its card's value, as one step."""
    source = history.project.root.parent / "uploaded"
    source.write_bytes(data)
    change = Set(("cards", 0, "name"), "Dragon")
    files = {FILE: (history.version(FILE).digest, lambda text: edit(FILE, text, [change]))}
    return history.write(files, "add it", added={ART: AddedFile(base, source)})


def on_disk(history: EditHistory) -> tuple[str, bytes | None]:
    art = history.project.root / ART
    return (history.project.root / FILE).read_text(), art.read_bytes() if art.exists() else None


LARGE = picture(size=(400, 400), noise=True)


@pytest.mark.parametrize("data", [picture(), LARGE], ids=["small", "large"])
def test_a_picture_and_its_card_are_one_step(history: EditHistory, data: bytes) -> None:
    after = CARDS.replace("First Light", "Dragon"), data
    assert isinstance(add(history, data), EditStep)
    assert on_disk(history) == after
    assert isinstance(history.undo(), EditStep)
    assert on_disk(history) == (CARDS, None)
    assert not (history.project.root / ART).parent.exists()
    assert isinstance(history.redo(), EditStep)
    assert on_disk(history) == after


def test_a_file_of_that_name_is_replaced_only_by_its_digest(history: EditHistory) -> None:
    add(history, LARGE)
    new = picture("PNG", (9, 9))
    refused = add(history, new)
    assert isinstance(refused, Diagnostic)
    assert "is there already" in refused.message
    assert on_disk(history)[1] == LARGE
    assert isinstance(add(history, new, file_digest(LARGE)), EditStep)
    assert on_disk(history)[1] == new
    assert isinstance(history.undo(), EditStep)
    assert on_disk(history)[1] == LARGE


def test_undo_leaves_a_picture_that_another_program_has_changed(history: EditHistory) -> None:
    add(history, LARGE)
    (history.project.root / ART).write_bytes(b"mine")
    refused = history.undo()
    assert isinstance(refused, Diagnostic)
    assert "another program has changed" in refused.message
    assert on_disk(history) == (CARDS.replace("First Light", "Dragon"), b"mine")


def test_a_picture_behind_a_link_is_not_written(history: EditHistory, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (history.project.root / "layouts/tiny/art").symlink_to(tmp_path / "out")
    assert isinstance(add(history, LARGE), Diagnostic)
    assert list((tmp_path / "out").iterdir()) == []
    assert on_disk(history)[0] == CARDS


def test_a_full_disk_leaves_everything_as_it_was(
    history: EditHistory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("nineup.write.files.os.fsync", full)
        with pytest.raises(OSError, match="No space left"):
            add(history, LARGE)
    assert on_disk(history) == (CARDS, None)
    assert [each.name for each in (history.project.root / "cards/tiny").glob(".*")] == []
    assert history.done == ()
    assert isinstance(add(history, LARGE), EditStep)


@pytest.mark.skipif(os.name == "nt", reason="kills a copy of this process")
@pytest.mark.parametrize("renames", [0, 1])
def test_a_kill_leaves_each_file_old_or_new_and_no_card_without_its_picture(
    history: EditHistory, renames: int
) -> None:
    child = os.fork()
    if not child:
        move, done = os.replace, []

        def replace(*words: Path) -> None:
            if len(done) == renames:
                os.kill(os.getpid(), signal.SIGKILL)
            done.append(words)
            move(*words)

        os.replace = replace  # type: ignore[assignment]
        add(history, LARGE)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == signal.SIGKILL
    assert on_disk(history) == (CARDS, LARGE if renames else None)
    assert isinstance(add(history, LARGE, file_digest(LARGE) if renames else ABSENT), EditStep)
    assert on_disk(history) == (CARDS.replace("First Light", "Dragon"), LARGE)
    left = [each.name for each in history.project.root.rglob(".*.part")]
    assert left == []


def test_pictures_for_undo_take_no_memory(history: EditHistory) -> None:
    data = picture("BMP", (1600, 1500), noise=True)
    source = history.project.root.parent / "large"
    source.write_bytes(data)
    tracemalloc.start()
    for number in range(8):
        place = f"layouts/tiny/art/{number}.bmp"
        assert isinstance(history.write({}, "add", added={place: AddedFile(ABSENT, source)}), EditStep)
    kept, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(data) > 7_000_000
    assert kept < 1_000_000
    assert peak < 6_000_000
