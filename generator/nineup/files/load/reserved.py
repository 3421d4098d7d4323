"""Names that expressions already use, which options and pools can't have."""

from collections.abc import Collection

from nineup.schema.nodes import Mapping
from nineup.schema.scope import Scope

RESERVED = tuple(
    """players lists symbols terms data game minutes count box cards card owner component palette print
    loop range and or not in is if else for true false none expansion base""".split()
)
"""With underscores, as expressions write them."""


def check_reserved(key: str, node: Mapping, reserved: Collection[str], scope: Scope) -> None:
    """Reports a key that expressions could not tell from a name that they already use."""
    if key.replace("-", "_") in reserved:
        message = f"`{key}` is already used in expressions"
        scope.error("reserved-name", message, node.key(key), "choose another name")
