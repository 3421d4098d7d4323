"""Identifies drawings with too many lines and curves to keep a deck of them in memory."""

from collections.abc import Collection, Iterator, MutableMapping, Sequence

from nineup.model.drawing import Form, Group, Op, Use

MOST_KEPT = 400_000
"""The number of lines and curves of heavy drawings that are kept: about 15 MB."""

HEAVY = 5_000
"""The number of lines and curves from which a drawing is heavy."""


class HeavyArt:
    """The heavy drawings drawn so far, by path.

    Each is dropped at most once: many cards may take turns with some.
    """

    def __init__(self) -> None:
        self._kept: dict[str, int] = {}
        """The lines and curves of those that may be dropped, the oldest first."""
        self._dropped: set[str] = set()

    def add(self, path: str, segments: int) -> None:
        """Records that a drawing was drawn."""
        if segments >= HEAVY and path not in self._dropped:
            self._kept[path] = segments

    def oldest(self) -> tuple[str, ...]:
        """The paths of the drawings in excess, which from now on count as dropped."""
        paths = []
        total = sum(self._kept.values())
        while total > MOST_KEPT:
            path = next(iter(self._kept))
            total -= self._kept.pop(path)
            self._dropped.add(path)
            paths.append(path)
        return tuple(paths)


def weight(ops: Sequence[Op], known: MutableMapping[Form, int]) -> int:
    """The number of operations that draw something, including those of the forms they place; `known` caches
    forms.
    """
    total = 0
    for op in ops:
        if isinstance(op, Group):
            total += weight(op.ops, known)
            continue
        total += 1
        if isinstance(op, Use):
            if op.form not in known:
                known[op.form] = weight(op.form.ops, known)
            total += known[op.form]
    return total


def shows(ops: Sequence[Op], forms: Collection[Form]) -> bool:
    """Whether some operations place one of the forms."""
    return any(form in forms for form in _placed(ops))


def with_inner(forms: Sequence[Form]) -> tuple[Form, ...]:
    """Forms, and the forms that they place."""
    all_forms = dict.fromkeys(forms)
    waiting = list(forms)
    while waiting:
        new = [form for form in _placed(waiting.pop().ops) if form not in all_forms]
        all_forms |= dict.fromkeys(new)
        waiting += new
    return tuple(all_forms)


def _placed(ops: Sequence[Op]) -> Iterator[Form]:
    for op in ops:
        if isinstance(op, Use):
            yield op.form
        elif isinstance(op, Group):
            yield from _placed(op.ops)
