"""`nineup rules`: the manual of every rule, with examples; the text of docs/rules.md."""

import click

from nineup import rules
from nineup.base.diagnostics import nearest
from nineup.cli.printing import say


@click.command("rules")
@click.argument("codes", nargs=-1, metavar="[CODE…]")
def command(codes: tuple[str, ...]) -> None:
    """Explain what `check` proves: the rules with these CODEs, or all, each with a bad and a good example."""
    from nineup.rules.manual import pages

    known = [rule.code for rule in rules.RULES]
    chosen = [*rules.RULES]
    for code in dict.fromkeys(codes):
        rule = rules.rule_named(code)
        if rule is None:
            raise click.UsageError(f"unknown rule `{code}`; {nearest(code, known)}")
        if code not in known:
            chosen.append(rule)
    for page in pages(chosen):
        if not codes or set(codes) & set(page.codes):
            say(f"{', '.join(page.codes)} ({page.severity})\n\n{page.text}")
