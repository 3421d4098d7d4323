"""What a face shows in place of art that isn't there yet: a crossed frame with the file's name."""

import re
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import cast

from nineup.base.diagnostics import Diagnostic, Findings, Severity, Span, few, visible
from nineup.base.geometry import Box, outline_bounds, union
from nineup.logic.expression import escape
from nineup.model.drawing import Op, Path, Segment, Stroke, Text, rectangle
from nineup.svg.paint.lettering import letter_outlines
from nineup.svg.values.values import UnresolvedError
from nineup.typography.text import Setting, Style, set_frame

MISSING = "art-missing"
"""The code of findings about it."""

_GROUND, _LINE, _INK = (0.93, 0.93, 0.93), (0.74, 0.74, 0.74), (0.25, 0.25, 0.25)
_NAME = Style("Source Sans 3", weight=600, size=9.0, min_size=4.0, align="center", valign="middle")
_LISTED = 40
"""The number of files that a message names."""
_MISSPELT = 3
"""The number of files of which each may be a misspelling."""


class MissingArtError(UnresolvedError):
    """A file of art that doesn't exist; `path` is as it is written."""

    def __init__(self, path: str, message: str, hint: str = "") -> None:
        super().__init__(message, hint)
        self.path = path


def placeholder(box: Box, name: str, setting: Setting) -> tuple[Op, ...]:
    """A crossed frame that fills a box, with a name in its middle, as small as it must be; none if it would
    be illegible.

    Letters are outlines: no rule takes them for words of the card.
    """
    left, top, right, bottom = box.x, box.y, box.x + box.width, box.y + box.height
    edge = min(0.5, box.width / 8, box.height / 8)
    down: tuple[Segment, ...] = (("M", left, top), ("L", right, bottom))
    up: tuple[Segment, ...] = (("M", left, bottom), ("L", right, top))
    inner = Box(left + edge / 2, top + edge / 2, box.width - edge, box.height - edge)
    return (
        Path(rectangle(box), _GROUND),
        Path(down + up, None, Stroke(_LINE, edge)),
        Path(rectangle(inner), None, Stroke(_LINE, edge)),
        *_label(box, name, setting),
    )


def _label(box: Box, name: str, setting: Setting) -> tuple[Op, ...]:
    """The name in the middle of a box, on a patch of its ground; its folder is left out if that helps."""
    room = Box(box.x + 2, box.y + 2, box.width - 4, box.height - 4)
    if room.width <= 0 or room.height <= 0:
        return ()
    name = re.sub(r"[\s\0-\x1f]", " ", visible(name))
    for text in dict.fromkeys((name, PurePosixPath(name).name)):
        # A line may end after each folder and each word of the name.
        frame = set_frame(escape(re.sub(r"([/_-])", "\\1\u200b", text)), room, _NAME, setting=setting)
        if not frame.problems:
            letters = [tuple(letter_outlines(op, setting.fonts)) for op in frame.ops if isinstance(op, Text)]
            bounds = union(outline_bounds(each) for each in letters)
            if bounds is None:
                return ()
            patch = Box(bounds.x - 1.5, bounds.y - 1.5, bounds.width + 3, bounds.height + 3)
            return (Path(rectangle(patch), _GROUND), *(Path(each, _INK) for each in letters))
    return ()


def note_missing(findings: Findings, missing: MissingArtError, span: Span | None, face: str = "") -> None:
    """Notes art that isn't there; `list_missing_art` makes one finding of all such notes."""
    message = f"`{missing.path}` isn't there yet: a placeholder is drawn"
    findings.append(
        Diagnostic(
            MISSING, "note", message, span=span, hint=missing.hint, face=face, fact=f"file {missing.path}"
        )
    )


def list_missing_art(findings: Findings, is_final: bool = False) -> None:
    """Makes one finding of all notes about missing art, at the place of the first: a warning, or an error of
    what `is_final`.
    """
    missing = [each for each in findings if each.code == MISSING and each.severity == "note"]
    if not missing:
        return
    hints = {each.fact.partition(" ")[2]: each.hint for each in missing}
    number = "1 file of art isn't" if len(hints) == 1 else f"{len(hints):,} files of art aren't"
    listed = few([f"`{path}`" for path in hints], _LISTED)
    place = "its place" if len(hints) == 1 else "their places"
    message = f"{number} there yet, and placeholders take {place}: {listed}"
    if is_final:
        message = f"{number} there yet: {listed}"
    usual = "a final print needs them" if is_final else "`--final` refuses to print without them"
    first, severity = findings.index(missing[0]), "error" if is_final else "warning"
    findings[first] = missing[0]._replace(
        severity=cast("Severity", severity), message=message, hint=_meant(hints) or usual, face="", fact=""
    )
    findings[:] = [each for each in findings if each.code != MISSING or each.severity != "note"]


def _meant(hints: Mapping[str, str]) -> str:
    """What some paths may be misspellings of; not if so many are missing that most aren't drawn yet."""
    ways = ("write ", "did you mean ") if len(hints) <= _MISSPELT else ("write ",)
    meant = [f"for `{path}`, {hint}" for path, hint in hints.items() if hint.startswith(ways)]
    return "; ".join(meant[:_MISSPELT])
