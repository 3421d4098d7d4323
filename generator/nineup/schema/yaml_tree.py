"""Parses YAML into located nodes, event by event; the only module that imports PyYAML.

Only what a card database needs is accepted: one document of mappings, lists and scalars. Aliases, anchors,
tags, merge keys, duplicate keys and bombs are findings, so the nodes are always plain trees.

PyYAML's own constructor isn't used: it builds data without places, and resolves aliases, which let a small
file stand for billions of values. Events are read one by one, each with a mark of where it is.

After a syntax error there are no further events. Most errors in games are texts that lack quotes, such as
`text: Take 1: keep it`: that line is quoted, and everything is parsed again from the start. Findings of the
failed attempt are dropped, as the next one has them again. That is quadratic in the number of such lines, so
it is limited (`_MOST_FIXES`, `_MOST_READ_AGAIN`).
"""

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE
from collections.abc import Iterator
from typing import Any, Literal, NoReturn

import msgspec
import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
    StreamStartEvent,
)
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner

from nineup.base.diagnostics import Findings, Span
from nineup.schema.control import ESCAPED, report_escapes, without_control
from nineup.schema.nodes import CURLY, CUT, STRAIGHT, Mapping, Node, Scalar, Sequence, SourceFile

SIZE, DEPTH, NODES = 16 * 1024 * 1024, 50, 1_000_000
"""The limits of a file: bytes, levels and nodes."""

_CURLY = tuple("“„‟«‘‚")
_COMMENT = re.compile(r"[^\s].*[ \t]#")
_BEHIND = re.compile(r"[ \t]+#")
_MOST_FIXES, _MOST_READ_AGAIN = 100, 8_000_000
"""How many texts of a file are quoted to continue parsing, and how many characters are parsed again for it,
in total.
"""


class _PythonParser(Reader, Scanner, Parser):
    """PyYAML's own parser, used if its C library is missing; the same events, slower."""

    def __init__(self, stream: str) -> None:
        Reader.__init__(self, stream)
        Scanner.__init__(self)
        Parser.__init__(self)


try:
    from yaml import cyaml

    _FAST: Any = cyaml.CParser  # type: ignore[attr-defined]
except ImportError:
    _FAST = _PythonParser


class _StopError(Exception):
    """The rest of a file can't be parsed, which is already reported."""


def is_utf32(data: bytes) -> bool:
    """Whether a file has the byte order mark of UTF-32, which begins with that of UTF-16 in one of the two
    orders.
    """
    return data.startswith((BOM_UTF32_LE, BOM_UTF32_BE))


def decode_text(data: bytes, name: str, findings: Findings) -> str:
    """A file's text without its byte order mark; bytes that aren't UTF-8 are reported and replaced."""
    wide = "utf-32" if is_utf32(data) else "utf-16" if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else ""
    if wide:  # Some spreadsheets and editors call it Unicode.
        findings.error(
            "not-utf8", f"the file is {wide.upper()} text", Span(name, 1, 1), "save the file as UTF-8"
        )
        return data.decode(wide, "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig", "replace")
        line = before.count("\n")
        place = Span(name, line + 1, len(before) - before.rfind("\n"))
        findings.error(
            "not-utf8", f"byte {data[error.start]:#04x} is not UTF-8 text", place, "save the file as UTF-8"
        )
        return data.decode("utf-8-sig", "replace")


def parse_yaml(
    text: str, name: str, findings: Findings, parser: Any = None
) -> tuple[Node | None, SourceFile]:
    """The root of a YAML file, None if it is empty or can't be parsed further, and the file for places.

    Reports every mistake that the parser survives; prose that lacks quotes is quoted, and parsing continues.
    """
    file = SourceFile(name, text)
    if len(text) > SIZE:
        findings.error(
            "yaml-too-large", f"the file is larger than {SIZE // 1024 // 1024} MiB", Span(name, 1, 1)
        )
        return None, file
    plain = without_control(file, findings)
    if plain is None:
        return None, file
    text = plain
    fixed: set[int] = set()
    while True:
        # Kept apart until the whole text is parsed, or each attempt would report them.
        later = findings.apart()
        try:
            root = _NodeBuilder(parser or _FAST, text, file, findings=later).document()
        except _StopError:
            root = None
        except yaml.MarkedYAMLError as error:
            better = _fix(error, text, file, fixed=fixed, findings=findings)
            if better is not None:
                text = better
                continue
            root = None
        findings.extend(later)
        return root, file


