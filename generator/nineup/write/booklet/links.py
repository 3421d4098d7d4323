"""Links, bookmarks and the places that they go to: ReportLab's objects, with numbers in a document of ours."""

from typing import Any

from nineup.write.booklet.platypus import pdfdoc
from nineup.write.pdf_document import Document


class BookletLinks(pdfdoc.PDFDocument):  # type: ignore[misc]
    """What ReportLab's canvas takes for its document. Pages and all else are objects of ours."""

    def __init__(self, document: Document) -> None:
        self._document = document
        super().__init__(invariant=1)

    def Reference(self, thing: Any, name: str | None = None) -> Any:  # noqa: N802
        """ReportLab's reference to one of its objects; a new one gets the next number of the document."""
        count = self.objectcounter = self._document.count
        reference = super().Reference(thing, name)
        if self.objectcounter > count:
            self._document.reserve()
        return reference

    def written(self, thing: Any) -> str:
        """An object or a reference as PDF has it."""
        return str(pdfdoc.format(thing, self), "latin-1")

    def know_page(self, reference: str) -> None:
        """Makes a page of the document the one that places on the current page are on."""
        self.idToObjectNumberAndVersion[self.thisPageName()] = tuple(map(int, reference.split()[:2]))
        self.pageCounter += 1
        self.inObject = None

    def bookmarks(self, canvas: object) -> dict[str, str]:
        """The entries of the catalog that show the bookmarks, if there are any."""
        self.Outlines.prepare(self, canvas)
        if self.Outlines.ready <= 0:
            return {}
        return {"Outlines": self.written(self.Reference(self.Outlines)), "PageMode": "/UseOutlines"}

    def put_all(self) -> None:
        """Defines the objects in the document."""
        done = 0
        while done < len(self.numberToId):  # Writing one may add others.
            for number, name in list(self.numberToId.items())[done:]:
                data = pdfdoc.format(self.idToObject[name], self, toplevel=1)
                self._document.put(f"{number} 0 R", data)
                done += 1
