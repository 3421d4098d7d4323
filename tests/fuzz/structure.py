"""Mutators that know what a file means: trees of YAML and JSON, tables, elements of SVG, messages of catalogues.

As those of `mutate`, which change bytes and lines. A file that can't be read any more is changed by these.
"""

import csv
import io
import json
import random
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any
from xml.etree import ElementTree

import mutate
import yaml

ODD: tuple[Any, ...] = (
    *(None, True, 0, -1, 3, 2**31, 10**40, -(10**18), 0.1, 1e308, -1e-320, float("inf"), float("nan")),
    *("", " ", "~", "yes", "no", "0x10", "1e9", "1_000", "2-4", "4-2", "6-", "-", "٣", "2024-05-31", "9" * 5000),
    *("10mm", "-3mm", "1e300mm", "0mm", "3 mm", "mm", "poker", "a4", "#fff", "#12345678901", "{gem}", "{nothing}"),
    *("{{ card.name }}", "{{ 1/0 }}", "{% for a in [1] %}", "{= players }", "{=1/0}", "**a", "[x](big)", "\\", "|"),
    *("players", "1/0", "10**10", "card", "card.worth", "[1] * 9", "'a' * 9", "sum('worth')", "all", "none", "self"),
    *("\ud800", "\x00", "\x1b[31m", "\u202e", "\ufeff", "\u2028", "a\nb", "é" * 300, "🂡", "e\u0301" * 40, "a" * 70_000),
    *("../x.svg", "/etc/passwd", "con", "aux.svg", "a.", "a ", "x" * 300, "a/b", "a\\b", "a:b", ".", "..", "gem.svg#king"),
    *([], [[]], {}, {"a": 1}, {"": ""}, {1: 2}, {None: []}, [None] * 5, ["a", "a"], {"base": "2-4", "expansion": "5-6"}),
)  # fmt: skip
"""Values where others are expected."""

DEEP = 400
"""Levels of a nest."""


def tree(data: bytes, seeds: Sequence[bytes], words: Sequence[str], chance: random.Random) -> bytes:
    """Nodes of YAML or JSON go, come twice, change places and types, are nested, and are shared as anchors."""
    try:
        root = yaml.load(data, yaml.CSafeLoader)
        other = yaml.load(chance.choice(seeds), yaml.CSafeLoader)
    except (yaml.YAMLError, ValueError, RecursionError):
        return mutate.lines(data, seeds, words, chance)
    whole, others = {"": root}, _places([other])
    for _ in range(chance.choice((1, 1, 2, 4))):
        if places := _places(whole):
            inside, key = chance.choice(places)
            _change(inside, key, places, others, chance)
    root = whole.get("")
    is_json = data.lstrip().startswith(b"{") and chance.random() < 0.9
    try:
        text = json.dumps(root) if is_json else yaml.dump(root, Dumper=yaml.CSafeDumper, sort_keys=False)
    except (yaml.YAMLError, ValueError, TypeError, RecursionError):
        return mutate.lines(data, seeds, words, chance)
    return text.encode("utf-8", "surrogatepass")


Place = tuple[Any, Any]
"""A list or a mapping, and the index or key of a value in it."""


def _places(root: Any) -> list[Place]:
    """All places, each list and mapping once: a tree that has been changed may contain itself."""
    found: list[Place] = []
    left, seen = [root], set[int]()
    while left and len(found) < 5000:
        node = left.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        items = node.items() if isinstance(node, dict) else enumerate(node)
        for key, value in list(items):
            found.append((node, key))
            if isinstance(value, dict | list):
                left.append(value)
    return found


