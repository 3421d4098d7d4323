"""Plug-ins: commands, exports, rules and shapes that other installed packages declare as entry points.

Our own are listed in tuples. Only a name that isn't among these is looked up here, since reading the metadata
of everything that is installed takes longer than many commands; and only the package that declares this name
is imported. Its mistakes are sentences for the user: `PluginError` states which plug-in, of which package,
and what failed.
"""

from collections.abc import Callable, Iterator
from functools import cache, lru_cache, wraps
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from nineup.base.diagnostics import TooManyErrorsError
from nineup.base.processes import EndedError
from nineup.base.project import ProjectError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    import msgspec

Group = Literal["commands", "exports", "rules", "shapes"]
"""What a plug-in adds; its entry point is in the group `nineup.` and this word."""

T = TypeVar("T")


class PluginError(ProjectError):
    """A plug-in that can't be used; the message is for the user."""


def find_plugin(group: Group, name: str, kind: type[T]) -> T | None:
    """The plug-in with this name; None if no installed package declares one.

    If it is a record, its functions are guarded, and it must bear the name itself. Raises PluginError if it
    can't be imported or isn't of this kind.
    """
    return cast("T | None", _find(group, name, cast("Any", kind)))


def guard(group: Group, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of a plug-in that raises PluginError where the function fails; also while its result is
    iterated over.
    """

    @wraps(function)
    def guarded(*args: Any, **others: Any) -> Any:
        try:
            result = function(*args, **others)
        except _PASSED:
            raise
        except Exception as error:
            raise failure(group, name, error) from error
        return _each(group, name, result) if isinstance(result, Iterator) else result

    return guarded


def failure(group: Group, name: str, error: BaseException, what: str = "failed") -> PluginError:
    """The sentence for what a plug-in raised, with the line that raised it."""
    said = " ".join(str(error).split())
    message = f"{_called(group, name)} {what}: {type(error).__name__}{f': {said}' if said else ''}"
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return PluginError(message)
    return PluginError(f"{message} ({PurePath(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno})")


_PASSED = (ProjectError, EndedError, TooManyErrorsError, MemoryError)
"""What has its own sentence, wherever it is raised."""


def _each(group: Group, name: str, results: Iterator[Any]) -> Iterator[Any]:
    try:
        yield from results
    except _PASSED:
        raise
    except Exception as error:
        raise failure(group, name, error) from error


_used: set[str] = set()
"""The names of the plug-ins that this process has imported."""


def are_used() -> bool:
    """Whether this process has imported a plug-in: its code may change while its version doesn't."""
    return bool(_used)


@lru_cache(256)
def _find(group: Group, name: str, kind: type[Any]) -> Any:
    points = _declared().get((group, name), ())
    if not points:
        return None
    if len(points) > 1:
        packages = " and ".join(f"`{_package(point)}`" for point in points)
        raise PluginError(f"the {group[:-1]} `{name}` is declared by several packages: {packages}")
    _used.add(name)
    try:
        value = points[0].load()
    except (Exception, SystemExit) as error:
        raise failure(group, name, error, what="can't be imported") from error
    if not isinstance(value, kind):
        raise PluginError(
            f"{_called(group, name)} can't be used: it is of type `{type(value).__name__}`, not "
            f"`{kind.__name__}`"
        )
    return _guarded(group, name, value) if hasattr(value, "__struct_fields__") else value


def _guarded(group: Group, name: str, record: "msgspec.Struct") -> "msgspec.Struct":
    from msgspec.structs import replace  # Most commands whose names are looked up don't exist.

    itself = getattr(record, "code", None) or getattr(record, "name", name)
    if itself != name:
        raise PluginError(f"{_called(group, name)} can't be used: it calls itself `{itself}`")
    values = ((field, getattr(record, field)) for field in record.__struct_fields__)
    theirs = {
        field: guard(group, name, value)
        for field, value in values
        if callable(value) and not getattr(value, "__module__", "").startswith("nineup.")
    }
    return replace(record, **theirs)


@cache
def _declared() -> dict[tuple[str, str], "list[EntryPoint]"]:
    """The entry points of our groups in all installed packages, by group and name."""
    from importlib.metadata import distributions

    declared: dict[tuple[str, str], list[EntryPoint]] = {}
    seen = set()
    for package in distributions():
        try:
            name, points = package.name, package.entry_points
        except Exception:  # Metadata that nobody can read concern us no more than they do Python.
            continue
        if name in seen:  # Of a package that is on the path twice, Python imports the first.
            continue
        seen.add(name)
        for point in points:
            if point.group.startswith("nineup."):
                declared.setdefault((point.group.removeprefix("nineup."), point.name), []).append(point)
    return declared


def _called(group: Group, name: str) -> str:
    (point,) = _declared()[group, name]
    return f"the {group[:-1]} `{name}` of the package `{_package(point)}`"


def _package(point: "EntryPoint") -> str:
    return point.dist.name if point.dist else ""
