"""Pieces as pictures for exports: the sides of pieces grouped by component and owner, cut out or with
bleed.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

import msgspec
from nineup.base import INCH, MM, Findings, Span, few
from nineup.base.geometry import Matrix, Size
from nineup.faces.shapes import shape_of
from nineup.layout.typeset import Drawn
from nineup.logic.select import is_implied
from nineup.model import Component, Digests, Face, Group, is_framed
from nineup.pipeline import DrawnRun, cut_out, render_faces, with_bleed
from nineup.typography.fonts import Fonts
from nineup.write import Encoding, Shot, clear_pictures

MAX_SIDE, MAX_PIXELS = 16_000, 100_000_000
"""Limits of one picture; few programs open larger ones."""


class PieceGroup(msgspec.Struct, frozen=True):
    """The pieces of a component that belong to one owner, or all of them; in the order of the run.

    With a `pile`, those of several components, of which `component` is the first.
    """

    component: Component
    owner: str
    members: tuple[Drawn, ...]
    pile: str = ""

    @property
    def pieces(self) -> int:
        """The number of pieces, copies included."""
        return sum(drawn.part.copies for drawn in self.members)

    @property
    def stem(self) -> str:
        """The base name for files of these pieces: the pile or the component, and the owner if there is
        one.
        """
        return "-".join(filter(None, (self.pile or self.component.id, self.owner)))

    @property
    def title(self) -> str:
        """The name of the pile or the component, followed by the owner's if there is one."""
        name = self.pile.replace("-", " ").capitalize() or self.component.name
        owner = self.members[0].part.owner
        return f"{name}: {owner.fields['name']}" if owner is not None else name

    def stem_of(self, drawn: Drawn) -> str:
        """The base name for files of one of them."""
        return "-".join(dict.fromkeys((self.stem, drawn.part.card.id)))

    @property
    def is_listed(self) -> bool:
        """Whether these are entries of a list; a component without one has a single card with its id."""
        return bool(self.pile) or not is_implied(self.component)

    @property
    def common_back(self) -> Face | None:
        """The back that all pieces with a back share; None if there are several, or none."""
        digests = Digests(with_micro=True)
        backs = {digests[d.back]: d.back for d in self.members if d.back is not None}
        return next(iter(backs.values())) if len(backs) == 1 else None


def groups_of(drawn_run: DrawnRun) -> tuple[PieceGroup, ...]:
    """The pieces that a run prints, by component and owner, in the order of the run."""
    by_owner: dict[tuple[str, str], list[Drawn]] = {}
    for drawn in drawn_run.drawn:
        if drawn.part.copies:
            by_owner.setdefault((drawn.part.component.id, str(drawn.part.owner or "")), []).append(drawn)
    return tuple(
        PieceGroup(members[0].part.component, owner, tuple(members))
        for (_, owner), members in by_owner.items()
    )


def played_groups(drawn_run: DrawnRun) -> tuple[PieceGroup, ...]:
    """As `groups_of`, without what virtual tables don't show, such as boxes."""
    return tuple(group for group in groups_of(drawn_run) if shape_of(group.component.shape).is_played)


def report_unplayed(drawn_run: DrawnRun, program: str, findings: Findings) -> None:
    """Notes each component that a virtual table leaves out; an error if nothing remains."""
    for component in dict.fromkeys(drawn.part.component.id for drawn in drawn_run.drawn):
        left_out = drawn_run.run.game.components[component]
        if not shape_of(left_out.shape).is_played:
            message = f"`{component}` is left out: {program} gets no {left_out.shape}"
            findings.note("not-in-play", message, left_out.span)
    if not played_groups(drawn_run):
        findings.request_error("export-nothing", f"nothing is left for {program}", drawn_run.run.game.span)


def prepared(face: Face, component: Component, bleed: float | None, dpi: float) -> Face:
    """A face cut out, or whole with `bleed` points beyond its trim, stretched to whole pixels."""
    cut = cut_out(face, component) if bleed is None else with_bleed(face, bleed)
    whole = whole_pixels(cut.size, dpi)
    return Face(cut.name, whole, 0.0, ops=(Group(cut.ops, stretch(cut.size, whole)),))


def shoot(faces: Iterable[Face], fonts: Fonts, dpi: float, encoding: Encoding = "png") -> Iterator[Shot]:
    """A picture of each face, in order."""
    return render_faces(list(faces), fonts, partial(clear_pictures, dpi=dpi, encoding=encoding))


def whole_pixels(size: Size, dpi: float) -> Size:
    """A size shrunk to whole pixels, so that edges are sharp and the places of a grid are all the same."""
    # Rounding tolerance: 2.5 in are 750 pixels even if written as 63.5 mm.
    width, height = (max(1, int(side * dpi / INCH + 0.05)) * INCH / dpi for side in size)
    return Size(width, height)


def stretch(size: Size, to: Size, x: float = 0.0, y: float = 0.0) -> Matrix:
    """The matrix that maps a drawing of one size to a place of another size."""
    return Matrix(to.width / size.width, 0, 0, to.height / size.height, x, y)


def report_too_large(groups: Sequence[PieceGroup], bleed: float, dpi: float, findings: Findings) -> None:
    """Reports each component whose pictures have too many pixels."""
    for component, size in _sizes(groups).items():
        around = Size(size.width + 2 * bleed, size.height + 2 * bleed)
        max_dpi = int(most_dpi(around))
        if dpi > max_dpi:
            width, height = (round(side * dpi / INCH) for side in around)
            message = (
                f"`{component}`: {width:,} × {height:,} pixels at {dpi:g} dpi are too many for a picture"
            )
            span = next(group.component.span for group in groups if group.component.id == component)
            findings.request_error("picture-size", message, span, hint=f"at most `--dpi {max_dpi}`")


def report_missing_bleed(
    wanted: Iterable[tuple[PieceGroup, float]], findings: Findings, slack: float = 0.01
) -> None:
    """Reports components whose layouts draw less ink beyond the trim than required, those with equal bleed
    together.

    Faces with a frame of bare paper need none; a bleed that is too small by `slack` is accepted.
    """
    short: dict[tuple[str, str], dict[str, Span]] = {}
    for group, bleed in wanted:
        faces = [face for d in group.members for face in (d.front, d.back) if face is not None]
        least = min((face.bleed for face in faces if not is_framed(face)), default=bleed)
        if least < bleed - slack:
            component = group.component
            short.setdefault((_mm(least), _mm(bleed)), {}).setdefault(component.id, component.span)
    for (least_mm, bleed_mm), components in short.items():
        listed = few([f"`{id}`" for id in components], 2)
        message = f"{listed}: {least_mm} of bleed, not {bleed_mm}"
        hint = f"draw the layouts {bleed_mm} beyond their trim and set `n:bleed`"
        findings.warning("bleed-missing", message, next(iter(components.values())), hint=hint)


def _mm(points: float) -> str:
    return f"{points / MM:.4g} mm"  # An eighth of an inch is 3.175 mm.


def most_dpi(size: Size) -> float:
    """The highest resolution at which a picture of a size stays within the allowed number of pixels."""
    return INCH * min(MAX_SIDE / max(size), math.sqrt(MAX_PIXELS / (size.width * size.height)))


def _sizes(groups: Sequence[PieceGroup]) -> dict[str, Size]:
    return {group.component.id: group.members[0].front.size for group in reversed(groups)}
