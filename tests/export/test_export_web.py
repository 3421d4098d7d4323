"""The published game: what its files hold, and a game that a script plays to its end in a browser, from a folder."""

import json
import re
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import to_builtins
from nineup.base.diagnostics import Findings, Status
from nineup.base.project import Project
from nineup.changes import reprint
from nineup.logic.select import Space, select
from nineup.pipeline import DrawnRun, PrintOptions, RunChoice, build, draw, load
from nineup.pipeline.draws import Draws, hands
from nineup_export import ExportRequest, ExportResult, export, target_named
from nineup_export.web.album import Album
from nineup_export.web.choice_data import choice_data
from nineup_export.web.choices import TableChoices, typed
from nineup_export.web.pages import joined
from nineup_export.web.table_setup import MAX_PILE, TablePiece, piece_key, set_up
from playwright.sync_api import Browser, Page, expect
from programs import from_npm
from tiny import CARD, CARDS, GAME, SVG, write_tiny

ROOT = Path(__file__).parents[2]
DIE = "  fate: {name: Fate, shape: die, size: 16mm, layout: chip.svg, copies: 2}\n"
DEALT = GAME.replace("rules:\n", DIE + "rules:\n  - deal: {player: {deck: 1, chip: 2}}\n")


def published(root: Path, game: str = "tiny", **values: str) -> ExportResult:
    target = target_named("web")
    assert target is not None
    findings = Findings()
    request = ExportRequest(target, target.values(values))
    made = export(Project(root), game, request, findings, lambda *_: None)
    assert made.status == Status.DONE, findings
    return made


def text_of(made: ExportResult, name: str) -> str:
    return (made.folder / name).read_text("utf-8")


def data_of(made: ExportResult, name: str) -> Any:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text_of(made, name), re.S)
    assert found
    return json.loads(found[1])


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> ExportResult:
    return published(write_tiny(tmp_path_factory.mktemp("web"), game=DEALT))


def test_a_published_game_has_its_pages_faces_and_pdfs(tiny: ExportResult) -> None:
    names = set(tiny.files)
    assert {"index.html", "table.html", "credits.txt"} <= names
    for paper in ("a4", "letter"):
        assert {f"print/cards-{paper}.pdf", f"print/cards-low-ink-{paper}.pdf"} <= names
    index, table = data_of(tiny, "index.html"), data_of(tiny, "table.html")
    faces = {side for piece in index for side in (piece["front"], piece["back"]) if side}
    faces |= {side for look in table["looks"] for side in look if side}
    assert {f"faces/{face}.webp" for face in faces} == {name for name in names if name.startswith("faces/")}
    page = text_of(tiny, "index.html")
    linked = set(re.findall(r'(?:href|src)="([^"#]+)"', page)) - {"data:,"}
    assert linked <= names
    assert {name for name in names if name.endswith(".pdf")} <= linked
    assert set(table["seats"]) == {"2", "3", "4", "5", "6"}


def test_the_same_game_gives_the_same_bytes(tiny: ExportResult, tmp_path: Path) -> None:
    again = published(write_tiny(tmp_path, game=DEALT))
    assert again.files == tiny.files
    assert all((again.folder / name).read_bytes() == (tiny.folder / name).read_bytes() for name in tiny.files)


