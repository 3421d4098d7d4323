"""YAML texts in every style, with comments and odd spacing, for properties of edits; written without the
editor's code.
"""

import json
from typing import Any, NamedTuple

import yaml
from hypothesis import strategies as st
from nineup.base.diagnostics import Findings
from nineup.schema.nodes import Mapping, Node, Sequence
from nineup.schema.yaml_tree import parse_yaml

ODD = (
    "a: b", "key: ", ": x", "x:", "a #b", "# not a comment", " leading", "trailing ", "  both  ", "it's", '"said"', "'", '"',
    "é ü ß", "日本語", "😀 👩‍👩‍👧", "two\nlines", "a\n\nb", "\nfirst is empty", "last is empty\n", "a\n  deeper\nb", "  deep\nless",
    "tab\there", "\ttab", "", "yes", "No", "null", "~", "true", "012", "3", "-7", "1.5", "1e3", "0x1F", "2016-01-01", "{ruby} and {jade}",
    "{{ gem.name }}", "{= 3 * players }", "[x]", "{a: 1}", "- dash", "-", "? q", "*star", "&and", "!bang", "%per", "@at", "`tick`", "|", ">",
    "| pipe", "back\\slash", "\\{brace", "a, b", "--- ", "...", "end\\", "x " * 60 + "end", "wide  space", "<<", "=",
)  # fmt: skip

CONTROL = [chr(code) for code in (*range(9), *range(11, 32), 127)]
"""Characters that no text of a file may have, even as escapes."""

TEXTS = st.one_of(
    st.sampled_from(ODD),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters=CONTROL), max_size=30),
    st.text("ab :#'\"\n-{}[],&*!|>%@\\\t é😀", max_size=25),
    st.lists(st.sampled_from(["a", "card", "is", "kept:", "#1", "and", "discarded"]), max_size=40).map(
        " ".join
    ),
)
WORDS = st.sampled_from(["id", "name", "text", "cost", "when", "copies", "a", "b", "c", "odd key", "é"])
STYLES = st.sampled_from(["plain", "single", "double", "literal", "folded", "plain lines", "double lines"])


class Leaf(NamedTuple):
    """A scalar, with the style that it is to be written in."""

    text: str
    style: str


LEAVES = st.builds(Leaf, TEXTS, STYLES)
TREES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=4), st.dictionaries(WORDS, inner, min_size=1, max_size=4)
    ),
    max_leaves=12,
)
ROOTS = st.dictionaries(WORDS, TREES, min_size=1, max_size=4)


class Layout:
    """How one text is written: the random choices of indentation, comments and line breaks."""

    def __init__(self, draw: Any) -> None:
        self.draw = draw
        self.step = draw(st.sampled_from([2, 2, 4]))
        self.newline = draw(st.sampled_from(["\n", "\n", "\r\n"]))
        self.bom = draw(st.booleans())

    def some(self, *choices: str) -> str:
        return str(self.draw(st.sampled_from(choices)))


def _inline(value: Any, layout: Layout) -> str:
    """In braces and brackets, or as a scalar on one line."""
    if isinstance(value, dict):
        space = layout.some("", " ")
        return (
            "{"
            + space
            + ", ".join(f"{json.dumps(k)}: {_inline(v, layout)}" for k, v in value.items())
            + space
            + "}"
        )
    if isinstance(value, list):
        return "[" + ", ".join(_inline(item, layout) for item in value) + "]"
    return _one_line(value.text, value.style, flow=True)


def _one_line(text: str, style: str, flow: bool) -> str:
    plain = f"[{text}, {{a: {text} }}]" if flow else f"- {text}\n- a: {text}"
    if style.startswith("plain") and text and "\n" not in text and _reads(plain, [text, {"a": text}]):
        return text
    single = "'" + text.replace("'", "''") + "'"
    if style == "single" and "\n" not in text and _reads(f"[{single}]", [text]):
        return single
    return _double(text)


def _double(text: str) -> str:
    made = json.dumps(text, ensure_ascii=False)
    return "".join(sign if sign == " " or sign.isprintable() else f"\\U{ord(sign):08x}" for sign in made)


def _reads(source: str, wanted: Any) -> bool:
    findings = Findings()
    root, _ = parse_yaml(source, "x", findings)
    return not findings and root is not None and values(root) == wanted


