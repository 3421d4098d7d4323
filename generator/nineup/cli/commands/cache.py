"""`nineup cache`: what is kept from one command to the next, and clearing it."""

import os

import click

from nineup.base.store import MAX_BYTES, MAX_DAYS, Store, cache_folder
from nineup.base.units import file_size
from nineup.cli.common import quantity
from nineup.cli.printing import say


@click.command("cache")
@click.option("--clear", is_flag=True, help="Delete what is kept: it is made again when it is needed.")
def command(clear: bool) -> None:
    """Show what is kept from one command to the next, so that it needn't be made again.

    Results and compiled drawings are kept in your own cache folder, and only for the files that they were
    made of. NINEUP_CACHE names another folder; with `off`, nothing is kept.
    """
    folder = cache_folder(os.environ)
    store = Store.of_user()
    if store is None:
        why = "it is switched off" if folder is None else f"{folder} is not a folder of yours alone"
        say(f"nothing is kept: {why}")
        return
    if clear:
        store.clear()
    sizes = store.sizes()
    say(f"{store.folder}: {quantity(len(sizes), 'file')}, {file_size(sum(sizes))}")
    say(f"at most {file_size(MAX_BYTES)}, and nothing that wasn't used for {MAX_DAYS} days")
