"""ReportLab's settings: planted where it looks for them, they never run, and nothing is left behind."""

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from nineup.write.reportlab_guard import sealed

TRAP = "import pathlib; pathlib.Path({flag!r}).write_text('ran')\n"

PLACES = {
    "reportlab_settings.py": "here",
    "reportlab_mods.py": "here",
    "_rl_accel.py": "here",
    ".reportlab_settings": "home",
    ".reportlab_mods": "home",
}

ROOT = Path(__file__).parents[2]


def run(code: str, folder: Path, home: Path, **more: str) -> str:
    """Run Python code in a folder that is the first on its path, as `python -c` has it."""
    environment = {
        **os.environ,
        "HOME": str(home),
        "USERPROFILE": str(home),
        "PYTHONPATH": str(ROOT / "generator"),
        **more,
    }
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    return done.stdout.strip()


@pytest.fixture
def trapped(tmp_path: Path) -> tuple[Path, Path, Path]:
    """A folder and a home full of traps, and the file that any of them would write."""
    flag = tmp_path / "flag"
    for name, place in PLACES.items():
        folder = tmp_path / place
        folder.mkdir(exist_ok=True)
        (folder / name).write_text(TRAP.format(flag=str(flag)))
    return tmp_path / "here", tmp_path / "home", flag


def test_the_traps_would_spring_without_the_door(trapped: tuple[Path, Path, Path]) -> None:
    here, home, flag = trapped
    run("import reportlab.pdfbase.pdfdoc", here, home)
    assert flag.read_text() == "ran"


@pytest.mark.parametrize("path", ["''", "'.'", "__import__('os').getcwd()"])
def test_planted_files_never_run(trapped: tuple[Path, Path, Path], path: str) -> None:
    here, home, flag = trapped
    said = run(
        f"import sys; sys.path.insert(0, {path}); from nineup.write.reportlab_guard import pdfdoc; print('done')",
        here,
        home,
    )
    assert said == "done"
    assert not flag.exists()


def test_a_trap_in_the_packages_own_folder_is_not_sprung(trapped: tuple[Path, Path, Path]) -> None:
    """What `sealed` puts in place of the settings is found before any file."""
    here, home, flag = trapped
    code = """
from nineup.write.reportlab_guard import sealed
with sealed():
    import reportlab_mods, reportlab_settings, sys
    assert not hasattr(reportlab_mods, '__file__')
    assert sys.modules['reportlab.local_rl_settings'] and sys.modules['reportlab.local_rl_mods']
print('done')
"""
    assert run(code, here, home) == "done"
    assert not flag.exists()


def test_variables_do_not_reach_it(tmp_path: Path) -> None:
    said = run(
        "from nineup.write.reportlab_guard import pdfdoc; from reportlab import rl_config as c;"
        "import os; print(c.invariant, c.useA85, c.verbose, os.environ['RL_verbose'])",
        tmp_path,
        tmp_path,
        RL_invariant="7",
        RL_useA85="nonsense",
        RL_verbose="5",
        EVAL_DEBUG="nonsense",
    )
    assert said.split()[0] == "0"
    assert said.split()[2:] == ["0", "5"]


def fail_inside(mine: ModuleType) -> None:
    with sealed():
        assert sys.modules["reportlab_settings"] is not mine
        assert "RL_verbose" not in os.environ
        raise RuntimeError


def test_nothing_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = ModuleType("reportlab_settings")
    monkeypatch.setitem(sys.modules, "reportlab_settings", mine)
    monkeypatch.setenv("RL_verbose", "5")
    modules, variables = set(sys.modules), dict(os.environ)
    with pytest.raises(RuntimeError):
        fail_inside(mine)
    assert sys.modules["reportlab_settings"] is mine
    assert set(sys.modules) == modules
    assert dict(os.environ) == variables
