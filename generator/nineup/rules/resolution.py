"""`resolution`: a picture has enough pixels for the size at which it is printed.

Always on, as a warning: below 200 pixels per inch, single pixels become visible in print.

Reported: a photograph of 400 by 300 pixels across a card of 63.5 mm, which is 160 pixels per inch.

    <image href="photo.jpg" width="63.5" height="47.6"/>

Accepted:

    components:
      poster: {shape: board, size: 420mm x 297mm, layout: map.svg, accept: {resolution: Seen from afar.}}
"""

from collections.abc import Iterator

from nineup.diagnostics import Diagnostic
from nineup.drawing import PlacedImage
from nineup.game import RuleEntry
from nineup.rules.proof import Proof
from nineup.rules.rule import Rule
from nineup.units import INCH, mm

LEAST = 200.0
"""Pixels an inch."""


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    reported = set()
    for look in proof.rendered_faces.faces:
        for mark in (mark for _, op in look.new_ops for mark in proof.face_marks.of(op)):
            if not isinstance(mark.op, PlacedImage):
                continue
            image, width = mark.op.image, mark.op.box.width * mark.matrix.scale
            fine = image.width / (width / INCH)
            if fine < LEAST and (look.component.id, image.digest) not in reported:
                reported.add((look.component.id, image.digest))
                message = (
                    f"a picture of {image.width} by {image.height} pixels, {mm(width)} wide on "
                    f"`{look.component.id}`, has {fine:.0f} pixels an inch"
                )
                hint = f"{LEAST * width / INCH:.0f} pixels across are wanted, or print it smaller"
                found = Diagnostic("resolution", "warning", message, look.component.span, hint)
                yield from proof.unless_accepted(look.component, [found])


RULE = Rule(
    "resolution", "pictures have enough pixels", "warning", frozenset({"faces"}), check, accepts=("",)
)
