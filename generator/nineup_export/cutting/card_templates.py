"""The cutting templates of silhouette-card-maker: sheets whose cards lie where its files for Silhouette
Studio cut.

Places and sizes are those of `assets/layouts.json` of `Alan-Cha/silhouette-card-maker` (MIT licence), in
pixels at 300 dpi, of paper that lies broadside; read November 2026.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec
from nineup.base import INCH, MM, Findings, measures
from nineup.base.geometry import Box, Size
from nineup.impose import turning_axis
from nineup.layout.typeset import Drawn
from nineup.model import Component, Placement, Sheet, SheetSpec
from nineup.pipeline import lay_out

from nineup_export.decks import DECK_SHAPES
from nineup_export.target import ExportJob

PIXEL = INCH / 300

CLOSE = 1 * MM
"""How much larger or smaller a card may be than those of a template."""

THICK = 1 * MM
"""The thickness of the marks on its sheets."""


class CardTemplate(NamedTuple):
    """Where a template cuts: the cards' size, and the left edges of columns and upper edges of rows, in
    pixels.
    """

    name: str
    paper: str
    card: tuple[int, int]
    columns: tuple[int, ...]
    rows: tuple[int, ...]

    @property
    def size(self) -> Size:
        """The size of its cards, in points."""
        return Size(self.card[0] * PIXEL, self.card[1] * PIXEL)

    def place(self, number: int, size: Size) -> Box:
        """The trim of the card with this number, row by row, centred where the template cuts."""
        column, row = number % len(self.columns), number // len(self.columns)
        x, y = self.columns[column] * PIXEL, self.rows[row] * PIXEL
        return Box(x + (self.size.width - size.width) / 2, y + (self.size.height - size.height) / 2, *size)

    def bleed(self, size: Size) -> float:
        """The most bleed for which neighbors have room."""
        steps = (
            (places[1] - places[0]) * PIXEL - side
            for places, side in ((self.columns, size.width), (self.rows, size.height))
        )
        return max(0.0, min(steps) / 2)


TEMPLATES = (
    CardTemplate("a4_standard_v2", "a4", (742, 1036), columns=(245, 1004, 1763, 2522), rows=(197, 1247)),
    CardTemplate("a4_japanese_v1", "a4", (694, 1015), columns=(269, 1028, 1786, 2545), rows=(208, 1258)),
    CardTemplate("a4_poker_v1", "a4", (748, 1049), columns=(236, 999, 1761, 2524), rows=(185, 1248)),
    CardTemplate(
        "a4_pokerhalf_v1", "a4", (524, 733), columns=(368, 930, 1492, 2054, 2616), rows=(120, 873, 1626)
    ),
    CardTemplate("a4_bridge_v1", "a4", (673, 1049), columns=(359, 1064, 1769, 2475), rows=(179, 1252)),
    CardTemplate(
        "letter_standard_v3", "letter", (742, 1036), columns=(141, 900, 1658, 2417), rows=(232, 1282)
    ),
    CardTemplate(
        "letter_japanese_v1", "letter", (694, 1015), columns=(165, 924, 1682, 2441), rows=(243, 1293)
    ),
    CardTemplate("letter_poker_v2", "letter", (748, 1049), columns=(132, 895, 1657, 2420), rows=(220, 1283)),
    CardTemplate(
        "letter_pokerhalf_v2",
        "letter",
        (524, 733),
        columns=(265, 827, 1388, 1950, 2512),
        rows=(142, 908, 1674),
    ),
    CardTemplate("letter_bridge_v2", "letter", (673, 1049), columns=(256, 961, 1666, 2371), rows=(214, 1288)),
    CardTemplate(
        "letter_bridgesquare_v1", "letter", (673, 673), columns=(242, 956, 1670, 2384), rows=(221, 938, 1654)
    ),
    CardTemplate(
        "letter_domino_v1", "letter", (524, 1049), columns=(245, 817, 1388, 1959, 2531), rows=(205, 1296)
    ),
    CardTemplate(
        "letter_dominosquare_v1",
        "letter",
        (524, 524),
        columns=(256, 823, 1388, 1954, 2520),
        rows=(167, 731, 1295, 1859),
    ),
    CardTemplate(
        "a3_standard_v1",
        "a3",
        (742, 1036),
        columns=(212, 971, 1730, 2489, 3248, 4007),
        rows=(185, 1235, 2285),
    ),
)


def template_for(component: Component, paper: str) -> CardTemplate | None:
    """The template whose cards are closest to a component's, if any are close."""
    if component.shape not in DECK_SHAPES or component.outline != "rectangle":
        return None
    own = [each for each in TEMPLATES if each.paper == paper and _distance(each, component) <= CLOSE]
    return min(own, key=lambda each: _distance(each, component), default=None)


