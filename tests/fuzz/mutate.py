"""Mutators: each changes a file a little, and knows enough of its format that most of the file still makes
sense.

A mutator takes a seed, all seeds, the dictionary of the format and chance, and returns a new file.
"""

import gzip
import io
import random
import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress

import brotli

Mutator = Callable[[bytes, Sequence[bytes], Sequence[str], random.Random], bytes]

LONGEST = 60_000
"""Bytes of a mutated file, unless its seed is longer."""

SIZES = (1, 1, 2, 4, 16, 64, 400)


def anything(data: bytes, seeds: Sequence[bytes], words: Sequence[str], chance: random.Random) -> bytes:
    """Bytes come, go, change, and are copied from other seeds and the dictionary."""
    made = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 3, 8))):
        at, size = chance.randrange(len(made) + 1), chance.choice(SIZES)
        match chance.randrange(7):
            case 0:
                del made[at : at + size]
            case 1:
                made[at:at] = made[at : at + size] * chance.choice((1, 2, 30))
            case 2 if words:
                made[at:at] = _word(words, chance)
            case 3 if words:
                made[at : at + size] = _word(words, chance)
            case 4:
                other = chance.choice(seeds)
                begin = chance.randrange(len(other) + 1)
                made[at:at] = other[begin : begin + size]
            case 5:
                made[at : at + 1] = bytes([chance.randrange(256)])
            case _:
                made[at : at + size] = bytes(chance.randrange(32, 127) for _ in range(size))
    return bytes(made[: max(LONGEST, len(data))])


def _word(words: Sequence[str], chance: random.Random) -> bytes:
    return chance.choice(words).encode("utf-8", "surrogateescape")


def lines(data: bytes, seeds: Sequence[bytes], words: Sequence[str], chance: random.Random) -> bytes:
    """Lines come, go, move, are repeated and indented: for YAML, catalogues and tables."""
    if chance.random() < 0.4:
        return anything(data, seeds, words, chance)
    rows = data.splitlines(keepends=True) or [b""]
    for _ in range(chance.choice((1, 1, 2, 4))):
        at, size = chance.randrange(len(rows)), chance.choice((1, 1, 2, 5))
        block = rows[at : at + size]
        match chance.randrange(6):
            case 0:
                del rows[at : at + size]
            case 1:
                rows[at:at] = block * chance.choice((1, 3, 40))
            case 2:
                rows[at : at + size] = [b" " * chance.choice((1, 2, 4)) + row for row in block]
            case 3:
                rows[at : at + size] = [row.removeprefix(b"  ") for row in block]
            case 4:
                other = chance.choice(seeds).splitlines(keepends=True) or [b""]
                begin = chance.randrange(len(other))
                rows[at:at] = other[begin : begin + size]
            case _ if words:
                row = rows[at]
                split = chance.randrange(len(row) + 1)
                rows[at] = row[:split] + _word(words, chance) + row[split + chance.choice((0, 1, 5)) :]
        rows = rows or [b""]
    return b"".join(rows)[: max(LONGEST, len(data))]


def named(data: bytes, seeds: Sequence[bytes], words: Sequence[str], chance: random.Random) -> bytes:
    """A file below a line with its name changes as others of its kind do."""
    name, _, rest = data.partition(b"\n")
    change = markup if name.endswith(b".svg") else lines
    alike = [each.partition(b"\n")[2] for each in seeds if each.startswith(name)]
    return name + b"\n" + change(rest, alike or [rest], words, chance)


_TAGS = re.compile(rb"<[^<>]*+>")
_VALUES = re.compile(rb"=\s*+(\"[^\"<>]*+\"|'[^'<>]*+')")


