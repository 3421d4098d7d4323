"""Finds the field of each column of a table: what a spreadsheet calls `Qty`, cards call `copies`."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Mapping as Map
from typing import Any, NamedTuple

from nineup.base.diagnostics import Findings, few
from nineup.files.load.tables.csv_text import AnyCell
from nineup.model.game import Component
from nineup.schema.nodes import Mapping, Scalar, plain
from nineup.schema.yaml_tree import parse_yaml

COPIES = (
    *("copies", "qty", "quantity", "count", "number", "amount"),
    *("noofcopies", "numberofcopies", "numberofcards", "copycount", "cardcount"),
)
"""The letters of usual names of the column with the number of copies, which may also be `#`."""

_WHOLE = re.compile(r"\d{1,6}")


class ColumnProblem(NamedTuple):
    """A column that may be several things; `at` is its number, counted from 0."""

    at: int
    message: str
    hint: str


class ColumnNames(NamedTuple):
    """For each column its field, such as `name` or `cost.gold`, or its title if no field is known for it.

    A column that isn't for the cards is `#`.
    """

    names: list[str]
    problems: list[ColumnProblem]


def title_of(cell: AnyCell) -> str:
    """A column's title, without the spaces around it, some of which are invisible."""
    return cell.text.strip("\ufeff\u200b \t\r\n\xa0")


def field_paths(declared: Map[str, Any], path: str = "") -> Iterator[str]:
    """The declared fields, and those of their records as `record.field`."""
    for name, kind in declared.items():
        yield path + name
        inner = kind.get("optional", kind) if isinstance(kind, Map) else kind
        if isinstance(inner, Map) and isinstance(inner.get("record"), Map):
            yield from field_paths(inner["record"], f"{path}{name}.")


def columns_in(text: str) -> dict[str, str] | None:
    """The fields by title in a table's own line, `{Name: name, Qty: copies}`; None if it is anything else."""
    root, _ = parse_yaml(text, "", Findings())
    if not isinstance(root, Mapping) or not all(isinstance(each, Scalar) for each in root.entries.values()):
        return None
    return {str(title): str(field) for title, field in plain(root).items()}


def fields_of_columns(
    rows: Sequence[Sequence[AnyCell]], component: Component, keys: Iterable[str], line: str = ""
) -> list[str]:
    """The field of each column of a component's table; `line` is what the table's own line says."""
    stated = {**component.columns, **((columns_in(line) or {}) if line else {})}
    return column_names(
        rows, tuple(field_paths(component.fields)), keys, stated=stated, ignored=component.ignore
    ).names


def column_names(
    rows: Sequence[Sequence[AnyCell]],
    fields: Iterable[str],
    keys: Iterable[str],
    stated: Map[str, str],
    ignored: Iterable[str] = (),
) -> ColumnNames:
    """The field of each column of a table whose first row has the titles.

    `fields` are the paths of the cards' fields, `keys` the names that every card has, `stated` the field of
    each title as a user wrote them. What these don't say is taken from titles: as they are, else without
    capitals, spaces and accents, else from the usual names for copies. Nothing is guessed where two answers
    are possible.
    """
    titles = [title_of(cell) for cell in rows[0]] if rows else []
    known = dict.fromkeys((*fields, *keys))
    heads = {path.partition(".")[0] for path in known}
    noted = {title for title in titles if title in ignored or (title[:1] == "#" and title != "#")}
    skipped = noted - stated.keys()
    names = [
        stated.get(title) or (title if title.partition(".")[0] in heads and title not in skipped else "")
        for title in titles
    ]
    problems: list[ColumnProblem] = []
    alike = _by_letters(known)
    loosely = _by_letters(stated)
    free = [at for at, title in enumerate(titles) if title and not names[at] and title not in skipped]
    for at in free:
        plain = letters(titles[at])
        paths = [stated[title] for title in loosely.get(plain, ())] or alike.get(plain, [])
        if len(set(paths)) > 1:
            problems.append(_several(at, titles[at], paths))
            names[at] = "#"
        elif paths:
            names[at] = paths[0]
        elif plain and plain in map(letters, ignored):
            names[at] = "#"
    _report_shared(titles, names, free, problems=problems)
    if "copies" not in (name.partition(".")[0] for name in names):
        _find_copies(rows, titles, names, free=[at for at in free if not names[at]], problems=problems)
    filled = ["#" if title in skipped else name or title for name, title in zip(names, titles, strict=True)]
    return ColumnNames(filled, problems)