def _distance(template: CardTemplate, component: Component) -> float:
    pairs = zip(template.size, component.size, strict=True)
    return max(abs(one - other) for one, other in pairs)


def report_without_template(components: Iterable[Component], paper: str, findings: Findings) -> None:
    """Reports each component that no template on a paper cuts."""
    for component in components:
        if template_for(component, paper) is None:
            message = f"no template cuts `{component.id}`, {measures(component.size)}, on {paper}"
            known = ", ".join(measures(each.size) for each in TEMPLATES if each.paper == paper)
            hint = f"its cards are {known}" if known else "there are some for a4, letter and a3"
            span = component.spans.get("size", component.span)
            findings.request_error(
                "cut-template", message, span, hint=f"{hint}; `--component` chooses others"
            )


def templated_sheets(
    job: ExportJob, paper: str, group: str, members: Sequence[Drawn]
) -> Iterator[tuple[CardTemplate, Sheet]]:
    """Sheets of cards that all have a template, with the template of each."""
    by_template: dict[CardTemplate, list[Drawn]] = {}
    for drawn in members:
        template = template_for(drawn.part.component, paper)
        assert template is not None, "reported before"
        by_template.setdefault(template, []).append(drawn)
    plan = job.drawn_run.plan
    for template, some in by_template.items():
        grid = {"columns": len(template.columns), "rows": len(template.rows)}
        spec = msgspec.structs.replace(
            plan.spec, orientation="landscape", margin=0.0, marks="none", gap=0.0, bleed=0.0, **grid
        )
        run = msgspec.structs.replace(job.drawn_run, plan=msgspec.structs.replace(plan, spec=spec))
        sheets = lay_out(run, paper, group, members=some, notice=job.draft, findings=Findings())
        for sheet in sheets:
            yield template, _moved(sheet, template, plan.spec)


def _moved(sheet: Sheet, template: CardTemplate, spec: SheetSpec) -> Sheet:
    """A sheet with its cards where the template cuts, and each back behind its front."""
    size, (right, down) = sheet.front.size, spec.back_offset
    by_place = sorted(sheet.front.placements, key=lambda each: (round(each.box.y), round(each.box.x)))
    places = {each.box: template.place(number, Size(*each.box[2:])) for number, each in enumerate(by_place)}
    front = [_put(each, places[each.box], template, bleed=spec.bleed) for each in sheet.front.placements]
    page = msgspec.structs.replace(sheet.front, placements=tuple(front))
    if sheet.back is None:
        return msgspec.structs.replace(sheet, front=page)
    axis = turning_axis(size, spec.backs)
    backs = []
    for each in sheet.back.placements:
        behind = _mirrored(each.box.moved(-right, -down), size, axis)
        before = min(places, key=lambda box: abs(box.x - behind.x) + abs(box.y - behind.y))
        box = _mirrored(places[before], size, axis).moved(right, down)
        backs.append(_put(each, box, template, bleed=spec.bleed))
    back = msgspec.structs.replace(sheet.back, placements=tuple(backs))
    return msgspec.structs.replace(sheet, front=page, back=back)


def _mirrored(box: Box, page: Size, axis: str | None) -> Box:
    x = page.width - box.right if axis == "x" else box.x
    y = page.height - box.bottom if axis == "y" else box.y
    return Box(x, y, box.width, box.height)


def _put(placement: Placement, box: Box, template: CardTemplate, bleed: float) -> Placement:
    size = Size(box.width, box.height)
    clip = box.outset(min(bleed, template.bleed(size)))
    return msgspec.structs.replace(placement, box=box, clip=clip)
