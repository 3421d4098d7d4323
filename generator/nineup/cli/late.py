"""Packages that are imported when a command first uses them: flags are read, and refused, without them."""

import importlib
import sys
from typing import TYPE_CHECKING, Any

from nineup.postponed import patterns_postponed

if TYPE_CHECKING:
    from nineup import pipeline as pipeline
    from nineup import translation as translation
else:

    class _Late:
        def __init__(self, name: str) -> None:
            self._name = name

        def __getattr__(self, name: str) -> Any:
            if self._name not in sys.modules:
                with patterns_postponed():
                    importlib.import_module(self._name)
            return getattr(sys.modules[self._name], name)

    pipeline = _Late("nineup.pipeline")
    translation = _Late("nineup.translation")
