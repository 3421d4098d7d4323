"""The one door through which ReportLab comes in, with its settings files and variables kept out.

ReportLab runs `reportlab_settings.py` and `reportlab_mods.py` from wherever Python looks for modules (the current
folder among them), `~/.reportlab_settings` and `~/.reportlab_mods`, and reads variables named `RL_…`. A project's
files must never run, and two machines must write the same bytes, so none of these may be seen.
"""

import importlib.util
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

import PIL

_SETTINGS = (
    "reportlab_mods",
    "reportlab.local_rl_mods",
    "reportlab_settings",
    "reportlab.local_rl_settings",
)
"""Replaced by empty modules: being found, they also keep ReportLab from looking in the home folder."""

_ABSENT = ("_rl_accel",)
"""Optional helpers that ReportLab would take from any folder on the path."""

_VARIABLES = ("EVAL_DEBUG", "SOURCE_DATE_EPOCH")
"""Read besides those that begin with `RL_`; a malformed one stops ReportLab with a ValueError."""


@contextmanager
def sealed() -> Iterator[None]:
    """Hide ReportLab's settings from it for a while; modules and environment are put back as they were."""
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


def _postpone(package: ModuleType, name: str) -> None:
    """Let a module of a package be loaded when something in it is first used, not when it is imported."""
    spec = importlib.util.find_spec(f"{package.__name__}.{name}")
    if hasattr(package, name) or spec is None or spec.loader is None:
        return
    spec.loader = importlib.util.LazyLoader(spec.loader)
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    setattr(package, name, module)


# ReportLab imports Pillow for its own pictures, which are not used here: a tenth of a small game's whole time.
_postpone(PIL, "Image")
with sealed():
    from reportlab.pdfbase import pdfdoc

__all__ = ["pdfdoc", "sealed"]
