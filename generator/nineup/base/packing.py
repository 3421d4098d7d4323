"""Results as bytes, for the user's cache: records of texts and numbers by msgspec, and findings with the
fixes that their hints know.

A hint with fixes is a text to msgspec. So it is written as a mark that no text has, and its fixes are written
beside the result.
"""

import os
from typing import Any, TypeVar, get_args

import msgspec

from nineup.base.diagnostics import Fix, Hint

T = TypeVar("T")

_KINDS = {kind.__name__: kind for kind in get_args(Fix)}


class _Hints(msgspec.Struct, frozen=True):
    mark: str
    hints: list[tuple[str, list[tuple[str, msgspec.Raw]]]]
    """Texts with their fixes, each after the name of its kind."""


_SIZE = 4
"""The bytes at the beginning that say how many the hints take."""


def pack(result: object) -> bytes:
    """A result as bytes. Raises TypeError for values of other types, and UnicodeError for a text that isn't
    UTF-8.
    """
    known = _Hints(os.urandom(16).hex(), [])

    def marked(value: Any) -> str:
        if not isinstance(value, Hint):
            raise TypeError(f"nothing is kept of type {type(value).__name__}")
        fixes = [(type(fix).__name__, msgspec.Raw(msgspec.msgpack.encode(fix))) for fix in value.fixes]
        known.hints.append((str.__str__(value), fixes))
        return f"{known.mark}{len(known.hints) - 1}"

    packed = msgspec.msgpack.encode(result, enc_hook=marked)
    head = msgspec.msgpack.encode(known)
    return b"".join([len(head).to_bytes(_SIZE), head, packed])


def unpack(data: bytes | bytearray, kind: type[T]) -> T:
    """The result that was packed. Raises msgspec.MsgspecError if it is of another type."""
    start = _SIZE + int.from_bytes(data[:_SIZE])
    packed = msgspec.msgpack.decode(data[_SIZE:start], type=_Hints)
    result = msgspec.msgpack.decode(memoryview(data)[start:], type=kind)
    if not packed.hints:
        return result
    hints = {}
    for number, (text, packed_fixes) in enumerate(packed.hints):
        fixes = [msgspec.msgpack.decode(fix, type=_KINDS[name]) for name, fix in packed_fixes]
        hints[f"{packed.mark}{number}"] = Hint(text, *fixes)
    restored: T = _with_hints(result, hints)
    return restored


def _with_hints(value: Any, hints: dict[str, Hint]) -> Any:
    """A value with the hints in place of their marks."""
    if isinstance(value, str):
        return hints.get(value, value)
    if isinstance(value, msgspec.Struct):
        fields = {name: _with_hints(getattr(value, name), hints) for name in value.__struct_fields__}
        return msgspec.structs.replace(value, **fields)
    if isinstance(value, tuple):
        items = [_with_hints(each, hints) for each in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    if isinstance(value, list):
        return [_with_hints(each, hints) for each in value]
    if isinstance(value, dict):
        return {key: _with_hints(each, hints) for key, each in value.items()}
    return value
