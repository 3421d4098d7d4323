"""`ink-limit`: no color names more ink than the paper takes.

Always on, as a warning, for colors that [name their ink](text.md#inks): cyan, magenta, yellow and black
together are at most 300 % of ink, as for coated paper; more smears, and dries slowly. `most` is another
limit, in per cent, as the print shop or the service states it. What names no ink can't exceed a limit, since
exports as PDF/X keep to theirs (`--ink-limit`) when they convert it. What is printed over something else adds
to the ink there, which is not counted.

Bad:

    palette: {night: "#101018 device-cmyk(0.9, 0.8, 0.7, 1)"}      # 340 %

Good:

    palette: {night: "#101018 device-cmyk(0.6, 0.4, 0.4, 1)"}      # 240 %

For a service that takes 240 %:

    rules:
      - ink-limit: {most: 240}
"""

from collections.abc import Iterator

from nineup.base.diagnostics import Diagnostic
from nineup.faces.surface.ink_names import ink_words, named_inks
from nineup.model.drawing import Cmyk, Spot
from nineup.model.game import RuleEntry
from nineup.rules.engine.face_findings import FaceFinding, shown_on
from nineup.rules.engine.proof import Proof
from nineup.schema import Key, Record, WholeNumber

COATED_PAPER = 300
"""Per cent: what coated paper takes in offset printing."""

SETTINGS = Record(
    {"most": Key(WholeNumber(100, 400), "The most ink of a color, in per cent, such as 240.", required=True)},
    example="ink-limit: {most: 240}",
)


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[FaceFinding]:
    most = entry.settings["most"] if entry is not None else COATED_PAPER
    reported: set[tuple[str, Cmyk | Spot]] = set()
    for look in proof.rendered_faces.faces:
        for _, op in look.new_ops:
            for ink in dict.fromkeys(named.ink for named in named_inks((op,))):
                key = look.component.id, ink
                if not isinstance(ink, Cmyk) or 100 * ink.total <= most + 1e-6 or key in reported:
                    continue
                reported.add(key)
                message = (
                    f"`{look.name}`, {look.side}: {ink_words(ink)} is {ink.total:.0%} of ink, more than "
                    f"{most}%"
                )
                span = proof.rendered_faces.places.element(op) or look.component.span
                finding = Diagnostic(
                    "ink-limit",
                    "warning",
                    message,
                    span=span,
                    hint="name less cyan, magenta or yellow",
                    configuration=look.configuration,
                )
                yield from shown_on(look, proof.unless_accepted(look.component, [finding]), key)
