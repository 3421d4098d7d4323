"""Pictures for tests, and files that are refused as pictures: name, content, and how the refusal begins."""

import gzip
import io
import os
import struct
import zlib

from PIL import Image


def picture(kind: str = "PNG", size: tuple[int, int] = (8, 6), noise: bool = False) -> bytes:
    made = (
        Image.frombytes("RGB", size, os.urandom(3 * size[0] * size[1])) if noise else Image.new("RGB", size)
    )
    out = io.BytesIO()
    made.save(out, kind)
    return out.getvalue()


def drawing(body: str = "", root: str = 'width="4mm" height="2mm"') -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg" {root}>{body}</svg>'.encode()


def bomb(width: int, height: int) -> bytes:
    """A PNG that says it is huge."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(b"0" * 9))
        + chunk(b"IEND", b"")
    )


REFUSED = {
    "no picture": ("a.png", b"MZ\x90", "is not a PNG"),
    "empty": ("a.png", b"", "is not a PNG"),
    "a page": ("a.svg", b"<html><script>1</script></html>", "is not a drawing"),
    "another kind": ("a.png", picture("JPEG"), "holds a JPEG, which its name denies"),
    "a drawing called a picture": ("a.png", drawing(), "holds a SVG, which its name denies"),
    "truncated": ("a.png", picture(size=(90, 90), noise=True)[:900], "is damaged"),
    "a bomb of pixels": ("a.png", bomb(40_000, 40_000), "has too many pixels"),
    "a little too large": ("a.png", bomb(8_001, 8_000), "has 8001 × 8000 pixels"),
    "a packed bomb": ("a.svgz", gzip.compress(b"<" + b" " * 300_000_000, 1), "unpacks to more than"),
    "entities": (
        "a.svg",
        b'<!DOCTYPE svg [<!ENTITY a "&b;">]>' + drawing("&a;"),
        "is not a drawing: the entity `a` is not supported",
    ),
    "a script": ("a.svg", drawing("<script>alert(1)</script>"), "has a script"),
    "a script of an event": ("a.svg", drawing('<rect onload="alert(1)"/>'), "has a script"),
    "a script of the root": ("a.svg", drawing(root='width="1" height="1" ONCLICK="x"'), "has a script"),
    "a script behind a link": ("a.svg", drawing('<a href=" javascript:x"/>'), "names `javascript:x`"),
    "a picture elsewhere": ("a.svg", drawing('<image href="//x.example/a.png"/>'), "names `//x.example"),
    "a file of the machine": ("a.svg", drawing('<image href="file:///etc/passwd"/>'), "names `file:///etc"),
    "no size": ("a.svg", drawing(root='width="0" height="1"'), "can't be drawn"),
    "a layout": (
        "a.svg",
        drawing('<rect n:fill="x"/>', 'xmlns:n="nineup" width="1" height="1"'),
        "has bindings",
    ),
}
