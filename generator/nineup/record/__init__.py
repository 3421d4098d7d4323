"""Records of prints: what is on the table. Made from a run's faces, written to and read from files."""

from nineup.record.face_text import FaceReader, same_words
from nineup.record.making import record_of
from nineup.record.model import (
    FORMAT,
    CardRecord,
    ComponentRecord,
    Key,
    OwnedPieces,
    PieceStack,
    PrintedChoice,
    PrintRecord,
)
from nineup.record.record_file import read_record, record_text

__all__ = [
    "FORMAT",
    "CardRecord",
    "ComponentRecord",
    "FaceReader",
    "Key",
    "OwnedPieces",
    "PieceStack",
    "PrintRecord",
    "PrintedChoice",
    "read_record",
    "record_of",
    "record_text",
    "same_words",
]
