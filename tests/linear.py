"""Regular expressions of the package, and texts that make each work as hard as it can.

A pattern's parse tree tells what it accepts: `attacks` repeats each part that it may repeat, behind each of
its beginnings, and before something that it doesn't accept, so that whatever could be tried in two ways is
tried in both.
"""

import ast
import importlib
import re
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import NamedTuple

GENERATOR = Path(__file__).parents[1] / "generator"
FUNCTIONS = frozenset("compile search match fullmatch sub subn split findall finditer".split())
ANCHORED = frozenset({"match", "fullmatch"})
SCANNING = "search"
COMMON = (
    " ",
    "\n",
    "1",
    "a",
    "A",
    "-",
    "{",
    "}",
    "(",
    '"',
    "'",
    "\\",
    "/*",
    "<",
    "&",
    "*",
    ",",
    ";",
    "#",
    ".",
)
"""What is repeated in every text, whatever the pattern says."""


class Use(NamedTuple):
    """A pattern where it is written, and how it is used: any of `match`, `fullmatch` and `search` (which
    stands for all that scan).
    """

    place: str
    pattern: "re.Pattern[str] | re.Pattern[bytes] | None"
    methods: frozenset[str]


def uses() -> list[Use]:
    """Every call of a function of `re` in the package; without a pattern where it is made while running."""
    texts = {_name(path): path.read_text(encoding="utf-8") for path in sorted(GENERATOR.rglob("*.py"))}
    making = {name: ast.parse(text) for name, text in texts.items() if re.search(r"\bre\.|\bpattern\(", text)}
    public = re.compile("|".join(rf"\b{name}\b" for name in sorted(_public(making))))
    using = {
        name: ast.parse(text) for name, text in texts.items() if name not in making and public.search(text)
    }
    called = _methods(making | using)
    return [use for name, tree in making.items() for use in _uses(name, tree, called)]


def _public(modules: dict[str, ast.Module]) -> set[str]:
    """The names without an underscore of patterns, which other modules may use."""
    return {
        node.targets[0].id
        for tree in modules.values()
        for node in tree.body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Call)
        and _is_ours(node.value.func)
        and not node.targets[0].id.startswith("_")
    }


