"""ReportLab's settings files: planted where it looks for them, they never run, and nothing is left behind."""

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from nineup.write.document.reportlab_guard import sealed

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
        f"import sys; sys.path.insert(0, {path}); from nineup.write.document.reportlab_guard import pdfdoc; print('done')",
        here,
        home,
    )
    assert said == "done"
    assert not flag.exists()


def test_a_trap_in_the_packages_own_folder_is_not_sprung(trapped: tuple[Path, Path, Path]) -> None:
    """What `sealed` puts in place of the settings is found before any file."""
    here, home, flag = trapped
    code = """
from nineup.write.document.reportlab_guard import sealed
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
        "from nineup.write.document.reportlab_guard import pdfdoc; from reportlab import rl_config as c;"
        "from reportlab.lib import rl_safe_eval as e; c._reset();"
        "import os; print(c.invariant, c.useA85, c.verbose, e.eval_debug, os.environ['RL_verbose'])",
        tmp_path,
        tmp_path,
        RL_invariant="7",
        RL_useA85="nonsense",
        RL_verbose="5",
        EVAL_DEBUG="nonsense",
    )
    assert said.split()[0] == "0"
    assert said.split()[2:] == ["0", "0", "5"]


BUSY = """
import os

class Frozen(type(os.environ)):
    def __delitem__(self, name):
        raise AssertionError(name)
    __setitem__ = pop = __delitem__

os.environ = Frozen(os.environ._data, *(getattr(os.environ, name) for name in
                    ("encodekey", "decodekey", "encodevalue", "decodevalue")))

import sys, threading
from nineup.typography.fonts import Fonts
from nineup.base.geometry import Size
from nineup.model.paper import Page
from nineup.base.project import STARTER, Project
from nineup.write import PdfDocument, pdf
from nineup.book.writers import platypus

modules = set(sys.modules)
fonts, results = Fonts(Project(STARTER)), []

def work():
    for _ in range(20):
        results.append(pdf(PdfDocument("a", "b", "c", (Page(Size(100, 100), (), ()),)), fonts))

threads = [threading.Thread(target=work) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(results), len(set(results)), os.environ["SOURCE_DATE_EPOCH"])
"""


def test_libraries_are_imported_and_threads_write_without_touching_the_environment(tmp_path: Path) -> None:
    said = run(BUSY, tmp_path, tmp_path, RL_invariant="7", SOURCE_DATE_EPOCH="nonsense")
    assert said == "80 1 nonsense"


IMPORTING = """
import threading
from importlib import import_module

start, wrong = threading.Barrier(4), []

def load(name):
    start.wait()
    try:
        import_module(name)
    except BaseException as error:
        wrong.append(error)

names = ("nineup.write.document.reportlab_guard", "nineup.book.writers.platypus", "nineup.write", "nineup.book.writers")
threads = [threading.Thread(target=load, args=(name,)) for name in names]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
import os
print(wrong, os.environ["RL_useA85"])
"""


def test_threads_may_import_it_together(tmp_path: Path) -> None:
    assert run(IMPORTING, tmp_path, tmp_path, RL_useA85="nonsense") == "[] nonsense"


PICTURES = """
import sys, threading
sys.setswitchinterval(1e-6)
from nineup.write.document.reportlab_guard import pdfdoc
print("PIL._imaging" in sys.modules)
start, wrong = threading.Barrier(8), []

def use():
    start.wait()
    try:
        import PIL.Image
        PIL.Image.new("RGB", (2, 2))
        from PIL import ImageFile
    except BaseException as error:
        wrong.append(error)

threads = [threading.Thread(target=use) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
import PIL.Image
print(wrong, type(PIL.Image))
"""


def test_threads_may_use_pillow_for_the_first_time_together(tmp_path: Path) -> None:
    assert run(PICTURES, tmp_path, tmp_path).split("\n") == ["False", "[] <class 'module'>"]


def fail_inside(mine: ModuleType) -> None:
    with sealed():
        assert sys.modules["reportlab_settings"] is not mine
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


def test_a_postponed_pillow_loads_at_the_first_access() -> None:
    """In a process of its own: in this one, Pillow is loaded already."""
    source = "import nineup.write.document.reportlab_guard, PIL; print(PIL.Image.open.__name__)"
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == ("open", "")
