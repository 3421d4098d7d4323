"""Results that are kept with what they were made of: what is made of a project's files is made again only if
the project would answer one of its questions differently.

All that Nineup reads of a project, it asks a `Project`: a file's bytes, whether there is a file, the names in
a folder. An `AskedProject` notes each question with a digest of the answer. A result is a function of the
answers and of its `surroundings`, so equal answers give an equal result, and nobody has to list what it
depends on. Two entries of the store keep it: the questions, and by the digest of all answers the result.

  check tea       → read cards/tea/game.yaml, exists layouts/tea/style.yaml, list fonts **/*
  check tea, 5f2c…, no, 81d0… → the findings and the rules' rows

What is a function of some bytes alone, such as a picture of a PDF's pages, is kept by these (`by_content`).

What can't be known isn't kept: the work of a plug-in, whose code may change while its version doesn't, and
what was made of a file that changed while it was read.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec

from nineup import __version__
from nineup.base import plugins
from nineup.base.packing import pack, unpack
from nineup.base.project import Project, ProjectError

if TYPE_CHECKING:
    from nineup.base.store import Store

T = TypeVar("T")

Question = tuple[str, ...]
"""The name of a method of `Project`, and its arguments."""

Answers = Mapping[Question, str]
"""Questions with the digests of their answers."""


def _list(project: Project, folder: str, pattern: str) -> tuple[str, ...]:
    return tuple(project.list(folder, pattern))


_METHODS: Mapping[str, Callable[..., object]] = {
    method.__name__: method
    for method in (
        *(Project.games, Project.exists, Project.read, Project.path, Project.is_link),
        *(Project.names, Project.unread_link, _list),
    )
}
"""What reads a project's files; other methods of `Project` call these."""


