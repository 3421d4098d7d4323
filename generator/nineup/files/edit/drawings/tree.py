"""What an SVG file means, by Expat: the tree that an edit is meant to leave, and the one that it has left.

`changed_tree` makes a change in the tree alone, without a look at the source, so that both can be compared.
"""

import copy
import re
from collections.abc import Iterator, Mapping
from xml.parsers import expat

import msgspec

from nineup.files.edit.changes import (
    Change,
    Delete,
    Duplicate,
    Enclose,
    Insert,
    Move,
    Relocate,
    Rename,
    Set,
    Unwrap,
)
from nineup.files.edit.drawings.source import SODIPODI, WORDS, XML
from nineup.files.edit.parts import ValuePath
from nineup.files.edit.rows import EditRefusedError
from nineup.svg.xml import OURS, SVG, XLINK

TEXT = "text()"
"""The last step of the path of an element's own text."""

PREFIXES = {
    "n": OURS,
    "xlink": XLINK,
    "xml": XML,
    "inkscape": "http://www.inkscape.org/namespaces/inkscape",
    "sodipodi": SODIPODI,
}
"""The prefixes that changes write, whatever those of the file are."""

_REFERENCE = re.compile(r"""url\(\s*(["']?)#([^"')\s]+)\1\s*\)""")
_HREFS = ("href", f"{XLINK} href")


class Note(msgspec.Struct, frozen=True, order=True):
    """A comment, a processing instruction, a CDATA section's edge or a DOCTYPE."""

    kind: str
    text: str


class Tree(msgspec.Struct, eq=False):
    """An element with its namespaces; `children` are elements, texts and notes."""

    name: str
    attributes: dict[str, str]
    children: "list[Tree | str | Note]"

    def elements(self) -> "list[Tree]":
        return [each for each in self.children if isinstance(each, Tree)]

    def all(self) -> "Iterator[Tree]":
        yield self
        for each in self.elements():
            yield from each.all()

    def at(self, path: ValuePath) -> "Tree":
        """The element at a path. Raises EditRefusedError."""
        here = self
        for step in path:
            inner = here.elements()
            if not isinstance(step, int) or not 0 <= step < len(inner):
                raise EditRefusedError(f"this place no longer exists: {'.'.join(map(str, path))}")
            here = inner[step]
        return here

    def place(self, number: int) -> int:
        """The index among `children` of the child element with a number; that behind the last for more."""
        places = [at for at, each in enumerate(self.children) if isinstance(each, Tree)]
        return places[number] if number < len(places) else len(self.children)

    @property
    def local(self) -> str:
        return self.name.rpartition(" ")[2]


def read_tree(text: str) -> Tree:
    """A file's tree: a nameless element with the root and what is around it. Raises EditRefusedError."""
    top = Tree("", {}, [])
    stack = [top]
    parser = expat.ParserCreate("utf-8", " ")
    parser.buffer_text = True
    declared: dict[str, str] = {}

    def note(kind: str, words: str) -> None:
        stack[-1].children.append(Note(kind, words))

    def start(name: str, attributes: dict[str, str]) -> None:
        element = Tree(name, {**attributes, **declared}, [])
        declared.clear()
        stack[-1].children.append(element)
        stack.append(element)

    def words(data: str) -> None:
        inside = stack[-1].children
        if inside and isinstance(inside[-1], str):
            inside[-1] += data
        else:
            inside.append(data)

    def doctype(name: str, system: str | None, public: str | None, internal: int) -> None:
        note("doctype", f"{name} {system} {public} {internal}")

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda name: stack.pop()
    parser.CharacterDataHandler = words
    parser.CommentHandler = lambda data: note("comment", data)
    parser.ProcessingInstructionHandler = lambda target, data: note("pi", f"{target} {data}")
    parser.StartCdataSectionHandler = lambda: note("cdata", "")
    parser.EndCdataSectionHandler = lambda: note("cdata end", "")
    parser.StartDoctypeDeclHandler = doctype
    parser.StartNamespaceDeclHandler = lambda prefix, uri: declared.update(
        {f"xmlns:{prefix or ''}": uri or ""}
    )
    try:
        parser.Parse(text.encode(), True)
    except (expat.ExpatError, UnicodeEncodeError) as error:
        raise EditRefusedError("this would not be readable XML") from error
    return top


