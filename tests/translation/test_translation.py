"""Translations: catalogues are made, kept up to date and applied; the language is part of the run."""

from io import StringIO
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from babel.messages.pofile import read_po
from nineup.base.diagnostics import Diagnostic, Findings, Span
from nineup.base.project import Project
from nineup.book.appendix.values import label_in
from nineup.faces.record import FaceReader, read_record, record_text
from nineup.files.load import load_game
from nineup.model.game import Game, Item, Rich
from nineup.pipeline import BuildResult, DrawnRun, PrintOptions, RunChoice, check_games, draw, record_drawn
from nineup.pipeline.proof.checking import Narrowing
from nineup.translation import layout_texts, merged, read_catalogue, texts_of, translated
from nineup_studio.live.workspace import choice_of, is_of_run, query_of
from tiny import CARD, CARDS, GAME, write_tiny

PATH = "cards/tiny/translations/de.po"

TERMS = """\
terms:
  Bank: {forms: [Banks, Banked], means: What a player keeps for 12 evenings.}
data:
  turn: [{text: Take 1000 gems., tone: "#aabbcc", art: a/b.svg, kind: end-of-turn}]
rules:
"""

WORDS = {
    "Ruby": "Rubin",
    "First Light": "Erstes Licht",
    "Take 1 {gem} and wait for the evening.": "Warte auf den Abend und nimm 1 {gem}.",
    "Bank": "Tresor",
    "Banks, Banked": "Tresore, Tresoren, ",
    "Take 1000 gems.": "Nimm 1.000 Edelsteine.",
    "Sun": "Sonne",
}


def game_of(root: Path) -> Game:
    findings = Findings()
    made = load_game(Project(root), "tiny", findings)
    assert made is not None
    assert not findings.failed, list(findings)
    return made


def update(root: Path) -> str:
    """The catalogue as `nineup translate` writes it."""
    made = merged(Project(root), game_of(root), "de", findings := Findings())
    assert made is not None
    assert findings == []
    (root / PATH).parent.mkdir(exist_ok=True)
    (root / PATH).write_bytes(made.data)
    return made.data.decode()


def fill(root: Path, words: dict[str, str]) -> str:
    """A catalogue with translations by their source texts."""
    lines, source = [], ""
    for line in update(root).split("\n"):
        if line.startswith("msgid "):
            source = line.removeprefix("msgid ").strip('"')
        if line.startswith("msgstr ") and source in words:
            line = f'msgstr "{words[source]}"'
        lines.append(line)
    (root / PATH).write_text("\n".join(lines), encoding="utf-8")
    return "\n".join(lines)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_tiny(
        tmp_path,
        game=GAME.replace("rules:\n", TERMS),
        cards=CARDS.replace("- id: first\n", "- id: first\n    source: p. 4\n"),
    )
    return tmp_path


def in_german(root: Path, strict: bool = False) -> tuple[Game, Findings]:
    catalogue = read_catalogue(Project(root), "tiny", "de", findings := Findings())
    assert catalogue is not None
    return translated(game_of(root), catalogue, findings, strict), findings


def test_the_texts_that_players_read(root: Path) -> None:
    texts = {text.context: text for text in texts_of(game_of(root))}
    assert texts["deck/first text"].text == "Take 1 {gem} and wait for the evening."
    assert (texts["deck/first text"].source, texts["deck/first text"].span.file) == (
        "p. 4",
        "cards/tiny/cards.yaml",
    )
    assert [name for name in texts if not name.startswith(("list/", "deck/"))] == [
        *("symbol/gem name", "term/Bank name", "term/Bank forms", "term/Bank means", "data/turn 1.text"),
        *("deck name", "chip name", "game title", "label suit", "label text", "label suits"),
    ]
    assert texts["label suits"].text == "Suits"
    assert texts["list/suit/ruby name"].text == "Ruby"


def test_names_of_pictures_are_no_texts(root: Path) -> None:
    cards = (root / "cards/tiny/cards.yaml").read_text()
    cards = cards.replace("  name: text\n", "  name: text\n  art: {optional: picture}\n")
    name = "name: First Light\n    art: The First Light.png focus 1% 2%"
    (root / "cards/tiny/cards.yaml").write_text(cards.replace("name: First Light", name))
    assert not any("First Light.png" in text.text for text in texts_of(game_of(root)))
    assert game_of(root).components["deck"].cards[0].values["art"] == "The First Light.png focus 1% 2%"


