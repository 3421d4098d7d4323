"""Catalogues can be read by gettext's own programs, polib and Babel, however texts and translations change."""

import random
import shutil
import subprocess
from io import BytesIO
from pathlib import Path

import polib
import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.files.load import load_game
from nineup.translation import merged
from nineup.translation.po_text import earlier_text, po_message
from tiny import write_tiny

PATH = "cards/tiny/translations/de.po"
ROUNDS = 10

PIECES = (
    "Each player in turn order, starting with the one who holds the lantern, takes 1 {gem} from the supply",
    "says “Ahoy!”, \"Ahoy!\" or 'Ahoy!'",
    r"prints \{braces\}, \*stars\* and a back\\slash",
    "🐉 dragons 👩‍👩‍👧 and 🇩🇪 flags",
    "שלום לכולם, קחו 2 קלפים",
    "خذ بطاقتين ثم ضع واحدة",
    "各プレイヤーはカードを3枚引き、そのうち1枚を捨て札にする",
    "on a line\n- of its own\n- and another\n\nafter a blank one",
    "a tab\tand a no-break\u00a0space, a line\u2028separator",
    "#, not a flag, % nor %s nor %(name)s",
)


def text_of(chance: random.Random) -> str:
    return " ".join(chance.sample(PIECES, chance.randint(1, 4)))


def write_cards(root: Path, texts: list[str]) -> None:
    """A card list with a card for each text."""
    cards = "\n".join(
        f"  - {{id: c{at}, name: Card {at}, text: {_in_quotes(text)}}}" for at, text in enumerate(texts)
    )
    (root / "cards/tiny/cards.yaml").write_text(
        f"fields: {{name: text, text: rich}}\ncards:\n{cards}\n", encoding="utf-8"
    )


def _in_quotes(text: str) -> str:
    signs = {"\\": r"\\", '"': r"\"", "\n": r"\n", "\t": r"\t", "\u2028": r"\L"}
    return '"' + "".join(signs.get(letter, letter) for letter in text) + '"'


def update(root: Path) -> Path:
    """The catalogue, as `nineup translate` writes it."""
    findings = Findings()
    game = load_game(Project(root), "tiny", findings)
    assert game is not None, list(findings)
    made = merged(Project(root), game, "de", findings)
    assert made is not None, list(findings)
    path = root / PATH
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(made.data)
    return path


Read = dict[tuple[str, str], tuple[str, bool, str]]
"""By context and text: the translation, whether it is fuzzy, and the earlier text."""


def by_polib(path: Path) -> Read:
    return {
        (entry.msgctxt, entry.msgid): (entry.msgstr, entry.fuzzy, entry.previous_msgid or "")
        for entry in polib.pofile(str(path))
        if not entry.obsolete
    }


def by_babel(path: Path) -> Read:
    return {
        (message.context, message.id): (message.string, message.fuzzy, earlier_text(message.user_comments))
        for message in read_po(BytesIO(path.read_bytes()), abort_invalid=True)
        if message.id
    }


def check_by_gettext(path: Path) -> None:
    if shutil.which("msgfmt"):
        done = subprocess.run(
            ["msgfmt", "-c", "-o", path.with_suffix(".mo"), path], capture_output=True, text=True, check=False
        )
        # The date of the revision, for example, isn't there on purpose.
        said = [line for line in done.stderr.splitlines() if not line.endswith("missing in header")]
        assert (done.returncode, said) == (0, [])


