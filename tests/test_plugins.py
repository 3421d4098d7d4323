"""Plug-ins as a stranger writes them: the package of docs/api.md, found by its metadata, and packages that
are broken.
"""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tiny import GAME, write_tiny

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
_, *PLUGIN = re.findall(r"```python\n(.*?)```", PAGE, re.S)
DECLARED = tomllib.loads("".join(re.findall(r"```toml\n(.*?)```", PAGE, re.S)))

TAG_GAME = GAME.replace(
    "rules:\n",
    "  label: {shape: tag, size: 16mm, layout: chip.svg, hole: 3mm}\nrules:\n  - short-names: {letters: 11}\n",
)
RUN = """\
import sys
from nineup.cli import main
sys.argv[0] = "nineup"
try:
    main()
finally:
    print("imported:", *sys.modules)
"""


def install(
    where: Path, module: str, code: str, points: dict[str, dict[str, str]], package: str = ""
) -> None:
    """A module in a folder, with the metadata that an installer would write."""
    (where / f"{module}.py").write_text(code, encoding="utf-8")
    package = package or module.replace("_", "-")
    metadata = where / f"{package.replace('-', '_')}-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8"
    )
    lines = [
        line
        for group, named in points.items()
        for line in (f"[{group}]", *(f"{n} = {v}" for n, v in named.items()))
    ]
    (metadata / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def run(project: Path, packages: Path, *words: str, code: str = RUN) -> "subprocess.CompletedProcess[str]":
    """A process of its own with a folder of packages on its path."""
    path = os.pathsep.join(map(str, (packages, ROOT / "generator")))
    return subprocess.run(
        [sys.executable, "-c", code, *words],
        cwd=project,
        env={**os.environ, "PYTHONPATH": path, "NINEUP_CONFIG": str(project / "config")},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    folder = tmp_path / "packages"
    folder.mkdir()
    return folder


@pytest.fixture
def extras(packages: Path) -> Path:
    """The package of the documentation."""
    points = DECLARED["project"]["entry-points"]
    install(packages, "nineup_extras", "\n\n".join(PLUGIN), points, DECLARED["project"]["name"])
    return packages


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "my-games"
    folder.mkdir()
    return write_tiny(folder, game=TAG_GAME)


def test_a_plug_in_uses_the_public_api_only() -> None:
    imported = set(re.findall(r"^(?:from|import) (\S+)", "\n".join(PLUGIN), re.M))
    assert imported == {"nineup", "nineup_export", "collections.abc", "click"}


def test_a_rule_of_another_package_is_proved(extras: Path, project: Path) -> None:
    done = run(project, extras, "check", "--table")
    assert (done.returncode, "[short-names]" in done.stderr) == (0, False), done.stderr
    assert "short-names" in done.stdout
    shorter = TAG_GAME.replace("letters: 11", "letters: 10")
    done = run(write_tiny(project, game=shorter), extras, "check")
    assert done.returncode == 0, done.stderr
    message = "cards/tiny/cards.yaml:8:11: warning: `First Light` is longer than 10 letters [short-names]"
    assert message in done.stderr


def test_its_settings_are_read_like_ours(extras: Path, project: Path) -> None:
    done = run(write_tiny(project, game=TAG_GAME.replace("letters: 11", "leters: 11")), extras, "check")
    assert done.returncode == 1
    assert "[bad-rule]" in done.stderr
    assert "did you mean `letters`?" in done.stderr


def test_a_rule_of_another_package_can_be_chosen_and_explained(extras: Path, project: Path) -> None:
    assert run(project, extras, "check", "--rule", "short-names").returncode == 0
    assert "short-names (warning)" in run(project, extras, "rules", "short-names").stdout


def test_an_error_of_its_rule_stops_a_build(packages: Path, project: Path) -> None:
    code = "\n\n".join(PLUGIN).replace('"warning"', '"error"')
    install(packages, "nineup_extras", code, DECLARED["project"]["entry-points"])
    done = run(write_tiny(project, game=TAG_GAME.replace("letters: 11", "letters: 10")), packages, "build")
    assert done.returncode == 1
    assert "[short-names]" in done.stderr
    assert not list(project.rglob("*.pdf"))


def test_a_shape_of_another_package_is_printed(extras: Path, project: Path) -> None:
    done = run(project, extras, "build")
    assert done.returncode == 0, done.stderr
    assert [path.name for path in project.rglob("tags-*.pdf")] == ["tags-a4.pdf"]


def test_its_keys_are_its_own(extras: Path, project: Path) -> None:
    wrong = TAG_GAME.replace("shape: tag, ", "shape: token, ")
    done = run(write_tiny(project, game=wrong), extras, "check")
    assert done.returncode == 1
    assert "unknown key `hole`" in done.stderr
    done = run(write_tiny(project, game=TAG_GAME.replace("hole: 3mm", "hole: 3")), extras, "check")
    assert "[bad-length]" in done.stderr


def test_a_command_of_another_package_runs(extras: Path, project: Path) -> None:
    done = run(project, extras, "titles", "tiny")
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "Tiny"), done.stderr
    assert run(project, extras, "titles", "tinny").returncode == 2


def test_an_export_of_another_package_is_written(extras: Path, project: Path) -> None:
    done = run(project, extras, "export", "--to", "card-names", "--between", " / ")
    assert done.returncode == 0, done.stderr
    written = project / "output" / "tiny" / "card-names" / "deck.txt"
    assert written.read_text(encoding="utf-8") == "First Light / Second Wind\n"


def test_flags_of_another_package_are_not_those_of_ours(extras: Path, project: Path) -> None:
    assert "--between" in run(project, extras, "export", "--to=card-names", "--help").stdout
    done = run(project, extras, "export", "--to", "pictures", "--between", " / ")
    assert done.returncode == 2
    assert "No such option" in done.stderr


@pytest.mark.parametrize("words", [("--version",), ("games",), ("check",), ("build",), ("export", "--list")])
def test_nothing_is_imported_that_is_not_named(extras: Path, project: Path, words: tuple[str, ...]) -> None:
    done = run(write_tiny(project), extras, *words)
    assert done.returncode == 0, done.stderr
    imported = done.stdout.rpartition("imported:")[2].split()
    assert {"nineup.cli", "nineup.base.plugins"} <= set(imported)
    assert {"nineup_extras", "importlib.metadata"}.isdisjoint(imported)


BROKEN = {
    "commands": "the command `odd` of the package `odd-things`",
    "exports": "the export `odd` of the package `odd-things`",
    "rules": "the rule `odd` of the package `odd-things`",
    "shapes": "the shape `odd` of the package `odd-things`",
}
USES = {
    "commands": (GAME, ("odd",)),
    "exports": (GAME, ("export", "--to", "odd")),
    "rules": (GAME.replace("rules:\n", "rules:\n  - odd: {}\n"), ("check",)),
    "shapes": (GAME.replace("shape: token", "shape: odd"), ("check",)),
}
FAULTS = {
    "import": ("import nothing_of_the_kind", "can't be imported: ModuleNotFoundError: No module named"),
    "end": ("raise SystemExit(7)", "can't be imported: SystemExit: 7 (odd_things.py:1)"),
    "missing": ("", "can't be imported: AttributeError: module 'odd_things' has no attribute 'ODD'"),
    "type": ("ODD = 7", "can't be used: it is of type `int`, not `"),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("group", USES)
def test_a_broken_plug_in_is_a_sentence(packages: Path, project: Path, group: str, fault: str) -> None:
    code, said = FAULTS[fault]
    install(packages, "odd_things", code, {f"nineup.{group}": {"odd": "odd_things:ODD"}})
    game, words = USES[group]
    done = run(write_tiny(project, game=game), packages, *words)
    assert f"{BROKEN[group]} {said}" in done.stderr
    assert "Traceback" not in done.stderr
    assert done.returncode == (1 if group in ("rules", "shapes") else 3)
    if group in ("rules", "shapes"):
        assert "[broken-plugin]" in done.stderr


FAILING = """\
import click
from nineup import Rule, Shape
from nineup_export import ExportTarget

def fails(*given):
    raise ValueError("no\\n  luck")

def fails_late(*given):
    yield from ()
    fails()

COMMAND = click.command("odd")(fails)
EXPORT = ExportTarget("odd", "Odd", "odd", "lists", fails_late)
RULE = Rule("odd", "odd", "error", frozenset({"game"}), fails_late)
SHAPE = Shape("odd", "odds", assemble=fails)
"""


@pytest.mark.parametrize("group", USES)
def test_a_plug_in_that_fails_is_a_sentence(packages: Path, project: Path, group: str) -> None:
    point = f"odd_things:{group[:-1].upper()}"
    install(packages, "odd_things", FAILING, {f"nineup.{group}": {"odd": point}})
    game, words = USES[group]
    done = run(write_tiny(project, game=game), packages, *words)
    assert f"{BROKEN[group]} failed: ValueError: no luck (odd_things.py:6)" in done.stderr
    assert "Traceback" not in done.stderr
    assert done.returncode == (1 if group == "rules" else 3)


def test_two_packages_with_the_same_name_are_a_sentence(packages: Path, project: Path) -> None:
    for package in ("one", "two"):
        install(packages, package, "", {"nineup.commands": {"odd": f"{package}:ODD"}})
    done = run(project, packages, "odd")
    assert "nineup: the command `odd` is declared by several packages: `" in done.stderr


def test_a_plug_in_bears_the_name_of_its_entry_point(packages: Path, project: Path) -> None:
    install(packages, "odd_things", FAILING, {"nineup.shapes": {"strange": "odd_things:SHAPE"}})
    game = GAME.replace("shape: token", "shape: strange")
    done = run(write_tiny(project, game=game), packages, "check")
    assert (
        "the shape `strange` of the package `odd-things` can't be used: it calls itself `odd`" in done.stderr
    )


@pytest.mark.parametrize(
    ("game", "words", "said"),
    [
        (GAME, ("bilud",), "unknown command `bilud`; did you mean `build`?"),
        (GAME, ("export", "--to", "odd"), "--to: unknown target `odd`"),
        (USES["rules"][0], ("check",), "there is no rule `odd`"),
        (USES["shapes"][0], ("check",), "`odd` is not one of card, tile"),
    ],
)
def test_a_name_that_nobody_has_is_unknown(
    extras: Path, project: Path, game: str, words: tuple[str, ...], said: str
) -> None:
    (extras / "garbled-1.0.dist-info").mkdir()
    (extras / "garbled-1.0.dist-info" / "entry_points.txt").write_text(
        "[nineup.rules]\nodd\n", encoding="utf-8"
    )
    assert said in run(write_tiny(project, game=game), extras, *words).stderr
