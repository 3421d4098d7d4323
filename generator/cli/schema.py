"""`nineup schema`: the JSON Schema of the YAML files, for editors."""

import click


@click.command("schema")
def command() -> None:
    """placeholder"""
