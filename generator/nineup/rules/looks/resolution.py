"""`resolution`: a picture has enough pixels for the size at which it is printed.

Always on, as a warning: below 200 dots per inch (dpi), single pixels become visible in print. Above 800 dpi,
a picture of two million pixels or more only makes files large: `image-dpi: 300` in nineup.yaml scales
pictures in all that is made, and their files stay. Each picture is reported once for a component, with the
first card that shows it.

Reported: a photograph of 400 by 300 pixels across a card of 63.5 mm, which is 160 dpi.

    <image href="photo.jpg" width="63.5" height="47.6"/>

Accepted:

    components:
      poster: {shape: board, size: 420mm x 297mm, layout: map.svg, accept: {resolution: Seen from afar.}}
"""

from collections.abc import Iterator
from math import ceil

from nineup.base.diagnostics import Diagnostic, Span
from nineup.base.units import INCH, mm
from nineup.model.drawing import PlacedImage
from nineup.model.game import RuleEntry
from nineup.rules.engine.face_findings import FaceFinding, shown_on
from nineup.rules.engine.ink import PrintedSide
from nineup.rules.engine.proof import Proof

LEAST = 200.0
"""The minimum resolution in dots per inch."""

FINEST = 800.0
"""The resolution in dots per inch above which pixels are wasted: a printer shows 300 to 600 of a picture."""

LARGE = 2_000_000
"""The number of pixels from which a picture makes files large."""


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[FaceFinding]:
    reported = set()
    places = proof.rendered_faces.places
    for look in proof.rendered_faces.faces:
        for mark in (mark for _, op in look.new_ops for mark in proof.face_marks.of(op)):
            if not isinstance(mark.op, PlacedImage):
                continue
            image, width = mark.op.image, mark.op.box.width * mark.matrix.scale
            fine = image.width / (width / INCH)
            key = look.component.id, image.digest
            is_coarse = fine < LEAST
            is_wasted = fine > FINEST and image.width * image.height >= LARGE and not places.image_dpi
            if not (is_coarse or is_wasted) or key in reported:
                continue
            reported.add(key)
            file = places.file(image)
            name = f"`{file}`" if file else "an embedded picture"
            message = (
                f"`{look.name}`, {look.side}: {name}, {image.width} by {image.height} pixels and "
                f"{mm(width)} wide, has {fine:,.0f} dpi"
            )
            hint = (
                f"{LEAST:g} dpi need {ceil(LEAST * width / INCH - 1e-6)} pixels across; or print it smaller"
                if is_coarse
                else "no printer shows more than 600; `image-dpi: 300` in nineup.yaml makes files smaller"
            )
            span = _field_with(look, file) or places.element(mark.op) or look.component.span
            finding = Diagnostic(
                "resolution", "warning", message, span=span, hint=hint, configuration=look.configuration
            )
            yield from shown_on(look, proof.unless_accepted(look.component, [finding]), key)


def _field_with(look: PrintedSide, file: str) -> Span | None:
    """The field in which a card names a file."""
    for field, value in look.card.values.items():
        if isinstance(value, str) and value and f"/{file}".endswith(f"/{value}"):
            return look.card.spans.get(field)
    return None