class AskedProject(Project):
    """A project that notes what it is asked, also for the asked project it was made of."""

    def __init__(self, project: Project) -> None:
        super().__init__(project.root, remembers=project.remembers)
        self._project = project
        self._answers: dict[Question, str] = {}
        self._new: dict[Question, str] = {}
        """Those of the answers that `news` hasn't returned."""
        self._is_steady = True
        """Whether every question has one answer."""

    def __reduce__(self) -> tuple[Callable[[Project], Project], tuple[Project]]:
        """Pictures that another process passes on are read again, and say so if they are others by then."""
        return _itself, (self._project,)

    @property
    def answers(self) -> Answers | None:
        """What was answered so far; None if that isn't all that a result depends on. That a file was read
        says that it exists.
        """
        if not self._is_known:
            return None
        read = {
            question[1]
            for question, answer in self._answers.items()
            if question[0] == "read" and not answer.startswith(_FAILED)
        }
        return {
            question: answer
            for question, answer in self._answers.items()
            if not (question[0] == "exists" and answer == _TRUE and question[1] in read)
        }

    @property
    def _is_known(self) -> bool:
        return self._is_steady and not plugins.are_used()

    def begin(self, answers: Answers) -> None:
        """Notes nothing but these answers, which still hold."""
        self._answers, self._new, self._is_steady = dict(answers), dict(answers), True

    def news(self) -> Answers | None:
        """What was answered since this was last called, for another process; None if it isn't known."""
        new, self._new = self._new, {}
        return new if self._is_known else None

    def note(self, answers: Answers | None) -> None:
        """Notes answers that were given elsewhere; None if they aren't known."""
        self._is_steady = self._is_steady and answers is not None
        for question, answer in (answers or {}).items():
            if question not in self._answers:
                self._answers[question] = self._new[question] = answer
            elif self._answers[question] != answer:
                self._is_steady = False
        if isinstance(self._project, AskedProject):
            self._project.note(answers)

    def games(self) -> tuple[str, ...]:
        return self._ask(self._project.games)

    def exists(self, path: str) -> bool:
        return self._ask(self._project.exists, path)

    def read(self, path: str) -> bytes:
        return self._ask(self._project.read, path)

    def path(self, path: str) -> Path:
        return self._ask(self._project.path, path)

    def is_link(self, path: str) -> bool:
        return self._ask(self._project.is_link, path)

    def names(self, folder: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
        return self._ask(self._project.names, folder)

    def list(self, folder: str, pattern: str = "*") -> Iterator[str]:
        return iter(self._ask(self._list, folder, pattern))

    def unread_link(self, folder: str) -> str:
        return self._ask(self._project.unread_link, folder)

    def _list(self, folder: str, pattern: str) -> tuple[str, ...]:
        return tuple(self._project.list(folder, pattern))

    def _ask(self, method: Callable[..., T], *words: str) -> T:
        question = (method.__name__, *words)
        try:
            answer = method(*words)
        except ProjectError as error:
            self.note({question: _digest_of(error)})
            raise
        self.note({question: _digest_of(answer)})
        return answer


def _itself(project: Project) -> Project:
    return project


def recall(
    project: Project, what: Sequence[str], kind: type[T], moment: dict[Question, str] | None = None
) -> T | None:
    """The result that is kept of what was made, as a type that msgspec reads; None if none is, or if another
    one would be made now. `moment` has what was answered a moment ago, and gets what is answered now.
    """
    if project.store is None:
        return None
    try:
        key = _key(project, what)
        packed = project.store.get(key)
        if packed is None:
            return None
        questions = msgspec.msgpack.decode(packed, type=list[Question])
        plain = Project(project.root)
        moment = {} if moment is None else moment
        answers = {question: _answer_at(plain, question, moment) for question in questions}
        kept = project.store.get(_result_key(key, answers))
        result = None if kept is None else unpack(kept, kind)
    except _UNFIT:
        return None
    if result is not None and isinstance(project, AskedProject):
        project.note(answers)
    return result


def keep(project: Project, what: Sequence[str], answers: Answers | None, result: object) -> None:
    """Keeps what was made of a project's answers; not if they aren't known."""
    if project.store is None or answers is None:
        return
    with suppress(*_UNFIT):
        key = _key(project, what)
        project.store.put(_result_key(key, answers), pack(result))
        project.store.put(key, msgspec.msgpack.encode(list(answers)))


def by_content(
    store: "Store | None", what: Sequence[str], digest: bytes, kind: type[T], make: Callable[[], T]
) -> T:
    """What `make` makes of the bytes with this SHA-256 digest, and of nothing else, or what is kept of that.
    `what` tells it from what others make of them. Raises what `make` raises.
    """
    known = known_by_content(store, what, digest, kind=kind)
    if known is None:
        known = make()
        keep_by_content(store, what, digest, result=known)
    return known


def known_by_content(store: "Store | None", what: Sequence[str], digest: bytes, kind: type[T]) -> T | None:
    """What is kept of what was made of bytes, as `by_content`; None if nothing is."""
    if store is not None:
        with suppress(*_UNFIT):
            packed = store.get(_content_key(what, digest))
            return None if packed is None else unpack(packed, kind)
    return None


def keep_by_content(store: "Store | None", what: Sequence[str], digest: bytes, result: object) -> None:
    """Keeps what was made of bytes, and of nothing else."""
    if store is not None:
        with suppress(*_UNFIT):
            store.put(_content_key(what, digest), pack(result))


def _content_key(what: Sequence[str], digest: bytes) -> str:
    return _digest((*surroundings(), *what, digest.hex()))


def still_holds(project: Project, answers: Answers, moment: dict[Question, str] | None = None) -> bool:
    """Whether a project answers now as it did. `moment` is as of `recall`."""
    moment = {} if moment is None else moment
    try:
        return all(_answer_at(project, question, moment) == answer for question, answer in answers.items())
    except _UNFIT:
        return False


_UNFIT = (OSError, msgspec.MsgspecError, UnicodeError, RecursionError)
"""What a file that nobody can name raises, or an entry of another kind: then nothing is kept."""


def _answer_at(project: Project, question: Question, moment: dict[Question, str]) -> str:
    if question not in moment:
        moment[question] = _answer_now(project, question)
    return moment[question]


def _answer_now(project: Project, question: Question) -> str:
    name, *words = question
    try:
        return _digest_of(_METHODS[name](project, *words))
    except ProjectError as error:
        return _digest_of(error)


def _digest_of(answer: object) -> str:
    if isinstance(answer, bytes):
        return sha256(answer).hexdigest()
    return f"{_FAILED if isinstance(answer, Exception) else ''}{_digest((repr(answer),))}"


def _key(project: Project, what: Sequence[str]) -> str:
    return _digest((*surroundings(), str(project.root), *what))


def _result_key(key: str, answers: Answers) -> str:
    return _digest((key, *(word for question, answer in answers.items() for word in (*question, answer))))


def _digest(words: Iterable[str]) -> str:
    digest = sha256()
    for word in words:
        data = word.encode(errors="surrogatepass")
        digest.update(b"%d:" % len(data) + data)
    return digest.hexdigest()


_FAILED = "!"
"""Begins the digest of an exception."""

_TRUE = _digest_of(True)


@cache
def surroundings() -> tuple[str, ...]:
    """What results depend on besides a project: the versions of Nineup, of Python and of all packages that
    can be imported, and how names of files are read. Raises OSError.
    """
    installed = (
        f"{entry.name} {entry.stat().st_mtime_ns}"
        for folder in dict.fromkeys(filter(os.path.isdir, sys.path))
        for entry in os.scandir(folder)
        if entry.name.endswith((".dist-info", ".egg-info"))
    )
    ours = _file_states(Path(__file__).parents[1])  # In a checkout, the version stays the same.
    return (
        *(__version__, _digest(sorted(ours)), _digest(sorted(installed))),
        *(sys.version, sys.platform, sys.getfilesystemencoding()),
    )


def _file_states(folder: Path) -> Iterator[str]:
    left = [os.fspath(folder)]
    for top in left:
        for entry in os.scandir(top):
            if not entry.is_dir():
                status = entry.stat()
                yield f"{entry.path} {status.st_size} {status.st_mtime_ns}"
            elif entry.name != "__pycache__":
                left.append(entry.path)
