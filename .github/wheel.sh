#!/usr/bin/env bash
# Build the wheel and the source archive into dist/, then use the wheel in an empty virtual environment.
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset PYTHONPATH

"$python" -m venv "$work/build"
"$work/build/bin/pip" install --quiet build
rm -rf dist build/lib build/bdist.* generator/*.egg-info
"$work/build/bin/python" -m build --outdir dist .

"$python" -m venv "$work/empty"
"$work/empty/bin/pip" install --quiet --constraint constraints.txt dist/*.whl
# The wheel may install one package, `nineup`, and nothing beside it.
"$work/empty/bin/python" -I - <<'PYTHON'
from importlib.metadata import files
tops = {path.parts[0] for path in files("nineup") if ".." not in path.parts}
assert {top for top in tops if not top.endswith(".dist-info")} == {"nineup"}, tops
PYTHON
cd "$work"
empty/bin/nineup new my-game
cd my-game
../empty/bin/nineup check
../empty/bin/nineup build
../empty/bin/nineup appendix tea-time
../empty/bin/nineup export tea-time --to xlsx
echo "the wheel works in an empty environment"
