"""The architecture page names every package; `lint-imports` checks who imports what."""

import ast
import math
import pkgutil
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path

import nineup
import nineup_export
import nineup_studio

ROOT = Path(__file__).parents[1]
PACKAGES = {
    path.parent.name
    for where in ("nineup/*/__init__.py", "nineup_*/__init__.py")
    for path in (ROOT / "generator").glob(where)
}


def test_the_page_names_every_package_and_none_that_is_gone() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    layers = page.split("## The layers")[1].split("## ")[0]
    rows = re.findall(r"^\| (`.*?) \|", layers, re.M)
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert named == PACKAGES


def test_what_a_package_offers_exists() -> None:
    lost = []
    for root in (nineup, nineup_export, nineup_studio):
        for found in pkgutil.walk_packages(root.__path__, f"{root.__name__}."):
            package = import_module(found.name)
            modules = {each.name for each in pkgutil.iter_modules(getattr(package, "__path__", ()))}
            offered = getattr(package, "__all__", ())
            lost += [
                (found.name, name) for name in offered if name not in modules and not hasattr(package, name)
            ]
    assert lost == []


def test_every_decision_is_numbered_once() -> None:
    names = sorted(path.name for path in (ROOT / "docs" / "decisions").glob("*.md"))
    assert [name[:4] for name in names] == [f"{number:04d}" for number in range(1, len(names) + 1)]
    for name in names:
        title = (ROOT / "docs" / "decisions" / name).read_text(encoding="utf-8").splitlines()[0]
        assert title.startswith(f"# {int(name[:4])}. ")


BOUNDED = {"_any_of", "_turns", "upright"}
"""Functions of a few constants, or of the sixteen kinds of tile."""


def test_caches_that_live_as_long_as_the_process_are_bounded() -> None:
    texts = (path.read_text("utf-8") for path in (ROOT / "generator").rglob("*.py"))
    found = {name for text in texts if "cache" in text for name in _unbounded(ast.parse(text))}
    assert found == BOUNDED


def _unbounded(module: ast.Module) -> Iterator[str]:
    """The functions of a module that keep a result for each argument they were ever called with."""
    for function in module.body:
        if isinstance(function, ast.FunctionDef) and function.args.args:
            decorators = map(ast.unparse, function.decorator_list)
            if any(name == "cache" or "maxsize=None" in name or "(None)" in name for name in decorators):
                yield function.name


BESIDE = ("nineup_export", "nineup_studio")


def test_packages_beside_the_core_import_only_what_its_packages_offer() -> None:
    """Import-linter can't tell a package from a module, nor see names: each import is of a name in some
    `__all__`.
    """
    generator = ROOT / "generator"
    sources = [path for package in BESIDE for path in sorted((generator / package).rglob("*.py"))]
    found = [(path, *imported) for path in sources for imported in _from_the_core(path.read_text("utf-8"))]
    assert len(found) > 300
    assert [
        f"{path.relative_to(generator)}: {module}.{name}"
        for path, module, name in found
        if not _is_offered(generator.joinpath(*module.split(".")), name)
    ] == []


def test_an_import_of_a_module_inside_is_noticed() -> None:
    found = _from_the_core(
        "import nineup.base.units\nfrom nineup.model import drawing\nfrom nineup.base import MM"
    )
    core = ROOT / "generator"
    assert [_is_offered(core.joinpath(*module.split(".")), name) for module, name in found] == [
        False,
        False,
        True,
    ]


def _from_the_core(source: str) -> Iterator[tuple[str, str]]:
    """The modules and the names that are imported from the core, wherever in the source."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "nineup":
            yield from ((node.module or "", each.name) for each in node.names)
        elif isinstance(node, ast.Import):
            yield from ((each.name, "") for each in node.names if each.name.split(".")[0] == "nineup")


def _is_offered(package: Path, name: str) -> bool:
    """Whether a name is that of a package, or in the `__all__` of this one."""
    if (package / name / "__init__.py").exists() and name:
        return True
    if not (package / "__init__.py").exists():
        return False
    for node in ast.parse((package / "__init__.py").read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return name in ast.literal_eval(node.value)
    return False


SAYS_NOTHING = {"found", "made", "_found", "_made"}
"""Names that say how something came about, not what it is: a match, findings, a card, frames, a path."""


def test_things_are_named_by_what_they_are() -> None:
    generator = ROOT / "generator"
    names = [
        f"{path.relative_to(generator)}:{line}: {name}"
        for path in sorted([*generator.rglob("*.py"), *generator.rglob("static/*.js")])
        for line, name in (_named if path.suffix == ".py" else _named_in_script)(path.read_text("utf-8"))
        if name in SAYS_NOTHING
    ]
    assert names == []


def test_a_name_that_says_nothing_is_noticed() -> None:
    named = _named("def _found(made, *, x):\n    for found, y in x: self._made: int = (z := 1)\n")
    assert {name for _, name in named} == {"_found", "made", "x", "found", "y", "self", "_made", "int", "z"}
    script = "function found(made, x) {\n  const { control: y } = x;\n  x.forEach((z) => z);\n}\n"
    assert {name for _, name in _named_in_script(script)} >= {"found", "made", "y", "z"}


def _named(source: str) -> Iterator[tuple[int, str]]:
    """The lines and the names of a module's variables, parameters, attributes, functions and classes."""
    for node in ast.walk(ast.parse(source)):
        for field in ("id", "arg", "attr", "name"):
            if isinstance(name := getattr(node, field, None), str):
                yield getattr(node, "lineno", 0), name


