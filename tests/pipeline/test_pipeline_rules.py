"""A game's own rules are built beside its sheets."""

from pathlib import Path

import pikepdf
import pytest
from nineup import pipeline
from nineup.base.diagnostics import Findings, Status
from nineup.base.project import Project
from nineup.book.appendix import AppendixInput, CountColumn, rulebook
from nineup.book.writers import markdown
from nineup.logic.select import counts, select
from nineup.model.booklet import BookletPicture, SymbolMention, pictures_and_symbols
from nineup.pipeline import BuildResult, PrintOptions, RunChoice
from tiny import write_tiny

ROOT = Path(__file__).parents[2]

RULES = "# Setup\n\nTake one of {{ count('chip') }}.\n\n![](deck/second \"30mm\")\n"


def built(
    root: Path,
    rules: str = RULES,
    choice: RunChoice = RunChoice(),  # noqa: B008
    **options: bool,
) -> tuple[BuildResult, Findings]:
    write_tiny(root)
    (root / "cards/tiny/rules.md").write_text(rules, encoding="utf-8")
    findings = Findings()
    asked = PrintOptions(
        allow_errors=options.get("allow_errors", False), rules=options.get("with_rules", True)
    )
    project = Project(root)
    result = pipeline.build(project, "tiny", choice, asked, findings, progress=lambda *_: None)
    return result, findings


@pytest.mark.parametrize("game", ["plein-air", "gem-thief", "gem-rush", "raghba", "gemotion"])
def test_a_games_rules_show_every_symbol_term_and_open_question_of_it(game: str) -> None:
    findings = Findings()
    loaded = pipeline.load(Project(ROOT), game, findings)
    run = select(loaded, findings, None) if loaded else None
    assert loaded is not None
    assert run is not None
    columns = tuple(CountColumn(f"{n} players", select(loaded, findings, n), n) for n in counts(loaded))
    keys = {f"{part.component.id}/{part.card.id}": "" for part in run.parts}
    source = AppendixInput(run, columns, keys | {f"{key}/back": "" for key in keys})
    made = rulebook(source, Project(ROOT), f"cards/{game}/rules.md", findings)
    assert made is not None, [*findings]
    shown = [*pictures_and_symbols(made.booklet)]
    owners = {str(part.owner) for part in run.parts if part.owner is not None}
    symbols = {each.id for each in shown if isinstance(each, SymbolMention)}
    assert symbols >= set(loaded.symbols) - owners  # whose signs may be white, for their pieces
    assert sum(isinstance(each, BookletPicture) for each in shown) >= 9
    assert made.tables
    text = markdown(made.booklet).decode()
    assert [term for term in loaded.terms if term.casefold() not in text.casefold()] == []
    written = (ROOT / f"cards/{game}/rules.md").read_text(encoding="utf-8")
    assert not loaded.questions or "for question in questions" in written
    for chapter in ("Setting up", "Your turn", "The end", "Questions and answers", "Credits"):
        assert f"## {chapter}" in text


def names(result: BuildResult) -> list[str]:
    return [file.path.name for file in result.written]


def test_each_run_has_the_rules_of_the_whole_box(tmp_path: Path) -> None:
    whole, findings = built(tmp_path)
    assert not findings.failed, [*findings]
    two, _ = built(tmp_path, choice=RunChoice(players=2, options={"suits": "ruby"}))
    (first,), (second,) = ([f for f in r.written if f.path.name == "rules.pdf"] for r in (whole, two))
    assert first.path.parent != second.path.parent
    assert first.path.read_bytes() == second.path.read_bytes()
    assert first.pages == 1
    with pikepdf.open(first.path) as pdf:
        assert str(pdf.docinfo["/Title"]) == "Tiny: rules"
    assert b"rules.pdf" not in (first.path.parent / "manifest.json").read_bytes()


def test_rules_are_left_out_on_request_and_of_selected_pieces(tmp_path: Path) -> None:
    assert "rules.pdf" not in names(built(tmp_path, with_rules=False)[0])
    assert "rules.pdf" not in names(built(tmp_path, choice=RunChoice(components=("chip",)))[0])


def test_wrong_rules_stop_a_build_and_are_left_out_of_a_draft(tmp_path: Path) -> None:
    wrong = RULES.replace("second", "scond")
    result, findings = built(tmp_path, wrong)
    assert result.written == ()
    assert result.status == Status.GAME_ERROR
    assert [each.message for each in findings if each.severity == "error"] == [
        "this run has no piece `deck/scond`"
    ]
    draft, _ = built(tmp_path, wrong, allow_errors=True)
    assert "cards-a4.pdf" in names(draft)
    assert "rules.pdf" not in names(draft)
    assert draft.status == Status.GAME_ERROR
