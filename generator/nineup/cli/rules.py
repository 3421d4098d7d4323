"""`nineup rules`: what every rule says, how it is configured, and examples; the manual of docs/rules.md."""

import click

from nineup.diagnostics import nearest
from nineup.rules import RULES
from nineup.rules.manual import pages


@click.command("rules")
@click.argument("codes", nargs=-1, metavar="[CODE…]")
def command(codes: tuple[str, ...]) -> None:
    """What `check` proves: every rule, or those of these codes, with a bad and a good example."""
    known = [rule.code for rule in RULES]
    for code in codes:
        if code not in known:
            raise click.UsageError(f"there is no rule `{code}`; {nearest(code, known)}")
    for page in pages(RULES):
        if not codes or set(codes) & set(page.codes):
            click.echo(f"{', '.join(page.codes)} ({page.severity})\n\n{page.text}")