def _named_in_script(source: str) -> Iterator[tuple[int, str]]:
    """The lines and the words of a script that are neither in strings and comments nor properties."""
    for number, line in enumerate(source.splitlines(), 1):
        code = re.sub(r"//.*|\"[^\"]*\"|(?<!\.)\.[\w$]+|[\w$]+-[\w$-]+", "", line)
        yield from ((number, word) for word in re.findall(r"[\w$]+", code))


POSITIONAL = 3
"""The number of arguments that a call may pass by position."""

NUMBERS = {"float", "int", "Point"}
"""Parameters of one of these types are a sequence that reads well in order: coordinates, a matrix, channels."""


def test_calls_name_their_arguments_beyond_the_third() -> None:
    sources = [ast.parse(path.read_text("utf-8")) for path in sorted((ROOT / "generator").rglob("*.py"))]
    allowed = _by_position(sources)
    assert len(allowed) > 3000
    assert [each for source in sources for each in _beyond(source, allowed)] == []


def test_a_call_of_many_arguments_by_position_is_noticed() -> None:
    source = ast.parse(
        "def put(page, what, x: float, y: float, turned): ...\n"
        "class Card(Struct):\n    id: str\n    name: str\n    cost: str\n    text: str\n"
    )
    allowed = _by_position([source])
    assert allowed == {"put": 4, "Card": 3}
    calls = ast.parse(
        "put(page, 'x', 1.0, 2.0, 3)\nput(page, 'x', 1.0, 2.0, turned=3)\nCard('a', 'b', 'c', 'd')"
    )
    assert list(_beyond(calls, allowed)) == ["put(page, 'x', 1.0, 2.0, 3)", "Card('a', 'b', 'c', 'd')"]


def _by_position(sources: list[ast.Module]) -> dict[str, float]:
    """How many arguments the callables of a name may be passed by position; the most of those that share it."""
    allowed: dict[str, float] = {}
    for node in (node for source in sources for node in ast.walk(source)):
        if isinstance(node, ast.ClassDef):
            methods = {each.name: each for each in node.body if isinstance(each, ast.FunctionDef)}
            fields = [each for each in node.body if isinstance(each, ast.AnnAssign)]
            most = _most_of(methods["__init__"]) if "__init__" in methods else _most(fields)
        elif isinstance(node, ast.FunctionDef):
            most = _most_of(node)
        else:
            continue
        allowed[node.name] = max(allowed.get(node.name, 0), most)
    return allowed


def _most_of(function: ast.FunctionDef) -> float:
    if function.args.vararg or function.args.posonlyargs:
        return math.inf  # Its arguments can't be named.
    return _most([each for each in function.args.args if each.arg not in ("self", "cls")])


def _most(parameters: Sequence[ast.arg | ast.AnnAssign]) -> int:
    types = [ast.unparse(each.annotation) if each.annotation else "" for each in parameters]
    most = POSITIONAL
    while most < len(types) and types[most] == types[most - 1] and types[most] in NUMBERS:
        most += 1
    return most


def _beyond(source: ast.Module, allowed: Mapping[str, float]) -> Iterator[str]:
    """The calls that pass more by position.

    Not those of what a module keeps in a variable, an attribute or a parameter, whose arguments have no names;
    of modules that are not ours; nor with a sequence of arguments, after which none is counted.
    """
    held, modules = set[str](), set[str]()
    for node in ast.walk(source):
        if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Store):
            held.add(node.id if isinstance(node, ast.Name) else node.attr)
        elif isinstance(node, ast.arg):
            held.add(node.arg)
        elif isinstance(node, ast.Import):
            modules |= {each.asname or each.name for each in node.names}
    for node in ast.walk(source):
        if isinstance(node, ast.Call) and len(node.args) > allowed.get(name := _called(node), math.inf):
            is_foreign = isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) in modules
            if (
                name not in held
                and not is_foreign
                and not any(isinstance(each, ast.Starred) for each in node.args)
            ):
                yield ast.unparse(node)


def _called(call: ast.Call) -> str:
    return getattr(call.func, "id", "") or getattr(call.func, "attr", "")
