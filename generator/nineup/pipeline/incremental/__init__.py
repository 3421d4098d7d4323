"""Caches for a long-running process that builds repeatedly, wrapped around the pipeline's pure stages. Above
`pipeline`.

`BuildCache().stages(project, game)` gives one build its `Stages`, to be passed to `pipeline.build`. A cached
result equals what the stage would compute, so the bytes written are the same. `edits` waits for changed
files.
"""

from nineup.pipeline.incremental.build_cache import BuildCache
from nineup.pipeline.incremental.content import CachedContentWriter
from nineup.pipeline.incremental.edits import edits
from nineup.pipeline.incremental.game_cache import GameCache

__all__ = ["BuildCache", "CachedContentWriter", "GameCache", "edits"]
