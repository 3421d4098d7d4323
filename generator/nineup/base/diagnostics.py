"""Findings about a user's files: plain values, collected while a command runs and reported together."""

import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from enum import Enum
from typing import Literal, NamedTuple

Severity = Literal["error", "warning", "note"]
"""error: the game can't be printed or played; warning: the result is flawed; note: worth knowing."""

Subject = Literal["game", "request", "fit"]
"""The subject of a finding: the game's files, the command's request, or how pieces fit the paper."""


class Status(Enum):
    """How an operation ended. Only the command line converts it to an exit code."""

    DONE = "done"
    GAME_ERROR = "errors in the game"
    IMPOSSIBLE = "an impossible request"
    SYSTEM_ERROR = "a failure of the operating system"


class Span(NamedTuple):
    """A place in a project file: line and column counted from 1, length in characters.

    In a workbook these are the row and the column of a cell.
    """

    file: str
    line: int
    column: int
    length: int = 1
    sheet: str = ""
    """The name of a workbook's sheet."""

    @property
    def place(self) -> str:
        """The place for people: `cards/tea/cups.yaml:3:5`, or `cards/tea/deck.xlsx:deck!C6`."""
        return f"{self.file}:{self.cell or f'{self.line}:{self.column}'}"

    @property
    def cell(self) -> str:
        """A cell as spreadsheets name it, such as `deck!C6`; empty for other files."""
        if not self.sheet:
            return ""
        name = self.sheet if _PLAIN_NAME.fullmatch(self.sheet) else "'" + self.sheet.replace("'", "''") + "'"
        return f"{name}!{cell_name(self.line, self.column)}"


_PLAIN_NAME = re.compile(r"[^\W\d]\w*")
"""The name of a sheet that needs no quotes."""


def cell_name(row: int, column: int) -> str:
    """A cell's name by its row and column, counted from 1: row 6 of column 3 is `C6`."""
    letters = ""
    while column > 0:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{row}"


class Overflow(NamedTuple):
    """By how much a text is too large for its frame, in points."""

    excess: float
    size: float
    """The type size, which is the smallest allowed."""
    fits: float | None
    """The largest size, in steps of half a point, at which it fits; None if no legible size does."""
    frame: str = ""
    """What messages call the frame: "`rules` of layouts/tea/card.svg:7"."""


class Statement(NamedTuple):
    """What a finding says of a place: findings with the same statement are reported once."""

    code: str
    severity: Severity
    message: str
    span: Span | None


class Replace(NamedTuple):
    """A fix: another word in place of one, which begins at the finding's place or stands behind it."""

    old: str
    new: str

    @property
    def says(self) -> str:
        return f"use `{self.new}`"


class Accept(NamedTuple):
    """A fix: the card or component at a place accepts the finding, with a reason of its author's."""

    key: str
    """The finding's key in `accept`, such as `inventory/short`."""
    record: Span

    @property
    def says(self) -> str:
        return "accept, because …"


class ChangeKeys(NamedTuple):
    """A fix: keys of the mapping at a place are named anew; one that becomes empty goes with its value."""

    mapping: Span
    keys: tuple[tuple[str, str], ...]
    """Each old key with its new one."""

    @property
    def says(self) -> str:
        said = [f"`{new}` for `{old}`" if new else f"without `{old}`" for old, new in self.keys]
        return f"write {', '.join(said)}"


class AddRule(NamedTuple):
    """A fix: what a finding breaks becomes an entry of a game's `rules:`."""

    game: Span
    entry: str
    """The entry as JSON."""

    @property
    def says(self) -> str:
        return "make it a rule"


Fix = Replace | Accept | ChangeKeys | AddRule
"""What would make a finding go away, as data that `nineup.files.edit.fixed` applies."""


class Hint(str):
    """A hint that knows fixes for its finding. It goes wherever a hint does, and prints as one."""

    __slots__ = ("fixes",)
    fixes: tuple[Fix, ...]

    def __new__(cls, text: str, *fixes: Fix) -> "Hint":
        hint = super().__new__(cls, text)
        hint.fixes = (*fixes_of(text), *fixes)
        return hint


def fixes_of(hint: str) -> tuple[Fix, ...]:
    """The fixes that a hint knows."""
    return hint.fixes if isinstance(hint, Hint) else ()


