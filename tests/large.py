"""A build of files that a stranger may have made, and what makes them large."""

import time
from pathlib import Path

from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from tiny import CARD

SECONDS = 60
"""Of processor time.

Each takes less than six, on a busy machine four times as much; what is quadratic in a file takes minutes.
"""
MANY = 20_000


def drawn(inside: str, into: str = CARD) -> str:
    return into.replace("</svg>", f"{inside}</svg>")


def numbered(text: str, number: int = MANY) -> str:
    return "".join(text.format(index) for index in range(number))


def findings_of(root: Path, *, cards: str = "") -> tuple[Findings, float]:
    """What a build reports, and the seconds it takes."""
    findings, output = Findings(), pipeline.PrintOptions(output=root / "out")
    begun = time.process_time()
    pipeline.build(Project(root), "tiny", pipeline.RunChoice(), output, findings, lambda *_: None)
    return findings, time.process_time() - begun
