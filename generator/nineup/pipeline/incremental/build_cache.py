"""The caches of several games, for a long-running process with threads: a watch, a preview, a server."""

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from nineup.base.project import Project
from nineup.pipeline.incremental.game_cache import GameCache

MAX_GAMES = 8
"""The number of games cached at a time; each takes at most `game_cache.MAX_BYTES`.

The least recently built is dropped first.
"""


class BuildCache:
    """Keeps a cache for each game of each project. Threads may share it.

    Builds of one game are serialised; builds of different games run in parallel.
    """

    def __init__(self, max_games: int = MAX_GAMES) -> None:
        self._max_games = max_games
        self._lock = threading.Lock()
        self._games: OrderedDict[tuple[Path, str], GameCache] = OrderedDict()

    def games(self, project: Project) -> tuple[str, ...]:
        """The games of a project that have been built with this cache, the latest last."""
        with self._lock:
            return tuple(
                game for (root, game), cache in self._games.items() if root == project.root and cache.is_warm
            )

    @contextmanager
    def stages(self, project: Project, game: str) -> Iterator[GameCache]:
        """The stages for one build of a game; waits while another thread builds the same game."""
        cache = self._cache(project, game)
        with cache.lock:
            try:
                yield cache
            except BaseException:
                cache.clear()  # It may hold half of a build.
                raise
            cache.finish_build()

    def _cache(self, project: Project, game: str) -> GameCache:
        key = project.root, game
        with self._lock:
            cache = self._games.setdefault(key, GameCache())
            self._games.move_to_end(key)
            while len(self._games) > self._max_games:
                # A build that still uses it keeps its own reference.
                self._games.popitem(last=False)
            return cache
