"""The file of a PDF/X: its version, output intent, and what it says about itself."""

from collections.abc import Mapping

from nineup.write.deflate import deflate
from nineup.write.pdf_document import Document, text_string
from nineup.write.pdf_file import PdfFile
from nineup.write.press_standard import DATE, VERSIONS, Standard, xmp
from nineup.write.resources import Resources
from nineup.write.separation import Profile

_STAMP = "D:" + "".join(digit for digit in DATE if digit.isdigit()) + "Z"


class PressFile(PdfFile):
    """As `PdfFile`: pages first, then `finish`. Pages with the same operators share them."""

    def __init__(self, standard: Standard, profile: Profile) -> None:
        super().__init__(deflate, Document(VERSIONS[standard]))
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
        self.document.catalog["OutputIntents"] = f"[{self._intent()}]"
        if self._standard == "PDF/X-4":
            entries = {"Type": "/Metadata", "Subtype": "/XML"}
            self.document.catalog["Metadata"] = self.encoded_stream(entries, xmp(about, self._standard))
        return super().finish(resources, about)

    def information(self, about: Mapping[str, str]) -> dict[str, object]:
        entries = super().information(about)
        dates = {key: text_string(_STAMP) for key in ("CreationDate", "ModDate")}
        own: dict[str, object] = {"Trapped": "/False", **dates}
        if self._standard != "PDF/X-4":
            edition = "PDF/X-1:2001" if self._standard == "PDF/X-1a:2001" else self._standard
            own["GTS_PDFXVersion"] = text_string(edition)
        else:
            own["GTS_PDFXVersion"] = text_string(self._standard)
        if self._standard == "PDF/X-1a:2001":
            own["GTS_PDFXConformance"] = text_string(self._standard)
        return entries | own

    def _intent(self) -> str:
        profile = self.stream({"N": 4}, self._profile.data)
        return self.dictionary(
            {
                "Type": "/OutputIntent",
                "S": "/GTS_PDFX",
                "OutputConditionIdentifier": text_string("Custom"),
                "OutputCondition": text_string(self._profile.name),
                "Info": text_string(self._profile.name),
                "DestOutputProfile": profile,
            }
        )
