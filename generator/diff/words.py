"""The words that a face shows, read off its drawing: what tells a card that was reworded from one only restyled."""

import hashlib
import re
from collections.abc import Iterator, Mapping

from generator.drawing import Face, Form, Gap, Group, Op, Text, Use, is_micro

Signs = Mapping[Form, str]
"""The symbols of a game by their drawings."""

_HYPHEN = re.compile(r"(?<=\w)[-\u2010](?=\w|$)")
_SPACE = re.compile(r"\s+")


def shown(face: Face, signs: Signs) -> tuple[str, ...]:
    """The lines of text and the symbols (`{id}`) on a face, in the order of drawing; micro lines are left out."""
    return tuple(_lines(face.ops, signs))


def words_digest(faces: tuple[Face | None, ...], signs: Signs) -> str:
    """Eight hex digits for what some faces say, however it is set, broken into lines, hyphenated or capitalised."""
    lines = [line for face in faces if face is not None for line in (*shown(face, signs), "\0")]
    text = "".join(_SPACE.sub("", _HYPHEN.sub("", line)) for line in lines).casefold()
    return hashlib.blake2b(text.encode(), digest_size=4).hexdigest()


def _lines(ops: tuple[Op, ...], signs: Signs) -> Iterator[str]:
    for op in ops:
        if isinstance(op, Text):
            yield "".join(
                f"{{{piece.says}}}" if isinstance(piece, Gap) else piece.text
                for run in op.runs
                for piece in run.pieces
            )
        elif isinstance(op, Use) and op.form in signs:
            yield f"{{{signs[op.form]}}}"
        elif isinstance(op, Use):
            yield from _lines(op.form.ops, signs)
        elif isinstance(op, Group) and not is_micro(op):
            yield from (op.says,) if op.says else _lines(op.ops, signs)
