"""`nineup rules`: the manual of every rule, with examples; the text of docs/rules.md."""

import click

from nineup import rules
from nineup.base.diagnostics import nearest


@click.command("rules")
@click.argument("codes", nargs=-1, metavar="[CODE…]")
def command(codes: tuple[str, ...]) -> None:
    """Explain what `check` proves: the rules with these CODEs, or all, each with a bad and a good example."""
    from nineup.rules.manual import pages

    known = [rule.code for rule in rules.RULES]
    for code in codes:
        if code not in known:
            raise click.UsageError(f"unknown rule `{code}`; {nearest(code, known)}")
    for page in pages(rules.RULES):
        if not codes or set(codes) & set(page.codes):
            click.echo(f"{', '.join(page.codes)} ({page.severity})\n\n{page.text}")
