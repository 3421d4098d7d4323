"""Checks what a press can't print as drawn: too much ink, contradictory inks, small letters in several
inks.
"""

from collections.abc import Iterator, Sequence

from nineup.base import Diagnostic, Findings, Span
from nineup.faces.surface import ink_words, named_inks
from nineup.model import Cmyk, Face, Plates, Spot

from nineup_export.press.flattening import flattened
from nineup_export.shots import PieceGroup
from nineup_export.target import ExportJob

SMALL = 12.0
"""The type size, in points, below which misregistered inks show."""

DARK = 0.6
"""The amount of black from which on other inks make it a rich black."""


def transparent_components(job: ExportJob, groups: Sequence[PieceGroup]) -> set[str]:
    """The components with transparency that can't be flattened exactly."""
    fonts = job.drawn_run.engine.fonts
    return {component for face, _, component in _faces(groups) if flattened(face, fonts).refused}


def report_transparency(
    job: ExportJob, groups: Sequence[PieceGroup], findings: Findings, leave_out: bool | None = None
) -> None:
    """Reports transparency that can't be flattened exactly, once for each component and reason, with the
    first face; an error unless such components are left out. None for a target that can't leave them out.
    """
    by_reason: dict[tuple[str, str], list[tuple[Face, Span]]] = {}
    for face, span, component in _faces(groups):
        for reason in flattened(face, job.drawn_run.engine.fonts).refused:
            by_reason.setdefault((component, reason), []).append((face, span))
    for (_, reason), faces in by_reason.items():
        (first, span), more = faces[0], len(faces) - 1
        others = f" and {more} more" if more else ""
        message = f"{first.name}{others}: {reason} can't be printed as PDF/X-1a, which has no transparency"
        hint = "`--pixels 600` makes pictures of it; or `--to pdf-x-4`, if the print shop takes that"
        if leave_out:
            findings.warning("press-transparency", f"{message}; it is left out", span, hint=hint)
        else:
            hint += "; or `--leave-out` exports the rest" if leave_out is False else ""
            findings.request_error("press-transparency", message, span, hint=hint)


def report_inks(job: ExportJob, groups: Sequence[PieceGroup], limit: float, findings: Findings) -> None:
    """Reports colours with too much total ink, spot inks that are imitated differently in two places or used
    in a gradient, and small letters in rich black; each once.
    """
    reported: set[object] = set()
    spots: dict[str, Cmyk] = {}
    for face, span, _ in _faces(groups):
        for named in named_inks(face.ops):
            finding = (
                _spot(named.ink, named.mixed, spots)
                if isinstance(named.ink, Spot)
                else _process(named.ink, named.size, limit)
            )
            if finding is not None and (finding.code, named.ink) not in reported:
                reported.add((finding.code, named.ink))
                findings.append(finding._replace(message=f"{face.name}: {finding.message}", span=span))


def _spot(ink: Spot, mixed: bool, spots: dict[str, Cmyk]) -> Diagnostic | None:
    """The problem of a spot ink, if any; `spots` has the first imitation of each."""
    first = spots.setdefault(ink.name, ink.alternate)
    if first != ink.alternate:
        message = (
            f"the ink {ink.name} is imitated in two ways: {ink_words(first)} and {ink_words(ink.alternate)}"
        )
        return Diagnostic(
            "press-ink", "error", message, span=None, hint="write it in one way everywhere", about="request"
        )
    if mixed:
        message = f"the ink {ink.name} is in a gradient, where {ink_words(ink.alternate)} imitates it"
        hint = "use a plain color, or a pattern of it, to print the ink with its own plate"
        return Diagnostic("spot-gradient", "warning", message, span=None, hint=hint)
    return None


def _process(inks: Cmyk, size: float | None, limit: float) -> Diagnostic | None:
    """The problem of an amount of the four inks, and of letters of a size in it."""
    if inks.total > limit + 1e-6:
        message = f"{ink_words(inks)} is {inks.total:.0%} of ink, more than {limit:.0%}"
        hint = "name less ink, or raise `--ink-limit` if the print shop allows it"
        return Diagnostic("ink-limit", "error", message, span=None, hint=hint, about="request")
    if _is_rich(inks) and size is not None and size < SMALL:
        message = f"letters of {size:.1f} pt in {ink_words(inks)} blur where the inks don't meet exactly"
        return Diagnostic(
            "rich-black", "warning", message, span=None, hint="name black alone: device-cmyk(0, 0, 0, 1)"
        )
    return None


def _is_rich(inks: Cmyk) -> bool:
    return inks.black >= DARK and inks.total > inks.black


def _faces(groups: Sequence[PieceGroup]) -> Iterator[tuple[Face, Span, str]]:
    """Each different face once, with the card's place and its component."""
    seen: set[tuple[object, ...]] = set()
    plates = Plates()
    for group in groups:
        for drawn in group.members:
            for face in (drawn.front, drawn.back):
                if face is not None and (face.size, face.ops) not in seen:
                    seen.add((face.size, face.ops))
                    yield plates.face(face), drawn.part.card.span, group.component.id
