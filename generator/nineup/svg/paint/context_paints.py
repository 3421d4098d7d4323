"""`context-fill` and `context-stroke`: paints taken from a path with markers, or from a `use`."""

import msgspec

from nineup.svg.style.cascade import ElementStyle, PropertyValue
from nineup.svg.values.values import reference


def for_context(style: ElementStyle) -> ElementStyle:
    """The style of a `use`, or of a path with markers, for `context-fill` and `context-stroke` in what it shows. A gradient spans all of that."""
    servers = {
        name: style[name] for name in ("fill", "stroke") if name in style and reference(style[name].text)
    }
    return {
        **style,
        **{name: msgspec.structs.replace(value, text=f"context-{name}") for name, value in servers.items()},
    }


def take_context(style: dict[str, PropertyValue], user: ElementStyle | None) -> None:
    """Replaces context paints by those of the path with the marker, or of a `use`; outside both they are none."""
    for name in ("fill", "stroke"):
        value = style.get(name)
        if value is not None and value.text in ("context-fill", "context-stroke"):
            found = (user or {}).get(value.text.removeprefix("context-"))
            is_black = user is not None and value.text == "context-fill"
            style[name] = found or msgspec.structs.replace(value, text="black" if is_black else "none")
