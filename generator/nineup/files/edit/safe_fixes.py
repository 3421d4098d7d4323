"""All safe fixes of a game's findings at once, in memory: what `nineup check --fix` writes.

A fix is safe if its finding is an error, so that nothing that works is changed, and if it is the only one.
A warning may be wrong, of several words only the author knows the right one, an acceptance needs a reason,
and a key that goes takes its value with it.
"""

from collections.abc import Iterable, Mapping

import msgspec

from nineup.base.diagnostics import Accept, ChangeKeys, Diagnostic, Fix, Replace, Span
from nineup.files.edit.fixing import can_fix, fixed, place_of_fix


class AppliedFix(msgspec.Struct, frozen=True):
    """A fix that was applied, and the place that it changed."""

    place: Span
    says: str


class FixedFiles(msgspec.Struct, frozen=True):
    """The files that fixes change, by path, and these fixes in the order of their places."""

    files: Mapping[str, bytes]
    applied: tuple[AppliedFix, ...]


def safe_fix(finding: Diagnostic) -> Fix | None:
    """The safe fix of a finding; None without one."""
    if finding.severity != "error" or len(finding.fixes) != 1:
        return None
    (fix,) = finding.fixes
    is_loss = isinstance(fix, ChangeKeys) and not all(new for _, new in fix.keys)
    return fix if not is_loss and not isinstance(fix, Accept) and can_fix(fix, finding.span) else None


def with_safe_fixes(files: Mapping[str, bytes], findings: Iterable[Diagnostic]) -> FixedFiles:
    """The files with the safe fixes of some findings about them.

    A fix whose place has changed since, such as by another fix, is left out: a further check finds it again.
    """
    fixes = {(place_of_fix(fix, each.span), fix) for each in findings if (fix := safe_fix(each)) is not None}
    changed: dict[str, bytes] = {}
    applied = []
    # The last place first, so that those before it stay where they are.
    for place, fix in sorted(fixes, key=lambda each: each[0], reverse=True):
        data = changed.get(place.file, files.get(place.file))
        result = fixed(data, fix, place) if data is not None else None
        if isinstance(result, bytes):
            changed[place.file] = result
            says = f"`{fix.new}` for `{fix.old}`" if isinstance(fix, Replace) else fix.says
            applied.append(AppliedFix(place, f"wrote {says.removeprefix('write ')}"))
    return FixedFiles(changed, tuple(reversed(applied)))
