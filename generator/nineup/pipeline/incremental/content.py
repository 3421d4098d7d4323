"""The cached operators of faces and pages, which depend only on what they draw."""

from collections.abc import Callable, Hashable

from nineup.model.drawing import Face
from nineup.typography.fonts import Fonts
from nineup.write import ContentWriter, Operators, Resources
from nineup.write.document.pieces import MARK

FACE_BYTES = 4096
"""An estimate of a face's size in memory."""


class CachedContentWriter(ContentWriter):
    """A content writer that writes each face and each page once."""

    def __init__(self, fonts: Fonts) -> None:
        super().__init__(fonts.by_key)
        self._known: dict[Hashable, Operators] = {}
        self._linked: dict[str, tuple[tuple[str, ...], list[str], bytes]] = {}
        """Pages as last linked, by their text: keys, names, result, which the cache of streams counts."""
        self.size = 0
        """An estimate of the cache's size in bytes."""

    def face(self, face: Face) -> Operators:
        if face not in self.faces:
            self.faces[face] = self._counted(super().face(face))
        return self.faces[face]

    def reuse(self, key: Hashable, write: Callable[[], Operators]) -> Operators:
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._counted(write())
        return known

    def _counted(self, operators: Operators) -> Operators:
        self.size += 2 * len(operators.text) + FACE_BYTES
        return operators

    def link(self, operators: Operators, resources: Resources) -> bytes:
        keys, names, content = self._linked.get(operators.text) or ((), [], b"")
        keys = keys or tuple(dict.fromkeys(operators.text.split(MARK)[1::2]))
        # Names depend on what other pages of the document used before this one. Asking for them also
        # takes them, in the same order.
        if not content or resources.names(keys) != names:
            content = super().link(operators, resources)
            self._linked[operators.text] = keys, names, content = keys, resources.names(keys), content
        # Fonts are embedded with the glyphs of this document, whether or not the page was written now.
        resources.use(operators.glyphs, names)
        return content
