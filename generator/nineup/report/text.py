"""Findings as compilers print them: the place, the message, the source line with a caret, and a hint."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple
from unicodedata import combining, east_asian_width

from nineup.base.diagnostics import Diagnostic, Overflow, Span, visible
from nineup.base.units import mm

SourceLines = Callable[[str], Sequence[str]]
"""The lines of a project file; none if it can't be read."""

MAX_SIMILAR = 20
"""The number of findings of one code that are shown: a mistake made everywhere is clear from these."""

_MAX_OF_CODE = {"untranslated": 3}
"""Smaller numbers for findings that are work left to do: a new catalogue has one for each of its texts."""

MAX_WIDTH = 100
"""The number of characters shown of a source line."""

_ALIKE = frozenset({"binding-failed", "unknown-symbol"})
"""Codes of findings about a binding whose messages contain the cards' values: one of them is enough."""


def as_text(
    findings: Sequence[Diagnostic],
    source: SourceLines,
    most: int | None = MAX_SIMILAR,
    check: str = "nineup check",
) -> str:
    """The findings as paragraphs, ordered by place; those without a place come first.

    Of each code only the first `most` are shown, or fewer (of overflowing texts, the worst), followed by the
    number of others, which the command `check` lists; all, if `most` is None. Overflowing texts are also
    counted by frame.
    """
    listed = for_people(findings)
    numbers = Counter(finding.code for finding in listed)
    worst = _worst(listed, most)
    shown: Counter[str] = Counter()
    paragraphs = []
    for finding in listed:
        limit = len(listed) if most is None else min(most, _MAX_OF_CODE.get(finding.code, most))
        if shown[finding.code] < limit and (finding.overflow is None or finding in worst):
            shown[finding.code] += 1
            paragraphs.append(_paragraph(finding, source))
    if table := overflow_table(findings):
        paragraphs.append(table)
    others = {code: number - shown[code] for code, number in numbers.items() if number > shown[code]}
    paragraphs += [
        f"{number:,} more like these [{code}]; `{check} --all` shows all of them"
        for code, number in others.items()
    ]
    return "\n\n".join(paragraphs)


def _worst(findings: Sequence[Diagnostic], most: int | None) -> frozenset[Diagnostic]:
    """The texts that exceed their frames the most."""
    too_large = [(finding.overflow.excess, finding) for finding in findings if finding.overflow]
    too_large.sort(key=lambda pair: -pair[0])
    return frozenset(finding for _, finding in too_large[:most])


