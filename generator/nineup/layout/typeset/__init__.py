"""The stage that draws a run: `typeset` fills the layouts of each part's card, front and back, and returns
its faces.

`value_span` is the place of a value on a face in the files, for findings about it.
"""

from typing import TYPE_CHECKING

from nineup.base.late_names import late_names
from nineup.layout.typeset.faces import (
    AssembledFaces,
    Drawn,
    FaceCache,
    Inputs,
    draw,
    face_context,
    face_name,
    places_of,
    side_face,
    sizes_of,
    texts_of,
    typeset,
    uncached,
    values_of,
)

if TYPE_CHECKING:
    from nineup.layout.typeset.letters import letter_span
    from nineup.layout.typeset.places import field_span, value_span
else:
    __getattr__ = late_names(__name__, {"letters": ("letter_span",), "places": ("field_span", "value_span")})

__all__ = [
    "AssembledFaces",
    "Drawn",
    "FaceCache",
    "Inputs",
    "draw",
    "face_context",
    "face_name",
    "field_span",
    "letter_span",
    "places_of",
    "side_face",
    "sizes_of",
    "texts_of",
    "typeset",
    "uncached",
    "value_span",
    "values_of",
]
