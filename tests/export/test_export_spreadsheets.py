"""Workbooks of card lists come back as they are: read by our loader, and once LibreOffice has opened and
written them.
"""

import io
import shutil
import subprocess
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from click.testing import CliRunner, Result
from nineup.base.diagnostics import Findings, Status
from nineup.base.project import Project
from nineup.cli import nineup as command
from nineup.files.edit import Set
from nineup.files.edit.files import edit
from nineup.files.load import CardCopies, load_game
from nineup.model.game import Card, Game, Part
from nineup.pipeline import PrintOptions
from nineup.rules import rule_settings
from nineup.schema.nodes import plain
from nineup.schema.yaml_tree import parse_yaml
from nineup_export import ExportRequest, ExportResult, export, target_named
from nineup_export.decks import text_on
from programs import program
from tiny import CARDS, GAME, write_tiny

ROOT = Path(__file__).parents[2]
GAMES = ("gem-rush", "plein-air")
"""Between them they have lists of records, numbers, and a list that is a workbook already."""


def exported(root: Path, game: str, to: str, output: Path | None = None) -> tuple[ExportResult, Findings]:
    target = target_named(to)
    assert target is not None
    findings = Findings()
    request = ExportRequest(target, target.defaults(), printing=PrintOptions(output=output))
    return export(Project(root), game, request, findings, lambda *_: None), findings


def nineup(root: Path, *words: str) -> Result:
    return CliRunner().invoke(command, ["--project", str(root), *words])


def loaded(root: Path, game: str) -> Game:
    findings = Findings()
    read = load_game(Project(root), game, findings, rule_settings())
    assert read is not None, findings
    assert [finding for finding in findings if finding.severity == "error"] == []
    return read


def swapped(root: Path, game: str, made: Path) -> None:
    """Lets a game read its cards from a workbook, as `components.yaml` says."""
    components = plain(parse_yaml((made.parent / "components.yaml").read_text(), "", Findings())[0])[
        "components"
    ]  # type: ignore[arg-type]
    changes = [
        Set(("components", id, key), value)
        for id, entry in components.items()
        for key, value in entry.items()
    ]
    path = root / "cards" / game / "game.yaml"
    changed = edit("game.yaml", path.read_bytes(), changes)
    assert isinstance(changed, bytes), changed
    path.write_bytes(changed)
    shutil.copyfile(made, root / "cards" / game / made.name)


def told(card: Card) -> dict[str, Any]:
    """All that a card says; a field that another of its component's lists has is empty."""
    values = {name: value for name, value in card.values.items() if value is not None}
    when = card.when.source if card.when else ""
    return {
        **values,
        " ": (card.id, card.copies, when, card.needs, card.accept, card.source, card.decided),
    }


def descriptions(game: Game) -> dict[tuple[str, str], str]:
    """What virtual tables say of each card: its texts, in order."""
    return {
        (component.id, card.id): text_on(Part(component, card, owner=None, copies=1), game)
        for component in game.components.values()
        for card in component.cards
    }


def cards(game: Game) -> dict[str, list[dict[str, Any]]]:
    return {id: [told(card) for card in each.cards] for id, each in game.components.items()}


@pytest.fixture(scope="module")
def office_copies(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Path]:
    """The workbooks of the games as exported, and as LibreOffice writes them once it has opened them."""
    folder = tmp_path_factory.mktemp("books")
    found = {}
    for game in GAMES:
        for to in ("xlsx", "ods"):
            made, findings = exported(ROOT, game, to, folder)
            assert (made.status, findings) == (Status.DONE, [])
            found[game, to] = made.folder / made.files[0]
    office = shutil.which("soffice")
    if office is not None:
        words = [office, f"-env:UserInstallation=file://{folder}/profile", "--headless", "--convert-to"]
        for source, to in (("xlsx", "ods"), ("ods", "xlsx")):
            books = [str(found[game, source]) for game in GAMES]
            out = folder / f"office-{to}"
            subprocess.run(
                [*words, to, "--outdir", str(out), *books], check=True, capture_output=True, timeout=180
            )
            for game in GAMES:
                shutil.copyfile(found[game, source].parent / "components.yaml", out / "components.yaml")
                lines = (out / "components.yaml").read_text()
                inner = out / game
                inner.mkdir()
                (out / f"{game}.{to}").rename(inner / f"{game}.{to}")
                (inner / "components.yaml").write_text(lines.replace(f".{source}", f".{to}"))
                found[game, f"office-{to}"] = inner / f"{game}.{to}"
    return found


