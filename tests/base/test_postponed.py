"""What a library does while it is imported is postponed until it is needed."""

import gc
import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
import typing
from pathlib import Path

import nineup
import pytest
import typing_extensions
from nineup.base.postponed import CODE_FLAGS, PostponedPattern, patterns_postponed


def test_patterns_made_during_an_import_are_compiled_when_they_are_used() -> None:
    with patterns_postponed():
        pattern = re.compile("(", re.IGNORECASE)  # compiled, this would fail
        good = re.compile("a+(?P<rest>b)", re.IGNORECASE)
    assert type(pattern) is PostponedPattern
    assert [good.sub("-", "xAAB"), good.match("aab")["rest"], good.search("xaB").start()] == ["x-", "b", 1]
    assert type(re.compile("a")) is re.Pattern


@pytest.mark.parametrize("collects", [True, False])
def test_no_garbage_is_collected_during_an_import(collects: bool) -> None:
    before = gc.isenabled()
    try:
        (gc.enable if collects else gc.disable)()
        with patterns_postponed():
            assert not gc.isenabled()
        assert gc.isenabled() == collects
    finally:
        (gc.enable if before else gc.disable)()


def test_the_functions_of_re_take_a_postponed_pattern_for_a_compiled_one() -> None:
    with patterns_postponed():
        pattern = re.compile("a+", re.IGNORECASE)
    assert isinstance(pattern, re.Pattern)
    assert [re.sub(pattern, "-", "xAAb"), re.split(pattern, "xAb"), pattern.pattern] == [
        "x-b",
        ["x", "b"],
        "a+",
    ]


def test_a_postponed_pattern_can_be_used_while_others_are_postponed() -> None:
    with patterns_postponed():
        assert re.compile("a+").match("aab")


def test_what_is_known_of_a_postponed_module_is_what_it_has() -> None:
    assert {name: getattr(inspect, name) for name in CODE_FLAGS} == CODE_FLAGS
    assert typing_extensions.Required is typing.Required
    assert typing_extensions.NotRequired is typing.NotRequired


@pytest.mark.parametrize(
    ("code", "printed"),
    [
        ("", "0 0 0 0"),
        ("import inspect, ast", "0 0 0 0"),
        ("from inspect import cleandoc; cleandoc(' A flag. ')", "0 0 0 0"),
        ("inspect.cleandoc('Two\\n  lines')", "1 1 0 0"),
        ("from inspect import signature", "1 1 0 0"),
        ("from ast import literal_eval; assert literal_eval('1.5') == 1.5", "1 0 0 0"),
        ("assert ast.parse('1').body", "1 0 0 0"),
        (
            "from threading import Thread as T; [T(target=inspect.signature, args=(len,)).start() for _ in '1234']",
            "1 1 0 0",
        ),
        ("tempfile.TemporaryDirectory().cleanup()", "0 0 1 0"),
        ("from urllib.parse import unquote; assert unquote('a%20b') == 'a b'", "0 0 0 0"),
        ("from pathlib import Path; assert Path('/a b').as_uri() == 'file:///a%20b'", "0 0 0 0"),
        ("import random; assert random.Random(1).random() < 1", "0 0 0 0"),
        ("assert pickle.loads(pickle.dumps([1], -1)) == [1]", "0 0 0 0"),
        ("class Own(pickle.Pickler): pass", "0 0 0 1"),
    ],
)
def test_a_postponed_module_is_loaded_when_it_is_first_used(code: str, printed: str) -> None:
    names = "ast", "inspect", "tempfile", "pickle"
    whole = f"""\
import sys
from nineup.base.postponed import postpone_imports
postpone_imports()
import {", ".join(names)}
{code}
print(*[int(type(sys.modules[name]) is type(sys)) for name in {names}])
"""
    done = subprocess.run(
        [sys.executable, "-c", whole],
        env={"PYTHONPATH": str(Path(__file__).parents[2] / "generator")},
        capture_output=True,
        encoding="utf-8",
    )
    assert (done.stdout.strip(), done.stderr) == (printed, "")


def test_a_late_name_of_a_package_is_imported_when_it_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "lazybones"
    package.mkdir()
    (package / "__init__.py").write_text(
        "from nineup.base.postponed import late_names\n__getattr__ = late_names(__name__, {'work': ('done',)})\n"
    )
    (package / "work.py").write_text("done = object()\n")
    monkeypatch.syspath_prepend(tmp_path)
    lazybones = importlib.import_module("lazybones")
    assert "lazybones.work" not in sys.modules
    assert lazybones.done is lazybones.done is sys.modules["lazybones.work"].done
    assert vars(lazybones)["done"] is lazybones.done
    with pytest.raises(AttributeError, match="module `lazybones` has no attribute `undone`"):
        getattr(lazybones, "un" + "done")


def test_all_that_is_postponed_can_be_loaded_at_once() -> None:
    code = "import sys\nfrom nineup.base.postponed import *\npostpone_imports()\nimport json, random\n"
    code += "left = lambda: [n for n, m in sys.modules.items() if type(m) is PostponedModule]\n"
    code += "assert {'json', 'random'} <= set(left()), left()\nload_postponed()\nassert not left(), left()\n"
    code += "assert json.loads('[1]') == [1]"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_every_name_of_a_package_exists() -> None:
    """Those imported when they are used are listed as texts, which no type checker looks at."""
    packages = [found.name for found in pkgutil.walk_packages(nineup.__path__, "nineup.") if found.ispkg]
    late = [each for each in map(importlib.import_module, packages) if "__getattr__" in vars(each)]
    assert len(late) > 5
    for package in late:
        missing = [name for name in package.__all__ if not hasattr(package, name)]
        assert not missing, package.__name__
