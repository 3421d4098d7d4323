"""Sections of a game's file and its style sheet as forms: the written values, and the JSON Schema of valid
ones.
"""

import json
from collections.abc import Iterable
from typing import Any

import msgspec
from nineup import pipeline
from nineup.base import Diagnostic, Findings, Project, ProjectError, line_starts
from nineup.files.edit import Data, SourcePart, ValuePath, parts
from nineup.rules import RULES, Clause, Rule, clauses
from nineup.schema import decode_text

FACTS, STYLE = "facts", "style"
"""The section of single keys, and that of the style sheet."""


class FormError(Exception):
    """A section that can't be shown as a form; the message is for the user."""


class Section(msgspec.Struct, frozen=True):
    """A part of a file that has a form."""

    id: str
    file: str
    path: ValuePath
    """Its key in the file; empty for the whole file."""
    says: str
    schema: dict[str, Any]
    order: tuple[str, ...]
    """The usual order of the file's keys."""


class Marked(msgspec.Struct, frozen=True):
    """A finding, and the path of the value where it is."""

    path: ValuePath
    severity: str
    message: str


class RuleKind(msgspec.Struct, frozen=True):
    """A kind of rule: what it is for, an example, and its sentence with the settings as blanks."""

    code: str
    summary: str
    example: str
    clauses: tuple[Clause, ...]


def rule_kinds() -> tuple[tuple[RuleKind, ...], tuple[str, ...]]:
    """The kinds that entries of `rules:` may have, the game's own check last; and what is proved anyway."""
    kinds = [rule for rule in RULES if rule.sentence]
    asked = sorted(kinds, key=lambda rule: rule.settings is None)
    return (
        tuple(_kind(rule) for rule in asked),
        tuple(rule.summary for rule in RULES if not rule.sentence),
    )


def _kind(rule: Rule) -> RuleKind:
    example = rule.settings.example if rule.settings else ""
    return RuleKind(rule.code, rule.summary, example, clauses=clauses(rule.sentence))


class RuleForms(msgspec.Struct, frozen=True):
    """What the form of the rules offers besides their schema: the kinds, what is proved anyway, and the
    fields of each component's cards.
    """

    kinds: tuple[RuleKind, ...]
    always: tuple[str, ...]
    fields: dict[str, tuple[str, ...]]


class SectionForm(msgspec.Struct, frozen=True):
    """A section as currently written."""

    section: Section
    digest: str
    value: Data
    is_there: bool
    findings: tuple[Marked, ...]
    rules: RuleForms | None = None


def sections(project: Project, game: str) -> tuple[Section, ...]:
    """The sections of a game, with the game's own names as far as it can be read."""
    texts = pipeline.make_schemas(project, game, Findings()) or pipeline.make_schemas(
        project, None, Findings()
    )
    assert texts is not None  # Without a game there is nothing to be wrong.
    whole, style = json.loads(texts["game"]), json.loads(texts["style"])
    file, keys = f"cards/{game}/game.yaml", whole["properties"]
    large = [key for key, schema in keys.items() if _is_large(key, schema)]
    order = tuple(keys)
    about = {**whole, "properties": {key: keys[key] for key in keys if key not in large}}
    listed = [Section(FACTS, file, (), says="The game itself.", schema=about, order=order)]
    for key in large:
        schema = {**keys[key], "$defs": whole.get("$defs", {})}
        listed.append(
            Section(key, file, (key,), says=keys[key].get("description", ""), schema=schema, order=order)
        )
    says = "The palette, and the fonts, sizes and colors of texts."
    listed.append(
        Section(
            STYLE, f"layouts/{game}/style.yaml", (), says=says, schema=style, order=tuple(style["properties"])
        )
    )
    return tuple(listed)


def _is_large(key: str, schema: dict[str, Any]) -> bool:
    """Whether a key of the game file has a page of its own: those with records by name, or rules."""
    kinds = [schema, *schema.get("anyOf", ())]
    return key != "decided" and any(
        "object" in (kind.get("type"), *_items(kind)) and key not in ("players", "minutes") for kind in kinds
    )


def _items(schema: dict[str, Any]) -> tuple[Any, ...]:
    items = schema.get("items")
    return (items.get("type"),) if isinstance(items, dict) else ()


def form(project: Project, section: Section, digest_of: Any, findings: Iterable[Diagnostic]) -> SectionForm:
    """A section with its value as it is in the file. Raises FormError."""
    try:
        data = project.read(section.file) if project.writable(section.file).is_file() else b""
        text = decode_text(data, section.file, Findings())
        root = parts(text)
    except (ProjectError, ValueError) as error:
        raise FormError(f"{section.file} can't be edited as a form: {error or 'it is not YAML'}") from error
    if root is not None and root.kind != "mapping":
        raise FormError(f"{section.file} holds no keys")
    value, is_there = _value(root, section)
    marked = tuple(_marked(text, root, section.file, findings=findings)) if root is not None else ()
    digest = digest_of(data) if data or project.writable(section.file).is_file() else ""
    return SectionForm(section, digest, value, is_there=is_there, findings=marked)


def _value(root: SourcePart | None, section: Section) -> tuple[Data, bool]:
    whole = root.data if root is not None else {}
    if section.path:
        return whole.get(section.path[0]), section.path[0] in whole
    known = section.schema["properties"]
    return {key: value for key, value in whole.items() if key in known}, True


def _marked(text: str, root: SourcePart, file: str, findings: Iterable[Diagnostic]) -> Iterable[Marked]:
    begins = line_starts(text)
    for finding in findings:
        span = finding.span
        if span is not None and span.file == file:
            offset = begins[min(span.line, len(begins)) - 1] + span.column - 1
            yield Marked(path_at(root, offset), finding.severity, finding.message)


def path_at(root: SourcePart, offset: int) -> ValuePath:
    """The path of the innermost value that contains an offset, in the value or its key."""
    path: ValuePath = ()
    while True:
        starts = [part.start for part in root.keys or root.values]
        at = max((number for number, start in enumerate(starts) if start <= offset), default=-1)
        if at < 0 or offset > max(root.values[at].end, starts[at]):
            return path
        path = (*path, root.keys[at].text if root.keys else at)
        root = root.values[at]