def root_of(top: Tree) -> Tree:
    return top.elements()[0]


def is_same_tree(one: Tree, other: Tree) -> bool:
    """Whether two trees mean the same.

    White space, and the place of a comment, count only among words; but no comment may be missing.
    """
    notes: tuple[list[Note], list[Note]] = ([], [])
    pairs = [(one, other, False)]
    while pairs:
        one, other, in_words = pairs.pop()
        if one.name != other.name or one.attributes != other.attributes:
            return False
        in_words = in_words or one.local in WORDS
        is_strict = in_words or _has_words(one) or _has_words(other)
        inside, others = (each.children if is_strict else each.elements() for each in (one, other))
        if len(inside) != len(others):
            return False
        for each, counterpart in zip(inside, others, strict=True):
            if isinstance(each, Tree) and isinstance(counterpart, Tree):
                pairs.append((each, counterpart, in_words))
            elif each != counterpart:
                return False
        for loose, element in zip(notes, () if is_strict else (one, other), strict=False):
            loose += [each for each in element.children if isinstance(each, Note)]
    return sorted(notes[0]) == sorted(notes[1])


def _has_words(element: Tree) -> bool:
    return any(isinstance(each, str) and each.strip() for each in element.children)


def qualified(key: str, declared: Mapping[str, str]) -> str:
    """The name of an attribute as Expat writes it, from `n:text` or the like. Raises EditRefusedError.

    `declared` are the namespaces of the file's own prefixes, used for those that aren't ours.
    """
    prefix, _, local = key.rpartition(":")
    if not re.fullmatch(r"[^\W\d][\w.-]*", local) or prefix == "xmlns" or key == "xmlns":
        raise EditRefusedError(f"`{key}` is not an attribute that is edited here")
    space = PREFIXES.get(prefix) or declared.get(prefix, "") if prefix else ""
    if prefix and not space:
        raise EditRefusedError(f"the file declares no prefix `{prefix}`")
    return f"{space} {local}" if space else local


def named(element: Tree, key: str, declared: Mapping[str, str]) -> str:
    """The name of an element's attribute; a link is `href` however it is written."""
    if key == "href" and key not in element.attributes and _HREFS[1] in element.attributes:
        return _HREFS[1]
    return qualified(key, declared)


def references(element: Tree) -> Iterator[str]:
    """The ids of the same file that an element's attributes refer to."""
    for name, value in element.attributes.items():
        if name in _HREFS and value.strip().startswith("#"):
            yield value.strip()[1:]
        yield from (match[2] for match in _REFERENCE.finditer(value))


def ids_of(element: Tree) -> set[str]:
    return {each.attributes["id"] for each in element.all() if "id" in each.attributes}


def new_ids(copied: Tree, taken: set[str]) -> dict[str, str]:
    """New ids for those in a copy that are taken: `title-2` for `title`."""
    ids: dict[str, str] = {}
    for old in (each.attributes["id"] for each in copied.all() if "id" in each.attributes):
        if old in taken and old not in ids:
            base, number = re.sub(r"-\d+$", "", old), 2
            while f"{base}-{number}" in taken or f"{base}-{number}" in ids.values():
                number += 1
            ids[old] = f"{base}-{number}"
    return ids


def with_ids(name: str, value: str, ids: Mapping[str, str]) -> str:
    """An attribute's value with other ids where it has or refers to one."""
    if name == "id":
        return ids.get(value, value)
    if name in _HREFS and value.startswith("#"):
        return f"#{ids.get(value[1:], value[1:])}"
    return _REFERENCE.sub(
        lambda match: match[0].replace(f"#{match[2]}", f"#{ids.get(match[2], match[2])}"), value
    )


def renumbered(copied: Tree, ids: Mapping[str, str]) -> None:
    for each in copied.all():
        each.attributes = {name: with_ids(name, value, ids) for name, value in each.attributes.items()}