def markup(data: bytes, seeds: Sequence[bytes], words: Sequence[str], chance: random.Random) -> bytes:
    """Elements come, go, are repeated and nested; attributes' values are exchanged: for XML."""
    if chance.random() < 0.3:
        return anything(data, seeds, words, chance)
    for _ in range(chance.choice((1, 1, 2, 4))):
        tags = [found.span() for found in _TAGS.finditer(data)]
        if not tags:
            break
        start, end = chance.choice(tags)
        stop = _closing(data, start, end)
        element = data[start:stop]
        match chance.randrange(6):
            case 0:
                data = data[:start] + data[stop:]
            case 1:
                data = data[:start] + element * chance.choice((2, 5, 60)) + data[stop:]
            case 2:
                times = chance.choice((1, 5, 70))
                name = re.match(rb"<[\w:.-]*+", element)
                closing = b"</" + (name.group()[1:] if name else b"g") + b">"
                opening = data[start:end].replace(b"/>", b">")
                data = data[:start] + opening * times + element + closing * times + data[stop:]
            case 3:
                other = chance.choice(seeds)
                there = [found.span() for found in _TAGS.finditer(other)] or [(0, 0)]
                begin, first = chance.choice(there)
                data = data[:end] + other[begin : _closing(other, begin, first)] + data[end:]
            case _:
                data = _exchanged(data, words, chance)
    return data[: max(LONGEST, len(data))] if len(data) < 4 * LONGEST else data[:LONGEST]


def _closing(data: bytes, start: int, end: int) -> int:
    """Where the element that begins with a tag ends."""
    name = re.match(rb"<([\w:.-]++)", data[start:end])
    if name is None or data[start:end].endswith(b"/>"):
        return end
    depth = 0
    for found in re.finditer(rb"<(/?)" + re.escape(name[1]) + rb"\b[^<>]*+>", data[start:]):
        if not found.group().endswith(b"/>"):
            depth += -1 if found[1] else 1
        if depth <= 0:
            return start + found.end()
    return end


def _exchanged(data: bytes, words: Sequence[str], chance: random.Random) -> bytes:
    """An attribute's value, replaced by that of another or by a word."""
    values = [found.span(1) for found in _VALUES.finditer(data)]
    if not values:
        return data
    (start, end), (first, last) = chance.choice(values), chance.choice(values)
    value = data[first + 1 : last - 1]
    if words and chance.random() < 0.7:
        value = _word(words, chance).replace(b'"', b"").replace(b"<", b"")
    return data[: start + 1] + value + data[end - 1 :]


def zipped(data: bytes, seeds: Sequence[bytes], words: Sequence[str], chance: random.Random) -> bytes:
    """A part of an archive changes as XML does, is lost, or has another's place: for workbooks."""
    if chance.random() < 0.1:
        return anything(data, seeds, words, chance)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    name = chance.choice(sorted(parts))
    match chance.randrange(12):
        case 0:
            del parts[name]
        case 1:
            parts[name] = parts[chance.choice(sorted(parts))]
        case _:
            parts[name] = markup(parts[name], list(parts.values()), words, chance)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for each, content in parts.items():
            archive.writestr(zipfile.ZipInfo(each), content)
    return made.getvalue()


def gzipped(data: bytes, seeds: Sequence[bytes], words: Sequence[str], chance: random.Random) -> bytes:
    """What is compressed changes as XML does, or the compressed bytes change."""
    if chance.random() < 0.2:
        return anything(data, seeds, words, chance)
    inner = markup(gzip.decompress(data), [gzip.decompress(seed) for seed in seeds], words, chance)
    return gzip.compress(inner, 1, mtime=0)


EXTREMES = (
    b"\0",
    b"\xff",
    b"\x7f\xff",
    b"\x80\0",
    b"\xff\xff",
    b"\xff\xff\xff\xff",
    b"\x7f\xff\xff\xff",
    b"\0\1",
)


def _numbers(part: bytes, chance: random.Random, least: int = 0) -> bytes:
    """Some numbers of a binary table become extreme, or others."""
    made = bytearray(part)
    for _ in range(chance.choice((1, 2, 8))):
        if len(made) <= least:
            break
        at = chance.randrange(least, len(made))
        value = chance.choice(EXTREMES) if chance.random() < 0.6 else bytes([chance.randrange(256)])
        made[at : at + len(value)] = value
    return bytes(made)