class YamlEvent(msgspec.Struct, frozen=True):
    """A parser event: a scalar, an alias, or one end of a collection; offsets count characters of the
    text.
    """

    kind: Literal["scalar", "alias", "mapping", "sequence", "end"]
    start: int
    end: int
    text: str = ""
    style: str = ""
    flow: bool = False
    mark: str = ""
    """Its anchor, tag or alias."""


def pieces(text: str, parser: Any = None) -> Iterator[YamlEvent]:
    """The first document's events, with where their source begins and ends.

    Raises ValueError if it isn't YAML.
    """
    try:
        read = (parser or _FAST)(text).get_event
        while (kind := _KINDS.get(type(event := read()))) is not None:
            if kind:
                yield _piece(kind, event)
    except yaml.YAMLError as error:
        raise ValueError("not YAML") from error


_KINDS: dict[type, Any] = {
    StreamStartEvent: "",
    DocumentStartEvent: "",
    ScalarEvent: "scalar",
    AliasEvent: "alias",
    MappingStartEvent: "mapping",
    MappingEndEvent: "end",
    SequenceStartEvent: "sequence",
    SequenceEndEvent: "end",
}


def _piece(kind: Any, event: Any) -> YamlEvent:
    start, end = event.start_mark.index, event.end_mark.index
    if kind == "end":
        return YamlEvent(kind, start, end)
    tag = getattr(event, "tag", None)
    sign = "*" if kind == "alias" else "&"
    mark = tag or (f"{sign}{event.anchor}" if event.anchor is not None else "")
    if kind == "scalar":
        return YamlEvent(kind, start, end, text=event.value, style=event.style or "", flow=False, mark=mark)
    return YamlEvent(
        kind, start, end, text="", style="", flow=bool(getattr(event, "flow_style", False)), mark=mark
    )


