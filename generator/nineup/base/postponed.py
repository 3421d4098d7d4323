"""Postpones work at import time that few commands need: compiling regular expressions, importing further modules."""

import gc
import importlib
import importlib.util
import re
import sys
import threading
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import Any, cast

_compile = re.compile


class PostponedPattern:
    """A regular expression that is compiled on first use. The functions of `re` accept it in place of a compiled one."""

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
    """A regular expression that few commands use, compiled on first use."""
    return cast("re.Pattern[str]", PostponedPattern(source, flags))


@contextmanager
def patterns_postponed() -> Iterator[None]:
    """Around imports: patterns compiled inside become `PostponedPattern`s, many of which are never used; garbage collection pauses.

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
    """A module that is loaded on first use.

    Unlike with `importlib.util.LazyLoader` (as of Python 3.11), other threads wait until it is loaded completely, and importing it
    again doesn't load it.
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
    """Makes a module load on first use instead of on import; does nothing if it is already imported, or missing.

    Its `functions` (names separated by spaces) may be imported by name, and load it when called. Names in `known`
    can even be used without loading it.
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
    """Loads every postponed module: for a process that starts threads, which could deadlock waiting for each other's modules."""
    for module in tuple(sys.modules.values()):
        if isinstance(module, PostponedModule):
            module.__name__  # noqa: B018


def postpone_imports() -> None:
    """Postpones modules that most commands and their libraries import but hardly use: an eighth of their imports."""
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
"""The part of `inspect` that extension modules made with Cython read."""


def _later(module: str, function: str) -> Callable[..., Any]:
    """A function that loads its module when called."""

    def call(*args: Any, **named: Any) -> Any:
        return vars(importlib.import_module(module))[function](*args, **named)

    return call


def _cleandoc(text: str) -> str:
    """As `inspect.cleandoc`, which still handles texts with several lines."""
    return text.strip() if "\n" not in text else cast(str, _later("inspect", "cleandoc")(text))


_KNOWN: dict[str, dict[str, object]] = {
    "inspect": {"cleandoc": _cleandoc, **CODE_FLAGS},
    # The names that `pickle` takes from its C implementation; its own Python versions are duplicates.
    "pickle": {name: _later("_pickle", name) for name in ("dump", "dumps", "load", "loads")},
    "typing_extensions": {"Required": typing.Required, "NotRequired": typing.NotRequired},
}
"""Further attributes of these modules that are read while others are imported."""


def late_names(package: str, modules: Mapping[str, Sequence[str]]) -> Callable[[str], Any]:
    """The `__getattr__` of a package with rarely needed modules: each is imported when one of these names is used."""
    places = {name: module for module, names in modules.items() for name in names}

    def find(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module `{package}` has no attribute `{name}`")
        found = getattr(importlib.import_module(f"{package}.{places[name]}"), name)
        setattr(sys.modules[package], name, found)
        return found

    return find
