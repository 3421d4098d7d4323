"""The standards of PDF/X: their versions of PDF, and the metadata of PDF/X-4."""

from collections.abc import Mapping
from html import escape
from typing import Literal
from uuid import NAMESPACE_URL, uuid5

Standard = Literal["PDF/X-1a:2001", "PDF/X-1a:2003", "PDF/X-4"]

VERSIONS: dict[Standard, tuple[int, int]] = {
    "PDF/X-1a:2001": (1, 3),
    "PDF/X-1a:2003": (1, 4),
    "PDF/X-4": (1, 6),
}

DATE = "2000-01-01T00:00:00Z"
"""Replaces the date of a file, which the standards require: the same game gives the same bytes at any
time.
"""


def xmp(about: Mapping[str, str], standard: Standard) -> bytes:
    """The metadata of PDF/X-4: the document information as XMP, with an id derived from it (ISO 16684-1)."""
    identity = uuid5(NAMESPACE_URL, repr(sorted(about.items())))
    fields = "".join(
        f"<{name}>{escape(text, quote=False)}</{name}>"
        for name, text in (
            ("pdfxid:GTS_PDFXVersion", standard),
            ("pdf:Producer", about["Producer"]),
            ("pdf:Trapped", "False"),
            ("xmp:CreateDate", DATE),
            ("xmp:ModifyDate", DATE),
            ("xmp:MetadataDate", DATE),
            ("xmp:CreatorTool", about["Creator"]),
            ("xmpMM:DocumentID", f"uuid:{identity}"),
            ("xmpMM:VersionID", "1"),
            ("xmpMM:RenditionClass", "default"),
        )
    )
    title = (
        "<dc:title><rdf:Alt><rdf:li "
        f'xml:lang="x-default">{escape(about["Title"], quote=False)}</rdf:li></rdf:Alt></dc:title>'
    )
    author = about.get("Author", "")
    creator = (
        f"<dc:creator><rdf:Seq><rdf:li>{escape(author, quote=False)}</rdf:li></rdf:Seq></dc:creator>"
        if author
        else ""
    )
    spaces = " ".join(f'xmlns:{prefix}="{space}"' for prefix, space in _SPACES.items())
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description rdf:about="" '
        f"{spaces}>{fields}<dc:format>application/pdf</dc:format>{title}{creator}"
        '</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end="w"?>\n'
    ).encode()


_SPACES = {
    "dc": "http://purl.org/dc/elements/1.1/",
    "pdf": "http://ns.adobe.com/pdf/1.3/",
    "pdfxid": "http://www.npes.org/pdfx/ns/id/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
}
