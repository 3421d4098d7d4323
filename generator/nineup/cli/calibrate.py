"""`nineup calibrate`: print a duplex test sheet, and keep what it shows of a printer."""

from pathlib import Path

import click

from nineup import pipeline, printers
from nineup.cli.build import BACKS
from nineup.paper import Backs
from nineup.units import length, mm
from nineup.write import replace


@click.command("calibrate")
@click.option("--paper", default="a4", show_default=True, metavar="NAME", help="The paper to print on.")
@click.option(
    "--backs",
    type=click.Choice(BACKS[:2]),
    default=BACKS[0],
    show_default=True,
    help="How the printer turns paper.",
)
@click.option("--landscape", is_flag=True, help="For sheets that lie across.")
@click.option("-o", "output", type=click.Path(path_type=Path, dir_okay=False), help="The file to write.")
@click.option("--save", "printer", metavar="PRINTER", help="Keep a reading under this name instead.")
@click.option(
    "--back-offset", "reading", metavar="X,Y", help="The reading, such as 0.5mm,-0.25mm (right, down)."
)
def command(
    paper: str, backs: Backs, landscape: bool, output: Path | None, printer: str | None, reading: str | None
) -> None:
    """Print a test sheet for duplex, or save what it shows: then `build --printer PRINTER` applies it."""
    if printer is not None:
        _save(printer, reading)
        return
    if reading is not None:
        raise click.UsageError("--back-offset goes with --save PRINTER")
    try:
        data = pipeline.make_calibration_pdf(paper, backs, landscape)
    except ValueError as error:
        raise click.UsageError(f"--paper: {error}") from error
    target = output or Path(f"calibration-{paper}.pdf")
    replace(target, data)
    click.echo(f"{target}: print both sides at 100 %, hold it to the light, read the scales")


def _save(printer: str, reading: str | None) -> None:
    if reading is None:
        raise click.UsageError("say what you read: --back-offset X,Y, such as 0.5mm,-0.25mm")
    right, comma, down = reading.partition(",")
    if not comma:
        raise click.UsageError(f"`{reading}` is not X,Y; write two lengths, such as 0.5mm,-0.25mm")
    if not printer.strip():
        raise click.UsageError("--save needs the printer's name")
    try:
        saved = printers.Printer(length(right), length(down))
        path = printers.file()
        known = {**printers.read(path), printer: saved}
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    path.parent.mkdir(parents=True, exist_ok=True)
    replace(path, printers.encode(known))
    click.echo(f"{printer}: backs move {mm(saved.right)} right, {mm(saved.down)} down (kept in {path})")