@pytest.mark.parametrize("seed", range(4))
def test_ten_rounds_of_edits_and_translations_lose_nothing(tmp_path: Path, seed: int) -> None:
    root = write_tiny(tmp_path)
    chance = random.Random(seed)
    texts = [text_of(chance) for _ in range(12)]
    translated = dict[str, tuple[str, str]]()  # By context: the last text with a translation, and that.
    for _ in range(ROUNDS):
        write_cards(root, texts)
        path = update(root)
        read = by_polib(path)
        assert read == by_babel(path)
        check_by_gettext(path)
        assert update(root).read_bytes() == path.read_bytes()
        entries = polib.pofile(str(path))
        for at, text in enumerate(texts):
            context = f"deck/c{at} text"
            string, is_fuzzy, earlier = read[context, text]
            if context in translated:
                source, said = translated[context]
                assert string == said
                assert (is_fuzzy, earlier) == ((True, source) if source != text else (False, ""))
            if chance.random() < 0.6:
                entry = next(each for each in entries if (each.msgctxt, each.msgid) == (context, text))
                entry.msgstr = f"{at}: {text_of(chance)}"
                entry.previous_msgid = None
                entry.flags = [flag for flag in entry.flags if flag != "fuzzy"]
                translated[context] = text, entry.msgstr
        if chance.random() < 0.5:
            entries.save(str(path))
        else:  # By hand, without polib's line breaks.
            entries.wrapwidth = 10_000
            entries.save(str(path))
        texts = [
            f"{at} {text_of(chance)}" if chance.random() < 0.4 else text for at, text in enumerate(texts)
        ]


def test_what_an_older_version_broke_is_mended(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    write_cards(root, ["Take 2."])
    path = update(root)
    broken = '#, fuzzy\n#| msgid "Each player in turn order takes one\n#| gem."\nmsgctxt "deck/c0 text"'
    text = path.read_text(encoding="utf-8").replace('msgctxt "deck/c0 text"', broken)
    path.write_text(text.replace('msgid "Take 2."\nmsgstr ""', 'msgid "Take 2."\nmsgstr "Nimm 2."'))
    read = by_polib(update(root))
    assert read["deck/c0 text", "Take 2."] == ("Nimm 2.", True, "")


def test_a_fuzzy_translation_that_is_obsolete_stays_fuzzy(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    write_cards(root, ["Take 2.", "Keep 1."])
    path = update(root)
    text = path.read_text(encoding="utf-8")
    fuzzy = '#, fuzzy\nmsgctxt "deck/c1 text"\nmsgid "Keep 1."\nmsgstr "Behalte eine."'
    path.write_text(text.replace('msgctxt "deck/c1 text"\nmsgid "Keep 1."\nmsgstr ""', fuzzy))
    write_cards(root, ["Take 2."])
    text = update(root).read_text(encoding="utf-8")
    assert '#, fuzzy\n#~ msgctxt "deck/c1 text"\n#~ msgid "Keep 1."\n#~ msgstr "Behalte eine."\n' in text
    check_by_gettext(path)
    write_cards(root, ["Take 2.", "Keep 1."])
    assert by_polib(update(root))["deck/c1 text", "Keep 1."] == ("Behalte eine.", True, "")


def test_catalogues_of_other_programs_are_read(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    write_cards(root, ["Take 2."])
    path = update(root)
    obsolete = (
        '\n#, fuzzy\n#~| msgctxt "deck/c9 text"\n#~| msgid "Old."\n#~ msgid "Gone."\n#~ msgstr "Weg."\n'
    )
    comment = '# A note of the translator.\nmsgctxt "deck/c0 text"'
    text = path.read_text(encoding="utf-8").replace('msgctxt "deck/c0 text"', comment)
    path.write_text(text + obsolete, encoding="utf-8")
    text = update(root).read_text(encoding="utf-8")
    assert "# A note of the translator.\n#: cards/tiny/cards.yaml\n" in text
    assert '#, fuzzy\n#~ msgid "Gone."\n#~ msgstr "Weg."\n' in text


def test_a_file_with_a_space_in_its_name_is_one_place() -> None:
    text = po_message(Message("Take 2.", locations=[("cards/tiny/my cards.yaml", 0)]))
    message = read_po(BytesIO(text.encode()), abort_invalid=True).get("Take 2.")
    assert message is not None
    assert [file for file, _ in message.locations] == ["cards/tiny/my cards.yaml"]
