"""Sheets → files: the PDF, the manifest, and how a file appears whole or not at all."""

from generator.write.content import Scribe
from generator.write.deflate import Deflate, deflate
from generator.write.files import replace, replace_all
from generator.write.manifest_file import Placed, manifest
from generator.write.pdf_pages import Document, face_pdf, pdf
from generator.write.resources import Met, Resources
from generator.write.run_folder import MANIFEST, PICTURES, publish, publish_appendix, publish_pictures

__all__ = [
    "MANIFEST",
    "PICTURES",
    "Deflate",
    "Document",
    "Met",
    "Placed",
    "Resources",
    "Scribe",
    "deflate",
    "face_pdf",
    "manifest",
    "pdf",
    "publish",
    "publish_appendix",
    "publish_pictures",
    "replace",
    "replace_all",
]
