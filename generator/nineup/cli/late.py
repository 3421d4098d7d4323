"""Packages that are imported when a command first uses them, so that flags are parsed, and refused, without them."""

import importlib
import sys
from typing import TYPE_CHECKING, Any

from nineup.base.postponed import patterns_postponed

if TYPE_CHECKING:
    from nineup import pipeline as pipeline
    from nineup import rules as rules
    from nineup import translation as translation
    from nineup import write as write
    from nineup.changes import diff as diff
    from nineup.changes import reprint as reprint
    from nineup.changes import revision as revision
    from nineup.files import fetching as fetching
    from nineup.files import load as load
    from nineup.files import printers as printers
    from nineup.logic import expression as expression
    from nineup.logic import select as select
    from nineup.pipeline import appendix as appendix
    from nineup.pipeline import draws as draws
    from nineup.pipeline import incremental as incremental
    from nineup.pipeline import new_game as new_game
    from nineup.report import distribution as distribution
else:

    class _Late:
        def __init__(self, name: str) -> None:
            self._name = name

        def __getattr__(self, name: str) -> Any:
            if self._name not in sys.modules:
                with patterns_postponed():
                    importlib.import_module(self._name)
            return getattr(sys.modules[self._name], name)

    diff = _Late("nineup.changes.diff")
    expression = _Late("nineup.logic.expression")
    fetching = _Late("nineup.files.fetching")
    incremental = _Late("nineup.pipeline.incremental")
    load = _Late("nineup.files.load")
    pipeline = _Late("nineup.pipeline")
    printers = _Late("nineup.files.printers")
    reprint = _Late("nineup.changes.reprint")
    revision = _Late("nineup.changes.revision")
    rules = _Late("nineup.rules")
    select = _Late("nineup.logic.select")
    translation = _Late("nineup.translation")
    write = _Late("nineup.write")
    appendix = _Late("nineup.pipeline.appendix")
    draws = _Late("nineup.pipeline.draws")
    new_game = _Late("nineup.pipeline.new_game")
    distribution = _Late("nineup.report.distribution")
