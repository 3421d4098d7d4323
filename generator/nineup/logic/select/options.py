"""A group's choices: parses options, and determines which of their values are legal."""

from collections.abc import Collection, Mapping

from nineup.base.diagnostics import Findings, nearest
from nineup.model.game import Game, Item, Option

Value = bool | Item | tuple[Item, ...]

_YES = {"", "yes", "true", "on", "1"}
_NO = {"no", "false", "off", "0"}


def chosen_options(game: Game, typed: Mapping[str, str], findings: Findings) -> dict[str, Value]:
    """Every option of the game with its value: as typed (`colors=red,green`, `power=no`), or its default.

    The bands of players beyond the first (`expansion`) are left to `read_bands`.
    """
    chosen: dict[str, Value] = {option.id: option.default for option in game.options.values()}
    known = (*game.options, *(band.name for band in game.bands[1:]))
    for name, text in typed.items():
        id = name.replace("_", "-")
        option = game.options.get(id)
        if option is not None:
            value = _read(option, text, findings)
            chosen[id] = option.default if value is None else value
        elif id not in known:
            findings.request_error(
                "unknown-option",
                f"{game.title} has no option `{name}`",
                game.span,
                hint=nearest(id, known) or "the game has no options",
            )
    return chosen


def read_bands(game: Game, typed: Mapping[str, str], findings: Findings) -> dict[str, bool]:
    """The bands of players beyond the first that were requested, and those that were refused."""
    asked = {}
    for band in game.bands[1:]:
        for spelt in (band.name, band.name.replace("-", "_")):
            if spelt in typed:
                value = _read_switch(band.name, typed[spelt], findings)
                if value is not None:
                    asked[band.name] = value
    return asked


def _read(option: Option, text: str, findings: Findings) -> Value | None:
    """The value that a user typed, or None after an error."""
    if option.kind == "switch":
        return _read_switch(option.id, text, findings)
    ids = [part.strip() for part in text.split(",")] if option.kind == "some" else [text.strip()]
    ids = [id for id in ids if id]
    known = tuple(option.values)
    wrong = [id for id in ids if id not in known]
    for id in wrong:
        findings.request_error(
            "unknown-value", f"`{id}` is not a choice of `{option.id}`", option.span, hint=nearest(id, known)
        )
    if wrong:
        return None
    if option.kind == "one":
        return _read_one(option, ids, findings)
    value = tuple(item for item in option.values if item in ids)
    reason = refusal(option, value)
    if reason:
        findings.request_error(
            "impossible-option",
            f"`{option.id}={','.join(value)}` is not possible: {reason}",
            option.span,
            hint=_possible(option),
        )
        return None
    return value


def _read_one(option: Option, ids: list[str], findings: Findings) -> Item | None:
    if ids:
        return next(item for item in option.values if item == ids[0])
    listed = ", ".join(option.values)
    findings.request_error(
        "impossible-option", f"`{option.id}` needs a value", option.span, hint=f"one of {listed}"
    )
    return None


def _read_switch(id: str, text: str, findings: Findings) -> bool | None:
    if text.strip().lower() in _YES | _NO:
        return text.strip().lower() in _YES
    message = f"`{id}={text}` is neither yes nor no"
    findings.request_error("unknown-value", message, None, hint=f"write {id}=yes or {id}=no")
    return None


def text_of(value: Value) -> str:
    """A value as it is typed: `yes`, `long`, `red,green`."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(value) if isinstance(value, tuple) else str(value)


def refusal(option: Option, value: Collection[Item]) -> str:
    """Why a set of values can't be chosen; empty if it can."""
    if not option.at_least <= len(value) <= option.at_most:
        least, most = f"at least {option.at_least}", f"at most {option.at_most}"
        limit = least if len(value) < option.at_least else most
        if option.at_least == option.at_most:
            limit = f"exactly {option.at_most}"
        return f"{len(value)} of {limit}" + (f" for {option.counts}" if option.players else "")
    if option.including and not any(id in value for id in option.including):
        return option.because.rstrip(".") or f"none of {', '.join(option.including)} is among them"
    return ""


def is_possible(game: Game, players: int, options: Mapping[str, Value]) -> bool:
    """Whether the values of options whose limits differ by player count are legal for this one."""
    limited = (option.at(players) for option in game.options.values() if option.by_players)
    values = ((option, options.get(option.id)) for option in limited)
    return not any(isinstance(value, tuple) and refusal(option, value) for option, value in values)


def completed(
    option: Option, chosen: Collection[Item], decided: Collection[Item], more: int | None = None
) -> tuple[Item, ...] | None:
    """The smallest legal set that contains exactly these of the decided items, with `more` others if given.

    None if there is no such set.
    """
    others = [item for item in option.values if item not in decided]
    lacks = bool(option.including) and not any(item in option.including for item in chosen)
    need = max(option.at_least - len(chosen), int(lacks)) if more is None else more
    if need > len(others):
        return None
    added = others[:need]
    if lacks and added and not any(item in option.including for item in added):
        including = next((item for item in others if item in option.including), None)
        if including is not None:
            # In place of the last addition, not as one more: the smallest set has no
            # item beyond those that it needs.
            added[-1] = including
    value = tuple(item for item in option.values if item in chosen or item in added)
    return None if refusal(option, value) else value


def _possible(option: Option) -> str:
    amount = option.amount if option.is_limited else f"at least {option.at_least}"
    possible = f"possible: {amount} of {', '.join(option.values)}"
    return f"{possible}; one of {', '.join(option.including)} among them" if option.including else possible


def named(game: Game, choice: Mapping[str, Value], ids: Collection[str]) -> list[str]:
    """The values of some options in words fit for a folder's name: `red`, `no-power`, `fibonacci`.

    Values that two options share are preceded by their option's id.
    """
    words = []
    for id in ids:
        option, value = game.options[id], choice[id]
        shared = {
            word
            for other in game.options.values()
            if other is not option
            for word in (*other.values, other.id)
        }
        before = f"{id}-" if shared.intersection(option.values) else ""
        if isinstance(value, bool):
            words.append(id if value else f"no-{id}")
        elif isinstance(value, tuple):
            words += [f"{before}{item}" for item in value] or [f"no-{id}"]
        else:
            words.append(f"{before}{value}")
    return words
