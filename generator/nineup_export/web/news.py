"""What is new on a published game: its changes since it was last published, or since a print.

Each publication leaves a record of what it shows in its folder. The next one compares with it, and takes
pictures of old faces from the folder, which it then replaces. If nothing has changed, the page of the last
one stays.
"""

import re
from collections.abc import Collection, Iterator
from contextlib import suppress

import msgspec
from nineup.base import MM, Findings, read_file
from nineup.base.geometry import Size
from nineup.changes import diff, reprint
from nineup.faces.record import PrintRecord
from nineup.model import Digests

from nineup_export.target import ExportedFile, ExportJob
from nineup_export.web.album import FOLDER, Album
from nineup_export.web.pages import with_policy

RECORD, PAGE = "published.json", "news.html"

_DIGEST = re.compile(r"[0-9a-f]{8,64}")


class _KeptFace(msgspec.Struct, frozen=True):
    """The name of a face's picture, and its size in millimetres."""

    picture: str
    width: float
    height: float


class _Publication(msgspec.Struct, frozen=True):
    """What a folder shows: the record of its pieces, and its pictures by the digests in the record."""

    record: PrintRecord
    faces: dict[str, _KeptFace]


def news(job: ExportJob, album: Album) -> Iterator[ExportedFile]:
    """The record of this publication, and a page of what has changed since the one before or a print, if
    anything has. Reads the folder of the export, so it must be asked before that is replaced.
    """
    yield ExportedFile(RECORD, msgspec.json.encode(_publication(job, album)) + b"\n")
    before = None if job.values["since"] else _last_published(job)
    page = _since_print(job) if before is None else _since_published(job, before)
    if page:
        yield ExportedFile(PAGE, page)


def _publication(job: ExportJob, album: Album) -> _Publication:
    digests, faces = Digests(), {}
    for drawn in job.drawn_run.drawn:
        look = album.look(drawn)
        for face, picture in ((drawn.front, look.front), (drawn.back, look.back)):
            if face is not None and picture:
                faces[digests[face]] = _KeptFace(picture, look.width, look.height)
    return _Publication(reprint.record_now(job.drawn_run, "last published"), faces)


def _last_published(job: ExportJob) -> _Publication | None:
    """What the folder shows now; None if it was never published, or by another version."""
    with suppress(OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        last = msgspec.json.decode(read_file(job.folder / RECORD, follow=False), type=_Publication)
        if last.record.format == reprint.record_now(job.drawn_run).format and last.record.game == job.game.id:
            return last
    return None


def _since_published(job: ExportJob, before: _Publication) -> bytes:
    """The page of the changes since the last publication; that one's page, if there are none."""

    def kept_faces(wanted: Collection[str]) -> dict[str, diff.FacePicture]:
        pictures = {}
        for digest in before.faces.keys() & wanted:
            kept = before.faces[digest]
            size = Size(kept.width * MM, kept.height * MM)
            if _DIGEST.fullmatch(kept.picture) and min(size) > 0:
                with suppress(OSError):
                    data = read_file(job.folder / FOLDER / f"{kept.picture}.webp", follow=False)
                    pictures[digest] = diff.FacePicture(data, size)
        return pictures

    difference = reprint.changes_to(
        job.project,
        before.record,
        job.drawn_run,
        findings=Findings(),
        with_pictures=True,
        kept_faces=kept_faces,
    )
    if difference.changes:
        return _page(job, difference)
    with suppress(OSError):
        return read_file(job.folder / PAGE, follow=False)
    return b""


def _since_print(job: ExportJob) -> bytes:
    """The page of the changes since the print of `--since`, or the latest that is recorded; empty without."""
    ignored = Findings()  # The target's limits report the print that isn't there.
    record = reprint.find_record(job.project, job.game.id, job.values["since"] or None, findings=ignored)
    if record is None:
        return b""
    choice = msgspec.structs.replace(reprint.choice_of(record), language=job.drawn_run.choice.language)
    difference = reprint.changes_since(job.project, record, choice, findings=ignored, with_pictures=True)
    if isinstance(difference, reprint.Difference) and difference.changes:
        return _page(job, difference)
    return b""


def _page(job: ExportJob, difference: reprint.Difference) -> bytes:
    html = diff.changes_html(difference.changes, difference.illustrations)
    return with_policy(html.encode(), job.game.title)