def _name(path: Path) -> str:
    parts = path.relative_to(GENERATOR).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _methods(modules: dict[str, ast.Module]) -> dict[tuple[str, str], set[str]]:
    """The methods called on each name, and `all` on one that is handed on; private names by module, others in
    all.
    """
    found: dict[tuple[str, str], set[str]] = {}
    for module, tree in modules.items():
        methods = {
            node.value: node.attr
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                found.setdefault(_owner(module, node.id), set()).add(methods.get(node, "all"))
    return found


def _owner(module: str, name: str) -> tuple[str, str]:
    return (module if name.startswith("_") else "", name)


def _uses(module: str, tree: ast.Module, called: dict[tuple[str, str], set[str]]) -> Iterator[Use]:
    named = {
        id(node.value): node.targets[0].id
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    for call in ast.walk(tree):
        if not (isinstance(call, ast.Call) and _is_ours(call.func)):
            continue
        source, methods = call.args[0], {getattr(call.func, "attr", "compile")}
        pattern = None
        if name := named.get(id(call)):
            pattern = getattr(importlib.import_module(module), name)
            methods = called.get(_owner(module, name), {"all"})
        elif isinstance(source, ast.Constant):
            pattern = re.compile(source.value, _flags(call))
        yield Use(f"{module}: {ast.unparse(source)}", pattern, _ways(methods))


def _is_ours(function: ast.expr) -> bool:
    """Whether it is a function of `re`."""
    return (
        isinstance(function, ast.Attribute)
        and isinstance(function.value, ast.Name)
        and function.value.id == "re"
        and function.attr in FUNCTIONS
    )


def _flags(call: ast.Call) -> int:
    written = [ast.unparse(value) for value in (*call.args[1:], *(each.value for each in call.keywords))]
    return sum(getattr(re, flag) for text in written for flag in re.findall(r"re\.([A-Z]+)", text))


def _ways(methods: set[str]) -> frozenset[str]:
    known = methods & (FUNCTIONS | {"all", "scanner"})
    if not known or known & {"all", "compile"}:
        return ANCHORED | {SCANNING}
    return frozenset(method if method in ANCHORED else SCANNING for method in known)


Tree = Sequence[tuple[object, object]]


def attacks(pattern: "re.Pattern[str] | re.Pattern[bytes]") -> list[tuple[str, str, str]]:
    """What comes first, what is repeated, and what comes last."""
    source = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    tree = list(parser.parse(source, pattern.flags & ~re.LOCALE))
    found = {("", each, last) for each in COMMON for last in ("", "\0", "x")}
    for before, repeated in _repeats(tree, ""):
        found |= {(before, repeated, last) for last in ENDS}
        found |= {("", before + repeated, last) for last in ("", "\0")}
        found |= {(before, each, "\0") for each in COMMON}
    whole = _samples(tree)
    for sample in whole:
        found |= {
            ("", sample[:length], last)
            for length in range(1, min(len(sample), 24) + 1)
            for last in ("", "\0")
        }
    return sorted(each for each in found if each[1])


def _samples(tree: Tree) -> list[str]:
    """A few texts that a tree accepts, looking at no assertion."""
    found = [""]
    for kind, value in tree:
        found = [start + each for start in found for each in _sample(kind, value)][:12]
    return found


def _sample(kind: object, value: object) -> list[str]:
    match kind:
        case op.LITERAL:
            return [chr(value)]  # type: ignore[arg-type]
        case op.NOT_LITERAL:
            return [next(each for each in "a 1-" if ord(each) != value)]
        case op.ANY:
            return ["a"]
        case op.IN:
            return _members(value)  # type: ignore[arg-type]
        case op.BRANCH:
            return [each for branch in value[1] for each in _samples(branch)[:3]]  # type: ignore[index]
        case op.SUBPATTERN:
            return _samples(value[3])  # type: ignore[index]
        case op.ATOMIC_GROUP:
            return _samples(value)  # type: ignore[arg-type]
        case op.MAX_REPEAT | op.MIN_REPEAT | op.POSSESSIVE_REPEAT:
            least, _, body = value  # type: ignore[misc]
            bodies = _samples(body)
            return [each * max(1, least) for each in bodies] + ([""] if least == 0 else [])
        case _:
            return [""]


SHOWN = [*"a1 \n\tA_-.,;:/*+'\"{}()[]<>&#=|\\!?@é", "\u00a0", "\u2013", "\0", "\x7f"]


def _members(value: Tree) -> list[str]:
    """One character of each kind that a class has."""
    kinds: dict[tuple[bool, ...], str] = {}
    for each in SHOWN:
        if _holds(value, each):
            kinds.setdefault((each.isspace(), each.isdigit(), each.isalpha(), each.isalnum()), each)
    named = [chr(code) for kind, code in value if kind is op.LITERAL]  # type: ignore[arg-type]
    if not any(kind is op.NEGATE for kind, _ in value):
        kinds.update({(True, index): name for index, name in enumerate(named[:4])})  # type: ignore[misc]
    return list(dict.fromkeys(kinds.values())) or ["a"]


def _holds(value: Tree, character: str) -> bool:
    negate = any(kind is op.NEGATE for kind, _ in value)
    code = ord(character)
    inside = False
    for kind, part in value:
        match kind:
            case op.LITERAL:
                inside |= code == part
            case op.RANGE:
                inside |= part[0] <= code <= part[1]  # type: ignore[index]
            case op.CATEGORY:
                letter = {
                    op.CATEGORY_DIGIT: r"\d",
                    op.CATEGORY_NOT_DIGIT: r"\D",
                    op.CATEGORY_SPACE: r"\s",
                    op.CATEGORY_NOT_SPACE: r"\S",
                    op.CATEGORY_WORD: r"\w",
                    op.CATEGORY_NOT_WORD: r"\W",
                }[part]
                inside |= re.match(letter, character) is not None
    return inside is not negate


def _repeats(tree: Tree, before: str) -> Iterator[tuple[str, str]]:
    """For each repetition: an example of what comes before it, and examples of what it repeats."""
    for kind, value in tree:
        match kind:
            case op.MAX_REPEAT | op.MIN_REPEAT | op.POSSESSIVE_REPEAT:
                _, most, body = value  # type: ignore[misc]
                if most > 20:
                    yield from ((before, each) for each in _samples(body) if each)
                yield from _repeats(body, before)
            case op.SUBPATTERN:
                yield from _repeats(value[3], before)  # type: ignore[index]
            case op.ATOMIC_GROUP:
                yield from _repeats(value, before)  # type: ignore[arg-type]
            case op.BRANCH:
                for branch in value[1]:  # type: ignore[index]
                    yield from _repeats(branch, before)
            case op.ASSERT | op.ASSERT_NOT:
                yield from _repeats(value[1], before)  # type: ignore[index]
        before += max(_sample(kind, value), key=len)


ENDS = ("", "\0", "!", "x", "\n", '"', "(", "{")
LENGTHS = (18, 24, 40, 60, 400, 5000)
LIMIT = 0.004
"""Seconds for the longest text. A linear pattern needs half a millisecond, a quadratic one more than
twelve.
"""


def slow(use: Use) -> str:
    """The first attack that takes a pattern more time than a linear one would need; empty if there is
    none.
    """
    assert use.pattern is not None
    for attack in attacks(use.pattern):
        for method in sorted(use.methods):
            length, seconds = _first_slow(use.pattern, method, attack)
            if length:
                return f"{method} {attack}: {length} characters, {seconds * 1000:.0f} ms"
    return ""


def _first_slow(
    pattern: "re.Pattern[str] | re.Pattern[bytes]",
    method: str,
    attack: tuple[str, str, str],
) -> tuple[int, float]:
    first, repeated, last = attack
    for length in LENGTHS:
        text: str | bytes = first + repeated * (length // len(repeated)) + last
        if isinstance(pattern.pattern, bytes):
            text = text.encode("utf-8")
        run = _run(pattern, method, text)
        if _timed(run) > LIMIT and (seconds := min(_timed(run) for _ in range(5))) > LIMIT:
            return length, seconds
    return 0, 0.0


def _run(
    pattern: "re.Pattern[str] | re.Pattern[bytes]", method: str, text: str | bytes
) -> Callable[[], object]:
    if method == SCANNING:
        return lambda: sum(1 for _ in pattern.finditer(text))  # type: ignore[arg-type]
    return lambda: getattr(pattern, method)(text)


def _timed(run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start
