"""Reports each mistake of a drawing once, however often the same element is drawn, and what is ignored."""

from nineup.base.diagnostics import Findings, Span, few
from nineup.svg.values.values import AbsentError, SvgError

_LISTED = 4
"""The number of kinds of ignored things that a note lists."""


_ALIKE = 3
"""The number of errors with the same message reported for an art file."""


class Reporter:
    """Findings without duplicates. In art made by others, it ignores the mistakes that browsers ignore, and
    counts similar errors.
    """

    def __init__(self, findings: Findings, is_art: bool = False) -> None:
        self.findings = findings
        self.is_art = is_art
        self.is_lacking = False
        """Whether something isn't drawn because of a mistake in another file, where it is reported."""
        self._reported: set[tuple[str, Span | None, str]] = set()
        self._noted: set[tuple[str, str, str]] = set()
        self._ignored: dict[str, dict[str, Span]] = {}
        self._pixels: dict[str, dict[str, Span]] = {}
        self._alike: dict[tuple[str, str, str], list[Span]] = {}

    def error(self, code: str, message: str, span: Span | None, hint: str = "") -> None:
        if (code, span, message) not in self._reported:
            self._reported.add((code, span, message))
            if self.is_art and span is not None:
                alike = self._alike.setdefault((span.file, code, message), [])
                alike.append(span)
                if len(alike) > _ALIKE:
                    return
            self.findings.error(code, message, span, hint=hint)

    def note(self, code: str, message: str, span: Span, hint: str = "") -> None:
        """Reports a note once for each file."""
        if (code, span.file, message) not in self._noted:
            self._noted.add((code, span.file, message))
            self.findings.note(code, message, span, hint=hint)

    def svg_error(self, error: SvgError, span: Span | None) -> None:
        """Reports an SvgError at a place, or ignores its subject."""
        if span is not None and error.passed_over and (self.is_art or isinstance(error, AbsentError)):
            self.ignore(error.message, span)
        else:
            self.error(error.code, error.message, span, hint=error.hint)

    def ignore(self, what: str, span: Span) -> None:
        """Records something without effect on the drawing."""
        self._ignored.setdefault(span.file, {}).setdefault(what, span)

    def drawn_as_pixels(self, what: str, span: Span) -> None:
        """Records an element that has become pixels."""
        self._pixels.setdefault(span.file, {}).setdefault(what, span)

    def take_over(self, other: "Reporter") -> None:
        """Also records what another reporter has ignored."""
        for file, ignored in other._ignored.items():
            self._ignored[file] = {**self._ignored.get(file, {}), **ignored}
        other._ignored = {}

    def note_ignored(self, known: set[tuple[str, str]]) -> None:
        """Adds, for each file, one note about what was ignored in it since the last call, one about what
        became pixels, and one for each error that occurs more often than it was reported. Notes `known` for a
        file, whose elements may be drawn one by one, aren't repeated.
        """
        kinds = (
            ("svg-ignored", "ignored", self._ignored),
            ("svg-pixels", "drawn as pixels, as PDF has no filters", self._pixels),
        )
        for code, words, files in kinds:
            for file, places in files.items():
                names = [name for name in places if (file, name) not in known]
                if not names:
                    continue
                known.update((file, name) for name in names)
                self.findings.note(code, f"{words}: {few(names, _LISTED)}", places[names[0]])
        for (_, _, message), spans in self._alike.items():
            if len(spans) > _ALIKE:
                more = len(spans) - _ALIKE
                self.findings.note("svg-alike", f"{more} more in this file: {message}", spans[_ALIKE])
        self._ignored, self._pixels, self._alike = {}, {}, {}
