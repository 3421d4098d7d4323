"""Names of a package that few commands need, imported when they are first used (PEP 562)."""

import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any


def late_names(package: str, modules: Mapping[str, Sequence[str]]) -> Callable[[str], Any]:
    """The `__getattr__` of a package: which of its modules to import for which of these names."""
    places = {name: module for module, names in modules.items() for name in names}

    def find(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module `{package}` has no attribute `{name}`")
        return getattr(importlib.import_module(f"{package}.{places[name]}"), name)

    return find