def for_people(findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Findings ordered by place, with faces named in the messages; a finding that several faces share appears
    once.

    So does a binding that fails for several faces, even if its message has a different value for each.
    """
    alike: dict[Diagnostic, list[Diagnostic]] = {}
    failed: Counter[tuple[Span, str]] = Counter()
    for finding in in_order(findings):
        key = finding._replace(face="") if finding.span else finding
        if finding.span and finding.code in _ALIKE and finding.span.file.endswith(".svg"):
            key = key._replace(message=str(failed[finding.span, finding.face]), hint="")
            failed[finding.span, finding.face] += 1
        alike.setdefault(key, []).append(finding)
    return [
        group[0]._replace(message=f"{group[0].message}{_faces([one.face for one in group])}", face="")
        for group in alike.values()
    ]


def _faces(names: Sequence[str]) -> str:
    faces = [face for face in names if face]
    if len(faces) < 2:
        return f" ({faces[0]})" if faces else ""
    others = len(faces) - 1
    return f" ({faces[0]}, and {others} more face{'s' if others > 1 else ''})"


def in_order(findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Findings by file, line and column, without duplicates."""
    return sorted(dict.fromkeys(map(_encodable, findings)), key=lambda f: (f.span or Span("", 0, 0))[:3])


def _encodable(finding: Diagnostic) -> Diagnostic:
    """The finding with question marks in place of bytes of file names that are not UTF-8, which no report can
    contain.
    """
    file = finding.span.file if finding.span else ""
    try:
        "".join((finding.message, finding.hint, finding.game, finding.face, file)).encode()
    except UnicodeEncodeError:
        return finding._replace(
            message=_utf8(finding.message),
            hint=_utf8(finding.hint),
            game=_utf8(finding.game),
            face=_utf8(finding.face),
            span=finding.span._replace(file=_utf8(file)) if finding.span else None,
        )
    return finding


def _utf8(text: str) -> str:
    return text.encode(errors="replace").decode()


def summary(findings: Sequence[Diagnostic]) -> str:
    """The number of findings by severity, such as `2 errors, 1 warning`, or `no findings`."""
    counts = []
    severities = Counter(finding.severity for finding in for_people(findings))
    for severity in ("error", "warning", "note"):
        if number := severities[severity]:
            counts.append(f"{number} {severity}{'s' if number > 1 else ''}")
    return ", ".join(counts) or "no findings"


def _paragraph(finding: Diagnostic, source: SourceLines) -> str:
    where = f"{finding.game}: " if finding.game else ""
    if finding.span:
        where = f"{finding.span.place}: "
    when = f" ({finding.configuration})" if finding.configuration else ""
    lines = [f"{where}{finding.severity}: {finding.message}{when} [{finding.code}]"]
    if finding.span:
        lines += _excerpt(finding.span, source(finding.span.file))
    if finding.hint:
        lines.append(f"  hint: {finding.hint}")
    if finding.rule:
        lines.append(f"  rule: {finding.rule.place}")
    return "\n".join(visible(line).replace("\n", "\ufffd") for line in lines)


def _excerpt(span: Span, lines: Sequence[str]) -> list[str]:
    """The span's line with a caret under it; a long line is cut to a window around the caret."""
    if not 1 <= span.line <= len(lines):
        return []
    line = lines[span.line - 1].rstrip()
    column = min(span.column, len(line) + 1)
    start = max(0, column - 1 - MAX_WIDTH // 2) if len(line) > MAX_WIDTH else 0
    window = line[start : start + MAX_WIDTH]
    before = window[: column - 1 - start]
    pad = "".join("\t" if char == "\t" else " " * _columns(char) for char in before)
    carets = "^" * max(1, _columns(window[len(before) :][: span.length]))
    number = str(span.line)
    gutter = " " * len(number)
    return [f"  {number} | {window}", f"  {gutter} | {pad}{carets}"]


def _columns(text: str) -> int:
    """The terminal columns that a text takes: two for wide East Asian characters, none for combining ones."""
    return sum(2 if east_asian_width(char) in "WF" else not combining(char) for char in text)


LESS = (0.5, 1.0)
"""The points by which a frame's smallest size is reduced, to see how many more of its texts fit."""


class _Row(NamedTuple):
    """A frame of a component; `worst` are the overflows of its faces, the largest first."""

    component: str
    frame: str
    worst: tuple[tuple[str, Overflow], ...]

    @property
    def cells(self) -> tuple[str, ...]:
        face, most = self.worst[0]
        saved = [sum(_fits(each, less) for _, each in self.worst) for less in LESS]
        number = len(self.worst)
        shown = ["all" if fit == number else str(fit) for fit in saved]
        return (
            f"{self.component}, {self.frame}",
            str(number),
            f"{mm(most.excess)}, {face.partition(',')[0]}",
            *shown,
        )


def overflow_table(findings: Iterable[Diagnostic]) -> str:
    """A table of the frames with overflowing texts, if these are on at least two faces; otherwise empty.

    A face counts once for each frame. The last columns have the number of texts that would fit at a smaller
    size.
    """
    rows = _rows(findings)
    if sum(len(row.worst) for row in rows) < 2:
        return ""
    heads = ("texts that don't fit, in", "faces", "the worst", *(f"fit at {less:g} pt less" for less in LESS))
    return "\n".join(_aligned([heads, *(row.cells for row in rows)]))


def _rows(findings: Iterable[Diagnostic]) -> list[_Row]:
    frames: dict[tuple[str, str], dict[str, Overflow]] = {}
    for finding in findings:
        overflow = finding.overflow
        if overflow is None:
            continue
        component = finding.face.partition(",")[0].partition("/")[0]
        faces = frames.setdefault((component, overflow.frame), {})
        known = faces.get(finding.face)
        if known is None or known.excess < overflow.excess:
            faces[finding.face] = overflow
    rows = [
        _Row(*key, tuple(sorted(faces.items(), key=lambda item: -item[1].excess)))
        for key, faces in frames.items()
    ]
    return sorted(rows, key=lambda row: (-row.worst[0][1].excess, row.component, row.frame))


def _fits(overflow: Overflow, less: float) -> bool:
    return overflow.fits is not None and overflow.fits >= overflow.size - less - 1e-6


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Rows with aligned columns; numbers are flush right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if column in (0, 2) else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
