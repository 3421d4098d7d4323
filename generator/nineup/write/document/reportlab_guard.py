"""The only module that imports ReportLab directly; it keeps ReportLab's settings files and variables out.

ReportLab runs `reportlab_settings.py` and `reportlab_mods.py` from wherever Python looks for modules (including the
current folder), `~/.reportlab_settings` and `~/.reportlab_mods`, and reads variables named `RL_…`. A project's files
must never run, and two machines must write the same bytes, so it must see none of these.

Files are looked for when ReportLab is imported, so `sealed` surrounds imports only, one thread at a time. The modules
that read variables get an empty environment of their own (`_blind`); that of the process is left alone, since other
threads may read it. The one variable that is read for each document, SOURCE_DATE_EPOCH, is kept out by `FixedTimeStamp`.
"""

import builtins
import importlib
import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from nineup.base.postponed import patterns_postponed, postpone

_SETTINGS = (
    "reportlab_mods",
    "reportlab.local_rl_mods",
    "reportlab_settings",
    "reportlab.local_rl_settings",
)
"""Replaced by empty modules; as these are found, ReportLab doesn't look in the home folder either."""

_ABSENT = ("_rl_accel",)
"""Optional helpers that ReportLab would import from any folder on the path."""

_LOCK = threading.Lock()


@contextmanager
def sealed() -> Iterator[None]:
    """Hides ReportLab's settings files from it during an import; restores modules afterwards."""
    with _LOCK:
        names = (*_SETTINGS, *_ABSENT)
        modules = {name: sys.modules[name] for name in names if name in sys.modules}
        sys.modules.update({name: ModuleType(name) for name in _SETTINGS})
        sys.modules.update(dict.fromkeys(_ABSENT))  # type: ignore[arg-type]  # None: no such module
        try:
            with patterns_postponed():
                yield
        finally:
            for name in names:
                del sys.modules[name]
            sys.modules.update(modules)


_OS = ModuleType("os")
vars(_OS).update(vars(os), environ={})


def _import(name: str, *details: Any) -> ModuleType:
    """The `__import__` of a module that must not see variables."""
    return _OS if name == "os" else __import__(name, *details)


def _blind(name: str) -> None:
    """Makes a module that isn't loaded yet see no variables, even malformed ones, which would fail with a ValueError."""
    attributes = ModuleType.__getattribute__(sys.modules[name], "__dict__")  # `vars` would load it
    attributes["__builtins__"] = {**vars(builtins), "__import__": _import}


# ReportLab imports Pillow for its own pictures, which are not used here: a tenth of a small game's whole time.
postpone("PIL.Image")
with sealed():
    # It parses Python for colours and shapes given as texts. We pass values.
    postpone("reportlab.lib.rl_safe_eval", "rl_extended_literal_eval rl_safe_eval rl_safe_exec safer_globals")
    postpone("reportlab.rl_config")
    _blind("reportlab.lib.rl_safe_eval")
    _blind("reportlab.rl_config")
    from reportlab.pdfbase import pdfdoc

    importlib.import_module("reportlab.rl_config").invariant  # noqa: B018  # loaded now, while no file is found


class FixedTimeStamp:
    """The time in every document, as in ReportLab's `invariant` ones: 2000-01-01, UTC."""

    def __init__(self, invariant: object = None) -> None:
        self.t = 946684800.0
        self.lt = time.gmtime(self.t)
        self.YMDhms = tuple(self.lt)[:6]
        self.tzname, self.dhh, self.dmm = "UTC", 0, 0


pdfdoc.TimeStamp = FixedTimeStamp

__all__ = ["pdfdoc", "sealed"]