def test_a_new_catalogue(root: Path) -> None:
    text = update(root)
    assert text == update(root)
    assert '#. source: p. 4\n#. keep: {gem}\n#: cards/tiny/cards.yaml\nmsgctxt "deck/first text"\n' in text
    found = read_po(StringIO(text))
    assert str(found.locale) == "de"
    assert {(m.context, m.id) for m in found if m.id} == {
        (t.context, t.text) for t in texts_of(game_of(root))
    }


def test_a_game_in_its_translation(root: Path) -> None:
    fill(root, WORDS)
    made, _ = in_german(root)
    first, second = made.components["deck"].cards
    assert (first.values["name"], second.values["name"]) == ("Erstes Licht", "Second Wind")
    assert first.values["text"] == Rich("Warte auf den Abend und nimm 1 {gem}.")
    assert isinstance(first.values["text"], Rich)
    suit = first.values["suit"]
    assert isinstance(suit, Item)
    assert (suit, suit.fields["name"]) == ("ruby", "Rubin")
    assert suit is made.lists["suit"].items[0] is made.options["suits"].values[0]
    assert made.terms["Bank"].forms == ("Tresor", "Tresore", "Tresoren")
    assert made.data["turn"][0]["text"] == "Nimm 1.000 Edelsteine."
    assert {"#aabbcc", "a/b.svg", "end-of-turn"} < set(made.data["turn"][0].values())
    assert (made.language, made.source_language) == ("de", "en")


def test_everything_else_of_a_translation_is_as_it_was(root: Path) -> None:
    update(root)
    before, (made, _) = game_of(root), in_german(root)
    assert [c.cards for c in made.components.values()] == [c.cards for c in before.components.values()]
    assert (made.terms, made.data, made.lists, made.options) == (
        *(before.terms, before.data, before.lists, before.options),
    )


def test_missing_and_fuzzy_translations(root: Path) -> None:
    text = fill(root, WORDS).replace('msgctxt "deck/first name"', '#, fuzzy\nmsgctxt "deck/first name"')
    text = text.replace('\n#: cards/tiny/game.yaml\nmsgctxt "game title"\nmsgid "Tiny"\nmsgstr ""\n', "")
    (root / PATH).write_text(text, encoding="utf-8")
    made, findings = in_german(root)
    assert made.components["deck"].cards[0].values["name"] == "First Light"
    assert {finding.code for finding in findings} == {"untranslated"}
    said = {finding.message: finding for finding in findings}
    fuzzy = said["the translation of `deck/first name` is marked as fuzzy"]
    assert fuzzy.severity == "warning"
    assert fuzzy.span is not None
    line = text.split("\n").index('msgid "First Light"') + 2
    assert (fuzzy.span.file, fuzzy.span.line) == (PATH, line)
    assert said["`game title` is not in the catalogue for `de`"].span == Span("cards/tiny/game.yaml", 1, 7, 4)
    assert {finding.severity for finding in in_german(root, strict=True)[1]} == {"error"}


