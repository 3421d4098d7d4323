"""A choice of a run as the query of an address, and back: the address alone determines a page."""

from collections.abc import Mapping
from urllib.parse import urlencode

from nineup.pipeline import RunChoice

OPTION = "option."
"""The prefix of options' names."""

_LISTS = ("owners", "components", "cards")


def choice_of(query: Mapping[str, str]) -> RunChoice:
    """The choice in an address. Raises ValueError if `players` is not a number."""
    lists = {name: _split(query.get(name, "")) for name in _LISTS}
    options = {name.removeprefix(OPTION): value for name, value in query.items() if name.startswith(OPTION)}
    players = query.get("players", "")
    return RunChoice(int(players) if players else None, options, **lists, language=query.get("language", ""))


def is_of_run(key: str) -> bool:
    """Whether a key of a query belongs to the choice of a run."""
    return key in ("players", "language") or key in _LISTS or key.startswith(OPTION)


def query_of(choice: RunChoice) -> str:
    """The query of a choice, the same for equal choices; empty for the whole box."""
    pairs = [("players", str(choice.players))] if choice.players is not None else []
    pairs += [(f"{OPTION}{name}", value) for name, value in sorted(choice.options.items())]
    pairs += [(name, ",".join(getattr(choice, name))) for name in _LISTS if getattr(choice, name)]
    pairs += [("language", choice.language)] if choice.language else []
    return urlencode(pairs)


def _split(text: str) -> tuple[str, ...]:
    return tuple(name for name in text.split(",") if name)
