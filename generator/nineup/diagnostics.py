"""Findings about a user's files: values that are gathered, and shown all at once."""

from typing import Literal, NamedTuple, Protocol

Severity = Literal["error", "warning", "note"]
"""error: can't be printed or played; warning: poor; note: worth knowing."""


class Span(NamedTuple):
    """A place in a file of the project; line and column count from 1, length in characters."""

    file: str
    line: int
    column: int
    length: int = 1


class Place(Protocol):
    """Where the values of a file's nested keys stand, for those who decode it on a lower floor.

    The path is of keys, a list's items counted from `0`; with `key`, the place of the last key itself.
    Where there is no such value, it is its nearest parent's place.
    """

    def __call__(self, path: tuple[str, ...], key: bool = False) -> Span: ...


class Diagnostic(NamedTuple):
    """One finding. `code` is stable and kebab-case; `message` is one line with the offending value."""

    code: str
    severity: Severity
    message: str
    span: Span | None = None
    hint: str = ""
    game: str = ""
    configuration: str = ""
    """The smallest configuration that shows the finding, such as `5 players, red`; empty for all."""
    rule: Span | None = None
    """Where the game's files ask for what does not hold, when that is another place."""
    face: str = ""
    """The face that shows the finding, such as `player-deck/rage-1, front`; empty if it isn't about one face."""


def one_line(text: str) -> str:
    """A text without line breaks, for messages that quote a value of several lines."""
    lines = text.splitlines()
    return " ".join(line.strip() for line in lines) if len(lines) > 1 else text


class Findings(list[Diagnostic]):
    """The diagnostics of a run in the order in which they were found.

    Functions that read users' files take one as a parameter, add to it, and go on as far as they can.
    """

    def error(
        self, code: str, message: str, span: Span | None = None, hint: str = "", face: str = ""
    ) -> None:
        self.append(Diagnostic(code, "error", one_line(message), span, hint, face=face))

    def warning(self, code: str, message: str, span: Span | None = None, hint: str = "") -> None:
        self.append(Diagnostic(code, "warning", one_line(message), span, hint))

    def note(self, code: str, message: str, span: Span | None = None, hint: str = "") -> None:
        self.append(Diagnostic(code, "note", one_line(message), span, hint))

    @property
    def failed(self) -> bool:
        """Whether any finding is an error."""
        return any(finding.severity == "error" for finding in self)


def close(word: str, known: "list[str] | tuple[str, ...]") -> str:
    """A hint that names the known word nearest to a mistaken one; empty where none is near."""
    import difflib

    found = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    return f"did you mean `{found[0]}`?" if found else ""


def nearest(word: str, known: "list[str] | tuple[str, ...]") -> str:
    """A hint that names the known word nearest to a mistaken one, or lists what there is."""
    if found := close(word, known):
        return found
    listed = ", ".join(f"`{name}`" for name in known)
    return f"known here: {listed}" if known else ""