@pytest.mark.parametrize(
    ("said", "differences"),
    [
        ("Nimm 1 {gem}.", []),
        ("Nimm ein {gem}.", []),
        ("Nimm 2 {gem}.", ["adds the number `2`"]),
        ("Nimm 2 {gem}, 3 und noch 3.", ["adds the numbers `2`, 2 × `3`"]),
        ("Nimm 1 Edelstein.", ["lacks `{gem}`"]),
        ("Nimm 1 {gems}.", ["lacks `{gem}` and adds `{gems}`"]),
        ("Nimm 1 {gem} {gem}.", ["adds `{gem}`"]),
        ("Nimm 1 {gem} {.", ["has a `{` that is never closed"]),
        (r"Nimm 1 {gem} \\{x}.", []),
        ("Nimm 1 {gem} in den Tresor.", ["adds the term `Bank`"]),
        ("[underline]{Nimm} 1 {gem}.", []),
        ("[underline]{Nimm 1 {gem}} sofort.", []),
        ("[underline]{Nimm 2} {gem}.", ["adds the number `2`"]),
        ("[underline]{Nimm} 1 {gems}.", ["lacks `{gem}` and adds `{gems}`"]),
        ("[underline]{Nimm 1 {gem}.", ["has a `{` that is never closed"]),
    ],
)
def test_a_translation_is_held_against_its_text(root: Path, said: str, differences: list[str]) -> None:
    source = "Take 1 {gem} and wait for the evening."
    lines = fill(root, {**WORDS, source: said}).split("\n")
    made, findings = in_german(root)
    found = [finding for finding in findings if finding.code != "untranslated"]
    assert [finding.message for finding in found] == [
        f"the translation of `deck/first text` {difference}" for difference in differences
    ]
    for finding in found:
        place = Span(PATH, lines.index(f'msgid "{source}"') + 2, 1, len("msgstr"))
        assert finding.span == place
    shown = made.components["deck"].cards[0].values["text"]
    assert (shown == source) == any(finding.code == "translation-symbols" for finding in found)


def test_terms_are_found_in_sentences_without_spaces(root: Path) -> None:
    source = "Take 1 {gem} and wait for the evening."
    cards = root / "cards/tiny/cards.yaml"
    cards.write_text(cards.read_text().replace(source, "Take 1 {gem} from the Bank."))
    words = {**WORDS, "Bank": "銀行", "Take 1 {gem} from the Bank.": "銀行から{gem}を1つ取る。"}
    fill(root, words)
    assert "translation-terms" not in {finding.code for finding in in_german(root)[1]}


def test_numbers_may_be_written_as_the_language_does(root: Path) -> None:
    fill(root, WORDS)
    assert not any(f.code == "translation-numbers" for f in in_german(root)[1])


@pytest.mark.parametrize(
    ("said", "is_right"),
    [
        ("12.500 Punkte für 3 {gem}", True),
        ("12\u202f500 points pour 3 {gem}", True),
        ("12 500 очков за 3 {gem}", True),
        ("۱۲٬۵۰۰ امتیاز برای ۳ {gem}", True),
        ("１２５００点 3{gem}", True),
        ("12 501 очко за 3 {gem}", False),
        ("12 500 очков за {gem}", False),
        ("۱۲٬۵۰۰ امتیاز برای ۴ {gem}", False),
    ],
)
def test_numbers_are_those_of_the_text_in_any_digits(root: Path, said: str, is_right: bool) -> None:
    cards = root / "cards/tiny/cards.yaml"
    cards.write_text(
        cards.read_text().replace("Take 1 {gem} and wait for the evening.", "12,500 points for 3 {gem}")
    )
    fill(root, {**WORDS, "12,500 points for 3 {gem}": said})
    found = [finding.code for finding in in_german(root)[1] if finding.code == "translation-numbers"]
    assert found == [] if is_right else found == ["translation-numbers"]


def test_an_update_keeps_what_translators_wrote(root: Path) -> None:
    text = fill(root, WORDS).replace("#. source: p. 4", "# Say it softly.\n#. source: p. 4")
    text = text.replace('"Language: de\\n"', '"Language: de\\n"\n"Last-Translator: Änne <a@b.de>\\n"')
    (root / PATH).write_text(text, encoding="utf-8")
    cards = root / "cards/tiny/cards.yaml"
    before = cards.read_text()
    cards.write_text(
        before.replace("wait for the evening", "wait").replace("name: Second Wind", "name: First Light")
    )
    text = update(root)
    assert '"Last-Translator: Änne <a@b.de>\\n"' in text
    assert (
        "# Say it softly.\n#. source: p. 4\n#. keep: {gem}\n#: cards/tiny/cards.yaml\n#, fuzzy\n"
        '#| msgid "Take 1 {gem} and wait for the evening."\nmsgctxt "deck/first text"\n'
        'msgid "Take 1 {gem} and wait."\nmsgstr "Warte auf den Abend und nimm 1 {gem}."\n'
    ) in text
    assert 'msgctxt "deck/second name"\nmsgid "First Light"\nmsgstr "Erstes Licht"\n' in text
    cards.write_text(before.replace("  - id: second", "  - id: other"))
    assert update(root) == update(root)


