"""The architecture page names every room, and what it says of who imports what is checked elsewhere (lint-imports)."""

import importlib
import importlib.util
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
ROOMS = {
    path.stem if path.is_file() else path.name
    for path in (ROOT / "generator").iterdir()
    if (path.suffix == ".py" and not path.name.startswith("__")) or (path / "__init__.py").exists()
}


def test_the_page_names_every_room_and_none_that_is_gone() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    floors = page.split("## The floors")[1].split("## ")[0]
    named = {
        name for row in re.findall(r"^\| (`.*?) \|", floors, re.M) for name in re.findall(r"`(\w+)/?`", row)
    }
    assert named == ROOMS


def test_the_top_level_is_what_it_should_be() -> None:
    needed = {
        "pyproject.toml",
        "cards",
        "layouts",
        "fonts",
        "output",
        "generator",
        "tests",
        "README.md",
        "docs",
    }
    assert needed <= {path.name for path in ROOT.iterdir()}


def test_every_decision_is_numbered_once() -> None:
    names = sorted(path.name for path in (ROOT / "docs" / "decisions").glob("*.md"))
    assert [name[:4] for name in names] == [f"{number:04d}" for number in range(1, len(names) + 1)]
    for name in names:
        title = (ROOT / "docs" / "decisions" / name).read_text(encoding="utf-8").splitlines()[0]
        assert title.startswith(f"# {int(name[:4])}. ")


def test_every_door_is_there_with_the_parameters_that_the_page_gives() -> None:
    for holder, name, given in doors():
        door = getattr(holder, name, None)
        assert door is not None, f"{holder.__name__} has no {name}"
        if inspect.isroutine(door):
            there = [each for each in inspect.signature(door).parameters.values() if each.name != "self"]
            told = [parameter for parameter in given if parameter != "…"]
            assert told == [each.name for each in there[: len(told)]], f"{name}{inspect.signature(door)}"
            left = [each.name for each in there[len(told) :] if each.default is each.empty]
            assert not left or "…" in given, f"{name}{inspect.signature(door)}"


def test_doors_are_found_in_rooms_modules_and_classes() -> None:
    found = {(holder.__name__, name): given for holder, name, given in doors()}
    assert len(found) > 80
    assert found["generator.load", "load_tree"] == ["project", "path", "findings"]
    assert found["generator.impose.calibrate", "calibration"] == ["paper", "fonts", "backs", "landscape"]
    assert found["Fonts", "bold"] == ["family", "weight", "italic"]


def doors() -> Iterator[tuple[Any, str, list[str]]]:
    """The functions and methods of the page: where each is, its name, and the names of its parameters.

    A comment with a room's name begins its doors; `room.module:` is a module of it; a class has methods.
    """
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    block = page.split("## The doors between the rooms")[1].split("```python\n")[1].split("```")[0]
    rooms: list[Any] = []
    inner: Any = None
    for line in block.splitlines():
        heading = re.match(r"# ([a-z_/]+(?:, [a-z_/]+)*)(?=:|$)", line)
        named = [name.replace("/", ".") for name in heading[1].split(", ")] if heading else []
        if named and all(importlib.util.find_spec(f"generator.{name.split('.')[0]}") for name in named):
            rooms, inner = [importlib.import_module(f"generator.{name}") for name in named], None
        if line.startswith("#"):
            continue
        code = re.split(r"  +# ", line)[0]
        if module := re.match(r"(\w+\.\w+): ", code):
            inner = importlib.import_module(f"generator.{module[1]}")
        elif a_class := re.match(r"class (\w+)(?:\(\w+\))?", code):
            inner = next(getattr(room, a_class[1]) for room in rooms if hasattr(room, a_class[1]))
            code = code[a_class.end() :]
        elif not line.startswith(" "):
            inner = None
        for name, inside in re.findall(r"(?<!\.)\b(\w+)\(((?:[^()]|\([^()]*\))*)\)", code):
            holder = inner or next((room for room in rooms if hasattr(room, name)), rooms[0])
            yield holder, name, re.findall(r"(?:^|, )(…|\w+)", _without_types(inside))


def _without_types(parameters: str) -> str:
    """Parameters without what stands in brackets, of which there may be several pairs within each other."""
    bare = re.sub(r"\[[^][]*\]|\([^()]*\)", "", parameters)
    return bare if bare == parameters else _without_types(bare)