def unknown_titles(stated: Iterable[str], titles: Iterable[str]) -> list[str]:
    """The titles that a user states, but no column has, not even without capitals, spaces and accents."""
    known = list(titles)
    plain = {letters(title) for title in known}
    return [each for each in stated if each not in known and letters(each) not in plain - {""}]


def letters(text: str) -> str:
    """A text without capitals, accents, spaces and punctuation."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("ß", "ss"))
    return "".join(sign for sign in plain if sign.isalnum())


def _by_letters(names: Iterable[str]) -> dict[str, list[str]]:
    by_letters: dict[str, list[str]] = {}
    for name in names:
        if plain := letters(name):
            by_letters.setdefault(plain, []).append(name)
    return by_letters


def _several(at: int, title: str, paths: Sequence[str]) -> ColumnProblem:
    listed = few([f"`{path}`" for path in paths])
    hint = f"write `columns: {{{_quoted(title)}: {paths[0]}}}` in the component"
    return ColumnProblem(at, f"the column `{title}` may be {listed}", hint)


def _report_shared(
    titles: Sequence[str], names: list[str], free: Sequence[int], problems: list[ColumnProblem]
) -> None:
    """Reports columns found by their letters for a field that another column has, and leaves them out.

    Two columns with the very title of a field are reported where they are read.
    """
    number = Counter(names)
    for at in reversed(free):
        name = names[at]
        if name in ("", "#") or number[name] == 1:
            continue
        other = next(other for other, each in enumerate(names) if each == name and other != at)
        message = f"the columns `{titles[other]}` and `{titles[at]}` may both be `{name}`"
        if titles[other] == titles[at]:
            message = f"the column `{titles[at]}` appears twice"
        hint = f"if the second is not for the cards, write `ignore: [{_quoted(titles[at])}]`"
        hint = "rename one of them" if titles[other] == titles[at] else hint
        problems.append(ColumnProblem(at, message, hint))
        names[at] = "#"
        number[name] -= 1


def _find_copies(
    rows: Sequence[Sequence[AnyCell]],
    titles: Sequence[str],
    names: list[str],
    free: Sequence[int],
    problems: list[ColumnProblem],
) -> None:
    """Names the column of copies. `#` is one if it has a number; otherwise it has notes.

    A column that counts 1, 2, 3 … numbers the cards if another one may be the copies.
    """
    usual = [at for at in free if titles[at] == "#" or letters(titles[at]) in COPIES]
    candidates = [at for at in usual if titles[at] != "#" or any(map(_WHOLE.fullmatch, _column(rows, at)))]
    counting = [at for at in candidates if _counts_up(_column(rows, at))]
    if len(candidates) - len(counting) == 1:
        candidates = [at for at in candidates if at not in counting or titles[at] == "#"]
        names[next(at for at in candidates if at not in counting)] = "copies"
        for at in candidates:
            names[at] = names[at] or "#"
        return
    if len(candidates) > 1:
        listed = few([f"`{titles[at]}`" for at in candidates])
        hint = f"write `columns: {{{_quoted(titles[candidates[0]])}: copies}}`, and `ignore:` with the others"
        problems.append(ColumnProblem(candidates[1], f"the columns {listed} may all be the copies", hint))
    elif candidates:
        title = titles[candidates[0]]
        message = f"the column `{title}` counts 1, 2, 3 …: it may be the copies, or number the cards"
        hint = f"write `columns: {{{_quoted(title)}: copies}}` or `ignore: [{_quoted(title)}]`"
        problems.append(ColumnProblem(candidates[0], message, hint))
    for at in candidates:
        names[at] = "#"


def _column(rows: Sequence[Sequence[AnyCell]], at: int) -> list[str]:
    return [row[at].text.strip() if at < len(row) else "" for row in rows[1:]]


def _counts_up(texts: Sequence[str]) -> bool:
    """Whether a column numbers its rows."""
    numbers = [text for text in texts if text]
    return len(numbers) > 1 and numbers == [str(number) for number in range(1, len(numbers) + 1)]


def _quoted(title: str) -> str:
    """A title as YAML reads it in braces."""
    return title if re.fullmatch(r"[A-Za-z][\w ]*", title) else '"' + title.replace('"', '\\"') + '"'
