"""`python -m nineup`: the same as the command `nineup`."""

import sys

# Started with -m, the current folder is first on the import path. It may be a stranger's project, whose
# `click.py` or `reportlab_settings.py` must never run, so it is removed before anything else is imported.
if not sys.flags.safe_path:
    del sys.path[0]

from nineup.start import program

if __name__ == "__main__":
    program()
