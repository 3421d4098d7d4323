"""Findings of imposition: pieces that are too large, sheets that hold fewer, missing bleed, unequal backs."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from nineup.base.diagnostics import Findings, Span, few
from nineup.base.geometry import Size
from nineup.base.units import measures, mm
from nineup.impose.field import fields
from nineup.impose.grid import Grid, best_grid
from nineup.impose.poster import Division
from nineup.impose.slots import Cell
from nineup.model.extent import is_framed
from nineup.model.paper import PAPERS, Backs, Piece, SheetSpec


def report_unequal_backs(pieces: Iterable[Piece], findings: Findings) -> None:
    """Reports each component whose back differs in size from its front, once."""
    reported: set[str] = set()
    for piece in pieces:
        if piece.back is None or piece.back.size == piece.front.size or piece.component in reported:
            continue
        front, back = piece.front.size, piece.back.size
        if max(abs(front.width - back.width), abs(front.height - back.height)) > 0.02:
            reported.add(piece.component)
            findings.error(
                "back-size",
                f"the back of `{piece.component}` is {measures(back)}, its front {measures(front)}",
                piece.spans.get("back"),
                hint="give both layouts the same width and height",
            )


def report_bleed(pieces: Iterable[Piece], spec: SheetSpec, findings: Findings) -> None:
    """Reports components with less bleed than the sheet, those with equal bleed together; faces with a frame
    of bare paper need none.
    """
    short: dict[tuple[str, str, str], list[Piece]] = {}
    for piece in pieces:
        wanted = max(spec.bleed, piece.bleed)
        for side, face in (("front", piece.front), ("back", piece.back)):
            if face is not None and face.bleed < wanted - 0.02 and not is_framed(face):
                short.setdefault((side, mm(face.bleed), mm(wanted)), []).append(piece)
    for (side, bleed, wanted_bleed), some in short.items():
        findings.warning(
            "bleed-missing",
            f"{side} of {named(some)}: {bleed} of bleed, but the sheet has {wanted_bleed}",
            some[0].spans.get("layout" if side == "front" else "back"),
            hint=f"draw the layout {wanted_bleed} beyond its trim and set `n:bleed`{_on_sides(some[0])}",
        )


def _on_sides(piece: Piece) -> str:
    return ", and so those of its `sides`" if any(key.startswith("sides.") for key in piece.spans) else ""


def report_fewer(
    pieces: Sequence[Piece], grid: Grid, bare: Cell, spec: SheetSpec, backs: Backs, findings: Findings
) -> None:
    """Reports how many places a sheet loses to bleed or the back offset; `bare` is a cell without bleed."""
    offset = spec.back_offset != (0.0, 0.0) and backs in ("long-edge", "short-edge")
    if (not spec.bleed and not offset) or spec.columns or spec.rows:
        return
    plain = fields(replace(spec, back_offset=(0.0, 0.0)), backs)
    most = best_grid(bare, plain)
    if most is None or most.holds <= grid.holds:
        return
    reasons = [f"{mm(spec.bleed)} of bleed"] * bool(spec.bleed) + ["the printer's back offset"] * offset
    findings.note(
        "fewer-per-sheet",
        f"{named(pieces)}: {grid.holds} on a sheet of {spec.paper} ({orientation(grid)}), for "
        f"{' and '.join(reasons)}; "
        f"{most.holds} without",
        _size_span(pieces),
    )


def report_shared(
    pieces: Sequence[Piece], grid: Grid, bleed: float, paper: str, instead: Grid, findings: Findings
) -> None:
    """Reports pieces that share their cuts to save a sheet, and what is left of their bleed."""
    findings.note(
        "shared-cuts",
        f"{named(pieces)}: {grid.holds} on a sheet of {paper} share their cuts, with {mm(bleed)} of bleed "
        f"around all of them; with {mm(pieces[0].bleed)} each there would be {instead.holds}",
        _size_span(pieces),
        hint=f"`--bleed {mm(pieces[0].bleed).replace(' ', '')}` keeps it around each",
    )


def report_free_grid(pieces: Sequence[Piece], findings: Findings) -> None:
    """Reports pieces of punch sheets, for which columns and rows have no effect."""
    why = "`columns` and `rows` are ignored on punch sheets, which hold pieces of several sizes"
    findings.note("punch-grid", f"{named(pieces)}: {why}", _size_span(pieces))


def report_too_large(
    pieces: Sequence[Piece], cell: Cell, spec: SheetSpec, backs: Backs, findings: Findings
) -> None:
    """Reports pieces that don't fit the paper or the requested grid, and what would help."""
    if (spec.columns or spec.rows) and best_grid(cell, fields(spec, backs)) is not None:
        _report_grid(pieces, cell, spec, backs=backs, findings=findings)
        return
    space = fields(spec, backs)
    room = max((field.area for field in space), key=lambda area: area.width * area.height)
    marks = best_grid(msgspec.structs.replace(cell, marks=0.0), space) is not None
    findings.fit_error(
        "piece-too-large",
        f"{named(pieces)}: {measures(cell.size)}{_needs(cell, marks)} does not fit {spec.paper}, "
        f"where {measures(Size(max(room.width, 0), max(room.height, 0)))} can be used",
        _size_span(pieces),
        hint=_remedy(cell, spec, backs) or _last_resort(pieces[0]),
    )


