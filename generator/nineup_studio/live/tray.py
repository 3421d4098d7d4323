"""Pictures and fonts on their way into the project: uploaded and checked, waiting in a temporary folder for
the edit that names them.

A file is written as it arrives, and read whole only for its check, one after the other: a hundred uploads
take no more memory than one. What nobody takes goes when others come.
"""

import asyncio
import secrets
import weakref
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path, PurePosixPath

import msgspec
from nineup.base import Diagnostic, Project, most_bytes, read_file
from nineup.files.edit import (
    ABSENT,
    AddedFile,
    CheckedLicence,
    CheckedPicture,
    checked_picture,
    file_digest,
    picture_place,
    refuse,
)
from nineup.model import ArtError
from nineup.typography.fonts import CheckedFont
from nineup.write import temporary_folder
from starlette.concurrency import run_in_threadpool

from nineup_studio.live.working import in_thread

MAX_FILES = 500
"""The number of pictures that wait at once, and that one edit may bring."""

MAX_BYTES = 1024 * 1024 * 1024
"""The size of all pictures that wait."""

MAX_PICTURE = most_bytes(Path("a.png"))
"""The size of one, in bytes."""


CheckedFile = CheckedPicture | CheckedFont | CheckedLicence


class Waiting(msgspec.Struct, frozen=True):
    """A checked file that waits."""

    id: str
    file: Path
    digest: str
    size: int
    checked: CheckedFile


class Upload(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A picture that waits, and its file below the game's layouts; `over` is the digest of the file that it
    replaces.
    """

    id: str
    file: str
    over: str = ABSENT


class Tray:
    """The files that wait, oldest first."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, Waiting] = OrderedDict()
        self._folder: Path | None = None
        self._checks = asyncio.Semaphore(1)

    async def take(
        self,
        name: str,
        portions: AsyncIterator[bytes],
        check: Callable[[str, bytes], CheckedFile] = checked_picture,
    ) -> Waiting:
        """Receives a file that is called `name`.

        Raises ArtError if it is too large, what `check` raises if it can't be printed, OSError if it can't
        be kept.
        """
        id = secrets.token_hex(8)
        with self._place(id) as file:
            size = 0
            with open(file, "xb") as writing:
                async for portion in portions:
                    size += len(portion)
                    if size > MAX_PICTURE:
                        raise ArtError(f"is larger than {MAX_PICTURE // 1024 // 1024} MiB", "scale it down")
                    await run_in_threadpool(writing.write, portion)
            async with self._checks:
                digest, checked = await in_thread(_checked, name, file, check)
            waiting = Waiting(id, file, digest, size=size, checked=checked)
            self._waiting[id] = waiting
        self._make_room()
        return waiting

    @contextmanager
    def _place(self, id: str) -> Iterator[Path]:
        """A new file, removed if what is done with it fails."""
        if self._folder is None:
            stack = ExitStack()
            self._folder = stack.enter_context(temporary_folder())
            weakref.finalize(self, stack.close)
        file = self._folder / id
        try:
            yield file
        except BaseException:
            with suppress(OSError):
                file.unlink()
            raise

    def _make_room(self) -> None:
        while len(self._waiting) > MAX_FILES or sum(each.size for each in self._waiting.values()) > MAX_BYTES:
            self.drop(next(iter(self._waiting)))

    def get(self, id: str) -> Waiting | None:
        """A file that waits; None if it doesn't wait any more."""
        return self._waiting.get(id)

    def drop(self, id: str) -> None:
        """Forgets a file."""
        waiting = self._waiting.pop(id, None)
        if waiting is not None:
            with suppress(OSError):
                waiting.file.unlink()


def _checked(name: str, file: Path, check: Callable[[str, bytes], CheckedFile]) -> tuple[str, CheckedFile]:
    data = read_file(file)
    return file_digest(data), check(name, data)


def added(
    project: Project, game: str, uploads: Iterable[Upload], tray: Tray
) -> dict[str, AddedFile] | Diagnostic:
    """The files that an edit brings, by their paths in the project; or why they can't be written."""
    files: dict[str, AddedFile] = {}
    taken: list[str] = []
    for number, upload in enumerate(uploads, 1):
        waiting = tray.get(upload.id)
        if number > MAX_FILES:
            return refuse(f"an edit may bring {MAX_FILES} pictures")
        if waiting is None:
            return refuse(f"`{upload.file}` has waited too long: choose the file again")
        if _ending(upload.file) != _ending(waiting.checked.name):
            return refuse(f"`{upload.file}` would end otherwise than {waiting.checked.name}")
        try:
            place = picture_place(project, game, upload.file, taken=taken)
        except ArtError as error:
            return refuse(error.message, hint=error.hint)
        taken.append(upload.file)
        files[place] = AddedFile(upload.over, waiting.file)
    return files


def _ending(file: str) -> str:
    return PurePosixPath(file).suffix.lower().replace(".jpeg", ".jpg")