class HintedError(ValueError):
    """A value that can't be read: a message for the user, and a hint."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class Diagnostic(NamedTuple):
    """One finding. `code` is stable and kebab-case; `message` is one line that quotes the offending value."""

    code: str
    severity: Severity
    message: str
    span: Span | None = None
    hint: str = ""
    game: str = ""
    configuration: str = ""
    """The smallest configuration that shows the finding, such as `5 players, red`; empty if all of
    them do.
    """
    rule: Span | None = None
    """The place in the game's files that states the broken rule, if it differs from `span`."""
    face: str = ""
    """The face with the problem, such as `player-deck/rage-1, front`; empty if the finding isn't about one
    face.
    """
    about: Subject = "game"
    fact: str = ""
    """The kind of fact, then a space and its subject where the place doesn't say it: with code, severity and
    place it identifies a fact in all configurations that show it. Acceptances name the kind
    (`inventory/short`).
    """
    overflow: Overflow | None = None
    """By how much the text is too large, for a finding about overflow."""

    @property
    def fixes(self) -> tuple[Fix, ...]:
        """What would make it go away, as far as its hint knows; the most likely first."""
        return fixes_of(self.hint)

    @property
    def statement(self) -> Statement:
        return Statement(self.code, self.severity, self.message, span=self.span)


def one_line(text: str) -> str:
    """The lines of a text joined to one, with the middle of a very long text cut out, for messages that quote
    a value.
    """
    lines = text.splitlines()
    line = " ".join(line.strip() for line in lines) if len(lines) > 1 else text
    return f"{line[:_KEPT_AT_ENDS]} … {line[-_KEPT_AT_ENDS:]}" if len(line) > 3 * _KEPT_AT_ENDS else line


_CONTROLLING = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")


def visible(text: str) -> str:
    """A text, of one or several lines, without characters that would control the terminal or reorder its
    text.
    """
    return _CONTROLLING.sub("\ufffd", text)


_KEPT_AT_ENDS = 400
"""The number of characters kept at either end of a very long text."""

MOST_ERRORS = 1000
"""The largest number of errors of one step, such as loading a game: nobody reads more, and a hostile file
could cause millions.
"""

MOST_WARNINGS = 1000
"""The largest number of warnings of one step."""


class TooManyErrorsError(Exception):
    """A step has found more errors than are reported. Handled by `Findings.limited`."""


