"""A published game: a folder of static files for a web host or a memory stick, with the game's page, its
rules, PDFs to print, what is new, and a table to play on.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import msgspec
from nineup.base import Findings, file_size
from nineup.changes import reprint
from nineup.layout.typeset import Drawn, typeset
from nineup.logic.select import counts
from nineup.model import Run
from nineup.pipeline import (
    DrawnRun,
    InkUse,
    group_by_shape,
    lay_out,
    pages_of,
    pdf_name,
    rules_files,
    rules_path,
)
from nineup.pipeline import left_out as without_pieces
from nineup.translation import languages
from nineup.write import PdfDocument, pdf

from nineup_export.decks import part_title
from nineup_export.target import ExportedFile, ExportJob, ExportSetting, ExportTarget, rights_of
from nineup_export.web.album import FOLDER, Album
from nineup_export.web.choice_data import choice_data
from nineup_export.web.choices import TableChoices, typed
from nineup_export.web.news import PAGE, news
from nineup_export.web.pages import TABLE_SCRIPTS, markup, page, with_policy
from nineup_export.web.table_setup import MAX_SEED, left_out

PAPERS = {"a4": "A4", "letter": "Letter"}
INKS: dict[InkUse, str] = {"full": "", "low": "low ink"}

PIXELS = 96 / 25.4
"""CSS pixels per millimetre: faces are shown at print size."""

NARROW = 120
"""The width in CSS pixels of tokens and other small pieces, of which more are shown side by side."""

FANNED = 5
"""The number of cards in the picture at the head of the page."""


class Download(NamedTuple):
    """A PDF of the page, and its size in words."""

    file: str
    size: str


class PrintRow(NamedTuple):
    """A group of pieces to print: a PDF for each paper and ink, None for a paper that is too small."""

    name: str
    pages: int
    files: tuple[Download | None, ...]


class Prints(NamedTuple):
    """The PDFs of a run."""

    title: str
    rows: tuple[PrintRow, ...]


class ShownPiece(msgspec.Struct, frozen=True):
    """A piece of the gallery."""

    name: str
    front: str
    back: str
    copies: int
    width: int
    height: int
    """In CSS pixels at its true size."""


class ShownGroup(msgspec.Struct, frozen=True):
    """The pieces of a component, each look once, and how many there are with copies."""

    id: str
    title: str
    pieces: tuple[ShownPiece, ...]
    count: int

    @property
    def shown(self) -> str:
        """How wide they are shown: `narrow`, `upright` or `broad`."""
        wide, high = (max(getattr(each, side) for each in self.pieces) for side in ("width", "height"))
        return "narrow" if wide < NARROW else "upright" if wide <= high else "broad"


def _limits(job: ExportJob, findings: Findings) -> None:
    name = job.values["since"]
    if name:
        reprint.find_record(job.project, job.game.id, name, findings=findings)
    if not _choices(job).players:
        findings.extend(_choices(job).refused)
    path = rules_path(job.project, job.drawn_run)
    if path:
        rules_files(job.project, job.drawn_run, path, form="md", findings=findings)
    for paper in PAPERS:
        for group, members in _printed_groups(job.drawn_run):
            reported = Findings()
            lay_out(job.drawn_run, paper, group, members=members, notice="", findings=reported)
            if reported.failed:
                message = f"{group} don’t fit on {PAPERS[paper]}, and the page offers no PDF of them"
                findings.warning("web-paper", message, members[0].part.component.span)


def _set_up_errors(job: ExportJob, findings: Findings) -> None:
    """Reports errors in pieces of the table's set-ups, and of other player counts that are printed, and the
    pieces that drafts lack for them; each once, with the first set-up that shows it.
    """
    known = {(each.code, each.span, each.message) for each in findings}
    drawn = {choice.in_words: each for choice, each in _choices(job).drawn.items()}
    if job.values["prints"] == "each":
        for number, run in _choices(job).runs():
            drawn[_players(number)] = _drawn(job.drawn_run, run, errors := Findings()), errors
    for in_words, (drawn_run, errors) in drawn.items():
        lacking = without_pieces(drawn_run) if drawn_run.plan.allow_errors else ()
        for one in (*errors, *lacking):
            key = one.code, one.span, "" if one.code == "left-out" else one.message
            if (one.severity == "error" or one.code == "left-out") and key not in known:
                known.add(key)
                findings.append(one._replace(configuration=in_words))


def _choices(job: ExportJob) -> TableChoices:
    """The choices at the table, which the functions of a job share."""
    if "choices" not in job.shared:
        job.shared["choices"] = TableChoices(job.drawn_run)
    choices: TableChoices = job.shared["choices"]
    return choices


def _files(job: ExportJob) -> Iterator[ExportedFile]:
    drawn_run, album = job.drawn_run, Album()
    groups = tuple(_gallery(drawn_run, album))
    choices = _choices(job)
    table = {"game": job.game.id, "title": job.game.title, **choice_data(choices, album)}
    news_files = list(news(job, album))
    total = 0
    for file in album.files(drawn_run.engine.fonts):
        total += len(file.data)
        yield file
    prints = []
    for title, run in _print_runs(job):
        rows = list(_prints(job, run, "" if run is drawn_run else f"{run.run.name}/"))
        yield from (file for _, files in rows for file in files)
        prints.append(Prints(title, tuple(row for row, _ in rows)))
    rules = _rules(job)
    yield from (*rules, *news_files)
    game = job.game
    about = {
        "game": game,
        "facts": _facts(job),
        "rights": [each.partition(": ")[::2] for each in rights_of(game)],
        "tagline": str(game.fields.get("tagline", "")),
        "draft": job.draft,
    }
    gallery = [piece for group in groups for piece in group.pieces]
    yield ExportedFile(
        "index.html",
        page(
            "site.html",
            ("site",),
            ("site",),
            **about,
            data=gallery,
            groups=groups,
            fan=_fan(groups),
            prints=prints,
            columns=[
                f"{paper}{f', {ink}' if ink else ''}" for paper in PAPERS.values() for ink in INKS.values()
            ],
            rules=bool(rules),
            news=any(file.name == PAGE for file in news_files),
            folder=FOLDER,
        ),
        f"{len(gallery)} pieces, {file_size(total)} of pictures",
    )
    tools = markup("tools.html", choices=_controls(choices), seed=1, max_seed=MAX_SEED)
    yield ExportedFile(
        "table.html",
        page(
            "tablepage.html",
            ("site", "table"),
            (*TABLE_SCRIPTS, "tablepage"),
            **about,
            data=table,
            tools=tools,
            places=markup("tabletop.html", about={}),
            left_out=left_out(drawn_run.run),
            rules=bool(rules),
        ),
        f"{(number := choices.count())} set-up{'' if number == 1 else 's'}",
    )


# The page


def _gallery(drawn_run: DrawnRun, album: Album) -> Iterator[ShownGroup]:
    """Every piece of the run, by component, each look once."""
    for component, members in groupby(drawn_run.drawn, lambda each: each.part.component):
        shown: dict[tuple[str, str], ShownPiece] = {}
        pieces = 0
        for drawn in members:
            copies = drawn.part.copies
            if not copies:
                continue
            look, pieces = album.look(drawn), pieces + copies
            sides = look.front, look.back
            if sides in shown:
                copies += shown[sides].copies
            width, height = (round(side * PIXELS) for side in (look.width, look.height))
            shown[sides] = ShownPiece(part_title(drawn.part), *sides, copies, width=width, height=height)
        if shown:
            yield ShownGroup(component.id, component.name, tuple(shown.values()), count=pieces)


def _fan(groups: Iterable[ShownGroup]) -> tuple[ShownPiece, ...]:
    """Some pieces of the group with the most different ones, from all over it."""
    most = max(groups, key=lambda group: len(group.pieces))
    step = max(1, len(most.pieces) // FANNED)
    return most.pieces[::step][:FANNED]


def _facts(job: ExportJob) -> list[tuple[str, str]]:
    """What the head of the page says of a game, as a label and a text each."""
    game = job.game
    tags = dict.fromkeys((game.source_language or game.language, *languages(job.project, game.id)))
    facts = {
        "Players": _range(list(counts(game))),
        "Minutes": _range(_choices(job).minutes()),
        "Ages": str(game.fields.get("ages", "")),
        "Year": str(game.fields.get("year", "")),
        "Languages": " ".join(filter(None, tags)),
    }
    return [(name, text) for name, text in facts.items() if text]


def _range(numbers: Sequence[float]) -> str:
    return "–".join(f"{number:g}" for number in dict.fromkeys((numbers[0], numbers[-1]))) if numbers else ""


# What is printed


def _printed_groups(drawn_run: DrawnRun) -> Iterator[tuple[str, list[Drawn]]]:
    for group, members in group_by_shape(drawn_run.drawn).items():
        if any(each.part.copies for each in members):
            yield group, members


def _print_runs(job: ExportJob) -> Iterator[tuple[str, DrawnRun]]:
    """The runs that are printed, with their titles: that of the request, or each player count."""
    whole = job.drawn_run
    if job.values["prints"] == "none":
        return
    if job.values["prints"] == "run":
        players = whole.choice.players
        yield ("The whole box" if players is None else f"For {_players(players)}"), whole
        return
    for number, run in _choices(job).runs():
        yield f"For {_players(number)}", _drawn(whole, run)


def _players(number: int) -> str:
    return "1 player" if number == 1 else f"{number} players"


def _drawn(whole: DrawnRun, run: Run, findings: Findings | None = None) -> DrawnRun:
    """Another run of the same game, drawn."""
    drawn = typeset(run, whole.engine, Findings() if findings is None else findings)
    return msgspec.structs.replace(whole, run=run, drawn=drawn)


def _prints(job: ExportJob, run: DrawnRun, folder: str) -> Iterator[tuple[PrintRow, list[ExportedFile]]]:
    """A row for each group of pieces, with its files."""
    for group, members in _printed_groups(run):
        files: list[ExportedFile | None] = []
        count = 0
        for paper in PAPERS:
            for ink, suffix in INKS.items():
                job.progress(f"{job.game.id}: {group} on {paper}", 0, 1)
                pages, data = _sheets(job, run, paper, group=group, members=members, ink=ink)
                count = count or pages
                name = pdf_name(f"{group}-{suffix.replace(' ', '-')}" if suffix else group, paper)
                files.append(ExportedFile(f"print/{folder}{name}", data) if data else None)
        links = tuple(Download(file.name, file_size(len(file.data))) if file else None for file in files)
        yield PrintRow(group.replace("-", " ").capitalize(), count, links), [each for each in files if each]


def _sheets(
    job: ExportJob, run: DrawnRun, paper: str, group: str, members: list[Drawn], ink: InkUse
) -> tuple[int, bytes]:
    """The number of pages of a group's sheets, and their PDF; none if the pieces don't fit on the paper."""
    planned = msgspec.structs.replace(run, plan=msgspec.structs.replace(run.plan, ink=ink))
    sheets = lay_out(
        planned, paper, group, members=members, notice=job.draft, findings=(reported := Findings())
    )
    if reported.failed or not sheets:
        return 0, b""
    pages = tuple(pages_of(sheets))
    about = f"{job.game.title}: {group}", job.game.designer, f"{job.game.id}, {run.run.name}, {group}, Nineup"
    return len(pages), pdf(PdfDocument(*about, pages), run.engine.fonts)


# Rules


def _rules(job: ExportJob) -> list[ExportedFile]:
    path = rules_path(job.project, job.drawn_run)
    files = rules_files(job.project, job.drawn_run, path, form="html", findings=Findings()) if path else None
    stem = path.rpartition("/")[2].removesuffix(".md") if path else ""
    pages = []
    for name, contents in (files or {}).items():
        data = contents if isinstance(contents, bytes) else b"".join(contents)
        own = "rules.html" if name == f"{stem}.html" else name
        pages.append(ExportedFile(own, with_policy(data, job.game.title) if own.endswith(".html") else data))
    return pages


# The table


def _controls(choices: TableChoices) -> Any:
    """The controls that choose a set-up, and what they don't offer."""
    options = [
        {
            "id": option.id,
            "kind": option.kind,
            "values": ("yes", "no") if option.kind == "switch" else option.values,
            "default": typed(option.default),
        }
        for option in choices.options
    ]
    kept = [option.id for option in choices.game.options.values() if option not in choices.options]
    return markup(
        "choices.html", players=choices.players, options=options, kept=kept, unshown=list(choices.unshown)
    )


WEB = ExportTarget(
    "web",
    "A page to share, and to play",
    "A folder for any web host or memory stick: the game’s page, PDFs, rules, what is new, and a table.",
    takes="faces",
    verb="Publish",
    files=_files,
    limits=_limits,
    draws_more=_set_up_errors,
    settings=(
        ExportSetting(
            "prints",
            "PDFs to print: of the run, of each player count, or none.",
            "choice",
            default="run",
            choices=("run", "each", "none"),
            label="PDFs",
        ),
        ExportSetting(
            "since",
            "The recorded print with which the page compares what is new. Default: what was published "
            "before, or else the latest print.",
            "text",
            default="",
            example="PRINT",
            label="New since the print",
            placeholder="what was last published",
        ),
    ),
    next_steps=(
        "Open `index.html` to see it. For itch.io, upload the archive as a project of the kind *HTML*.",
        "For GitHub Pages or a memory stick, copy the folder; it needs no server and loads nothing else.",
    ),
)
