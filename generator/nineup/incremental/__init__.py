"""Caches for a process that builds again and again, wrapped around the pipeline's pure stages. Above `pipeline`.

A cached result is what the stage would compute anew, so a build writes the same bytes with it as without.
"""

from nineup.incremental.build_cache import BuildCache
from nineup.incremental.content import CachedContentWriter, Contents
from nineup.incremental.game_cache import GameCache

__all__ = ["BuildCache", "CachedContentWriter", "Contents", "GameCache"]
