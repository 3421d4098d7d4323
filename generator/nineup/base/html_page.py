"""HTML pages from the package's own Jinja templates; users' templates run in `expression` alone."""

from typing import TYPE_CHECKING

from nineup.base.markup import SPANS

if TYPE_CHECKING:
    from jinja2 import Environment


def picture_type(data: bytes) -> str:
    """The type of a picture in our pages: `jpeg` or `webp`."""
    return "jpeg" if data.startswith(b"\xff\xd8") else "webp"


def template_environment(package: str) -> "Environment":
    """The environment for the templates beside a package's modules: values are escaped, an unknown name is an
    error.

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
    # Spans in a style of the game have no tags.
    environment.filters["span_begins"] = lambda name: Markup(SPANS[name].begins if name in SPANS else "")
    environment.filters["span_ends"] = lambda name: Markup(SPANS[name].ends if name in SPANS else "")
    return environment