def test_translations_of_texts_that_are_gone_come_back(root: Path) -> None:
    fill(root, WORDS)
    game = root / "cards/tiny/game.yaml"
    before = game.read_text()
    game.write_text(
        before.replace(", jade:", ", opal: {name: Opal, tone: '#ffffff'}, jade:")
        .replace("ruby", "agate")
        .replace("Ruby", "Agate")
    )
    cards = root / "cards/tiny/cards.yaml"
    cards.write_text(cards.read_text().replace("ruby", "agate"))
    text = update(root)
    assert '#~ msgctxt "list/suit/ruby name"\n#~ msgid "Ruby"\n#~ msgstr "Rubin"\n' in text
    game.write_text(before)
    cards.write_text(cards.read_text().replace("agate", "ruby"))
    assert '\nmsgctxt "list/suit/ruby name"\nmsgid "Ruby"\nmsgstr "Rubin"\n' in update(root)


@pytest.mark.parametrize(
    ("line", "place", "message"),
    [
        ('msgstr "Nimm', (2, 8), "the quotes are never closed"),
        ('msgstr "Nimm\\"', (2, 8), "the quotes are never closed"),
        ('msgstr "Nimm "2" davon"', (2, 14), "the text ends here, but the line goes on"),
        ("msgstr “Nimm”", (2, 8), "a text begins with a straight quote"),
        ('msgstring "Nimm"', (2, 1), "`msgstring` is not a word of gettext catalogues"),
        ('msgstr ""\n"Nimm', (3, 1), "the quotes are never closed"),
    ],
)
def test_a_line_that_is_not_gettext_s_has_its_place(
    root: Path, line: str, place: tuple[int, int], message: str
) -> None:
    update(root)
    (root / PATH).write_text(f'msgid "a"\n{line}\n\nmsgid "b\nmsgstr "B"\n')
    findings = Findings()
    assert read_catalogue(Project(root), "tiny", "de", findings) is None
    said = [(each.code, (each.span.line, each.span.column), each.message) for each in findings if each.span]
    assert said[0] == ("bad-catalogue", place, message)
    assert said[1][1] == (place[0] + 2, 7)
    assert len(said) == 2


@pytest.mark.parametrize("second", ["B", "C"])
def test_a_message_given_twice_has_both_places(root: Path, second: str) -> None:
    update(root)
    text = 'msgid ""\nmsgstr ""\n\nmsgctxt "x"\nmsgid "a"\nmsgstr "B"\n\nmsgid "a"\nmsgstr "D"\n\n'
    (root / PATH).write_text(f'{text}#, fuzzy\nmsgctxt "x"\nmsgid "a"\nmsgstr "{second}"\n')
    findings = Findings()
    assert read_catalogue(Project(root), "tiny", "de", findings) is None
    (finding,) = findings
    assert (finding.code, finding.span) == ("bad-catalogue", Span(PATH, 13, 1))
    assert finding.message == "the message `x` is given twice"
    assert finding.hint.startswith("the first is in line 5: keep one of them")
    assert merged(Project(root), game_of(root), "de", Findings()) is None  # Neither translation is lost.


@pytest.mark.parametrize(
    ("text", "line", "message", "hint"),
    [
        (
            'msgid "a"\n\nmsgid "b"\nmsgstr "B"\n',
            1,
            "the message `a` has no `msgstr`",
            'write `msgstr ""` below it',
        ),
        (
            '<<<<<<< HEAD\nmsgid "a"\nmsgstr "A"\n',
            1,
            "a mark that git leaves where two changes meet",
            "keep one of the two versions, and delete the marks",
        ),
    ],
)
def test_what_an_editor_or_git_leaves_is_named(
    root: Path, text: str, line: int, message: str, hint: str
) -> None:
    update(root)
    (root / PATH).write_text(text)
    findings = Findings()
    assert read_catalogue(Project(root), "tiny", "de", findings) is None
    assert [(each.message, each.hint, each.span) for each in findings] == [
        (message, hint, Span(PATH, line, 1))
    ]


