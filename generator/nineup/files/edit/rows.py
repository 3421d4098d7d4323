"""A text as rows with gaps between them: entries of a YAML collection, or lines of a CSV file."""

import msgspec


class EditRefusedError(Exception):
    """An edit that can't be made; the message is for the user, the offset is its place in the text."""

    def __init__(self, message: str, offset: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset


class Rows(msgspec.Struct):
    """The text before the rows, the rows, the gaps between them, and the text after them.

    Gaps hold line breaks, empty lines, and comments that belong to no row; they stay in place when rows move.
    """

    head: str
    rows: list[str]
    gaps: list[str]
    tail: str
    gap: str
    """The gap between a new row and its neighbour."""
    inline: int = 0
    """The number of spaces of the first row's indentation that aren't written, because the row follows a
    dash.
    """
    flow: bool = False
    """Whether the gaps are commas."""

    @property
    def text(self) -> str:
        """The text of all rows and gaps.

        Raises EditRefusedError if the row that would follow a dash begins with a comment.
        """
        rows = list(self.rows)
        if rows and self.inline:
            if rows[0].lstrip().startswith("#"):
                raise EditRefusedError("a comment above it can't follow a dash", len(self.head))
            rows[0] = rows[0][self.inline :]
        gaps = [*self.gaps, ""] if rows else []
        return self.head + "".join(row + gap for row, gap in zip(rows, gaps, strict=True)) + self.tail

    def insert(self, at: int, row: str) -> None:
        """Add a row with the usual gap to its neighbours."""
        if self.rows:
            self.gaps.insert(max(0, at - 1), self.gap)
        self.rows.insert(at, row)

    def delete(self, at: int) -> None:
        """Remove a row and its gap; comments between rows stay."""
        del self.rows[at]
        if not self.gaps:
            return
        if self.flow:
            self._refuse_comment(self.gaps.pop(min(at, len(self.gaps) - 1)))
        elif at == 0:
            gap = self.gaps.pop(0)
            self.head += gap.lstrip("\r\n") if gap.strip() else ""
        elif at == len(self.rows):
            gap = self.gaps.pop()
            self.tail = (gap.rstrip() if gap.strip() else "") + self.tail
        else:
            self.gaps[at - 1 : at + 1] = [_joined(self.gaps[at - 1], self.gaps[at])]

    def _refuse_comment(self, gap: str) -> None:
        if "#" in gap:
            raise EditRefusedError("there is a comment between the braces or brackets", len(self.head))

    def move(self, at: int, to: int) -> None:
        self.rows.insert(to, self.rows.pop(at))


def _joined(left: str, right: str) -> str:
    """Two gaps merged: the comments of both, without repeated empty lines."""
    if not left.strip():
        return right
    return left.rstrip() + right if right.strip() else left
