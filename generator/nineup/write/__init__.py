"""The last stage: pages become PDF files, and files are written completely or not at all."""

from nineup.write.content import ContentWriter
from nineup.write.deflate import Deflate, deflate
from nineup.write.files import replace, replace_all
from nineup.write.manifest_file import Placed, manifest
from nineup.write.pdf_pages import Document, face_pdf, pdf
from nineup.write.resources import NewResources, Resources
from nineup.write.run_folder import MANIFEST, PICTURES, publish, publish_appendix, publish_pictures

__all__ = [
    "MANIFEST",
    "PICTURES",
    "ContentWriter",
    "Deflate",
    "Document",
    "NewResources",
    "Placed",
    "Resources",
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