@pytest.mark.parametrize("text", ["msgid unquoted\n", 'msgid "a"\nmsgstr "b\n', "\0", 'msgstr "x"\nmsgid\n'])
def test_a_broken_catalogue_is_a_finding(root: Path, text: str) -> None:
    update(root)
    (root / PATH).write_text(text)
    findings = Findings()
    assert read_catalogue(Project(root), "tiny", "de", findings) is None or not findings
    assert [finding.code for finding in findings] in ([], ["bad-catalogue"])


def drawn(root: Path, language: str, findings: Findings, **printing: bool) -> DrawnRun | BuildResult:
    options = PrintOptions(**printing)  # type: ignore[arg-type]
    return draw(Project(root), "tiny", RunChoice(language=language), options, findings, lambda *_: None)


def test_the_faces_of_a_translation(root: Path) -> None:
    fill(root, WORDS)
    ready = drawn(root, "de", Findings())
    assert isinstance(ready, DrawnRun)
    letters = [str(each.front) for each in ready.drawn if each.part.card.id == "first"]
    assert ready.run.name == "box-de"
    assert all("'E', 'r', 's', 't', 'e', 's'" in text for text in letters)
    assert isinstance(drawn(root, "de", findings := Findings(), strict=True), BuildResult)
    assert findings.failed
    own = drawn(root, "en", Findings())
    assert isinstance(own, DrawnRun)
    assert (own.run.name, own.choice.language) == ("box", "")


def test_an_unknown_language(root: Path) -> None:
    update(root)
    assert isinstance(drawn(root, "fr", findings := Findings()), BuildResult)
    assert list(findings) == [
        Diagnostic(
            *("unknown-language", "error", "`tiny` has no translation into `fr`", None, "known here: `de`"),
            about="request",
        )
    ]


def test_hyphenation_follows_the_language(root: Path) -> None:
    fill(root, WORDS)
    style = root / "layouts/tiny/style.yaml"
    style.write_text(style.read_text().replace("valign: top}", "valign: top, hyphenate: yes}", 1))
    hyphenated = {}
    for language in ("", "de"):
        ready = drawn(root, language, Findings())
        assert isinstance(ready, DrawnRun)
        hyphenated[language] = ready.engine.sheet.styles["title"].hyphenate
    assert hyphenated == {"": "en_US", "de": "de"}


def test_check_finds_what_is_wrong_with_the_translation_only(root: Path) -> None:
    longest = "Ein sehr langer Name, der niemals in seinen Rahmen passt, wie klein er auch gesetzt wird, nie"
    fill(root, {**WORDS, "First Light": f"{longest} {longest}"})
    codes = {}
    for language in ("", "de"):
        (checked,) = check_games(Project(root), ("tiny",), Narrowing(language=language))
        codes[language] = {finding.code for finding in checked.findings}
    assert codes["de"] - codes[""] == {"text-overflow", "untranslated"}


def test_the_language_is_part_of_the_choice_in_addresses_and_records(root: Path) -> None:
    choice = RunChoice(3, {"suits": "ruby"}, language="de")
    assert choice_of(dict(parse_qsl(query_of(choice)))) == choice
    assert is_of_run("language")
    fill(root, WORDS)
    ready = drawn(root, "de", Findings())
    assert isinstance(ready, DrawnRun)
    record = record_drawn(ready.run, ready.choice, ready.drawn, ready.engine, "first")
    assert (record.choice.language, record.title) == ("de", "Tiny")
    (root / "cards/tiny/prints").mkdir()
    (root / "cards/tiny/prints/first.yaml").write_text(record_text(record), encoding="utf-8")
    assert read_record(Project(root), "cards/tiny/prints/first.yaml", findings := Findings()) == record
    assert findings == []