def _change(inside: Any, key: Any, places: list[Place], others: list[Place], chance: random.Random) -> None:
    if key not in inside if isinstance(inside, dict) else key >= len(inside):
        return  # An earlier change has taken it away.
    (there, at), (far, name) = chance.choice(places), chance.choice(others)
    match chance.randrange(10):
        case 0:
            del inside[key]
        case 1 if isinstance(inside, list):
            inside[key:key] = [inside[key]] * chance.choice((1, 3, 50))
        case 2 if isinstance(inside, dict):
            renamed = chance.choice(
                [each for where, each in places if isinstance(where, dict)] + [*ODD[:40], "x"]
            )
            with suppress(TypeError):
                inside[renamed] = inside.pop(key)
        case 3:
            with suppress(LookupError):
                inside[key], there[at] = there[at], inside[key]
        case 4:
            with suppress(LookupError):
                inside[key] = there[at]  # written as an anchor and its alias, perhaps inside itself
        case 5:
            value: Any = inside[key]
            for _ in range(chance.choice((1, 2, DEEP))):
                value = [value] if chance.random() < 0.5 else {"a": value}
            inside[key] = value
        case 6:
            inside[key] = far[name]
        case 7 if isinstance(inside[key], str):
            text = inside[key]
            at = chance.randrange(len(text) + 1)
            inside[key] = text[:at] + str(chance.choice(ODD)) + text[at + chance.choice((0, 1, 4)) :]
        case _:
            inside[key] = chance.choice(ODD)


def cells(data: bytes, seeds: Sequence[bytes], words: Sequence[str], chance: random.Random) -> bytes:
    """Cells, rows and columns of CSV change; so do separators, quotes and the encoding."""
    if chance.random() < 0.2:
        return mutate.lines(data, seeds, words, chance)
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig", "replace"), newline=""))) or [[""]]
    for _ in range(chance.choice((1, 2, 4))):
        row = chance.randrange(len(rows))
        column = chance.randrange(len(rows[row]) or 1)
        match chance.randrange(7):
            case 0:
                rows[row : row + 1] = [rows[row]] * chance.choice((0, 2, 40))
            case 1:
                for each in rows:
                    each[column : column + 1] = each[column : column + 1] * chance.choice((0, 2))
            case 2:
                rows[row] += [str(chance.choice(ODD))] * chance.choice((1, 5))
            case 3:
                rows[0][column : column + 1] = [str(chance.choice((*rows[0], *ODD)))]
            case _:
                rows[row][column : column + 1] = [str(chance.choice(ODD))]
        rows = rows or [[""]]
    out = io.StringIO()
    csv.writer(
        out, delimiter=chance.choice(",,,;\t"), quoting=chance.choice((0, 1)), escapechar="\\"
    ).writerows(rows)
    text = out.getvalue()
    if chance.random() < 0.1:
        text = text.replace('"', "", 1) if chance.random() < 0.5 else text + 'x,"open'
    return text.encode(chance.choice(ENCODINGS), "replace" if chance.random() < 0.5 else "surrogatepass")


ENCODINGS = ("utf-8",) * 6 + ("utf-8-sig", "utf-16", "utf-32", "utf-16-be", "utf-7")
"""Those that write every text."""

ATTRIBUTES = (
    *("n:text", "n:if", "n:each", "n:row", "n:column", "n:fill", "n:image", "n:href", "n:transform", "n:fit"),
    *("opacity", "fill-opacity", "stroke-width", "stroke-dasharray", "stroke-miterlimit", "font-size", "transform", "d"),
    *("width", "height", "viewBox", "x", "y", "r", "rx", "points", "offset", "stop-opacity", "style", "class", "id"),
    *("fill", "stroke", "filter", "mask", "clip-path", "href", "marker-end", "preserveAspectRatio", "letter-spacing"),
    *("stdDeviation", "flood-opacity", "flood-color", "values", "in", "result", "operator", "k1", "order", "numOctaves"),
    *("gradientTransform", "gradientUnits", "patternTransform", "patternUnits", "startOffset", "textLength", "dy"),
)  # fmt: skip
ELEMENTS = (
    *("g", "rect", "circle", "path", "text", "tspan", "use", "image", "svg", "symbol", "defs", "style", "a", "switch"),
    *("mask", "clipPath", "pattern", "marker", "linearGradient", "radialGradient", "stop", "filter", "textPath"),
    *("feGaussianBlur", "feFlood", "feTurbulence", "feColorMatrix", "feConvolveMatrix", "feImage", "feMerge", "desc"),
)  # fmt: skip
VALUES = (
    *("0", "-1", "1e308", "1e-320", "nan", "9" * 40, "50%", "1e9", "none", "auto", "url(#a)", "#a", "url(#", "inherit"),
    *("rotate(1e308)", "matrix(0 0 0 0 0 0)", "scale(0)", "scale(-1)", "M0 0", "M0 0A1 1 0 0 0 1e300 0", "M1", "0 0 0 0"),
    *("0 0 1e300 1", "1 1", "{{ card.name }}", "{{ card.nothing }}", "{{ 1 / 0 }}", "a in range(3)", "a in deck", "x"),
    *("{{ '\\uD800' }}", "{% raw %}", "gem.svg", "deck.svg#b", "../a.svg", "data:image/png;base64,AA", "\u202e", "é" * 99),
)  # fmt: skip
SVG = "{http://www.w3.org/2000/svg}"
ElementTree.register_namespace("", SVG[1:-1])
ElementTree.register_namespace("n", "nineup")


