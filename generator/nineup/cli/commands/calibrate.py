"""`nineup calibrate`: print a duplex test sheet, and save what it shows about a printer."""

from pathlib import Path

import click

from nineup import pipeline, write
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.base.units import length, mm
from nineup.cli.common import display_path, exit_with, report_findings
from nineup.cli.flags import BACKS
from nineup.cli.printing import say
from nineup.files import printers
from nineup.model.paper import Backs


@click.command("calibrate")
@click.option("--paper", default="a4", show_default=True, metavar="NAME", help="The paper to print on.")
@click.option(
    "--backs",
    type=click.Choice(BACKS[:2]),
    default=BACKS[0],
    show_default=True,
    help="The edge on which the printer flips paper.",
)
@click.option("--landscape", is_flag=True, help="For sheets in landscape.")
@click.option(
    "-o",
    "output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="The file to write. Default: calibration-PAPER.pdf in the project's output folder.",
)
@click.option("--save", "printer", metavar="PRINTER", help="Save a reading under this name; print nothing.")
@click.option("--back-offset", "reading", metavar="X,Y", help="The reading, right and down: 0.5mm,-0.25mm.")
@click.pass_context
def command(
    context: click.Context,
    paper: str,
    backs: Backs,
    landscape: bool,
    output: Path | None,
    printer: str | None,
    reading: str | None,
) -> None:
    """Write a duplex test sheet, or save what it shows: `build --printer PRINTER` then corrects the backs."""
    if printer is not None:
        _save(printer, reading)
        return
    if reading is not None:
        raise click.UsageError("--back-offset needs --save PRINTER")
    try:
        data = pipeline.make_calibration_pdf(paper, backs, landscape)
    except ValueError as error:
        raise click.UsageError(f"--paper: {error}") from error
    target = output or _default_target(Path(context.obj or "."), paper)
    write.replace(target, data)
    say(f"{display_path(target)}: print both sides at 100 %, hold the sheet against a light, read the scales")


def _default_target(start: Path, paper: str) -> Path:
    """The sheet's path in the output folder of the project that contains a folder; in the folder itself
    outside any project.
    """
    name = f"calibration-{paper.replace(' ', '')}.pdf"
    project = Project.find(start)
    if project is None:
        return Path(name)
    plan = pipeline.make_plan(project, pipeline.PrintOptions(), findings := Findings())
    if plan is None:
        report_findings(project, findings)
        exit_with(findings.status)
    assert plan is not None
    return plan.output / name


def _save(printer: str, reading: str | None) -> None:
    if reading is None:
        raise click.UsageError("--save needs the reading: --back-offset X,Y, such as 0.5mm,-0.25mm")
    right, comma, down = reading.partition(",")
    if not comma:
        raise click.UsageError(f"`{reading}` is not X,Y; write two lengths, such as 0.5mm,-0.25mm")
    if not printer.strip():
        raise click.UsageError("--save needs the printer's name")
    try:
        saved = printers.Printer(length(right), length(down))
        path = printers.printers_file()
        before = printers.contents(path)
        known = printers.decode(before, path)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    write.replace_all({path: printers.encode({**known, printer: saved})}, {path: before})
    say(f"{printer}: backs move {mm(saved.right)} right, {mm(saved.down)} down (saved in {path})")
