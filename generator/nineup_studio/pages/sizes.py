"""The sizes and cuts of a run's pieces as a style sheet, because pages can't have inline styles."""

from collections.abc import Iterator
from hashlib import blake2b
from urllib.parse import urlencode

from nineup.base import MM
from nineup.model import Component, Face

from nineup_studio.live.looking import SessionState
from nineup_studio.live.snapshot import Snapshot
from nineup_studio.live.workspace import query_of

SAFE = 3 * MM
"""The largest distance of the safe zone from the cut; a tenth of the shorter side for small pieces."""

_CUTS = {
    "round": "circle(closest-side)",
    "hexagon": "polygon(50% 0, 100% 25%, 100% 75%, 50% 100%, 0 75%, 0 25%)",
    "wide hexagon": "polygon(0 50%, 25% 0, 75% 0, 100% 50%, 75% 100%, 25% 100%)",
}


def style_sheet(snapshot: Snapshot) -> str:
    """A rule for each component (`.c-ID`): trim and bleed in millimetres as custom properties, and
    its cut.
    """
    return "\n".join(_rules(snapshot)) + "\n"


def sizes_address(looking: SessionState) -> str:
    """The style sheet's address, which changes with its content."""
    digest = blake2b(style_sheet(looking.snapshot).encode(), digest_size=6).hexdigest()
    query = query_of(looking.choice)
    return f"{looking.address('sizes.css')}{'&' if query else '?'}{urlencode({'v': digest})}"


def _rules(snapshot: Snapshot) -> Iterator[str]:
    seen = set()
    for piece in snapshot.pieces:
        component = piece.part.component
        if component.id in seen:
            continue
        seen.add(component.id)
        front = snapshot.faces[piece.front].face
        back = snapshot.faces[piece.back].face if piece.back else front
        yield f".c-{component.id}{{{_properties(component, front)}}}"
        if back.bleed != front.bleed:
            yield f".c-{component.id} .back{{--bleed:{back.bleed / MM:.3f}}}"


def safe_zone(face: Face) -> float:
    """How far the safe zone of a face is from its cut, in points."""
    return min(SAFE, min(face.size) / 10)


def _properties(component: Component, face: Face) -> str:
    width, height = (side / MM for side in face.size)
    lengths = {
        "w": width,
        "h": height,
        "bleed": face.bleed / MM,
        "corner": component.corner / MM,
        "safe": safe_zone(face) / MM,
    }
    sizes = ";".join(f"--{name}:{length:.3f}" for name, length in lengths.items())
    outline = "wide hexagon" if component.outline == "hexagon" and width > height else component.outline
    return f"{sizes};--cut:{_CUTS[outline]}" if outline in _CUTS and face.outline else sizes
