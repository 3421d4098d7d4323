"""`nineup rules`: the manual of every rule, with examples; the text of docs/rules.md."""

import click

from nineup.diagnostics import nearest
from nineup.rules import RULES
from nineup.rules.manual import pages


@click.command("rules")
@click.argument("codes", nargs=-1, metavar="[CODE…]")
def command(codes: tuple[str, ...]) -> None:
    """Explain what `check` proves: the rules with these CODEs, or all, each with a bad and a good example."""
    known = [rule.code for rule in RULES]
    for code in codes:
        if code not in known:
            raise click.UsageError(f"unknown rule `{code}`; {nearest(code, known)}")
    for page in pages(RULES):
        if not codes or set(codes) & set(page.codes):
            click.echo(f"{', '.join(page.codes)} ({page.severity})\n\n{page.text}")