class Findings(list[Diagnostic]):
    """Diagnostics in the order in which they were found.

    Functions that read users' files take one as a parameter, append to it, and continue as far as they can.
    """

    _left: tuple[int, ...] = ()
    """How many more errors are reported; empty without a limit."""
    _warnings_left: int | None = None
    """How many more warnings are reported; -1 once some were left out, None without a limit."""
    _whole: "Findings | None" = None
    """The list from which this one was split off."""

    def __reduce__(self) -> tuple[type["Findings"], tuple[list[Diagnostic]]]:
        """Pickles only the findings: limits belong to the process that reads them."""
        return Findings, (list(self),)

    @contextmanager
    def limited(self, rest: str = "what follows has not been read") -> Iterator[None]:
        """Ends the block when there are too many errors, and drops warnings beyond their limit, each with a
        finding that says so; for errors, it states what happened to the `rest`.
        """
        before, warnings_before = self._left, self._warnings_left
        self._left, self._warnings_left = (MOST_ERRORS,), MOST_WARNINGS
        try:
            yield
        except TooManyErrorsError:
            self._left = before
            message = f"more than {MOST_ERRORS:,} errors: {rest}"
            super().append(Diagnostic("too-many-errors", "error", message, span=self[-1].span))
        finally:
            if self._warnings_left == -1:
                place = next((each.span for each in reversed(self) if each.severity == "warning"), None)
                message = f"more than {MOST_WARNINGS:,} warnings: the others are not listed"
                super().append(Diagnostic("too-many-warnings", "warning", message, span=place))
            self._left, self._warnings_left = before, warnings_before

    def apart(self) -> "Findings":
        """An empty list for findings that may be dropped, under the same limits; those beyond a limit are
        added to this list.
        """
        findings = Findings()
        findings._left, findings._whole = self._left, self
        if self._warnings_left is not None:
            findings._warnings_left = self._warnings_left + 1  # so that this list registers the excess
        return findings

    def append(self, finding: Diagnostic) -> None:
        if self._warnings_left is not None and finding.severity == "warning":
            self._warnings_left = max(self._warnings_left - 1, -1)
            if self._warnings_left == -1:
                return
        super().append(finding)
        if self._left and finding.severity == "error":
            self._count()

    def extend(self, findings: Iterable[Diagnostic]) -> None:
        for finding in findings:
            self.append(finding)

    def _count(self) -> None:
        self._left = (self._left[0] - 1,)
        if self._left[0] < 0:
            if self._whole is not None:
                self._whole.extend(self)  # which was already exhausted
            raise TooManyErrorsError

    def error(
        self, code: str, message: str, span: Span | None = None, hint: str = "", face: str = ""
    ) -> None:
        self.append(Diagnostic(code, "error", one_line(message), span=span, hint=hint, face=face))

    def request_error(self, code: str, message: str, span: Span | None = None, hint: str = "") -> None:
        """Adds an error about the command or the run it chose, not about the game."""
        self.append(Diagnostic(code, "error", one_line(message), span=span, hint=hint, about="request"))

    def fit_error(self, code: str, message: str, span: Span | None = None, hint: str = "") -> None:
        """Adds an error about pieces that don't fit the paper."""
        self.append(Diagnostic(code, "error", one_line(message), span=span, hint=hint, about="fit"))

    def warning(self, code: str, message: str, span: Span | None = None, hint: str = "") -> None:
        self.append(Diagnostic(code, "warning", one_line(message), span=span, hint=hint))

    def note(self, code: str, message: str, span: Span | None = None, hint: str = "") -> None:
        self.append(Diagnostic(code, "note", one_line(message), span=span, hint=hint))

    @property
    def failed(self) -> bool:
        """Whether any finding is an error."""
        return self.failed_since(0)

    def failed_since(self, count: int) -> bool:
        """Whether any finding after the first `count` is an error."""
        return any(finding.severity == "error" for finding in self[count:])

    @property
    def status(self) -> Status:
        """IMPOSSIBLE if the request is wrong, GAME_ERROR for any other error, DONE without one."""
        subjects = {finding.about for finding in self if finding.severity == "error"}
        if "request" in subjects:
            return Status.IMPOSSIBLE
        return Status.GAME_ERROR if subjects else Status.DONE


def close(word: str, known: "list[str] | tuple[str, ...]") -> str:
    """A hint that suggests the known word closest to a misspelt one, or the few words that contain it, and
    knows them as fixes; empty if none is close.
    """
    if len(word) > _LONGEST_WORD:
        return ""
    import difflib

    written, word = word, word.casefold()
    folded = {each.casefold(): each for each in reversed(known)}
    similar = [each for each in reversed(folded) if word in each][:_MOST_SUGGESTED]
    if not similar or len(word) < _SHORTEST_PART:
        near = folded if len(folded) <= _MOST_COMPARED else (each for each in folded if each[:1] == word[:1])
        alike = sorted(near, key=lambda each: abs(len(each) - len(word)))[:_MOST_COMPARED]
        similar = difflib.get_close_matches(word, alike, n=1, cutoff=0.6)
    if not similar:
        return ""
    *others, last = [f"`{folded[each]}`" for each in similar]
    text = f"did you mean {', '.join(others)}{' or ' if others else ''}{last}?"
    return Hint(text, *(Replace(written, folded[each]) for each in similar))


def nearest(word: str, known: "list[str] | tuple[str, ...]") -> str:
    """A hint that suggests known words similar to a misspelt one, or else lists the known words."""
    if hint := close(word, known):
        return hint
    listed = ", ".join(f"`{name}`" for name in known[:_MOST_LISTED])
    others = f", and {len(known) - _MOST_LISTED:,} more" if len(known) > _MOST_LISTED else ""
    return f"known here: {listed}{others}" if known else ""


def few(words: Collection[str], most: int = 3) -> str:
    """The first of some words for a message: `a, b, c and 4 more`."""
    listed = list(words)
    more = len(listed) - most
    return f"{', '.join(listed[:most])} and {more} more" if more > 0 else ", ".join(listed)


_LONGEST_WORD, _SHORTEST_PART = 100, 3
_MOST_COMPARED, _MOST_SUGGESTED, _MOST_LISTED = 200, 3, 20
