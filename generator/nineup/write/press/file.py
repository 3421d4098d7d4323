"""The file of a PDF/X: its version, output intent and metadata."""

from collections.abc import Mapping

from nineup.write.document.compact import CompactDocument, PlainDocument
from nineup.write.document.deflate import deflate_each
from nineup.write.document.file import PdfFile
from nineup.write.document.reportlab import pdfdoc
from nineup.write.document.resources import Resources
from nineup.write.press.separation import Profile
from nineup.write.press.standard import DATE, VERSIONS, Standard, xmp

_STAMP = "D:" + "".join(digit for digit in DATE if digit.isdigit()) + "Z"

_BEFORE_OBJECT_STREAMS = (1, 5)


class PressFile(PdfFile):
    """As `PdfFile`: pages first, then `finish`. Pages with the same operators share them."""

    def __init__(self, standard: Standard, profile: Profile) -> None:
        version = VERSIONS[standard]
        plain = version < _BEFORE_OBJECT_STREAMS
        super().__init__(deflate_each, PlainDocument(version) if plain else CompactDocument(version))
        self._standard = standard
        self._profile = profile
        self._contents: dict[str | bytes, str] = {}
        if standard == "PDF/X-4":
            self.page_entries = "/Group<</S/Transparency/CS/DeviceCMYK>>"

    def contents(self, content: str | bytes) -> str:
        known = self._contents.get(content)
        if known is None:
            known = self._contents[content] = super().contents(content)
        return known

    def finish(self, resources: Resources, about: Mapping[str, str]) -> bytes:
        """As `PdfFile.finish`, with the output intent and the standard's own entries."""
        catalog = self.document.Catalog
        # ReportLab's catalog writes only the entries that it lists, and takes all of them for objects.
        catalog.__Refs__ = [name for name in catalog.__NoDefault__ if name != "Metadata"]
        catalog.__NoDefault__ = [*catalog.__NoDefault__, "OutputIntents"]
        catalog.OutputIntents = f"[{self._intent()}]"
        if self._standard == "PDF/X-4":
            entries = {"Type": "/Metadata", "Subtype": "/XML"}
            catalog.Metadata = self.encoded_stream(entries, xmp(about, self._standard))
        return super().finish(resources, about)

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
