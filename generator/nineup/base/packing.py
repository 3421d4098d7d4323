"""Results as bytes, for the user's cache: records of texts and numbers by msgspec, and findings with the
fixes that their hints know.

A hint with fixes is a text to msgspec. So it is written as a mark that no text has, and its fixes are written
beside the result.
"""

import os
from collections.abc import Iterator
from itertools import chain
from typing import Any, TypeVar

import msgspec

from nineup.base.diagnostics import Accept, ChangeKeys, Fix, Hint, Replace

T = TypeVar("T")


class _Fix(msgspec.Struct, frozen=True):
    """One of the three."""

    replace: Replace | None = None
    accept: Accept | None = None
    keys: ChangeKeys | None = None

    def __iter__(self) -> Iterator[Fix]:
        yield from (fix for fix in (self.replace, self.accept, self.keys) if fix is not None)


def _packed(fix: Fix) -> _Fix:
    if isinstance(fix, Replace):
        return _Fix(replace=fix)
    return _Fix(accept=fix) if isinstance(fix, Accept) else _Fix(keys=fix)


class _Packed(msgspec.Struct, frozen=True):
    mark: str
    hints: list[tuple[str, list[_Fix]]]
    result: msgspec.Raw


def pack(result: object) -> bytes:
    """A result as bytes. Raises TypeError for values of other types, and UnicodeError for a text that isn't
    UTF-8.
    """
    mark, hints = os.urandom(16).hex(), list[tuple[str, list[_Fix]]]()

    def marked(value: Any) -> str:
        if not isinstance(value, Hint):
            raise TypeError(f"nothing is kept of type {type(value).__name__}")
        hints.append((str.__str__(value), [_packed(fix) for fix in value.fixes]))
        return f"{mark}{len(hints) - 1}"

    made = msgspec.msgpack.encode(result, enc_hook=marked)
    return msgspec.msgpack.encode(_Packed(mark, hints, msgspec.Raw(made)))


def unpack(data: bytes, kind: type[T]) -> T:
    """The result that was packed. Raises msgspec.MsgspecError if it is of another type."""
    packed = msgspec.msgpack.decode(data, type=_Packed)
    result = msgspec.msgpack.decode(packed.result, type=kind)
    if not packed.hints:
        return result
    hints = {
        f"{packed.mark}{number}": Hint(text, *chain.from_iterable(fixes))
        for number, (text, fixes) in enumerate(packed.hints)
    }
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
    return value