def font(data: bytes, seeds: Sequence[bytes], words: Sequence[str], chance: random.Random) -> bytes:
    """A table of a font, or the directory of its tables, changes: for TrueType, OpenType, collections, WOFF
    and WOFF2.
    """
    if chance.random() < 0.1:
        return anything(data, seeds, words, chance)
    kind = data[:4]
    with suppress(struct.error, zlib.error, brotli.error, IndexError):
        if kind == b"wOFF":
            return _woff(data, chance)
        if kind == b"wOF2":
            return _woff2(data, chance)
        start = struct.unpack(">L", data[12:16])[0] if kind == b"ttcf" else 0
        count = struct.unpack(">H", data[start + 4 : start + 6])[0]
        record = start + 12 + 16 * chance.randrange(max(1, count))
        if chance.random() < 0.15:
            return data[:record] + _numbers(data[record : record + 16], chance) + data[record + 16 :]
        if chance.random() < 0.1:
            return _numbers(data[: start + 12], chance, 4) + data[start + 12 :]
        offset, length = struct.unpack(">LL", data[record + 8 : record + 16])
        return data[:offset] + _numbers(data[offset : offset + length], chance) + data[offset + length :]
    return anything(data, seeds, words, chance)


def _woff(data: bytes, chance: random.Random) -> bytes:
    count = struct.unpack(">H", data[12:14])[0]
    record = 44 + 20 * chance.randrange(count)
    if chance.random() < 0.2:
        return data[:record] + _numbers(data[record : record + 20], chance) + data[record + 20 :]
    offset, packed, size = struct.unpack(">LLL", data[record + 4 : record + 16])
    table = data[offset : offset + packed]
    table = _numbers(zlib.decompress(table) if packed < size else table, chance)
    table = zlib.compress(table) if chance.random() < 0.9 else zlib.compress(table * 50)
    place = struct.pack(">LL", len(data), len(table))
    return data[: record + 4] + place + data[record + 12 :] + table


def _woff2(data: bytes, chance: random.Random) -> bytes:
    count, packed = struct.unpack(">H", data[12:14])[0], struct.unpack(">L", data[20:24])[0]
    at = 48
    for _ in range(count):
        flags = data[at]
        at += 5 if flags & 63 == 63 else 1
        transformed = (flags >> 6 != 3) if flags & 63 in (10, 11) else flags >> 6 != 0
        for _ in range(1 + transformed):
            while data[at] & 0x80:
                at += 1
            at += 1
    if chance.random() < 0.2:
        return _numbers(data[:at], chance, 4) + data[at:]
    tables = _numbers(brotli.decompress(data[at : at + packed]), chance)
    new = brotli.compress(tables if chance.random() < 0.9 else tables * 50, quality=1)
    head = data[:20] + struct.pack(">L", len(new)) + data[24:at]
    return head[:8] + struct.pack(">L", len(head) + len(new)) + head[12:] + new


def picture(data: bytes, seeds: Sequence[bytes], words: Sequence[str], chance: random.Random) -> bytes:
    """Numbers of a picture change; in a PNG those of a chunk, whose checksum is right again."""
    if not data.startswith(b"\x89PNG") or chance.random() < 0.15:
        return _numbers(data, chance, 4) if chance.random() < 0.7 else anything(data, seeds, words, chance)
    chunks, at = [], 8
    while at + 12 <= len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        chunks.append((data[at + 4 : at + 8], data[at + 8 : at + 8 + size]))
        at += 12 + size
    index = chance.randrange(len(chunks))
    name, inner = chunks[index]
    match chance.randrange(6):
        case 0:
            chunks.insert(index, chunks[index])
        case 1:
            del chunks[index]
        case 2:
            chunks[index] = (
                chance.choice((b"IDAT", b"PLTE", b"tRNS", b"iCCP", b"eXIf", b"acTL", b"fcTL")),
                inner,
            )
        case 3 if name == b"IDAT":
            with suppress(zlib.error):
                chunks[index] = (
                    name,
                    zlib.compress(_numbers(zlib.decompress(inner), chance) * chance.choice((1, 90))),
                )
        case _:
            chunks[index] = name, _numbers(inner, chance)
    return data[:8] + b"".join(
        struct.pack(">L", len(inner)) + name + inner + struct.pack(">L", zlib.crc32(name + inner))
        for name, inner in chunks
    )
