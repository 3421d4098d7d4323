"""The pipeline, imported when a command first uses it: flags are read, and refused, without it."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nineup import pipeline as pipeline
else:

    class _Pipeline:
        def __getattr__(self, name: str) -> Any:
            from nineup import pipeline

            return getattr(pipeline, name)

    pipeline = _Pipeline()
