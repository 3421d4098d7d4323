"""`check`: every finding about a game, from its files to its faces on paper."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from nineup.diagnostics import Diagnostic, Findings
from nineup.fonts import Fonts
from nineup.game import Game, Run
from nineup.layout import LayoutEngine
from nineup.load import load_game
from nineup.pipeline.plan import PrintOptions, make_plan
from nineup.pipeline.run_files import placement_findings
from nineup.pipeline.stages import load, make_engine
from nineup.pipeline.states import States, draw_states
from nineup.project import Project
from nineup.rules import (
    RULES,
    Look,
    ProofScope,
    Proved,
    RenderedFaces,
    Row,
    check_faces,
    check_game,
    in_powers,
    unused_acceptances,
)
from nineup.select import read_bands, read_options, select
from nineup.typeset import Drawn

DRAWN = {
    "text-overflow": {"text-overflow"},
    "missing-glyph": {"missing-glyph"},
    "placement": {"back-size", "bleed-missing", "grid-too-large", "piece-too-large"},
}
"""The rows of the table for what other packages report, each with its codes."""


def check(
    project: Project,
    game_id: str,
    findings: Findings,
    players: Collection[int] = (),
    options: Mapping[str, str] = {},
    rules: Collection[str] = (),
) -> Proved | None:
    """Reports every mistake of a game: its files, its rules, and faces that can't be drawn.

    `players` narrows the proof to these counts, `options` to these choices, `rules` to these codes.
    None where the game can't be read, or such a run is impossible.
    """
    game = load(project, game_id, findings)
    if game is None:
        _check_layouts(project, game_id, findings)
        return None
    if (scope := _scope(game, players, options, findings)) is None:
        return None
    proved = check_game(game, findings, scope, rules)
    over_faces = {rule.code for rule in RULES if "faces" in rule.needs}
    engine = None
    if not rules or over_faces & set(rules):
        engine = make_engine(project, game, Fonts(project), findings)
    if engine is None:
        return proved
    states = draw_states(game, engine, scope, findings)
    if not rules:
        findings.extend(_placement(project, game, states.drawn, engine))
    rows, accepted = check_faces(game, _rendered(states, engine), findings, rules)
    if not (rules or players or options or findings.failed):
        used = proved.used_acceptances | accepted | states.accepted
        findings.extend(each._replace(game=game.id) for each in unused_acceptances(game, used))
    rows = tuple(row._replace(tried=states.tried) for row in rows)
    set_ = () if rules else tuple(_drawn_rows(proved, states, findings))
    if states.tried:
        findings.append(_sampled(game, states))
    if any(finding.code == "one-back" for finding in findings):
        proved = proved._replace(
            rows=tuple(
                row._replace(held=dict.fromkeys(proved.counts, False)) if row.code == "one-back" else row
                for row in proved.rows
            )
        )
    return proved._replace(rows=(*proved.rows, *set_, *rows))


def _sampled(game: Game, states: States) -> Diagnostic:
    number, of = max(states.tried.values(), key=lambda each: each[1])
    message = f"not proved: faces were drawn in {number:,} of {in_powers(of)} configurations, with every pair of choices"
    hint = "let the layouts look at fewer options"
    return Diagnostic("not-proved", "warning", message, game.span, hint)


def _check_layouts(project: Project, game_id: str, findings: Findings) -> None:
    """Report the mistakes in the styles and layouts of a game that has errors itself, in the same run."""
    game = load_game(project, game_id, Findings(), partial=True)
    engine = make_engine(project, game, Fonts(project), findings) if game else None
    if game is None or engine is None:
        return
    named = {
        path: component.spans.get(side, component.span)
        for component in game.components.values()
        for side, path in (("back", component.back), ("layout", component.layout))
        if path
    }
    for path, span in (named or dict.fromkeys(_bound(engine))).items():
        engine.layout(path, span)


def _bound(engine: LayoutEngine) -> Iterator[str]:
    """The files that look like layouts where no game says which are: they have a size and bindings."""
    folder = f"layouts/{engine.game.id}"
    for path in engine.project.list(folder, "*.svg"):
        document = engine.library.document(path)
        if document and "width" in document.root.attributes and any(e.bindings for e in document.root.all()):
            yield path.removeprefix(f"{folder}/")


def _placement(project: Project, game: Game, drawn: Sequence[Drawn], engine: LayoutEngine) -> Findings:
    """What keeps the faces from the project's paper, as its nineup.yaml and sheets say."""
    plan = make_plan(project, PrintOptions(output=project.root), Findings())  # where to: nothing is written
    run = Run(game, "", 0, {}, (), {}, (), ())
    return placement_findings(run, drawn, plan, engine.fonts) if plan and drawn else Findings()


def _drawn_rows(proved: Proved, states: States, findings: Findings) -> Iterator[Row]:
    """What was found in setting the faces and laying them on paper, as rows of the table."""
    reported = {finding.code for finding in findings}
    for label, codes in DRAWN.items():
        yield Row(
            label, label, dict.fromkeys(proved.counts, not reported & codes), {}, "", 0, 0, states.tried
        )


def _rendered(states: States, engine: LayoutEngine) -> RenderedFaces:
    """Each different face once for each component that has it, and once for each card."""
    faces: dict[tuple[str, object], Look] = {}
    of_cards: dict[tuple[str, str, str, int], Look] = {}
    for d in states.drawn:
        for side, face in (("front", d.front), ("back", d.back)):
            if face is not None:
                component, card = d.part.component, d.part.card
                look = Look(component, card, side, face, states.new.get(face))
                first = faces.setdefault((component.id, face.ops), look)
                of_cards.setdefault((component.id, card.id, side, id(first)), look)
    symbols = {name: symbol.form for name, symbol in engine.symbols.items()}
    return RenderedFaces(tuple(faces.values()), symbols, tuple(of_cards.values()))


def _scope(
    game: Game, players: Collection[int], options: Mapping[str, str], findings: Findings
) -> ProofScope | None:
    """What a proof is narrowed to; None when one of these runs is impossible."""
    wrong = Findings()
    if players or options:
        for count in players or (None,):
            select(game, wrong, count, options)
    wrong = Findings(f for f in wrong if f.about == "request" and f.code != "unstated")
    findings.extend(dict.fromkeys(wrong))
    read = read_options(game, options, Findings())
    named = {name.replace("_", "-") for name in options}
    bands = read_bands(game, options, Findings())
    return (
        None
        if wrong
        else ProofScope(tuple(players), {**{id: read[id] for id in read if id in named}, **bands})
    )
