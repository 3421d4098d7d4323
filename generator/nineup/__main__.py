"""`python -m nineup`: the same as the command `nineup`."""

import sys

# Started with -m, the current folder is first on the import path; a project's `json.py` must never run.
if not sys.flags.safe_path:
    del sys.path[0]

from nineup.cli import program

if __name__ == "__main__":
    program()
