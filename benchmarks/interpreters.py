"""Finds an optimized Python: `python benchmarks/interpreters.py` prints one to measure with.

A Python that was built without profile-guided and link-time optimization, as pyenv does by default, is a
sixth slower than what users have.
"""

import json
import subprocess
import sys
import sysconfig
from collections.abc import Iterator

CANDIDATES = (sys.executable, "/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3")
OLDEST = (3, 11)


def optimizations() -> str:
    """The optimizations with which the running Python was built; empty if it lacks one of the two."""
    flags = " ".join(str(value) for value in sysconfig.get_config_vars().values())
    has_profile = "--enable-optimizations" in flags or "-fprofile-use" in _used()
    has_links = "--with-lto" in flags or "-flto" in _used()
    # Debian and Ubuntu build with both, and leave the flags out of what they install.
    if "deb_system" in sysconfig.get_scheme_names() or sys.platform == "win32":
        has_profile = has_links = True
    return "PGO, LTO" if has_profile and has_links else ""


def _used() -> str:
    """The flags with which the interpreter itself was compiled."""
    return " ".join(
        str(sysconfig.get_config_var(name) or "") for name in ("PY_CORE_CFLAGS", "PY_CORE_LDFLAGS")
    )


def found() -> Iterator[str]:
    """The optimized ones among the candidates that are new enough."""
    for python in dict.fromkeys(CANDIDATES):
        try:
            asked = subprocess.run([python, __file__, "--ask"], capture_output=True, check=True, text=True)
        except (OSError, subprocess.CalledProcessError):
            continue
        version, optimized = json.loads(asked.stdout)
        if tuple(version) >= OLDEST and optimized:
            yield python


if __name__ == "__main__":
    if "--ask" in sys.argv:
        print(json.dumps([sys.version_info[:2], optimizations()]))
    else:
        print(next(found(), sys.executable))
