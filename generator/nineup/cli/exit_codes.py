"""The command's exit code for each status: the only place that knows them. Imports nothing heavy."""

from nineup.base.diagnostics import Status

EXIT_CODES = {Status.DONE: 0, Status.GAME_ERROR: 1, Status.IMPOSSIBLE: 2, Status.SYSTEM_ERROR: 3}