def changed_tree(
    top: Tree, change: Change, declared: Mapping[str, str], inserted: Tree | None = None
) -> Tree:
    """The tree after a change. Raises EditRefusedError if there is no such place.

    `inserted` is what the source of an `Insert` means.
    """
    top = copy.deepcopy(top)
    root = root_of(top)
    match change:
        case Set(path=(*steps, str(key))):
            element = root.at(tuple(steps))
            if key == TEXT:
                _set_text(element, str(change.value))
            else:
                element.attributes[named(element, key, declared)] = str(change.value)
        case Delete(path=(*steps, str(key))):
            element = root.at(tuple(steps))
            del element.attributes[_present(element, key, declared)]
        case Rename(path=(*steps, str(key))):
            element = root.at(tuple(steps))
            old, new = _present(element, key, declared), qualified(change.key, declared)
            if new in element.attributes and new != old:
                raise EditRefusedError(f"`{change.key}` already exists")
            element.attributes = {
                new if name == old else name: value for name, value in element.attributes.items()
            }
        case Delete(path=(*steps, int(number))):
            _taken(root.at(tuple(steps)), number)
        case Insert(path=path) if inserted is not None and not change.key:
            parent = root.at(path)
            _put(parent, change.at, inserted)
        case Duplicate(path=(*steps, int(number))):
            parent = root.at(tuple(steps))
            duplicate = copy.deepcopy(root.at(change.path))
            renumbered(duplicate, new_ids(duplicate, ids_of(root)))
            for key, value in change.changes.items():
                duplicate.attributes[named(duplicate, key, declared)] = str(value)
            _put(parent, number + 1, duplicate)
        case Move():
            parent = root.at(change.path)
            _put(parent, change.to, _taken(parent, change.at))
        case Relocate(path=(*steps, int(number))):
            parent, target = root.at(tuple(steps)), root.at(change.into)
            if change.into[: len(change.path)] == change.path:
                raise EditRefusedError("an element can't be put into itself")
            behind = change.at - (parent is target and number < change.at)
            _put(target, behind, _taken(parent, number))
        case Enclose():
            _enclose(root.at(change.path), change.members)
        case Unwrap(path=(*steps, int(number))):
            parent = root.at(tuple(steps))
            at = parent.place(number)
            parent.children[at : at + 1] = root.at(change.path).children
            parent.children = _merged(parent.children)
        case _:
            raise EditRefusedError("a drawing can't be changed this way")
    return top


def _present(element: Tree, key: str, declared: Mapping[str, str]) -> str:
    name = named(element, key, declared)
    if name not in element.attributes:
        raise EditRefusedError(f"there is no attribute `{key}`")
    return name


def _set_text(element: Tree, value: str) -> None:
    edges = [each for each in element.children if isinstance(each, Note)]
    words = [value] if value else []
    is_section = [each.kind for each in edges] == ["cdata", "cdata end"]
    element.children = [edges[0], *words, edges[1]] if is_section else [*words]


def _taken(parent: Tree, number: int) -> Tree:
    """Takes a child element out of its parent."""
    if not 0 <= number < len(parent.elements()):
        raise EditRefusedError(f"this place no longer exists: {number}")
    at = parent.place(number)
    taken = parent.children.pop(at)
    parent.children = _merged(parent.children)
    assert isinstance(taken, Tree)
    return taken


def _put(parent: Tree, number: int, element: Tree) -> None:
    """Puts an element behind the one before a number, or first."""
    if not 0 <= number <= len(parent.elements()):
        raise EditRefusedError(f"this place no longer exists: {number}")
    parent.children.insert(parent.place(number - 1) + 1 if number else 0, element)


def _merged(children: "list[Tree | str | Note]") -> "list[Tree | str | Note]":
    """Children with neighbouring texts joined, as Expat reports them."""
    result: list[Tree | str | Note] = []
    for each in children:
        if isinstance(each, str) and result and isinstance(result[-1], str):
            result[-1] += each
        else:
            result.append(each)
    return result


def _enclose(parent: Tree, members: tuple[int, ...]) -> None:
    inside = parent.elements()
    if (
        not members
        or list(members) != sorted(set(members))
        or not 0 <= members[0] <= members[-1] < len(inside)
    ):
        raise EditRefusedError("these elements can't be grouped")
    chosen = [inside[at] for at in members]
    space = f"{SVG} " if parent.name.startswith(f"{SVG} ") else ""
    group = Tree(f"{space}g", {}, [])
    last = chosen[-1]
    first = next(at for at, each in enumerate(parent.children) if each is chosen[0])
    end = next(at for at, each in enumerate(parent.children) if each is last)
    others = [each for each in parent.children[first : end + 1] if all(each is not one for one in chosen)]
    group.children = [*chosen]
    parent.children[first : end + 1] = [*others, group]
