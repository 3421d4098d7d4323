"""The pages of a published game: our templates, with one style sheet and one script in each, and a policy
that allows nothing else.

Browsers load no modules of scripts from `file://`; so those that the studio loads one by one are joined here.
"""

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import msgspec
from nineup.base import template_environment

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

TABLE_SCRIPTS = ("tablechoice", "tableseed", "tabledeal", "tablemoves", "tableview", "tableplay")
"""The modules of the table, each after those that it imports."""

_IMPORT = re.compile(r'^import (?:\* as (\w++)|(\{[^}]*+\})) from "\./(\w++)\.js";\n', re.M)
_BEGIN = re.compile(rb'<body[^>]*+>(?:\s*+<a class="skip"[^>]*+>[^<]*+</a>)?')
"""The begin of a page, with the link that skips what comes before its text."""

_EXPORT = re.compile(r"^export (?=(?:function|const|class) (\w++))", re.M)


def static(name: str) -> str:
    """A file of `static/`."""
    return files("nineup_export.web").joinpath("static", name).read_text("utf-8")


def joined(modules: tuple[str, ...]) -> str:
    """Modules as one script: each is a function that returns what it exports."""
    return '"use strict";\n' + "".join(_wrapped(name) for name in modules)


def _wrapped(name: str) -> str:
    source = static(f"{name}.js")
    exports = ", ".join(match[1] for match in _EXPORT.finditer(source))
    body = _IMPORT.sub(lambda match: f"const {match[1] or match[2]} = {match[3]};\n", source)
    return f"const {name} = (() => {{\n{_EXPORT.sub('', body)}return {{ {exports} }};\n}})();\n"


def page(template: str, styles: tuple[str, ...], scripts: tuple[str, ...], **values: Any) -> bytes:
    """A page with its style sheets and scripts, whose hashes its policy names. `data` becomes JSON."""
    css, script = "".join(static(f"{name}.css") for name in styles), joined(scripts)
    values["data"] = inlined(values["data"])
    policy = (
        "default-src 'none'; img-src 'self' file: data:; "
        f"style-src '{_hash(css)}'; script-src '{_hash(script)}'; base-uri 'none'; form-action 'none'"
    )
    rendered = _environment().get_template(f"static/{template}")
    return (
        rendered.render(css=_markup(css), script=_markup(script), policy=_markup(policy), **values)
    ).encode()


def markup(template: str, **values: Any) -> "Markup":
    """A part of a page, such as the `tools.html` and the `tabletop.html` of the studio's and our table."""
    return _markup(_environment().get_template(f"static/{template}").render(**values))


def inlined(data: Any) -> "Markup":
    """Data as JSON that ends no script element."""
    return _markup(msgspec.json.encode(data).decode().replace("<", "\\u003c"))


def with_policy(document: bytes, title: str) -> bytes:
    """A page without scripts, such as the rules, with a policy that allows none, and a link to the game's."""
    policy = (
        "default-src 'none'; img-src 'self' file: data:; font-src data:; style-src 'unsafe-inline'; "
        "base-uri 'none'; form-action 'none'"
    )
    charset = b'<meta charset="utf-8">'
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'.encode()
    home = f'\n<nav aria-label="Game"><a href="index.html">← {escape(title)}</a></nav>'.encode()
    document = document.replace(charset, charset + b"\n" + meta, 1)
    return _BEGIN.sub(lambda begin: begin[0] + home, document, count=1)


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _markup(text: str) -> "Markup":
    from markupsafe import Markup

    return Markup(text)


@cache
def _environment() -> "Environment":
    return template_environment("nineup_export.web")