def elements(data: bytes, seeds: Sequence[bytes], words: Sequence[str], chance: random.Random) -> bytes:
    """Elements of SVG move, are wrapped and renamed; attributes come, go and get odd values."""
    if chance.random() < 0.4:
        return mutate.markup(data, seeds, words, chance)
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError):
        return mutate.markup(data, seeds, words, chance)
    for _ in range(chance.choice((1, 2, 4))):
        every = list(root.iter())
        one = chance.choice(every)
        match chance.randrange(7):
            case 0:
                one.tag = SVG + chance.choice(ELEMENTS)
            case 1:
                one.append(ElementTree.Element(SVG + chance.choice(ELEMENTS), {"id": "a"}))
            case 2 if one.attrib:
                del one.attrib[chance.choice(sorted(one.attrib))]
            case 3:
                one[:] = _wrapped(list(one), chance.choice((1, 3, DEEP)), chance)
            case 4:
                other = chance.choice(every)
                if other is not root and one not in other.iter():
                    one.append(other)
            case _:
                name = chance.choice((*sorted(one.attrib), *ATTRIBUTES))
                one.set(name.replace("n:", "{nineup}"), chance.choice(VALUES))
    return ElementTree.tostring(root, "utf-8")


def _wrapped(
    inner: list[ElementTree.Element], times: int, chance: random.Random
) -> list[ElementTree.Element]:
    name = SVG + chance.choice(("g", "svg", "a", "text", "mask"))
    for _ in range(times):
        outer = ElementTree.Element(name)
        outer.extend(inner)
        inner = [outer]
    return inner


def messages(data: bytes, seeds: Sequence[bytes], words: Sequence[str], chance: random.Random) -> bytes:
    """Messages of a catalogue go, come twice, lose parts and get odd texts; its header, too."""
    if chance.random() < 0.3:
        return mutate.lines(data, seeds, words, chance)
    parts = data.decode("utf-8", "replace").split("\n\n")
    for _ in range(chance.choice((1, 2, 5))):
        at = chance.randrange(len(parts))
        match chance.randrange(5):
            case 0 if len(parts) > 1:
                del parts[at]
            case 1:
                parts[at:at] = [parts[at]] * chance.choice((1, 3))
            case 2:
                parts[at] = "#, fuzzy\n" + parts[at]
            case _:
                odd = json.dumps(str(chance.choice(ODD)), ensure_ascii=chance.random() < 0.2)
                texts = [found.span() for found in re.finditer(r'"(?:[^"\\\n]|\\.)*"', parts[at])] or [(0, 0)]
                start, end = chance.choice(texts)
                parts[at] = parts[at][:start] + odd + parts[at][end:]
    return "\n\n".join(parts).encode(chance.choice(("utf-8",) * 9 + ("utf-16",)), "surrogatepass")


BY_ENDING: dict[str, Callable[..., bytes]] = {
    ".yaml": tree,
    ".json": tree,
    ".csv": cells,
    ".svg": elements,
    ".po": messages,
    ".md": mutate.lines,
    ".png": mutate.picture,
    ".ttf": mutate.font,
    ".otf": mutate.font,
    ".xlsx": mutate.zipped,
    ".ods": mutate.zipped,
    ".pdf": mutate.anything,
}
