"""Makes pages of HTML from the package's own Jinja templates; users' templates run in `expression` alone."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Environment


def template_environment(package: str) -> "Environment":
    """The environment for the templates beside a package's modules: all values are escaped, an unknown name is an error.

    Imports Jinja's loader, so call it only when a page is written.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        autoescape=True,
        loader=PackageLoader(package, ""),
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