def test_pages_name_no_other_address_and_only_their_own_script(tiny: ExportResult) -> None:
    for name in ("index.html", "table.html"):
        page = text_of(tiny, name)
        assert not re.findall(
            r"""(?:https?:)?//[a-z]""", re.sub(r"<!--.*?-->", "", page).replace("://www.w3.org", "")
        )
        (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
        assert policy.startswith("default-src 'none'; ")
        assert "unsafe" not in policy
        assert not re.findall(r"<[^>]+ (?:style|on[a-z]+)=", page)


def test_what_a_game_says_is_text_on_its_pages(tmp_path: Path) -> None:
    evil = "</script><b>"
    cards = CARDS.replace("First Light", evil)
    game = GAME.replace("game: Tiny", f"game: '{evil}'").replace("designer: Nobody", f"designer: '{evil}'")
    made = published(write_tiny(tmp_path, game=game, cards=cards), prints="none")
    for name in ("index.html", "table.html"):
        page = text_of(made, name)
        assert page.count("</script>") == page.count("<script") == 2
        assert "&lt;/script&gt;&lt;b&gt;" in page
    assert evil in {name for _, name in data_of(made, "table.html")["pieces"].values()}


def test_each_player_count_has_pdfs_of_its_own(tmp_path: Path) -> None:
    made = published(write_tiny(tmp_path), prints="each")
    folders = {name.split("/")[1] for name in made.files if name.startswith("print/")}
    assert len(folders) == 5
    assert "For 2 players" in text_of(made, "index.html")


def renamed(root: Path, name: str) -> None:
    """Gives the first card another name."""
    (root / "cards" / "tiny" / "cards.yaml").write_text(CARDS.replace("First Light", name), "utf-8")


def test_what_is_new_since_a_print_shows_old_and_new_faces(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    project = Project(root)
    build(project, "tiny", RunChoice(), PrintOptions(), Findings(), lambda *_: None)
    kept = reprint.print_done(
        project, "tiny", "box", name="v1", date="2026-01-01", output=None, findings=Findings()
    )
    assert kept is not None
    kept[0].parent.mkdir(parents=True, exist_ok=True)
    kept[0].write_bytes(kept[1])
    assert "news.html" not in published(root, prints="none").files
    renamed(root, "Last Light")
    made = published(root, prints="none", since="v1")
    news = text_of(made, "news.html")
    assert "Last" in news
    assert "old face" in news
    assert "default-src 'none'" in news
    assert 'href="news.html"' in text_of(made, "index.html")
    target = target_named("web")
    assert target is not None
    findings = Findings()
    request = ExportRequest(target, target.values({"since": "v2", "prints": "none"}))
    assert export(project, "tiny", request, findings, lambda *_: None).status != Status.DONE
    assert "no-print" in {finding.code for finding in findings}


def test_what_is_new_is_what_the_last_publication_did_not_show(tmp_path: Path) -> None:
    """Old faces are those that its folder has; publishing the same again keeps the page."""
    root = write_tiny(tmp_path)
    first = published(root, prints="none")
    assert "news.html" not in first.files
    renamed(root, "Last Light")
    second = published(root, prints="none")
    news = text_of(second, "news.html")
    assert all(text in news for text in ("<del>First</del>", "<ins>Last</ins>", "old face"))
    assert "image unavailable" not in news
    again = published(root, prints="none")
    assert (again.files, text_of(again, "news.html")) == (second.files, news)
    renamed(root, "Late Light")
    third = published(root, prints="none")
    assert "First" not in text_of(third, "news.html")
    assert "<del>Last</del>" in text_of(third, "news.html")
    # What is no record of ours is none.
    for damaged in (
        '{"record": 1}',
        "[" * 100_000,
        text_of(third, "published.json").replace("tiny", "other"),
    ):
        (third.folder / "published.json").write_text(damaged, "utf-8")
        assert "news.html" not in published(root, prints="none").files


def test_what_is_too_large_for_a_paper_is_said(tmp_path: Path) -> None:
    game = GAME.replace("shape: token\n    size: 16mm", "shape: card\n    size: 215mm x 300mm")
    root = write_tiny(tmp_path, game=game)
    chip = SVG.format(w=215, h=300) + "<rect width='215' height='300' fill='#fff'/></svg>"
    (root / "layouts" / "tiny" / "chip.svg").write_text(chip, "utf-8")
    target = target_named("web")
    assert target is not None
    findings = Findings()
    made = export(
        Project(root),
        "tiny",
        ExportRequest(target, target.defaults()),
        findings,
        lambda *_: None,
    )
    assert made.status == Status.DONE, findings
    assert "web-paper" in {finding.code for finding in findings}
    assert "too large" in text_of(made, "index.html")


@pytest.mark.parametrize(("component", "allowed"), [("deck", False), ("deck", True), ("case", False)])
def test_an_error_in_a_set_up_is_reported_with_its_players_if_the_table_has_it(
    tmp_path: Path, component: str, allowed: bool
) -> None:
    """What is only printed, such as a box, is in no set-up; drafts are published if asked for."""
    case = "  case:\n    shape: tuck-box\n    size: poker\n    depth: 20mm\n    layout: case.svg\nrules:\n"
    root = write_tiny(tmp_path, game=GAME.replace("rules:\n", case))
    wrong = """<text class="rules" x="9" y="9" n:if="players == 3" n:text="{{ card.worth }}"/></svg>"""
    front = SVG.format(w=64.5, h=89.9) + "<rect width='64.5' height='89.9' fill='#abc'/></svg>"
    (root / "layouts/tiny/case.svg").write_text(front, "utf-8")
    layout = root / f"layouts/tiny/{'card' if component == 'deck' else 'case'}.svg"
    layout.write_text(layout.read_text("utf-8").replace("</svg>", wrong), encoding="utf-8")
    target = target_named("web")
    assert target is not None
    request = ExportRequest(target, target.defaults(), printing=PrintOptions(allow_errors=allowed))
    made = export(Project(root), "tiny", request, findings := Findings(), lambda *_: None)
    if component == "case":
        assert made.status == Status.DONE, findings
        assert not findings.failed
        return
    assert made.status == Status.GAME_ERROR
    assert {each.configuration.partition(",")[0] for each in findings} == {"3 players"}
    assert {each.code for each in findings} == {"binding-failed", *(["left-out"] if allowed else [])}
    assert bool(made.files) == allowed
    if allowed:
        assert "DRAFT: 1 error" in text_of(made, "index.html")


# In the browser


def opened(chromium: Browser, path: Path, width: int = 1280, **context: Any) -> Page:
    page = chromium.new_context(viewport={"width": width, "height": 800}, **context).new_page()
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.problems = problems  # type: ignore[attr-defined]
    page.goto(path.as_uri())
    return page


PAGES = ("index.html", "table.html", "rules.html", "news.html")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> ExportResult:
    """A game with rules, published twice, so that it has all pages."""
    root = write_tiny(tmp_path_factory.mktemp("whole"), game=DEALT)
    (root / "cards/tiny/rules.md").write_text("# Tiny\n\n## Your turn\n\nDraw a card.\n", "utf-8")
    published(root, prints="none")
    renamed(root, "Last Light")
    return published(root)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The folders of two of the five games, published."""
    output, target = tmp_path_factory.mktemp("games"), target_named("web")
    assert target is not None
    folders = {}
    for game in ("gemotion", "gem-thief"):
        printing = PrintOptions(output=output)
        request = ExportRequest(target, target.values({"prints": "none"}), printing=printing)
        done = export(Project(ROOT), game, request, findings := Findings(), lambda *_: None)
        assert done.status == Status.DONE, findings
        folders[game] = done.folder
    size = sum(path.stat().st_size for path in folders["gemotion"].rglob("*") if path.is_file())
    assert size < 5_000_000
    return folders


@pytest.mark.parametrize("game", ["tiny", "gem-thief"])
def test_every_page_is_accessible_and_as_wide_as_the_window(
    whole: ExportResult, games: dict[str, Path], chromium: Browser, game: str
) -> None:
    folder = {"tiny": whole.folder, **games}[game]
    pages = [name for name in PAGES if (folder / name).exists()]
    assert len(pages) == (4 if game == "tiny" else 3)
    axe = from_npm("axe.min.js").read_text("utf-8") + ";0"
    for name in pages:
        page = opened(chromium, folder / name)
        page.evaluate(axe)
        for width, scheme in product((390, 1280), ("light", "dark")):
            page.set_viewport_size({"width": width, "height": 800})
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            expect(page.locator("h1").first).to_be_visible()
            if name == "table.html":
                expect(page.locator("#table .thing").first).to_be_visible()
            violations = page.evaluate(
                "axe.run().then(r => r.violations.map(v => v.id + ': ' + v.nodes.map(n => n.html)))"
            )
            assert violations == [], (name, width, scheme)
            assert page.evaluate("document.documentElement.scrollWidth") == width, (name, width)
        assert page.problems == []  # type: ignore[attr-defined]
        page.context.close()


def test_faces_are_leafed_through_in_large(tiny: ExportResult, chromium: Browser) -> None:
    page = opened(chromium, tiny.folder / "index.html")
    page.locator("[data-at]").first.click()
    expect(page.locator("#large")).to_be_visible()
    expect(page.locator("#sides img")).to_have_count(2)
    expect(page.locator("#large-name")).to_have_text("First Light")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#large-name")).to_have_text("Second Wind")
    page.keyboard.press("Escape")
    expect(page.locator("#large")).to_be_hidden()
    expect(page.locator("[data-at='1']")).to_be_focused()
    page.context.close()


@pytest.mark.parametrize("game", ["gem-thief", "gemotion", "raghba"])
def test_the_browser_deals_as_the_command_draws(chromium: Browser, game: str) -> None:
    """Python's chance, in the browser: whole piles, those of which kinds are chosen, and many cards of a few."""
    loaded = load(Project(ROOT), game, Findings())
    assert loaded is not None
    run = select(loaded, Findings(), 3)
    assert run is not None
    pieces = [TablePiece(piece_key(part), part, True) for part in run.parts]
    setup = set_up(run, pieces)
    from msgspec.json import encode

    page = chromium.new_page()
    page.evaluate(
        joined(("tableseed", "tabledeal")).replace('"use strict";', "").replace("const table", "var table")
    )
    for seed in (0, 7, 123456):
        zones = page.evaluate(f"tabledeal.dealt({encode({**_plain(setup), 'deals': []}).decode()}, {seed})")
        shuffled = [zone for zone in zones if "seed" in zone]
        assert shuffled
        for zone in shuffled:
            _, pile, _ = zone["id"].split(":")
            drawn = next(hands(run, Draws(pile, len(zone["cards"]), zone["seed"]), 1))
            assert [key.split("/")[:2] for key in zone["cards"]] == [
                [card["component"], card["id"]] for card in drawn
            ]
    for n, k in ((5, 5), (30, 7), (500, 6), (MAX_PILE, 3), (MAX_PILE, MAX_PILE)):
        found = page.evaluate(f"new tableseed.Chance('é:{n}').sample([...Array({n}).keys()], {k})")
        assert found == Random(f"é:{n}").sample(range(n), k)
    page.close()


def _plain(setup: Any) -> Any:
    import msgspec

    return msgspec.to_builtins(setup)


@pytest.mark.parametrize("game", ["gemotion", "plein-air"])
def test_the_browser_puts_together_any_set_up(chromium: Browser, game: str) -> None:
    """Of Gemotion's 4,960: as Python sets these up, in the same order, so that a seed deals them alike."""
    project, random = Project(ROOT), Random(7)
    drawn = draw(project, game, RunChoice(), PrintOptions(), Findings(), lambda *_: None)
    assert isinstance(drawn, DrawnRun)
    choices = TableChoices(drawn)
    assert choices.count() == {"gemotion": 4960, "plein-air": 10}[game]
    page = chromium.new_page()
    scripts = joined(("tablechoice", "tableseed", "tabledeal")).replace('"use strict";', "")
    page.evaluate(scripts.replace("const table", "var table"))
    page.evaluate(
        "data => { window.data = data; }", to_builtins(choice_data(choices, Album()), str_keys=True)
    )
    every = [each for each in Space(choices.game).configurations() if each.players in choices.players]
    for each in random.sample(every, 10):
        options = {name: typed(value) for name, value in each.options.items()}
        run = select(choices.game, Findings(), each.players, options=options)
        assert run is not None
        pieces = [TablePiece(piece_key(part), part, bool(part.component.back)) for part in run.parts]
        dealt = page.evaluate(
            """([choice, setup, seed]) => {
              const look = (key) => data.looks[tablechoice.amountsFor(data, choice)(data.pieces[key][0])];
              const put = tablechoice.setupOf(data, choice, (key) => Boolean(look(key)[1]));
              const plain = (setup) => tabledeal.dealt(setup, seed).map((z) => [z.id, z.name, z.up, z.seed, z.cards]);
              return [plain(put), plain(setup), put.seats, put.dice.map((die) => [die.key, die.number])];
            }""",
            [{"players": each.players, "options": options}, to_builtins(set_up(run, pieces)), 11],
        )
        setup = set_up(run, pieces)
        assert dealt[0] == dealt[1], (each.players, options)
        assert dealt[2:] == [list(setup.seats), [[die.key, die.number] for die in setup.dice]]
    page.close()


def test_options_with_too_many_choices_keep_their_defaults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the page says which, and how to make another table; so does a piece that shows what is chosen."""
    monkeypatch.setattr("nineup_export.web.choices.MOST_ROWS", 5)
    made = published(write_tiny(tmp_path), prints="none")
    assert "--option suits=…" in text_of(made, "table.html")
    assert "data-option" not in re.sub("<script.*?</script>", "", text_of(made, "table.html"), flags=re.S)
    monkeypatch.undo()
    monkeypatch.setattr("nineup_export.web.choices.MOST_LOOKS", 1)
    chip = (tmp_path / "layouts/tiny/chip.svg").read_text("utf-8")
    bound = """<text class="rules" x="2" y="9" n:text="{{ suits|length }}"/></svg>"""
    (tmp_path / "layouts/tiny/chip.svg").write_text(chip.replace("</svg>", bound), "utf-8")
    made = published(tmp_path, prints="none")
    assert "As they are in the whole box, whatever you choose: Chip." in text_of(made, "table.html")
    assert 'data-option="suits"' in text_of(made, "table.html")


def choices_of(root: Path, **options: str) -> TableChoices:
    asked = RunChoice(options=options)
    drawn = draw(Project(root), "tiny", asked, PrintOptions(), findings := Findings(), lambda *_: None)
    assert isinstance(drawn, DrawnRun), findings
    return TableChoices(drawn)


BY_PLAYERS = {"for-each: owner": "when: event", "at-least: 1": "exactly: {2-4: 1, 5+: 2}"}
STATED = {"3 * players\n    box": "{2-4: unstated, 5+: 9}\n    box"}


@pytest.mark.parametrize(
    ("changes", "options"),
    [(BY_PLAYERS, {"expansion": "yes", "suits": "ruby,jade"}), (STATED, {})],
    ids=["limits", "unstated"],
)
def test_what_any_players_find_is_there_if_only_many_can_play(
    tmp_path: Path, changes: dict[str, str], options: dict[str, str]
) -> None:
    """An amount or a look that doesn't depend on players has a row for each value of the option on which it does."""
    game = DEALT.replace("  suits:", "  event: {default: yes}\n  suits:")
    game = game[: game.index("rules:")]
    for old, new in changes.items():
        assert old in game
        game = game.replace(old, new)
    choices = choices_of(write_tiny(tmp_path, game=game, card=CARD.replace("owner", "card")), **options)
    assert choices.players == (5, 6)
    data = choice_data(choices, Album())
    assert data["tables"]
    assert all(table["rows"] for table in data["tables"])


def test_options_stay_open_if_a_choice_leaves_the_table_empty(tmp_path: Path) -> None:
    game = GAME.replace("  suits:", "  event: {default: no}\n  suits:").replace(
        "    for-each: owner", "    when: event"
    )
    game = game[: game.index("  chip:")]
    choices = choices_of(write_tiny(tmp_path, game=game, card=CARD.replace("owner", "card")))
    assert [option.id for option in choices.options] == ["event", "suits"]


def test_a_game_that_no_players_can_set_up_is_refused(tmp_path: Path) -> None:
    game = GAME.replace("setup: 3 * players", "setup: unstated")
    root = write_tiny(tmp_path, game=game[: game.index("rules:")])
    findings, target = Findings(), target_named("web")
    assert target is not None
    made = export(Project(root), "tiny", ExportRequest(target, target.defaults()), findings, lambda *_: None)
    assert made.files == ()
    assert [each.message for each in findings if each.severity == "error"] == [
        f"the setup of `chip` is unstated for {number} players" for number in range(2, 7)
    ]


def counts(page: Page) -> dict[str, int]:
    found: dict[str, int] = page.evaluate(
        "Object.fromEntries([...document.querySelectorAll('#table .thing')].map("
        "each => [each.dataset.stack, Number(each.querySelector('.count').textContent || 1)]))"
    )
    return found


def test_a_game_is_played_to_its_end(tiny: ExportResult, chromium: Browser, tmp_path: Path) -> None:
    """By mouse and keys: dealt by a seed, drawn, played onto the table, spread, gathered, turned, shuffled and
    thrown for; undone and done again; saved, loaded in a new window, and played until no card is left.
    """
    page = opened(chromium, tiny.folder / "table.html")
    page.get_by_label("Players").select_option("3")
    page.get_by_label("Seed").fill("11")
    page.get_by_role("button", name="Lay out").click()
    deck = page.locator('[data-stack="pile:deck:1"]')
    expect(deck).to_have_attribute("title", "Deck, shuffled with the seed 11")
    hand = page.locator("#hand .thing")
    expect(hand).to_have_count(1)
    expect(page.locator(".area[data-seat='2'] .tally")).to_have_text("hand 1")
    before = counts(page)
    assert before["pile:deck:1"] == 2

    # Drawing: the key acts on the pile's next card again.
    deck.focus()
    page.keyboard.press("d")
    expect(hand).to_have_count(2)
    page.keyboard.press("d")
    expect(hand).to_have_count(3)
    expect(deck).to_have_count(0)

    # Placed freely, where the pointer lets go; then keys act on what was moved.
    card = hand.first
    piece = card.get_attribute("data-piece")
    surface = page.locator("#tabletop").bounding_box()
    assert surface
    drag(page, card, surface["x"] + 40, surface["y"] + surface["height"] - 60)
    placed = page.locator(f'#table [data-piece="{piece}"]')
    expect(placed).to_have_attribute("aria-pressed", "true")
    expect(hand).to_have_count(2)
    expect(page.locator("#chosen")).to_contain_text("on the table")
    front = placed.locator("img").get_attribute("src")
    page.keyboard.press("f")
    expect(placed.locator("img")).not_to_have_attribute("src", front or "")
    page.keyboard.press("r")
    expect(placed).to_have_css("--turn", "90deg")
    box = placed.bounding_box()
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#said")).to_have_text("Moved")
    moved = placed.bounding_box()
    assert box
    assert moved
    assert moved["x"] > box["x"]

    # Another card on it: a pile, which is spread, gathered and shuffled.
    second = hand.first
    other = second.get_attribute("data-piece")
    drag(page, second, moved["x"] + moved["width"] / 2, moved["y"] + moved["height"] / 2)
    pile = page.locator(f'#table [data-piece="{other}"]')
    expect(pile.locator(".count")).to_have_text("2")
    page.keyboard.press("p")
    expect(page.locator(f'#table [data-piece="{piece}"]')).to_have_count(1)
    expect(pile.locator(".count")).to_have_text("")
    page.keyboard.press("g")
    expect(pile.locator(".count")).to_have_text("2")
    page.keyboard.press("s")
    expect(page.locator("#said")).to_contain_text("Shuffled with the seed")
    page.keyboard.press("t")
    thrown = page.locator("#thrown")
    expect(thrown.get_by_role("img", name=re.compile("side [1-6]"))).to_have_count(2)
    page.get_by_label("Dice").select_option("d6")
    page.keyboard.press("t")
    expect(thrown).to_have_text(re.compile(r"[1-6]"))

    # A hand is behind its screen when another acts.
    page.get_by_label("Acting").select_option("1")
    expect(hand).to_have_count(0)
    expect(page.locator("#hand")).to_have_attribute("data-empty", "1 piece behind the screen")
    page.keyboard.press("h")
    expect(hand).to_have_count(1)

    # Undone to the beginning, and done again.
    after = counts(page)
    for _ in range(12):
        page.get_by_role("button", name="Undo move").click()
    expect(page.get_by_role("button", name="Undo move")).to_be_disabled()
    assert counts(page) == before
    for _ in range(12):
        page.get_by_role("button", name="Redo move").click()
    expect(page.get_by_role("button", name="Redo move")).to_be_disabled()
    assert counts(page) == after

    # Saved as a file, and loaded in another window.
    with page.expect_download() as download:
        page.get_by_role("button", name="Save").click()
    saved = tmp_path / "table.json"
    download.value.save_as(saved)
    assert page.problems == []  # type: ignore[attr-defined]
    page.context.close()
    page = opened(chromium, tiny.folder / "table.html", 390)
    page.locator("#menu > summary").click()
    page.get_by_label("A saved table").set_input_files(saved)
    expect(page.locator("#said")).to_have_text("Loaded")
    assert counts(page) == after
    page.get_by_label("A saved table").set_input_files(tiny.folder / "export.json")
    expect(page.locator("#said")).to_have_text("This file is no saved table of this game.")
    page.locator("#menu > summary").click()

    # To the end: the others draw and discard all that they have.
    for seat in (1, 2):
        page.get_by_label("Acting").select_option(str(seat))
        page.locator("#screen").click()
        rest = page.locator(f'[data-stack="pile:deck:{seat + 1}"]')
        for left in (2, 3):
            rest.focus()
            page.keyboard.press("d")
            expect(page.locator("#hand .thing")).to_have_count(left)
        for left in (2, 1, 0):
            page.locator("#hand .thing").first.focus()
            page.keyboard.press("x")
            expect(page.locator("#hand .thing")).to_have_count(left)
    lying = counts(page)
    assert lying["discard:pile:deck:2"] == lying["discard:pile:deck:3"] == 3
    assert not [name for name in lying if name.startswith("pile:deck")]
    assert page.problems == []  # type: ignore[attr-defined]
    page.context.close()


def drag(page: Page, thing: Any, x: float, y: float) -> None:
    """From the middle of a thing to a place on the screen."""
    box = thing.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(x - 10, y - 10)
    page.mouse.move(x, y)
    expect(page.locator(".ghost")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(".ghost")).to_have_count(0)


LAID = """() => JSON.stringify([
  [...document.querySelectorAll('#table .thing')].map((each) => [
    each.dataset.stack, each.dataset.piece, each.getAttribute('style'), each.title,
    each.querySelector('.count').textContent, each.querySelector('img').getAttribute('src'),
  ]).sort(),
  [...document.querySelectorAll('#hand .thing')].map((each) => each.dataset.piece),
  [...document.querySelectorAll('.tally')].map((each) => each.textContent),
  document.getElementById('thrown').textContent,
])"""
"""All that a table shows."""


def undone(page: Page) -> int:
    """Undoes all moves, and says how many there were."""
    undo, moves = page.locator("#undo-move"), 0
    while undo.is_enabled():
        page.keyboard.press("u")
        moves += 1
    return moves


def test_gemotion_is_played_for_a_round_with_the_pointer_and_keys(
    games: dict[str, Path], chromium: Browser, tmp_path: Path
) -> None:
    """By three, with three of its colors, of which one is as set up for few games. Each draws, takes gems, plays and
    discards; a game that is loaded again or in another window goes on, and its first moment comes back.
    """
    page = opened(chromium, games["gemotion"] / "table.html")
    colors = page.locator("[data-option=colors]")
    colors.locator("summary").click()
    for color in ("red", "green", "blue", "pink"):
        colors.locator(f"[value={color}]").uncheck()
    expect(colors.locator("output")).to_have_text("4 of 8")
    four = counts(page)
    colors.locator("[value=black]").uncheck()
    reason = "Colors: Orange, Yellow and Purple need another color beside them."
    expect(page.locator("#refused")).to_have_text(reason)
    page.get_by_label("Seed").fill("4")
    page.get_by_role("button", name="Lay out").click()
    assert counts(page) == four
    page.reload()
    expect(colors.locator("output")).to_have_text("4 of 8")
    expect(page.get_by_label("Seed")).to_have_value("4")
    colors.locator("summary").click()
    colors.locator("[value=black]").uncheck()
    expect(page.locator("#refused")).to_have_text(reason)
    colors.locator("[value=red]").check()
    colors.locator("[value=orange]").uncheck()
    expect(page.locator("#refused")).to_have_text("")
    expect(colors.locator("output")).to_have_text("3 of 8")
    colors.locator("summary").click()
    page.get_by_label("Players").select_option("3")
    page.locator("[data-option=power]").select_option("no")
    page.get_by_label("Seed").fill("11")
    page.get_by_role("button", name="Lay out").click()
    expect(page.locator(".area")).to_have_count(3)
    supply = {name: n for name, n in counts(page).items() if "-gem/" in name}
    assert supply == {
        "pile:white-gem/white-gem:0": 34,
        "pile:red-gem/red-gem:0": 15,
        "pile:yellow-gem/yellow-gem:0": 9,
        "pile:purple-gem/purple-gem:0": 4,
    }
    assert not [name for name in counts(page) if "power" in name]
    first = page.evaluate(LAID)
    hand, moves = page.locator("#hand .thing"), 0
    for seat in range(3):
        page.get_by_label("Acting").select_option(str(seat))
        page.locator("#screen").click()
        expect(hand).to_have_count(3)
        held = 3
        page.locator(f'[data-stack="pile:player-deck:{seat + 1}"]').focus()
        page.keyboard.press("d")
        expect(hand).to_have_count(held + 1)
        area = page.locator(f".area[data-seat='{seat + 1}']").bounding_box()
        assert area
        for at, gem in enumerate(("red", "white")):
            pile = page.locator(f'[data-stack="pile:{gem}-gem/{gem}-gem:0"]')
            left = counts(page)[f"pile:{gem}-gem/{gem}-gem:0"]
            drag(page, pile, area["x"] + area["width"] - 30 - 40 * at, area["y"] + area["height"] - 25)
            expect(pile.locator(".count")).to_have_text(str(left - 1))
        drag(page, hand.first, area["x"] + area["width"] - 60, area["y"] + area["height"] / 2)
        expect(hand).to_have_count(held)
        page.keyboard.press("r")
        page.keyboard.press("x")
        expect(page.locator(f'[data-stack="discard:pile:player-deck:{seat + 1}"]')).to_have_count(1)
        page.keyboard.press("t")
        moves += 7
    after = page.evaluate(LAID)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save").click()
    saved = tmp_path / "table.json"
    download.value.save_as(saved)
    page.reload()
    expect(page.locator(".area")).to_have_count(3)
    expect(colors.locator("output")).to_have_text("3 of 8")
    assert json.loads(page.evaluate(LAID))[0] == json.loads(after)[0]
    other = opened(chromium, games["gemotion"] / "table.html")
    other.get_by_label("A saved table").set_input_files(saved)
    expect(other.locator("#said")).to_have_text("Loaded")
    assert json.loads(other.evaluate(LAID))[0] == json.loads(after)[0]
    other.context.close()
    assert undone(page) == moves
    page.get_by_label("Acting").select_option("0")
    page.locator("#screen").click()
    assert page.evaluate(LAID) == first
    assert page.problems == []  # type: ignore[attr-defined]
    page.context.close()


def test_gem_thief_is_played_for_a_round_with_a_finger(games: dict[str, Path], chromium: Browser) -> None:
    """On a phone: what is touched is 24 pixels wide and high, and all tools are in the lower half."""
    page = opened(chromium, games["gem-thief"] / "table.html", 390, has_touch=True, is_mobile=True)
    hand = page.locator("#hand .thing")
    expect(hand).to_have_count(8)
    small = page.evaluate(
        """() => [...document.querySelectorAll('button, select, summary, a, input')].filter((each) => {
          const { width, height } = each.getBoundingClientRect();
          return each.checkVisibility() && width && Math.min(width, height) < 24;
        }).map((each) => each.outerHTML)"""
    )
    assert small == []
    for tool in ("#undo-move", "#throw", "#acting", "#menu > summary"):
        box = page.locator(tool).bounding_box()
        assert box
        assert box["y"] > 400, tool
    first = page.evaluate(LAID)
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *point: float) -> None:
        points = [{"x": point[0], "y": point[1]}] if point else []
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def slide(thing: Any, x: float, y: float) -> None:
        box = thing.bounding_box()
        from_x, from_y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        touch("touchStart", from_x, from_y)
        touch("touchMove", from_x, from_y - 20)
        touch("touchMove", x, y)
        expect(page.locator(".ghost")).to_have_count(1)
        touch("touchEnd")
        expect(page.locator(".ghost")).to_have_count(0)

    # What isn't slid is clicked: a browser takes no tap that comes while it believes the finger to be still sliding.
    deck = page.locator('[data-stack^="pile:community:"]')
    for seat in range(2):
        page.get_by_label("Acting").select_option(str(seat))
        page.locator("#screen").click()
        expect(hand).to_have_count(8)
        tray = page.locator("#hand").bounding_box()
        assert tray
        deck.scroll_into_view_if_needed()
        slide(deck, tray["x"] + 60, tray["y"] + 40)
        expect(hand).to_have_count(9)
        expect(hand.last).to_have_attribute("aria-pressed", "true")  # It is chosen.
        page.locator("[data-act=discard]").click()
        expect(hand).to_have_count(8)
    assert counts(page)["discard:pile:community:0"] == 2
    for left in (3, 2, 1, 0):
        page.locator("#undo-move").click()
        expect(page.locator("#undo-move")).to_be_enabled(enabled=left > 0)
    page.get_by_label("Acting").select_option("0")
    page.locator("#screen").click()
    assert page.evaluate(LAID) == first
    assert page.problems == []  # type: ignore[attr-defined]
    page.context.close()
