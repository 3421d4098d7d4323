"""Hints reworded for the studio: where the command has a flag, a page has a control."""

import re

CONTROLS = {
    "--as-one": "Boards on one page",
    "--restyled": "Also cards that only look different",
    "--dpi": "Dots per inch",
    "--since": "since",
    "--allow-errors": "A draft, if there are errors",
    "--paper": "Paper",
    "--backs": "Backs",
    "--bleed": "Bleed",
    "--margin": "Margin",
}
"""The labels of controls, by the equivalent flags."""

_FLAG = re.compile(r"`(--[a-z-]+)(?: ([^`]+))?`")


def in_the_studio(hint: str) -> str:
    """A hint with the names of controls in place of flags, as far as there is a control."""
    return _FLAG.sub(_control, hint)


def _control(flag: re.Match[str]) -> str:
    label = CONTROLS.get(flag[1])
    if label is None:
        return flag[0]
    return f"“{label}”{f' ({flag[2]})' if flag[2] else ''}"
