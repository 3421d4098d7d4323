"""The only module that imports ReportLab directly; it keeps ReportLab's settings files and variables out.

ReportLab runs `reportlab_settings.py` and `reportlab_mods.py` from wherever Python looks for modules (including the
current folder), `~/.reportlab_settings` and `~/.reportlab_mods`, and reads variables named `RL_…`. A project's files
must never run, and two machines must write the same bytes, so it must see none of these.

All of this is read when ReportLab is imported, so `sealed` surrounds imports only, one thread at a time. The one
variable that ReportLab reads for each document, SOURCE_DATE_EPOCH, is kept out by `FixedTimeStamp`.
"""

import importlib.util
import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import PIL

_SETTINGS = (
    "reportlab_mods",
    "reportlab.local_rl_mods",
    "reportlab_settings",
    "reportlab.local_rl_settings",
)
"""Replaced by empty modules; as these are found, ReportLab doesn't look in the home folder either."""

_ABSENT = ("_rl_accel",)
"""Optional helpers that ReportLab would import from any folder on the path."""

_VARIABLES = ("EVAL_DEBUG",)
"""Read besides those that begin with `RL_`; a malformed one stops ReportLab with a ValueError."""

_LOCK = threading.Lock()


@contextmanager
def sealed() -> Iterator[None]:
    """Hides ReportLab's settings from it during an import; restores modules and environment afterwards."""
    with _LOCK:
        hidden = [name for name in os.environ if name.startswith("RL_") or name in _VARIABLES]
        variables = {name: os.environ.pop(name) for name in hidden}
        names = (*_SETTINGS, *_ABSENT)
        modules = {name: sys.modules[name] for name in names if name in sys.modules}
        sys.modules.update({name: ModuleType(name) for name in _SETTINGS})
        sys.modules.update(dict.fromkeys(_ABSENT))  # type: ignore[arg-type]  # None: no such module
        try:
            yield
        finally:
            for name in names:
                del sys.modules[name]
            sys.modules.update(modules)
            os.environ.update(variables)


class _PostponedModule(ModuleType):
    """A module that is loaded when it is first used.

    Unlike `importlib.util.LazyLoader` (as of Python 3.11), other threads wait until it is loaded completely.
    """

    lock = threading.RLock()

    def __getattribute__(self, name: str) -> Any:
        # Not `super()`: once the module is loaded, also by another thread, it is a plain one and `super()` fails.
        get = ModuleType.__getattribute__
        with _PostponedModule.lock:
            attributes = get(self, "__dict__")
            if get(self, "__class__") is _PostponedModule and not attributes.get("__loading__"):
                attributes["__loading__"] = True
                try:
                    attributes["__spec__"].loader.exec_module(self)
                finally:
                    del attributes["__loading__"]
                self.__class__ = ModuleType  # type: ignore[assignment]
            return get(self, name)


def _postpone(package: ModuleType, name: str) -> None:
    """Makes a package's module load when it is first used, not when it is imported."""
    spec = importlib.util.find_spec(f"{package.__name__}.{name}")
    if hasattr(package, name) or spec is None:
        return
    module = importlib.util.module_from_spec(spec)
    module.__class__ = _PostponedModule
    sys.modules[spec.name] = module
    setattr(package, name, module)


# ReportLab imports Pillow for its own pictures, which are not used here: a tenth of a small game's whole time.
_postpone(PIL, "Image")
with sealed():
    from reportlab.pdfbase import pdfdoc


class FixedTimeStamp:
    """The time in every document, that of ReportLab's `invariant` ones: 2000-01-01, UTC."""

    def __init__(self, invariant: object = None) -> None:
        self.t = 946684800.0
        self.lt = time.gmtime(self.t)
        self.YMDhms = tuple(self.lt)[:6]
        self.tzname, self.dhh, self.dmm = "UTC", 0, 0


pdfdoc.TimeStamp = FixedTimeStamp

__all__ = ["pdfdoc", "sealed"]
