"""An SVG text read twice: where things are written, and what they mean."""

import msgspec

from nineup.files.edit.drawings.source import SourceElement, read_source
from nineup.files.edit.drawings.tree import Tree, read_tree, root_of
from nineup.files.edit.parts import ValuePath
from nineup.files.edit.rows import EditRefusedError


class Drawing(msgspec.Struct, eq=False):
    """A text with its two readings: where things are written, and what they mean."""

    text: str
    source: SourceElement
    top: Tree

    @property
    def declared(self) -> dict[str, str]:
        return self.source.scope

    def element(self, path: ValuePath) -> SourceElement:
        return self.source.at(path)

    def refuse(self, message: str, element: SourceElement) -> EditRefusedError:
        return EditRefusedError(message, element.start)


def read_drawing(text: str) -> Drawing:
    """Both readings of a text. Raises EditRefusedError unless they agree on its elements."""
    source, top = read_source(text), read_tree(text)
    written = [(each.local, len(each.attributes), len(each.children)) for each in source.all()]
    meant = [(each.local, len(each.attributes), len(each.elements())) for each in root_of(top).all()]
    if written != meant:
        raise EditRefusedError("the file isn't readable SVG; entities in it may stand for elements")
    return Drawing(text, source, top)


def with_declaration(text: str, root: SourceElement, prefix: str, space: str) -> str:
    """The text with a prefix declared in the root, behind the other declarations."""
    if prefix in root.scope:
        raise EditRefusedError(f"the prefix `{prefix}` means something else in this file", root.start)
    behind = [each.end for each in root.attributes if each.name.startswith("xmlns")]
    at = behind[-1] if behind else root.start + 1 + len(root.name)
    return f'{text[:at]} xmlns:{prefix}="{space}"{text[at:]}'