@pytest.mark.parametrize("way", ["xlsx", "ods", "office-ods", "office-xlsx"])
@pytest.mark.parametrize("game", GAMES)
def test_every_list_comes_back_unchanged(
    tmp_path: Path, office_copies: dict[tuple[str, str], Path], game: str, way: str
) -> None:
    if (game, way) not in office_copies:
        program("soffice")
    shutil.copytree(ROOT / "cards" / game, tmp_path / "cards" / game, ignore=shutil.ignore_patterns("prints"))
    (tmp_path / "layouts").mkdir()
    before = loaded(tmp_path, game)
    swapped(tmp_path, game, office_copies[game, way])
    after = loaded(tmp_path, game)
    assert cards(after) == cards(before)
    assert descriptions(after) == descriptions(before)
    listed = [
        each
        for each in after.components.values()
        if any(card.span.file.endswith(("xlsx", "ods")) for card in each.cards)
    ]
    assert len(listed) >= 2


HARD = CARDS.replace(
    "Take 1 {gem} and wait for the evening.", '"=1+1; then\\n  {gem} ``  two  spaces,\\ttab "'
).replace("First Light", '"007"')


@pytest.mark.parametrize("to", ["xlsx", "ods"])
def test_texts_are_texts_and_the_same_game_gives_the_same_bytes(tmp_path: Path, to: str) -> None:
    root = write_tiny(tmp_path, cards=HARD)
    made, findings = exported(root, "tiny", to)
    assert (made.status, findings) == (Status.DONE, [])
    data = (made.folder / f"tiny.{to}").read_bytes()
    again, _ = exported(root, "tiny", to)
    assert (again.folder / f"tiny.{to}").read_bytes() == data
    before = cards(loaded(root, "tiny"))
    assert before["deck"][0]["text"] == "=1+1; then\n  {gem} ``  two  spaces,\ttab "
    swapped(root, "tiny", made.folder / f"tiny.{to}")
    assert cards(loaded(root, "tiny")) == before
    if to == "xlsx":
        sheet = openpyxl.load_workbook(io.BytesIO(data))["deck"]
        assert {cell.data_type for row in sheet.iter_rows() for cell in row} <= {"s", "n"}
        assert [cell.value for cell in sheet[1]] == ["id", "copies", "when", "suit", "name", "text"]


@pytest.mark.parametrize("to", ["xlsx", "ods"])
@pytest.mark.parametrize(
    "copies", ["{2: 8, 3-6: 12}", "{2+: 3}", "{suits=ruby: 2, suits=jade: 1}", "{expansion=no: 4}"]
)
def test_copies_by_players_and_options_come_back(tmp_path: Path, copies: str, to: str) -> None:
    root = write_tiny(tmp_path, cards=CARDS.replace("copies: 2", f"copies: {copies}"))
    before = loaded(root, "tiny").components["deck"].cards[1].copies
    made, findings = exported(root, "tiny", to)
    assert (made.status, findings) == (Status.DONE, [])
    swapped(root, "tiny", made.folder / f"tiny.{to}")
    after = loaded(root, "tiny").components["deck"].cards[1].copies
    assert CardCopies().write(after) == CardCopies().write(before) == copies.strip("{}")


PART = "art/First Light.png crop 10% 0% 50.5% 80% focus 40% 30%"


