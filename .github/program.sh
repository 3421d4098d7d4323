#!/usr/bin/env bash
# Build the program that needs no Python for the system that this runs on, and an archive of it to download, in dist/.
# PYTHON has Nineup's extras `cut` and `program` installed. On Windows, Git's Bash runs this.
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}

PYTHONHASHSEED=0 "$python" -m PyInstaller --noconfirm --log-level ERROR --distpath dist/program --workpath build/program .github/program.spec
"$python" - <<'PYTHON'
import os, platform, shutil, sys
from nineup import __version__
system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
kind = "zip" if sys.platform == "win32" else "gztar"
name = f"dist/program/nineup-{__version__}-{system}-{platform.machine().lower()}"
print(name, os.path.getsize(shutil.make_archive(name, kind, "dist/program", "nineup")) // 1_000_000, "MB")
PYTHON
