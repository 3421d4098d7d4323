"""Mutation testing (`make mutants`): change one operator or number of a module at a time, and list what no
test notices.

    python tests/mutants.py                            every module of MODULES; takes hours
    python tests/mutants.py rules/counts/deal impose/grid  just these

Each mutant runs the module's tests in a copy of the project, so the working tree stays as it is. A survivor
is a change that no test notices: a missing test, or code that makes no difference. Ends with 1 where there
are survivors.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "generator/nineup"
MODULES = [
    *(
        path.relative_to(PACKAGE).with_suffix("").as_posix()
        for folder in ("rules", "impose", "logic/select", "typography/text")
        for path in sorted((PACKAGE / folder).rglob("[a-z]*.py"))
    ),
    "svg/outlines/path_data",
    "changes/diff/pull",
]
"""The modules by their path in the package."""

NOISE = (
    r"core/ReplaceBinaryOperator_(BitOr|BitAnd|BitXor|LShift|RShift)_.*",  # unions in annotations
    r"core/ReplaceBinaryOperator_\w+_(BitOr|BitAnd|BitXor|LShift|RShift|Pow|Mod|FloorDiv)",  # crash at once
    r"core/ReplaceComparisonOperator_\w+_(Is|IsNot)",  # equal for the small values that tests use
    r"core/RemoveDecorator",  # caches
    r"core/ExceptionReplacer",
)
"""Mutations that say nothing about the tests."""


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in MODULES]
    if unknown:
        sys.exit(f"unknown module: {', '.join(unknown)}; known are {', '.join(MODULES)}")
    survivors = 0
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copy = Path(folder) / "project"
        shutil.copytree(
            ROOT, copy, ignore=shutil.ignore_patterns(".*", "output", "__pycache__", "*.egg-info")
        )
        (copy / "output").mkdir()
        for name in names or MODULES:
            survivors += mutate(copy, name)
    return 1 if survivors else 0


CLOSEST = {
    "impose/grid": ["tests/impose/test_impose_grid.py", "tests/impose/test_impose_nest.py"],
    "changes/diff/pull": [
        "tests/changes/diff/test_diff_pull.py",
        "tests/changes/diff/test_diff_compare.py",
    ],
    "svg/outlines/path_data": ["tests/svg"],
    "rules/engine/proof": [
        f"tests/rules/test_rules_{name}.py"
        for name in ("proof", "each", "ready", "game", "configurations", "large")
    ],
    "rules/engine/tally": ["tests/rules/test_rules_proof.py"],
    "typography/text/wrap": [
        "tests/typography/text/test_text_wrap.py",
        "tests/typography/text/test_text_frame.py",
    ],
}
"""The tests of modules whose tests have other names."""


def tests_of(name: str) -> list[str]:
    """The tests that should notice a change: those named after the module, or all of the nearest package with
    tests.
    """
    *folders, module = name.split("/")
    own = next(ROOT.glob(f"tests/**/test_*_{module}.py"), None)
    while not (ROOT / "tests" / "/".join(folders)).is_dir():
        folders.pop()
    package = "tests/" + "/".join(folders)
    return CLOSEST.get(name) or [own.relative_to(ROOT).as_posix() if own else package]


def mutate(copy: Path, name: str) -> int:
    """Run all mutants of one module and print the survivors. Returns their number."""
    tests = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", *tests_of(name)]
    start = time.monotonic()
    subprocess.run(tests, cwd=copy, check=True, stdout=subprocess.DEVNULL)
    seconds = time.monotonic() - start
    config, session = copy / "mutants.toml", copy / "mutants.sqlite"
    session.unlink(missing_ok=True)
    config.write_text(
        "[cosmic-ray]\n"
        f'module-path = "generator/nineup/{name}.py"\n'
        f"timeout = {5 * seconds + 5:.0f}\n"
        f"test-command = {json.dumps(subprocess.list2cmdline(tests))}\n"
        'distributor.name = "local"\n'
        f"[cosmic-ray.filters.operators-filter]\nexclude-operators = {json.dumps(NOISE)}\n",
        encoding="utf-8",
    )
    for command in (
        ["cosmic-ray", "init", config.name, session.name],
        ["cr-filter-operators", session.name, config.name],
        ["cosmic-ray", "exec", config.name, session.name],
    ):
        subprocess.run([Path(sys.executable).with_name(command[0]), *command[1:]], cwd=copy, check=True)
    report = subprocess.run(
        [Path(sys.executable).with_name("cosmic-ray"), "dump", session.name],
        cwd=copy,
        check=True,
        capture_output=True,
        encoding="utf-8",
    )
    outcomes = [json.loads(line) for line in report.stdout.splitlines()]
    ran = [(work, result) for work, result in outcomes if result and result["worker_outcome"] != "skipped"]
    alive = [(work, result) for work, result in ran if result["test_outcome"] == "survived"]
    print(f"{name}: {len(ran)} mutants, {len(alive)} survive")
    for work, result in alive:
        (mutation,) = work["mutations"]
        change = re.findall(r"^[-+](?![-+]).*", result["diff"], re.M)
        print(f"  generator/nineup/{name}.py:{mutation['start_pos'][0]}", *change, sep="\n    ")
    sys.stdout.flush()
    return len(alive)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
