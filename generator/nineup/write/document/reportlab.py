"""ReportLab, with fixed settings; only this module and `booklet/platypus` import it.

Two machines must write the same bytes, so each setting that the parts in use read is set here, before they
are imported: some take over its value then. ReportLab has first read the user's own: variables named `RL_…`,
which the command removes from its environment (`cli.program`), and files named `reportlab_settings` or
`reportlab_mods` on Python's path and in the home folder. These are programs, but the user's: the current
folder, which may be a stranger's project, is not on the path of `nineup`, and `python -m nineup` takes it
off.
"""

from reportlab import rl_config

# Documents; they are also made with `invariant=1`.
rl_config.invariant = 1
rl_config.documentLang = None
rl_config.errorOnDuplicatePageLabelPage = 0
rl_config.pdfComments = 0
rl_config.pdfMultiLine = 0
rl_config.verbose = 0
# Canvases.
rl_config.canvas_baseColor = None
rl_config.canvas_basefontname = "Helvetica"
rl_config.defaultImageCaching = 0
# Flowables, frames and tables.
rl_config._FUZZ = 1e-6
rl_config.allowShortTableRows = 1
rl_config.allowTableBoundsErrors = 1
rl_config.defCWRF = 0.02
rl_config.emptyTableAction = "error"
rl_config.ignoreContainerActions = 1
rl_config.listWrapOnFakeWidth = 1
rl_config.longTableOptimize = 1
rl_config.overlapAttachedSpace = 1

from reportlab.pdfbase import pdfdoc  # noqa: E402
from reportlab.pdfgen.canvas import Canvas  # noqa: E402

__all__ = ["Canvas", "pdfdoc"]
