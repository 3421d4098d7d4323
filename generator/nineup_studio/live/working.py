"""Work in threads: each piece of it, such as handling a request, ends with an error message if it takes too
much.
"""

import asyncio
import functools
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from nineup.base import LimitError, ProjectError, limit_in_words, work_fence
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.routing import Route

Words = ParamSpec("Words")
Result = TypeVar("Result")


def fenced(work: Callable[Words, Result]) -> Callable[Words, Result]:
    """Work that raises HTTPException: 503 if it takes too much processor time or memory, 409 if a file that
    it reads again has changed.
    """

    @functools.wraps(work)
    def run(*words: Words.args, **more: Words.kwargs) -> Result:
        try:
            with work_fence():
                return work(*words, **more)
        except (LimitError, MemoryError) as error:
            raise HTTPException(503, f"This was {limit_in_words(error)}.") from None
        except ProjectError as error:  # A picture was saved since it was drawn: the next drawing shows it.
            raise HTTPException(409, f"{error}.") from None

    return run


async def in_thread(work: Callable[..., Result], *words: Any) -> Result:
    """The result of work in a thread, with limits."""
    return await run_in_threadpool(fenced(work), *words)


def fenced_route(route: Route) -> Route:
    """A route whose function is limited if it runs in a thread; coroutines limit what they run
    `in_thread`.
    """
    if asyncio.iscoroutinefunction(route.endpoint):
        return route
    return Route(route.path, fenced(route.endpoint), methods=list(route.methods or ()) or None)
