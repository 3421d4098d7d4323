"""Small pictures of the project's pictures, for cells and dialogs: made once, the latest kept."""

import io
import threading
from collections import OrderedDict

from nineup.base import Project
from nineup.model import PIXELS, ShownPicture

MAX_KEPT = 24 * 1024 * 1024
"""The size of all that are kept, in bytes."""

_SIDES = (96, 1200)
"""The longest side of one in a cell, and in a dialog, in pixels."""


class Thumbs:
    """Small pictures by file, version, crop and size."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, ...], bytes] = OrderedDict()
        self._lock = threading.Lock()
        self._making = threading.Lock()

    def get(self, project: Project, file: str, version: str, shown: ShownPicture, *, is_large: bool) -> bytes:
        """A PNG of a picture in a file. Raises ProjectError, and OSError for a damaged picture."""
        key = (file, version, repr(shown.crop), str(is_large))
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        with self._making:  # One at a time: each decodes a whole picture.
            thumb = _small(project.read(file), shown, _SIDES[is_large])
        with self._lock:
            self._kept[key] = thumb
            while sum(map(len, self._kept.values())) > MAX_KEPT:
                self._kept.popitem(last=False)
        return thumb


def _small(data: bytes, shown: ShownPicture, side: int) -> bytes:
    from PIL import Image, ImageOps

    with Image.open(io.BytesIO(data), formats=["PNG", "JPEG", "GIF", "WEBP", "BMP"]) as picture:
        if picture.width * picture.height > PIXELS:
            raise OSError("too many pixels")
        if not shown.crop:
            picture.draft("RGB", (side, side))
        upright = ImageOps.exif_transpose(picture)
    if upright.mode not in ("L", "RGB", "RGBA"):
        upright = upright.convert("RGBA" if "transparency" in upright.info or "A" in upright.mode else "RGB")
    if shown.crop:
        left, top, width, height = shown.crop
        across, down = upright.width, upright.height
        box = (left * across, top * down, (left + width) * across, (top + height) * down)
        upright = upright.crop((int(box[0]), int(box[1]), max(int(box[0]) + 1, round(box[2])),
                                max(int(box[1]) + 1, round(box[3]))))  # fmt: skip
    upright.thumbnail((side, side))
    out = io.BytesIO()
    upright.save(out, "PNG", compress_level=1)
    return out.getvalue()
