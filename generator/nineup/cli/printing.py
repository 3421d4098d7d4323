"""The one place that prints for people.

What is printed for programs is data, written as bytes, and stays as it is.
"""

import click

from nineup.base.diagnostics import visible


def say(text: object = "", err: bool = False) -> None:
    """Prints a line, or several. Whatever files say can't control the terminal, or reorder its text."""
    click.echo(visible(str(text)), err=err)
