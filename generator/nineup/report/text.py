"""Findings as a compiler tells them: the place, the message, the source line with a caret, a hint."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from unicodedata import combining, east_asian_width

from nineup.diagnostics import Diagnostic, Span

Source = Callable[[str], Sequence[str]]
"""The lines of a file of the project, or nothing where it can't be read."""


MOST = 20
"""Findings of one code that a reader is shown at once: who made a mistake everywhere sees it in these."""


def as_text(findings: Sequence[Diagnostic], source: Source, most: int | None = MOST) -> str:
    """The findings as paragraphs in the order of their places, those without a place first.

    Of each code only the first so many, and then how many more there are; all, where `most` is None.
    """
    told: Counter[str] = Counter()
    paragraphs = []
    for finding in for_people(findings):
        told[finding.code] += 1
        if most is None or told[finding.code] <= most:
            paragraphs.append(_paragraph(finding, source))
    more = {code: number - most for code, number in told.items() if most is not None and number > most}
    paragraphs += [
        f"{number:,} more like these [{code}]; `nineup check --all` tells them all"
        for code, number in more.items()
    ]
    return "\n\n".join(paragraphs)


def for_people(findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Findings by place, their faces named in the messages; one that many faces share at one place appears once."""
    alike: dict[object, list[Diagnostic]] = {}
    for finding in in_order(findings):
        key = finding._replace(face="") if finding.span else finding
        alike.setdefault(key, []).append(finding)
    return [
        first._replace(message=f"{first.message}{_faces([first.face, *(one.face for one in rest)])}", face="")
        for first, *rest in alike.values()
    ]


def _faces(named: Sequence[str]) -> str:
    faces = [face for face in named if face]
    if len(faces) < 2:
        return f" ({faces[0]})" if faces else ""
    more = len(faces) - 1
    return f" ({faces[0]}, and {more} more face{'s' if more > 1 else ''})"


def in_order(findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Findings by file, line and column, each told once."""
    return sorted(dict.fromkeys(findings), key=lambda f: (f.span or Span("", 0, 0))[:3])


def summary(findings: Sequence[Diagnostic]) -> str:
    """Such as `2 errors, 1 warning`; `no findings` when there is none."""
    counts = []
    told = for_people(findings)
    for severity in ("error", "warning", "note"):
        number = sum(finding.severity == severity for finding in told)
        if number:
            counts.append(f"{number} {severity}{'s' if number > 1 else ''}")
    return ", ".join(counts) or "no findings"


def _paragraph(finding: Diagnostic, source: Source) -> str:
    where = f"{finding.game}: " if finding.game else ""
    if finding.span:
        where = f"{finding.span.file}:{finding.span.line}:{finding.span.column}: "
    when = f" ({finding.configuration})" if finding.configuration else ""
    lines = [f"{where}{finding.severity}: {finding.message}{when} [{finding.code}]"]
    if finding.span:
        lines += _excerpt(finding.span, source(finding.span.file))
    if finding.hint:
        lines.append(f"  hint: {finding.hint}")
    if finding.rule:
        lines.append(f"  rule: {finding.rule.file}:{finding.rule.line}:{finding.rule.column}")
    return "\n".join(_UNSEEN.sub("\ufffd", line) for line in lines)


_UNSEEN = re.compile("[\0-\x08\x0a-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
"""InlineSymbols that would steer the terminal, or turn the order of what stands on it, instead of being seen."""

WIDTH = 100
"""Characters of a source line that are shown."""


def _excerpt(span: Span, lines: Sequence[str]) -> list[str]:
    """The span's line with a caret under it; a long line is cut to a window around the caret."""
    if not 1 <= span.line <= len(lines):
        return []
    line = lines[span.line - 1].rstrip()
    column = min(span.column, len(line) + 1)
    start = max(0, column - 1 - WIDTH // 2) if len(line) > WIDTH else 0
    shown = line[start : start + WIDTH]
    before = shown[: column - 1 - start]
    pad = "".join("\t" if character == "\t" else " " * _columns(character) for character in before)
    carets = "^" * max(1, _columns(shown[len(before) :][: span.length]))
    number = str(span.line)
    gutter = " " * len(number)
    return [f"  {number} | {shown}", f"  {gutter} | {pad}{carets}"]


def _columns(text: str) -> int:
    """How many columns of a terminal a text takes: East Asian signs take two, combining ones none."""
    return sum(2 if east_asian_width(sign) in "WF" else not combining(sign) for sign in text)