def report_parts(
    pieces: Sequence[Piece], cell: Cell, division: Division, spec: SheetSpec, backs: Backs, findings: Findings
) -> None:
    """Reports pieces that are printed in parts, how many there are, and what would keep them whole."""
    findings.note(
        "poster-parts",
        f"{named(pieces)}: {measures(cell.size)}{_needs(cell)} is printed in {division.amount} parts on "
        f"{spec.paper}, "
        f"{len(division.columns)} by {len(division.rows)}",
        _size_span(pieces),
        hint="; ".join(filter(None, [_remedy(cell, spec, backs), _whole(pieces, cell, spec, backs=backs)])),
    )


NEARLY = 80
"""In per cent: a piece that fits when printed at this scale or a larger one nearly fits."""


def _whole(pieces: Sequence[Piece], cell: Cell, spec: SheetSpec, backs: Backs) -> str:
    """How to keep a piece whole: on a page of its own, which a printer may shrink if the piece nearly fits
    the paper.

    The component's own setting takes precedence over the flag.
    """
    flag = " or `--as-one`" * (not any(piece.large for piece in pieces))
    keeps = f"`large: as-one`{flag} keeps it whole"
    room = [field.printable for field in fields(spec, backs)]
    fits = [min(box.width / cell.size.width, box.height / cell.size.height) for box in room]
    shrunk = int(100 * max(fits, default=0.0) + 1e-6)
    return f"{keeps}, and printed at {shrunk} % it fits {spec.paper}" if NEARLY <= shrunk < 100 else keeps


def named(pieces: Sequence[Piece]) -> str:
    """The components of pieces: the first two by name, the others as a number."""
    return few(dict.fromkeys(f"`{piece.component}`" for piece in pieces), 2)


def orientation(grid: Grid) -> str:
    """A grid's orientation: `landscape`, or `portrait, pieces turned`."""
    page = "landscape" if grid.field.landscape else "portrait"
    return f"{page}, pieces turned" if grid.turned else page


def _report_grid(
    pieces: Sequence[Piece], cell: Cell, spec: SheetSpec, backs: Backs, findings: Findings
) -> None:
    most = best_grid(cell, fields(spec, backs))
    asked = " and ".join(f"{n} {what}" for n, what in ((spec.columns, "columns"), (spec.rows, "rows")) if n)
    findings.fit_error(
        "grid-too-large",
        f"{named(pieces)}: {asked} of {measures(cell.size)}{_needs(cell)} do not fit {spec.paper}",
        _size_span(pieces),
        hint=f"{most.columns} columns and {most.rows} rows do ({orientation(most)})" if most else "",
    )


def _size_span(pieces: Sequence[Piece]) -> Span | None:
    """Where the first piece's component sets its size."""
    return pieces[0].spans.get("size")


def _needs(cell: Cell, marks: bool = False) -> str:
    """The space that a piece needs beyond its size: its bleed, and, with `marks`, the space for marks."""
    needs = [f"{mm(cell.bleed)} of bleed"] * bool(cell.bleed) + [f"{mm(cell.marks)} around for marks"] * marks
    return f" with {' and '.join(needs)}" if needs else ""


def _remedy(cell: Cell, spec: SheetSpec, backs: Backs) -> str:
    """The smallest change to the sheet that makes a piece fit; empty if there is none."""
    for words, trial_cell, trial, trial_backs in _changes(cell, spec, backs):
        if best_grid(trial_cell, fields(trial, trial_backs)) is not None:
            return f"it fits with {words}"
    return ""


def _last_resort(piece: Piece) -> str:
    """What to do if no paper is large enough."""
    if not piece.in_parts:
        return "no known paper is large enough; a `mat` or a `board` would be printed in parts"
    if piece.back is not None:
        return "no known paper is large enough; without a back it would be printed in parts"
    return "use larger paper, or a smaller margin or overlap: there is no space for parts"


def _changes(cell: Cell, spec: SheetSpec, backs: Backs) -> Iterator[tuple[str, Cell, SheetSpec, Backs]]:
    """Each change in the user's notation, with the resulting cell, sheet and backs."""
    if spec.bleed:
        yield "`bleed: 0mm`", msgspec.structs.replace(cell, bleed=0.0), spec, backs
    if cell.marks:
        yield (
            "`marks: none`, of the component or of a sheet",
            msgspec.structs.replace(cell, marks=0.0),
            spec,
            backs,
        )
    if backs == "gutterfold":
        yield "`backs: long-edge`", cell, spec, "long-edge"
    for paper in sorted(PAPERS, key=lambda name: (_iso(name) != _iso(spec.paper), _area(name))):
        yield f"`paper: {paper}`", cell, replace(spec, paper=paper), backs


def _iso(paper: str) -> bool:
    """Whether a paper is an ISO size, which users of A4 find more easily than Tabloid."""
    return paper.startswith("a")


def _area(paper: str) -> float:
    return PAPERS[paper].width * PAPERS[paper].height
