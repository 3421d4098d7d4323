#!/usr/bin/env bash
# Build the source archive, and of that alone the wheel, into dist/, then use the wheel alone, in an empty virtual
# environment.
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset PYTHONPATH

"$python" -m venv "$work/build"
"$work/build/bin/pip" install --quiet --constraint constraints.txt build setuptools
rm -rf dist generator/*.egg-info # whose list of files would go into the archive
"$work/build/bin/python" -m build --no-isolation --outdir dist . >"$work/log" || { cat "$work/log"; exit 1; }

"$python" -m venv "$work/empty"
"$work/empty/bin/pip" install --quiet --constraint constraints.txt dist/*.whl
# The wheel may install its packages, and nothing beside them.
"$work/empty/bin/python" -I - <<'PYTHON'
from importlib.metadata import files
tops = {path.parts[0] for path in files("nineup") if ".." not in path.parts}
assert {top for top in tops if not top.endswith(".dist-info")} == {"nineup", "nineup_export", "nineup_studio"}, tops
PYTHON
# No command asks the network unasked: in this environment, whatever leaves this machine fails.
cat >"$("$work/empty/bin/python" -I -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/sitecustomize.py" <<'PYTHON'
import sys
HERE = ("127.0.0.1", "::1", "localhost", None)
def refuse(event, words):
    if event in ("socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg"):
        host = words[1][0] if isinstance(words[1], tuple) else None
    elif event in ("socket.getaddrinfo", "socket.gethostbyname", "socket.getnameinfo"):
        host = words[0]
    else:
        return
    if host not in HERE:
        raise PermissionError(f"{event} {words}: this leaves the machine")
sys.addaudithook(refuse)
PYTHON
(! "$work/empty/bin/python" -c 'import socket; socket.socket().connect(("192.0.2.1", 80))' 2>&1) | grep -q "leaves the machine"
"$work/empty/bin/python" -I .github/every_command.py .