def test_a_catalogue_that_states_a_billion_plurals_is_read(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    file = root / "cards/tiny/translations/de.po"
    file.parent.mkdir()
    header = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=999999999; plural=0;\\n"\n\n'
    file.write_text(header + 'msgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\n', encoding="utf-8")
    findings = Findings()
    assert read_catalogue(Project(root), "tiny", "de", findings) is not None
    assert not findings


def test_a_letter_of_a_translation_is_found_in_its_catalogue(tmp_path: Path) -> None:
    write_tiny(tmp_path, card=CARD.replace("{{ card.name }}", "{{ card.name|upper }}"))
    text = fill(tmp_path, {"First Light": "Erstes \u2603 Licht"})
    (checked,) = check_games(
        Project(tmp_path), ("tiny",), Narrowing(players=(2,), rules=("contrast",), language="de")
    )
    (only,) = [finding for finding in checked.findings if finding.code == "missing-glyph"]
    assert only.span is not None
    line = text.split("\n")[only.span.line - 1]
    assert (only.span.file, line[only.span.column - 1]) == (PATH, "\u2603")


def test_words_of_layouts_are_translated_too(tmp_path: Path) -> None:
    own = (
        '<text x="9" y="70" font-family="Source Sans 3" font-size="4">In  the\nend <tspan font-size="3">count</tspan> 5</text>'
        '<text x="9" y="60" class="rules" n:text="{{ card.name }}">Sample</text></svg>'
    )
    write_tiny(tmp_path, card=CARD.replace("</svg>", own))
    text = fill(tmp_path, {"In the end": "Am Ende", "count": "zähle"})
    assert 'msgctxt "layout/card.svg words"\nmsgid "In the end"' in text
    assert "Sample" not in text
    assert "Sun" in text  # the owner's name, and the sample of the layout is none
    assert text.count("layout/card.svg words") == 2
    made = {}
    for language in ("", "de"):
        findings = Findings()
        drawn = draw(
            Project(tmp_path), "tiny", RunChoice(language=language), PrintOptions(), findings, lambda *_: None
        )
        assert isinstance(drawn, DrawnRun)
        assert not any(
            finding.code == "untranslated" and "layout/" in finding.message for finding in findings
        )
        made[language] = " ".join(FaceReader({}).text(drawn.drawn[0].front))
    assert "In the end" in made[""]
    assert "Am Ende" in made["de"]
    assert "zähle" in made["de"]


BOUND = "Draw {{ players }} {{ 'card' if players == 1 else 'cards' }} with {gem}"


def with_bound_text(root: Path, translation: str) -> None:
    """Writes the catalogue with a translation of the layout's text."""
    message = f'msgid "{BOUND}"\nmsgstr "'
    (root / PATH).write_text(update(root).replace(message, message + translation), encoding="utf-8")


@pytest.fixture
def bound(tmp_path: Path) -> Path:
    text = f'<text x="9" y="70" class="rules" n:text="{BOUND}">Sample</text></svg>'
    write_tiny(tmp_path, card=CARD.replace("</svg>", text))
    return tmp_path


def test_bound_texts_with_words_of_their_own_are_translated(bound: Path) -> None:
    catalogue = update(bound)
    assert (
        f'#. keep: players {{gem}}\n#: layouts/tiny/card.svg\nmsgctxt "layout/card.svg text"\nmsgid "{BOUND}"'
        in catalogue
    )
    with_bound_text(bound, "Nimm {gem} und zieh {{ players }} {{ players|plural('Karte', 'Karten') }}")
    findings = Findings()
    drawn = draw(
        Project(bound), "tiny", RunChoice(players=2, language="de"), PrintOptions(), findings, lambda *_: None
    )
    assert isinstance(drawn, DrawnRun), list(findings)
    said = FaceReader({}).text(drawn.drawn[0].front)
    assert "Nimm {gem} und zieh 2 Karten" in " ".join(" ".join(said).split())
    assert not any("layout/" in finding.message for finding in findings)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("Zieh {{ players }} Karten", "lacks `{gem}`"),
        ("Zieh {{ players + players }}", "lacks `{gem}`"),
        ("Zieh {{ players }} {{ owner }} {gem}", "names `owner`, which the text doesn't"),
        ("Zieh {{ players } {gem}", "can't be read: "),
    ],
)
def test_a_bound_text_keeps_its_values(bound: Path, said: str, message: str) -> None:
    with_bound_text(bound, said)
    catalogue = read_catalogue(Project(bound), "tiny", "de", findings := Findings())
    game = game_of(bound)
    assert catalogue is not None
    made = translated(game, catalogue, findings, drawn=layout_texts(Project(bound), game))
    (wrong,) = [finding for finding in findings if finding.severity == "error"]
    assert wrong.code == "translation-symbols"
    assert message in wrong.message
    assert wrong.span is not None
    assert wrong.span.file == PATH
    assert made.words == {("layouts/tiny/card.svg", BOUND): BOUND}


