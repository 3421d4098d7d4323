"""Records of prints: the pieces on the table. Made from a run's faces, written to and read from files."""

from typing import TYPE_CHECKING

from nineup.base.late_names import late_names
from nineup.faces.record.face_text import FaceReader, Shown, same_words
from nineup.faces.record.making import has_text, record_of
from nineup.faces.record.model import (
    FORMAT,
    NAME,
    CardRecord,
    ComponentRecord,
    OwnedPieces,
    PieceKey,
    PieceStack,
    PrintedChoice,
    PrintRecord,
)

if TYPE_CHECKING:
    from nineup.faces.record.facts import value_text
    from nineup.faces.record.record_file import read_record, record_text
else:
    __getattr__ = late_names(
        __name__,
        {
            "facts": ("value_text",),
            "record_file": ("read_record", "record_text"),
        },
    )

__all__ = [
    "FORMAT",
    "NAME",
    "CardRecord",
    "ComponentRecord",
    "FaceReader",
    "OwnedPieces",
    "PieceKey",
    "PieceStack",
    "PrintRecord",
    "PrintedChoice",
    "Shown",
    "has_text",
    "read_record",
    "record_of",
    "record_text",
    "same_words",
    "value_text",
]
