"""The last stage: pages become PDF files, and files are written completely or not at all.

`pdf` makes a PDF of a `PdfDocument`'s sheets, `face_pdf` one page per face, both as bytes; `pdf_portions`
and `face_pdf_portions` make them in portions, so that not all pictures are in memory. `manifest` describes a
run's files. `publish`, `publish_appendix` and `publish_export` write a run's folder, `replace` a single file;
these raise OSError.
"""

from typing import TYPE_CHECKING

from nineup.base.late_names import late_names
from nineup.write.files import ChangedError, Contents, is_unfinished, replace, replace_all, sweep
from nineup.write.manifest_file import PlacedPiece, is_as_written, manifest
from nineup.write.owners import temporary_folder
from nineup.write.run_folder import EXPORT, MANIFEST, NOT_OURS, publish, publish_appendix, publish_export

if TYPE_CHECKING:
    from nineup.write.document.content import ContentWriter
    from nineup.write.document.deflate import deflate_each
    from nineup.write.document.pages import (
        AmbiguousError,
        PdfDocument,
        face_pdf,
        face_pdf_portions,
        load_pdf_writer,
        pdf,
        pdf_portions,
    )
    from nineup.write.document.references import FormObject, Operators, References, Referent
    from nineup.write.document.resources import Resources
    from nineup.write.face_svg import FaceSvg, page_ops
    from nineup.write.preview import Encoding, Shot, clear_pictures, clear_png, clear_webp, png
else:
    __getattr__ = late_names(
        __name__,
        {
            "document.content": ("ContentWriter",),
            "document.deflate": ("deflate_each",),
            "document.pages": (
                "AmbiguousError",
                "PdfDocument",
                "face_pdf",
                "face_pdf_portions",
                "load_pdf_writer",
                "pdf",
                "pdf_portions",
            ),
            "document.references": ("FormObject", "Operators", "References", "Referent"),
            "document.resources": ("Resources",),
            "face_svg": ("FaceSvg", "page_ops"),
            "preview": ("Encoding", "Shot", "clear_pictures", "clear_png", "clear_webp", "png"),
        },
    )

__all__ = [
    "EXPORT",
    "MANIFEST",
    "NOT_OURS",
    "AmbiguousError",
    "ChangedError",
    "ContentWriter",
    "Contents",
    "Encoding",
    "FaceSvg",
    "FormObject",
    "Operators",
    "PdfDocument",
    "PlacedPiece",
    "References",
    "Referent",
    "Resources",
    "Shot",
    "clear_pictures",
    "clear_png",
    "clear_webp",
    "deflate_each",
    "face_pdf",
    "face_pdf_portions",
    "is_as_written",
    "is_unfinished",
    "load_pdf_writer",
    "manifest",
    "page_ops",
    "pdf",
    "pdf_portions",
    "png",
    "publish",
    "publish_appendix",
    "publish_export",
    "replace",
    "replace_all",
    "sweep",
    "temporary_folder",
]
