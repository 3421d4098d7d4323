"""Postpones what a library does while it is imported, and what few commands need: compiling regular expressions, other imports."""

import gc
import importlib
import importlib.util
import re
import sys
import threading
import typing
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import Any, cast

_compile = re.compile


class PostponedPattern:
    """A regular expression that is compiled when it is first used. The functions of `re` take it for a compiled one."""

    def __init__(self, source: Any, flags: int = 0) -> None:
        self._arguments = source, flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        found = self.__dict__[name] = getattr(_compile(*self._arguments), name)
        return found

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return re.Pattern


def pattern(source: str, flags: int = 0) -> re.Pattern[str]:
    """A regular expression that few commands use, compiled when it is first used."""
    return cast("re.Pattern[str]", PostponedPattern(source, flags))


@contextmanager
def patterns_postponed() -> Iterator[None]:
    """Around imports: the patterns that they make become `PostponedPattern`s, of which many are never used; no garbage is collected.

    Patterns that another thread compiles meanwhile do as well.
    """
    compile_before, collects = re.compile, gc.isenabled()
    re.compile = PostponedPattern  # type: ignore[assignment]
    gc.disable()
    try:
        yield
    finally:
        re.compile = compile_before
        if collects:
            gc.enable()


class PostponedModule(ModuleType):
    """A module that is loaded when it is first used.

    Unlike `importlib.util.LazyLoader` (as of Python 3.11), other threads wait until it is loaded completely, and to import it once
    more doesn't load it.
    """

    lock = threading.RLock()

    def __getattribute__(self, name: str) -> Any:
        # Not `super()`: once the module is loaded, also by another thread, it is a plain one and `super()` fails.
        get = ModuleType.__getattribute__
        if name in ("__spec__", "__path__"):  # what an import statement reads
            return get(self, name)
        with PostponedModule.lock:
            attributes = get(self, "__dict__")
            if get(self, "__class__") is PostponedModule and not attributes.get("__loading__"):
                known = attributes["__known__"]
                if name in known:
                    return known[name]
                attributes["__loading__"] = True
                try:
                    attributes["__spec__"].loader.exec_module(self)
                finally:
                    del attributes["__loading__"]
                self.__class__ = ModuleType  # type: ignore[assignment]
            return get(self, name)


def postpone(name: str, functions: str = "", **known: object) -> None:
    """Makes a module load when it is first used, not when it is imported; does nothing if it is imported already, or absent.

    Its `functions` (names with spaces between) may be imported by name, and load it when they are called. What is `known` of it may
    even be used without loading it.
    """
    spec = importlib.util.find_spec(name) if name not in sys.modules else None
    if spec is None:
        return
    module = importlib.util.module_from_spec(spec)
    vars(module)["__known__"] = {function: _later(name, function) for function in functions.split()} | known
    module.__class__ = PostponedModule
    sys.modules[name] = module
    package, _, last = name.rpartition(".")
    if package:
        setattr(sys.modules[package], last, module)


def load_postponed() -> None:
    """Loads every postponed module: for a process that starts threads, of which two could wait for each other's modules."""
    for module in tuple(sys.modules.values()):
        if isinstance(module, PostponedModule):
            module.__name__  # noqa: B018


def postpone_imports() -> None:
    """Postpones modules that most commands and their libraries import and hardly use: an eighth of what these commands import."""
    for name, functions in _HARDLY_USED.items():
        postpone(name, functions, **_KNOWN.get(name, {}))


_HARDLY_USED = {
    "ast": "literal_eval",
    "hashlib": "blake2b sha1 sha256",
    "inspect": "getattr_static",
    "ipaddress": "",
    "json": "",
    "pickle": "",
    "random": "choice randrange",
    "tempfile": "",
    "textwrap": "",
    "typing_extensions": "get_type_hints",
    "urllib.parse": "quote_from_bytes unquote unquote_to_bytes urlparse",
}
"""Modules, each with the functions that others import by name."""

CODE_FLAGS = {
    "CO_OPTIMIZED": 1,
    "CO_NEWLOCALS": 2,
    "CO_VARARGS": 4,
    "CO_VARKEYWORDS": 8,
    "CO_GENERATOR": 32,
    "CO_COROUTINE": 128,
    "CO_ASYNC_GENERATOR": 512,
}
"""What extension modules made with Cython read of `inspect`."""


def _later(module: str, function: str) -> Callable[..., Any]:
    """A function of a module, which it loads when it is called."""

    def call(*args: Any, **named: Any) -> Any:
        return vars(importlib.import_module(module))[function](*args, **named)

    return call


def _cleandoc(text: str) -> str:
    """As `inspect.cleandoc`, to which texts of several lines are left."""
    return text.strip() if "\n" not in text else cast(str, _later("inspect", "cleandoc")(text))


_KNOWN: dict[str, dict[str, object]] = {
    "inspect": {"cleandoc": _cleandoc, **CODE_FLAGS},
    # What `pickle` has of the module in C that does its work; of its own it has the same once more in Python.
    "pickle": {name: _later("_pickle", name) for name in ("dump", "dumps", "load", "loads")},
    "typing_extensions": {"Required": typing.Required, "NotRequired": typing.NotRequired},
}
"""What else is read of these modules while others are imported."""


def late_names(package: str, **modules: Sequence[str]) -> Callable[[str], Any]:
    """The `__getattr__` of a package some of whose modules few commands need: each is imported when one of these names of it is used."""
    places = {name: module for module, names in modules.items() for name in names}

    def find(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module `{package}` has no attribute `{name}`")
        found = getattr(importlib.import_module(f"{package}.{places[name]}"), name)
        setattr(sys.modules[package], name, found)
        return found

    return find
