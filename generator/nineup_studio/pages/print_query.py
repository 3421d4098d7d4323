"""Sheet options in the query of an address, and their controls."""

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, get_args

from nineup.base import MM, Findings, Project, length
from nineup.files import FACE, Printer, papers, printers_file, read_printers
from nineup.model import PAPERS, Backs
from nineup.pipeline import InkUse, PrintOptions, PrintPlan

BACKS: dict[Backs, str] = {
    "long-edge": "Flip on the long edge",
    "short-edge": "Flip on the short edge",
    "gutterfold": "Fold in the middle",
    "none": "No backs",
}


class PrintControl(NamedTuple):
    """A control: choices with their names, a length in millimetres, or yes and no.

    `value` is the current one.
    """

    key: str
    label: str
    kind: Literal["choice", "length", "switch"]
    value: str
    default: str
    choices: tuple[tuple[str, str], ...] = ()


def options_of(query: Mapping[str, str], findings: Findings) -> PrintOptions | None:
    """The options that an address states, as the flags of `build` do; None after an error."""
    backs = _backs(query.get("backs", ""), findings)
    bleed = length_of("bleed", query.get("bleed", ""), findings)
    margin = length_of("margin", query.get("margin", ""), findings)
    offset = _offset(query.get("printer", ""), findings)
    named = _papers(query.get("paper", ""), findings)
    ink = _ink(query.get("ink", ""), findings)
    if findings.failed:
        return None
    sheet, as_one = query.get("sheet") or None, query.get("large") == "as-one"
    is_draft = query.get("draft") == "yes"
    is_grey = query.get("grey") == "yes"
    return PrintOptions(
        named,
        backs,
        bleed,
        margin=margin,
        sheet=sheet,
        back_offset=offset,
        as_one=as_one,
        allow_errors=is_draft,
        ink=ink,
        grey=is_grey,
    )


def controls(
    project: Project, plan: PrintPlan, default: PrintPlan, query: Mapping[str, str]
) -> tuple[PrintControl, ...]:
    """The controls of a plan; `default` is the plan without a query."""
    paper, usual = ",".join(plan.papers), ",".join(default.papers)
    known = [*dict.fromkeys((usual, *PAPERS, paper))]
    leading = [
        PrintControl(
            "paper",
            "Paper",
            "choice",
            value=paper,
            default=usual,
            choices=tuple((name, _paper_name(name)) for name in known),
        ),
        PrintControl(
            "backs",
            "Backs",
            "choice",
            value=plan.spec.backs,
            default=default.spec.backs,
            choices=tuple(BACKS.items()),
        ),
        PrintControl("bleed", "Bleed", "length", value=_mm(plan.spec.bleed), default=_mm(default.spec.bleed)),
        PrintControl(
            "margin", "Margin", "length", value=_mm(plan.spec.margin), default=_mm(default.spec.margin)
        ),
    ]
    if sheets := [
        path.split("/")[-1].removesuffix(".yaml") for path in project.list("layouts/sheets", "*.yaml")
    ]:
        leading.append(_named("sheet", "Sheet", plan.spec.name, default=default.spec.name, names=sheets))
    if saved := _printers():
        leading.append(_named("printer", "Printer", query.get("printer", ""), default="", names=saved))
    return (
        *leading,
        PrintControl(
            "large",
            "Boards on one page",
            "switch",
            value=plan.spec.large,
            default=default.spec.large,
            choices=(("as-one", ""),),
        ),
        PrintControl(
            "ink", "Save ink", "switch", value=plan.ink, default=default.ink, choices=(("low", ""),)
        ),
        PrintControl(
            "grey", "In grey", "switch", value="yes" if plan.grey else "", default="", choices=(("yes", ""),)
        ),
    )


def _named(key: str, label: str, value: str, default: str, names: Iterable[str]) -> PrintControl:
    known = [*dict.fromkeys((default, *names))]
    return PrintControl(
        key,
        label,
        "choice",
        value=value,
        default=default,
        choices=tuple((name, name or "any") for name in known),
    )


def _paper_name(names: str) -> str:
    return ", ".join(
        "each face its own page" if name == FACE else name.capitalize() for name in names.split(",")
    )


def _mm(points: float) -> str:
    return f"{points / MM:.3f}".rstrip("0").rstrip(".")


def _papers(text: str, findings: Findings) -> tuple[str, ...]:
    try:
        return papers(text) if text else ()
    except ValueError as error:
        findings.request_error("bad-request", f"paper: {error}")
        return ()


def _backs(text: str, findings: Findings) -> Backs | None:
    chosen = next((backs for backs in get_args(Backs) if backs == text), None)
    if text and chosen is None:
        findings.request_error("bad-request", f"backs: `{text}` is not one of {', '.join(get_args(Backs))}")
    return chosen


def _ink(text: str, findings: Findings) -> InkUse:
    chosen = next((ink for ink in get_args(InkUse) if ink == text), None)
    if text and chosen is None:
        findings.request_error("bad-request", f"ink: `{text}` is not one of {', '.join(get_args(InkUse))}")
    return chosen or "full"


def length_of(name: str, text: str, findings: Findings) -> float | None:
    """A length in points, None if none is given; a number without a unit is in millimetres, as sent by
    controls.
    """
    if not text:
        return None
    try:
        value = length(text if text[-1].isalpha() else f"{text}mm")
    except ValueError as error:
        findings.request_error("bad-request", f"{name}: {error}")
        return None
    if value < 0:
        findings.request_error("bad-request", f"{name}: `{text}` is negative")
    return value


def _offset(printer: str, findings: Findings) -> tuple[float, float] | None:
    """The offset of a saved printer's backs."""
    if not printer:
        return None
    saved = _printers().get(printer)
    if saved is None:
        findings.request_error("bad-request", f"printer: none is saved as `{printer}`")
        return None
    return saved.right, saved.down


def _printers() -> dict[str, Printer]:
    try:
        return read_printers(printers_file())
    except (OSError, ValueError):
        return {}  # `nineup build --printer` reports what is wrong with the file.
