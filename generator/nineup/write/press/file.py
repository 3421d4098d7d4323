"""The file of a PDF/X: its version, output intent and metadata."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from nineup.base.geometry import Box, Size
from nineup.write.document.canvas import PageCanvas
from nineup.write.document.compact import VERSION, Portions, compact_portions
from nineup.write.document.deflate import deflate_each
from nineup.write.document.file import PdfFile
from nineup.write.document.reportlab import pdfdoc
from nineup.write.document.resources import Resources
from nineup.write.press.separation import Profile
from nineup.write.press.standard import DATE, VERSIONS, Standard, xmp

_STAMP = "D:" + "".join(digit for digit in DATE if digit.isdigit()) + "Z"


class PressFile(PdfFile):
    """As `PdfFile`: pages first, then `finish`. Pages with the same operators share them."""

    def __init__(self, standard: Standard, profile: Profile) -> None:
        super().__init__(deflate_each, PageCanvas(version=VERSIONS[standard]))
        self._standard = standard
        self._profile = profile
        self._contents: dict[str, str] = {}

    def page(self, size: Size, trim: Box | None = None, bleed: Box | None = None) -> Any:
        page = super().page(size, trim, bleed)
        if self._standard == "PDF/X-4":
            # ReportLab writes the entries that it lists, and doesn't know this one.
            page.__NoDefault__ = [*page.__NoDefault__, "Group"]
            page.Group = "<</S/Transparency/CS/DeviceCMYK>>"
        return page

    def contents(self, operators: str) -> str:
        known = self._contents.get(operators)
        if known is None:
            known = self._contents[operators] = super().contents(operators)
        return known

    def finish(self, resources: Resources, about: Mapping[str, str]) -> Portions:
        """As `PdfFile.finish`, with the output intent and the standard's own entries."""
        catalog = self.document.Catalog
        catalog.__NoDefault__ = [*catalog.__NoDefault__, "OutputIntents"]
        self.canvas.setCatalogEntry("OutputIntents", [self._intent()])
        if self._standard == "PDF/X-4":
            self.canvas.setCatalogEntry("Metadata", pdfdoc.XMP(creator=lambda _: xmp(about, self._standard)))
        return super().finish(resources, about)

    def written(self) -> Portions:
        """The bytes of the document, without object streams before there were any."""
        version = VERSIONS[self._standard]
        if version < VERSION:
            return Portions(lambda: iter((self.document.format(),)))
        return Portions(partial(compact_portions, self.document, version))

    def information(self, about: Mapping[str, str]) -> dict[str, object]:
        entries = super().information(about)
        dates = {key: pdfdoc.PDFString(_STAMP) for key in ("CreationDate", "ModDate")}
        own: dict[str, object] = {"Trapped": "/False", **dates}
        if self._standard != "PDF/X-4":
            edition = "PDF/X-1:2001" if self._standard == "PDF/X-1a:2001" else self._standard
            own["GTS_PDFXVersion"] = pdfdoc.PDFString(edition)
        else:
            own["GTS_PDFXVersion"] = pdfdoc.PDFString(self._standard)
        if self._standard == "PDF/X-1a:2001":
            own["GTS_PDFXConformance"] = pdfdoc.PDFString(self._standard)
        return entries | own

    def _intent(self) -> str:
        profile = self.stream({"N": 4}, self._profile.data)
        return self.dictionary(
            {
                "Type": "/OutputIntent",
                "S": "/GTS_PDFX",
                "OutputConditionIdentifier": pdfdoc.PDFString("Custom"),
                "OutputCondition": pdfdoc.PDFString(self._profile.name),
                "Info": pdfdoc.PDFString(self._profile.name),
                "DestOutputProfile": profile,
            }
        )