def _lines(value: Any, indent: int, layout: Layout, comment: str) -> list[str]:
    """What follows a key or a dash: the rest of its line, and the lines below it."""
    if not isinstance(value, Leaf):
        if layout.some("block", "flow") == "flow":
            return [f" {_inline(value, layout)}{comment}"]
        return [comment, *_block(value, indent + layout.step, layout)]
    text, style = value
    spaces = " " * (indent + layout.step)
    if style in ("literal", "folded") and text.strip() and not text.startswith((" ", "\n", "\t")):
        sign, chomp = ("|", ">")[style == "folded"], layout.some("-", "", "+")
        body = [spaces + line if line else "" for line in text.rstrip("\n").split("\n")]
        made = [f" {sign}{chomp}{comment}", *body]
        if _reads("\n".join(["-" + made[0], *made[1:]]), [text.rstrip("\n")]):
            return made
    words = text.split(" ")
    if style.endswith("lines") and len(words) > 3:
        half = len(words) // 2
        quote = '"' if style == "double lines" else ""
        made = [f" {quote}{' '.join(words[:half])}", f"{spaces}{' '.join(words[half:])}{quote}{comment}"]
        if _reads("\n".join(["-" + made[0], made[1]]), [text]):
            return made
    return [f" {_one_line(text, style, flow=False)}{comment}"]


def _block(value: Any, indent: int, layout: Layout) -> list[str]:
    made: list[str] = []
    spaces = " " * indent
    entries = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in entries:
        made += {"": [], "c": [f"{spaces}# about it"], "b": [""], "h": ["", f"{spaces}# Heading", ""]}[
            layout.some("", "", "c", "b", "h")
        ]
        comment = layout.some("", "", "  # behind")
        if isinstance(value, list) and isinstance(inner, dict) and layout.some("compact", "") == "compact":
            lines = _block(inner, indent + 2, layout)
            while lines and (not lines[0].strip() or lines[0].lstrip().startswith("#")):
                lines.pop(0)
            made += [f"{spaces}- {lines[0].lstrip()}", *lines[1:]]
        else:
            mark = "-" if isinstance(value, list) else f"{key}:"
            lines = _lines(inner, indent, layout, comment)
            made += [spaces + mark + lines[0], *lines[1:]]
        made += {"": [], "d": [f"{spaces}  # deeper"]}[layout.some("", "", "", "d")]
    return made


@st.composite
def yaml_files(draw: Any) -> bytes:
    """The bytes of a file that is read without a finding."""
    layout = Layout(draw)
    lines = [
        "# the file",
        "",
        *_block(draw(ROOTS), 0, layout),
        *{"": [], "e": ["", "# the end"]}[layout.some("", "e")],
    ]
    data = layout.newline.join([*lines, ""]).encode()
    return b"\xef\xbb\xbf" * layout.bom + data


def values(node: Node) -> Any:
    """A node's data as types read them: the text of each scalar."""
    if isinstance(node, Mapping):
        return {key: values(value) for key, value in node.entries.items()}
    if isinstance(node, Sequence):
        return [values(item) for item in node.items]
    return node.text.rstrip("\n") if node.style in ("|", ">") else node.text


def loaded(data: bytes) -> Any:
    """The data of a file; fails on any finding."""
    findings = Findings()
    root, _ = parse_yaml(data.decode("utf-8-sig"), "x.yaml", findings)
    assert not findings
    return values(root) if root is not None else {}


def paths(data: Any, of: type | tuple[type, ...] = str, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all values of some kind."""
    found = [path] if isinstance(data, of) else []
    for step, inner in (
        data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    ):
        found += paths(inner, of, (*path, step))
    return found


def at(data: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        data = data[step]
    return data


def put(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """The data with another value at a path."""
    if not path:
        return value
    inner = put(data[path[0]], path[1:], value)
    if isinstance(data, dict):
        return {**data, path[0]: inner}
    return [*data[: path[0]], inner, *data[path[0] + 1 :]]


def composed(text: str) -> Any:
    """PyYAML's own nodes of a text."""
    return yaml.compose(text, Loader=yaml.CSafeLoader)


def scalar_span(node: Any, path: tuple[Any, ...]) -> tuple[int, int]:
    """Where PyYAML says that a scalar begins and ends."""
    for step in path:
        node = (
            node.value[step] if isinstance(step, int) else next(v for k, v in node.value if k.value == step)
        )
    return node.start_mark.index, node.end_mark.index