def test_a_layout_that_games_share_is_translated(bound: Path) -> None:
    (bound / "layouts/tiny/card.svg").rename(bound / "layouts/card.svg")
    assert 'msgctxt "layout/card.svg text"' in update(bound)


def test_forms_of_a_plural_differ_in_computed_texts(tmp_path: Path) -> None:
    source = "Draw {= players } {= players|plural('card', 'cards') }."
    write_tiny(tmp_path, cards=CARDS.replace("Take 1 {gem} and wait for the evening.", source))
    fill(tmp_path, {source: "Zieh {= players } {= players|plural('Karte', 'Karten') }."})
    made, findings = in_german(tmp_path)
    assert made.components["deck"].cards[0].values["text"].startswith("Zieh")
    assert "translation-symbols" not in {finding.code for finding in findings}


def test_names_of_fields_are_those_of_the_translation(root: Path) -> None:
    fill(root, {"Suit": "Farbe", "Suits": "Farben"})
    made, _ = in_german(root)
    assert (label_in(made, "suit"), label_in(made, "suits")) == ("Farbe", "Farben")
    assert (label_in(made, "text"), label_in(game_of(root), "suit")) == ("Text", "Suit")


def test_names_of_fields_in_records_and_languages(root: Path) -> None:
    fields = "  text: rich\n  door-cost: {list-of: {record: {points: number, name: text}}}\n  hint-de: text\nlanguage: {hint-de: de}\n"
    cards = CARDS.replace("  text: rich\n", fields).replace(
        "    name: ", "    door-cost: [{points: 1, name: Gate}]\n    hint-de: Tipp\n    name: "
    )
    (root / "cards/tiny/cards.yaml").write_text(cards, encoding="utf-8")
    labels = {
        text.context: text.text for text in texts_of(game_of(root)) if text.context.startswith("label ")
    }
    assert labels == {
        "label suit": "Suit", "label text": "Text", "label door-cost": "Door cost", "label points": "Points",
        "label suits": "Suits",
    }  # fmt: skip


def test_a_text_may_be_no_longer_than_in_a_card_list(root: Path) -> None:
    (root / PATH).parent.mkdir()
    (root / PATH).write_text('msgid ""\nmsgstr ""\n\nmsgid "a"\nmsgstr "' + "a" * 100_001 + '"\n')
    findings = Findings()
    assert read_catalogue(Project(root), "tiny", "de", findings) is None
    (finding,) = findings
    assert (finding.code, finding.span) == ("text-too-long", Span(PATH, 4, 1))
    assert finding.message == "the text has 100,001 characters; the longest may have 100,000"


def test_fields_are_kept_out_of_catalogues(tmp_path: Path) -> None:
    before = GAME.replace("game: Tiny\n", "game: Tiny\nthanks: All of you.\n")
    data = "data:\n  turn: [{text: Take 2., by: Ann Other}]\nrules:\n"
    before = before.replace("rules:\n", data).replace("name: Ruby,", "name: Ruby, code: R-1,")
    cards = CARDS.replace("  text: rich\n", "  text: rich\n  artist: {optional: text}\n").replace(
        "    text: Take", "    artist: Jane Doe\n    text: Take"
    )
    root = write_tiny(tmp_path, game=before, cards=cards)
    kept = {"deck/first artist", "data/turn 1.by", "list/suit/ruby code", "game thanks"}
    assert kept <= {text.context for text in texts_of(game_of(root))}
    game = root / "cards/tiny/game.yaml"
    game.write_text(before + "untranslated-fields: [artist, by, code, thanks]\n")
    texts = {text.context for text in texts_of(game_of(root))}
    assert not kept & texts
    assert {"deck/first text", "data/turn 1.text", "list/suit/ruby name"} <= texts
    game.write_text(before + "untranslated-fields: [artist, artst]\n")
    findings = Findings()
    assert load_game(Project(root), "tiny", findings) is None
    (only,) = findings
    assert (only.code, only.message) == ("unknown-key", "no card, list or data has a field `artst`")
    assert only.span == Span("cards/tiny/game.yaml", len(before.splitlines()) + 1, 31, 5)
    assert "`artist`" in only.hint
