"""HTML pages from the package's own Jinja templates; users' templates run in `expression` alone."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Environment


_SPAN_TAGS = {
    "underline": ("<u>", "</u>"),
    "small-caps": ('<span style="font-variant-caps:small-caps">', "</span>"),
    "super": ("<sup>", "</sup>"),
    "sub": ("<sub>", "</sub>"),
}
"""The tags of a rich text's spans; those in a style of the game have none."""


def picture_type(data: bytes) -> str:
    """The type of a picture in our pages: `jpeg` or `webp`."""
    return "jpeg" if data.startswith(b"\xff\xd8") else "webp"


def template_environment(package: str) -> "Environment":
    """The environment for the templates beside a package's modules: values are escaped, an unknown name is an error.

    Imports Jinja's loader, so call it only when a page is written.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        autoescape=True,
        loader=PackageLoader(package, ""),
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters["picture_type"] = picture_type
    environment.filters["span_begins"] = lambda name: Markup(_SPAN_TAGS.get(name, ("", ""))[0])
    environment.filters["span_ends"] = lambda name: Markup(_SPAN_TAGS.get(name, ("", ""))[1])
    return environment