@pytest.mark.parametrize("to", ["xlsx", "ods"])
def test_a_picture_comes_back_with_the_part_that_shows(tmp_path: Path, to: str) -> None:
    art = CARDS.replace("  name: text\n", "  name: text\n  art: {optional: picture}\n")
    root = write_tiny(tmp_path, cards=art.replace("name: First Light", f"name: First Light\n    art: {PART}"))
    made, findings = exported(root, "tiny", to)
    assert (made.status, findings) == (Status.DONE, [])
    swapped(root, "tiny", made.folder / f"tiny.{to}")
    assert [card.values.get("art") for card in loaded(root, "tiny").components["deck"].cards] == [PART, None]


@pytest.mark.parametrize(
    ("cards_text", "game", "code", "place"),
    [
        (CARDS.replace("First Light", '""'), GAME, "sheet-value", (8, 11)),
        (
            CARDS.replace("  text: rich\n", "  text: rich\n  notes: {list-of: text}\n", 1)
            .replace("    name: First", "    notes: [a; b]\n    name: First")
            .replace("    name: Second", "    notes: []\n    name: Second"),
            GAME,
            "sheet-value",
            (9, 12),
        ),
        (CARDS, GAME.replace("  deck:", f"  {'d' * 32}:"), "sheet-name", (13, 3)),
        (CARDS.replace("First Light", "x" * 32_768), GAME, "sheet-value", (6, 5)),
    ],
)
def test_what_would_not_come_back_is_refused_at_its_place(
    tmp_path: Path, cards_text: str, game: str, code: str, place: tuple[int, int]
) -> None:
    made, findings = exported(write_tiny(tmp_path, cards=cards_text, game=game), "tiny", "ods")
    assert made.status is Status.GAME_ERROR
    assert [f.code for f in findings] == [code]
    assert findings[0].span is not None
    if code != "sheet-name":
        assert findings[0].span[1] == place[0]
    assert not (tmp_path / "output").exists()


@pytest.mark.parametrize("to", ["xlsx", "ods"])
def test_a_workbook_needs_no_space_for_temporary_files(
    tmp_path: Path, to: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*given: Any, **named: Any) -> Any:
        raise OSError(28, "No space left on device")

    for name in ("mkstemp", "mkdtemp", "NamedTemporaryFile", "TemporaryFile"):
        monkeypatch.setattr(f"tempfile.{name}", refuse)
    monkeypatch.setattr("openpyxl.worksheet._writer.NamedTemporaryFile", refuse)
    result, findings = exported(write_tiny(tmp_path), "tiny", to)
    assert not findings.failed
    assert [path.name for path in tmp_path.glob(f"output/tiny/{to}/*.{to}")] == [f"tiny.{to}"], result


def test_a_workbook_of_a_translation_has_its_texts_and_its_own_folder(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    assert nineup(root, "translate", "tiny", "de").exit_code == 0
    catalogue = root / "cards/tiny/translations/de.po"
    text = catalogue.read_text(encoding="utf-8")
    before, name, rest = text.partition('msgid "First Light"\nmsgstr ""')
    assert name
    catalogue.write_text(f'{before}msgid "First Light"\nmsgstr "Erstes Licht"{rest}', encoding="utf-8")
    for to in ("xlsx", "ods"):
        made = nineup(root, "export", "tiny", "--to", to, "--language", "de")
        assert made.exit_code == 0, made.output
        folder = root / "output/tiny/de" / to
        assert sorted(path.name for path in folder.iterdir()) == [
            "credits.txt",
            "export.json",
            f"tiny-de.{to}",
        ]
    sheet = openpyxl.load_workbook(root / "output/tiny/de/xlsx/tiny-de.xlsx")["deck"]
    assert [cell.value for cell in sheet["E"]] == ["name", "Erstes Licht", "Second Wind"]
    assert not (root / "output/tiny/xlsx").exists()


def test_flags_of_a_run_are_refused(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    for flag, value in (("--players", "2"), ("--card", "first"), ("--option", "suits=ruby")):
        made = nineup(root, "export", "tiny", "--to", "ods", flag, value)
        assert made.exit_code == 2
        assert f"{flag}: `ods` has all cards of the game, not those of a run" in made.output
