"""The proof: each rule's result for each player count, and the findings that make it fail."""

from collections.abc import Iterator
from typing import NamedTuple

from nineup.base import Project
from nineup.report import FAILED, HELD, SAMPLED, SILENT, remarks, sign
from nineup.rules import RULES, Proved, RuleRow, in_powers
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nineup_studio.live.looking import SessionState, of_request, workspace_of
from nineup_studio.pages.evidence import SEVERITIES, Evidence, LinkedPlace, ShownFinding
from nineup_studio.pages.page import page
from nineup_studio.pages.view import View

MAX_EXAMPLES = 12
"""The number of findings listed for one rule."""

SUMMARIES = {rule.code: rule.summary for rule in RULES} | {
    "text-overflow": "every text fits its frame",
    "missing-glyph": "the fonts have every character",
    "placement": "every piece fits the paper",
}
"""The requirement in words, by the code of a row."""

WORDS = {HELD: "holds", FAILED: "does not hold", SAMPLED: "tried in a sample", SILENT: "says nothing"}
"""The signs of the table in words, for screen readers."""

CLASSES = {HELD: "held", FAILED: "failed", SAMPLED: "sampled", SILENT: "silent"}


class ProofCell(NamedTuple):
    """A rule's result for one player count."""

    sign: str
    kind: str
    words: str
    figure: str


class ProofRow(NamedTuple):
    """A row of the table. `more` counts the examples that are not listed."""

    id: str
    label: str
    summary: str
    cells: tuple[ProofCell, ...]
    remarks: str
    place: LinkedPlace | None
    examples: tuple[ShownFinding, ...]
    more: int

    @property
    def kind(self) -> str:
        """Its worst cell: failed, sampled, held or silent."""
        kinds = {cell.kind for cell in self.cells}
        return next((kind for kind in ("failed", "sampled", "held") if kind in kinds), "silent")

    @property
    def severity(self) -> str:
        """How bad it is that it fails: the severity of its worst finding; empty if it holds."""
        if self.kind != "failed":
            return ""
        return self.examples[0].finding.severity if self.examples else "error"


def proof(request: Request) -> Response:
    """The table of the latest proof, which may be of files before the last edit; failures come first."""
    looking = of_request(request)
    proved = looking.proof.proved if looking.proof else None
    lines = sorted(_lines(looking, workspace_of(request).project, proved), key=_order) if proved else []
    return page(
        request,
        looking,
        "proof.html",
        view="proof",
        proof=looking.proof,
        proved=proved,
        lines=lines,
        numbers={kind: sum(line.kind == kind for line in lines) for kind in CLASSES.values()},
        configurations=in_powers(proved.configurations) if proved else "",
    )


def _lines(looking: SessionState, project: Project, proved: Proved) -> Iterator[ProofRow]:
    evidence = Evidence(project, looking)
    seen: dict[str, int] = {}
    for row in proved.rows:
        examples = evidence.of(row.findings)
        name = f"{row.code}:{row.label}"
        seen[name] = seen.get(name, 0) + 1
        yield ProofRow(
            f"{name}:{seen[name]}",
            row.label,
            SUMMARIES.get(row.code, "") if row.label == row.code else "",
            cells=tuple(_cell(row, players) for players in proved.counts),
            remarks=", ".join(remarks(row)),
            place=evidence.place(row.place),
            examples=examples[:MAX_EXAMPLES],
            more=max(0, len(examples) - MAX_EXAMPLES),
        )


def _order(line: ProofRow) -> int:
    """Sorts failures first, the worst of them before the others, then results of samples."""
    if line.severity:
        return SEVERITIES.index(line.severity)
    return len(SEVERITIES) + (line.kind != "sampled")


def _cell(row: RuleRow, players: int) -> ProofCell:
    mark = sign(row, players)
    figure = str(row.figures[players]) if players in row.figures and mark != SILENT else ""
    return ProofCell(mark, CLASSES[mark], WORDS[mark], figure=figure)


VIEW = View("proof", "Proof", "proof", routes=(Route("/{game}/proof", proof),))