def _fix(
    error: yaml.MarkedYAMLError, text: str, file: SourceFile, fixed: set[int], findings: Findings
) -> str | None:
    """Reports a syntax error; returns the text with its line quoted if that line is unquoted prose."""
    from nineup.schema.slips import find_slip, space_dashes
    from nineup.schema.traps import trap

    mark = error.problem_mark or error.context_mark
    line = min(mark.line, len(file.lines) - 1) if mark else 0
    column = mark.column if mark else 0
    lines = SourceFile(file.name, text).lines
    start = error.context_mark.line if error.context_mark else line
    most = min(_MOST_FIXES, 1 + _MOST_READ_AGAIN // (len(text) + 1))
    for number in (line, start):
        # Where the parser gives up may be below the line that misled it, so the start of what it
        # was reading is looked at, too.
        caught = trap(lines[number]) if number < len(lines) and number not in fixed else None
        if caught is not None and len(fixed) < most:
            place = Span(file.name, number + 1, caught.column + 1)
            findings.error("unquoted-text", caught.message, place, caught.hint)
            fixed.add(number)
            lines[number] = caught.fixed
            return "\n".join(lines)
    slip = find_slip(lines, min(start, line), line, problem=error.problem or "")
    if slip is not None and slip.line not in fixed and len(fixed) < most:
        place = Span(file.name, slip.line + 1, slip.column + 1)
        fixed.add(slip.line)
        if slip.is_tight_dash:
            more = space_dashes(lines, slip.line, slip.column) - 1
            others = f"; {more} more below lack{'s' if more == 1 else ''} the space, too" if more else ""
            findings.error("yaml-syntax", slip.message, place, slip.hint + others)
            return "\n".join(lines)
        findings.error("yaml-syntax", slip.message, place, slip.hint)
        if slip.fixed.startswith(f"{' ' * slip.column}- "):
            _indent_entry(lines, slip.line + 1, slip.column)
        lines[slip.line] = slip.fixed
        return "\n".join(lines) if slip.fixed else None
    if line - 1 in fixed:  # a text that continues below its fixed line: already reported
        return None
    place = Span(file.name, line + 1, column + 1)
    if "\t" in lines[line][: column + 1] and not lines[line][:column].strip():
        column = lines[line].index("\t")
        hint = "indent with spaces; most editors can convert the whole file"
        findings.error("yaml-tab", "a tab can't indent YAML", place._replace(column=column + 1), hint)
    else:
        findings.error("yaml-syntax", *_explained(error, text, file))
    return None


def _indent_entry(lines: list[str], first: int, column: int) -> None:
    """Indents the lines of an entry below its first one, where they are in the column in which that begins
    without its `- `.
    """
    if first < len(lines) and _indentation(lines[first]) == column:
        for number in range(first, len(lines)):
            inner, deep = lines[number].lstrip(" "), _indentation(lines[number])
            if inner.strip() and (deep < column or (deep == column and inner.startswith("- "))):
                return  # the next entry, or what is behind the list
            lines[number] = f"  {lines[number]}"


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _explained(error: yaml.MarkedYAMLError, text: str, file: SourceFile) -> tuple[str, Span, str]:
    """The message, place and hint for a syntax error."""
    from nineup.schema.syntax import explain

    mark, context = error.problem_mark or error.context_mark, error.context or ""
    at = mark.index if mark else 0
    begun = _opening(text) if "flow" in context else error.context_mark.index if error.context_mark else at
    explanation = explain(error.problem or "not YAML", context, at, begun, text=text)
    line = text.count("\n", 0, explanation.at)
    column = explanation.at - text.rfind("\n", 0, explanation.at)
    return explanation.message, Span(file.name, min(line + 1, len(file.lines)), column), explanation.hint


def _opening(text: str) -> int:
    """The offset of the innermost list or mapping that is open where the parser fails."""
    # The error doesn't say which bracket is open; the events up to it do.
    opened: list[int] = []
    try:
        for piece in pieces(text):
            if piece.kind == "end":
                opened.pop()
            elif piece.kind in ("mapping", "sequence"):
                opened.append(piece.start)
    except ValueError:
        pass
    return opened[-1] if opened else 0


_TIGHT_KEY = re.compile(r" *-(?:[^\W\d]|\{)")
"""Where a key begins that is an entry of a list without the space after its `-`."""


class _NodeBuilder:
    """Builds the nodes of one file from its events."""

    def __init__(self, parser: Any, text: str, file: SourceFile, findings: Findings) -> None:
        self.next = parser(text).get_event
        self.file = file
        self.findings = findings
        self.nodes = 0
        self.split: list[Mapping] = []
        """Entries of the list that is being read whose `- ` is missing, but for the last one."""
        self.curly: list[Scalar] = []
        """Texts in typographic quotes."""
        self.hashes = _comments(text)

    def document(self) -> Node | None:
        self.next()  # the stream's start
        if type(self.next()) is StreamEndEvent:
            return None
        root = self.node(self.next(), 0)
        self.next()  # the document's end
        event = self.next()
        if type(event) is DocumentStartEvent:
            self.error(
                "yaml-documents", "a second document starts", event, "one file holds one; delete the `---`"
            )
        return root

    def error(self, code: str, message: str, event: Any, hint: str = "") -> None:
        mark = event.start_mark
        self.findings.error(code, message, Span(self.file.name, mark.line + 1, mark.column + 1), hint)

    def stop(self, message: str, code: str, event: Event) -> NoReturn:
        self.error(code, message, event)
        raise _StopError

    def node(self, event: Any, depth: int, is_entry: bool = False) -> Node:
        kind = type(event)
        if kind is ScalarEvent:
            return self.scalar(event)
        if kind is AliasEvent:
            self._refuse_alias(event)
            return Scalar(f"*{event.anchor}", event.start_mark.line, event.start_mark.column, style="'")
        if event.anchor is not None or event.tag is not None:
            self._refuse_extras(event)
        if depth >= DEPTH:
            # Deeper than any game needs, and far from the depth at which Python's recursion ends.
            self.stop(f"lists and mappings are nested more than {DEPTH} deep", "yaml-too-deep", event)
        if kind is MappingStartEvent:
            return self.mapping(event, depth + 1, is_entry)
        return self.sequence(event, depth + 1)

    def scalar(self, event: Any) -> Scalar:
        if event.anchor is not None or event.tag is not None:
            self._refuse_extras(event)
        style = event.style or ""
        if self.hashes and not style and event.end_mark.line in self.hashes:
            style = self._cut(event.end_mark)
        mark, text = event.start_mark, event.value
        if style == '"' and ESCAPED.search(text):
            report_escapes(self.file, event.start_mark, event.end_mark, findings=self.findings)
            text = ESCAPED.sub("\ufffd", text)
        node = Scalar(text, mark.line, mark.column, style=style)
        if not style and text.startswith(_CURLY):
            self._note_quotes(node)
        return node

    def _note_quotes(self, node: Scalar) -> None:
        if CURLY.fullmatch(node.text):
            self.curly.append(node)
            if node.text[-1] in "\"'":
                self._warn_of_quotes(node)

    def _warn_of_quotes(self, node: Scalar) -> None:
        """Warns of typographic quotes that are printed, although YAML's were probably meant."""
        message = f"the quotes of `{node.text}` are printed"
        hint = f"{STRAIGHT}; to print them, put straight ones around them"
        self.findings.warning("curly-quotes", message, self.file.span(node), hint=hint)

    def mapping(self, start: Any, depth: int, is_entry: bool = False) -> Mapping | Scalar:
        entries: dict[str, Node] = {}
        places: list[tuple[int, int]] = []
        read, node, scalar = self.next, self.node, self.scalar
        hollow = odd = False
        while type(event := read()) is not MappingEndEvent:
            plain_key = type(event) is ScalarEvent and event.anchor is None and event.tag is None
            key = event.value if plain_key else self._odd_key(event, depth)
            inner = read()
            if type(inner) is ScalarEvent:  # most values; handled here for speed
                value: Node = scalar(inner)
                hollow = hollow or not inner.value
            else:
                value = node(inner, depth)
            if is_entry and key in entries and len(places) > 1 and key == next(iter(entries)):
                self._split_entry(key, event, Mapping(entries, places, start.start_mark.line, places[0][1]))
                entries, places = {key: value}, [(event.start_mark.line, event.start_mark.column)]
            elif key in entries or (key == "<<" and not event.style):
                self._refuse_key(key, event, places, entries=entries)
            elif key is not None:
                mark = event.start_mark
                entries[key] = value
                places.append((mark.line, mark.column))
            # Stops here and not when the mapping is complete: the limit is for memory.
            if len(places) > NODES:
                break
            odd = odd or key is None
        if self.curly:
            for name in ("name", "title"):  # Elsewhere someone may be speaking.
                named = entries.get(name)
                if isinstance(named, Scalar) and named in self.curly and named.text[-1] not in "\"'":
                    self._warn_of_quotes(named)
        self._count(len(entries), start)
        mark = start.start_mark
        for key, (line, column) in zip(entries, places, strict=False):
            if key[:1] == "-" and _TIGHT_KEY.fullmatch(self.file.lines[line][: column + 2]):
                tight = yaml.Mark("", 0, line, column, None, 0)
                raise yaml.MarkedYAMLError(problem="there is no space after this `-`", problem_mark=tight)
        if odd and start.flow_style:  # such as `{{ gem }}`, an unquoted text
            return Scalar("", mark.line, mark.column, style="'")
        if hollow and start.flow_style:
            self._drop_broken_text(entries, places)
        return Mapping(entries, places, mark.line, mark.column, flow=bool(start.flow_style))

    def _split_entry(self, key: str, event: Any, entry: Mapping) -> None:
        """Reports an entry without its `- `: it begins with the key with which the one above it begins."""
        message = f"`{key}` appears twice: an entry begins here, but has no `- `"
        hint = f"write `- {key}: …`; the entry above begins on line {entry.line + 1}"
        self.error("duplicate-key", message, event, hint)
        self.split.append(entry)

    def _drop_broken_text(self, entries: dict[str, Node], places: list[tuple[int, int]]) -> None:
        """Reports texts that a comma has split: inside braces it ends a text, and a key follows."""
        kept = places[:1]
        for (key, value), (line, column) in zip(list(entries.items())[1:], places[1:], strict=True):
            if not isinstance(value, Scalar) or value.text or value.style:
                kept.append((line, column))
            else:
                del entries[key]
                place = Span(self.file.name, line + 1, column + 1, max(1, len(key)))
                message = f"`{key}` isn't part of the text before it: in braces, a comma ends a text"
                self.findings.error("unquoted-text", message, place, "put the whole text in quotes")
        places[:] = kept

    def sequence(self, start: Any, depth: int) -> Sequence:
        items: list[Node] = []
        read, node = self.next, self.node
        is_block = not start.flow_style
        while type(event := read()) is not SequenceEndEvent:
            item = node(event, depth, is_block)
            if self.split:
                items += self.split
                self.split = []
            items.append(item)
            if len(items) > NODES:
                break
        self._count(len(items), start)
        mark = start.start_mark
        return Sequence(items, mark.line, mark.column, flow=bool(start.flow_style))

    def _count(self, more: int, event: Event) -> None:
        self.nodes += more
        if self.nodes > NODES:
            self.stop(f"the file holds more than {NODES:,} values", "yaml-too-large", event)

    def _odd_key(self, event: Any, depth: int) -> str | None:
        """A key that isn't a plain word; reported, and omitted unless it is a word after all."""
        node = self.node(event, depth)
        if isinstance(node, Scalar):
            return node.text
        # In YAML, `{{ gem }}` is a mapping whose key is a mapping.
        hint = "a text that starts with `{{` must be quoted" if getattr(event, "flow_style", False) else ""
        self.error("yaml-key", "a key must be a word", event, hint)
        return None

    def _refuse_key(
        self, key: str | None, event: Event, places: list[tuple[int, int]], entries: dict[str, Node]
    ) -> None:
        if key in entries:
            first = places[list(entries).index(key)][0] + 1
            self.error("duplicate-key", f"`{key}` appears twice", event, f"the first is on line {first}")
        else:
            self.error("yaml-merge-key", "merge keys (`<<`) are not allowed", event, "write the values out")

    def _refuse_alias(self, event: Any) -> None:
        hint = "write the value out; if a text starts with `*`, quote it"
        self.error("yaml-alias", f"aliases (`*{event.anchor}`) are not allowed", event, hint)

    def _refuse_extras(self, event: Any) -> None:
        anchor = None if event.anchor is None else f"&{event.anchor}"
        for kind, extra, sign in (("anchor", anchor, "&"), ("tag", event.tag, "!")):
            if extra is not None:
                hint = f"delete it; if a text starts with `{sign}`, quote it"
                self.error(f"yaml-{kind}", f"{kind}s (`{extra}`) are not allowed", event, hint)

    def _cut(self, end: yaml.Mark) -> str:
        return CUT if _BEHIND.match(self.file.lines[end.line], end.column) else ""


def _comments(text: str) -> frozenset[int]:
    """The lines (from 0) that may have a comment after a value; most files have none."""
    if " #" not in text and "\t#" not in text:
        return frozenset()
    return frozenset(n for n, line in enumerate(SourceFile("", text).lines) if _COMMENT.match(line.lstrip()))
