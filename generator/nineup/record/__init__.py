"""Records of prints: what is on the table. Made from a run's faces, written to and read from files."""

from nineup.record.face_text import FaceReader, same_words
from nineup.record.making import record_of
from nineup.record.model import CardRecord, ComponentRecord, Key, Pieces, PrintedChoice, Record, Stack
from nineup.record.record_file import read_record, record_text

__all__ = [
    "CardRecord",
    "ComponentRecord",
    "FaceReader",
    "Key",
    "Pieces",
    "PrintedChoice",
    "Record",
    "Stack",
    "read_record",
    "record_of",
    "record_text",
    "same_words",
]
