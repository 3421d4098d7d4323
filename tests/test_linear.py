"""Every regular expression of the package takes time in proportion to its text, whatever the text is."""

import re

import linear

MADE = {
    "book.appendix.statistics": [
        r"(?P<none>(?:Give\ up|Give)(?!\w))|(?P<verb>Give|Take)|(?P<sign>\{[^{}]*\})|(?P<number>\d+)|(?P<word>\bGems?\b)"
    ],
    "book.appendix.template_context": [r"^Rest\b:?\s+"],
    "files.edit.entries": [r"(?<=[\r\n]) {4}-"],
    "files.edit.drawings.source": [
        r"(?:\r\n|\r|\n)  (?![ \t]*[\r\n])",
        r"""<!ENTITY\s+ink\s+["']([^"'<>]*)["']""",
    ],
    "files.edit.fixing": [r"(?<![\w-])white(?![\w-])", r"white"],
    "files.edit.player_counts": [r"(?<![\w-])(?P<range>2\s*[-–]\s*4)(?=[\s-]+(?:players?\b|people\b))"],
    "logic.expression.mistakes": [r"(?<![\w-])word(?![\w-])"],
    "files.load.cache": [r"(?m)^(?!  (?: |- )| *(?:#|$))"],
    "base.markup": [r"(?<!\w)Rest\ now(?!\w)|(?<!\w)Rest(?!\w)|銀行", r"[\u0e00-\u0eff\u3040-\u30ff]"],
    "rules.wording.agrees": [r"(?<!\w)(?:Rest\ now|Rest|R)(?![\w’'])"],
    "rules.wording.languages": [r"(?:[^aeiou]y)$"],
    "typography.text.scripts": [r"[\u0e00-\u0eff\u3040-\u30ff]"],
    "book.writers.markdown": [r"\s+gem(?!\w)"],
    "write.run_folder": [
        r'href="(appendix-[a-z0-9-]+\.html)#',
        r"appendix/([a-z0-9-]+\.[a-z0-9-]+\.(?:jpg|webp|svg))",
        r"(?:voyage|voyage-2)(?:\.pdf|-\d+\.png)",
    ],
}
"""By module, what the patterns that are made while running look like, in the order of the source."""


def measured() -> list[linear.Use]:
    """Every pattern of the package, with examples in place of those that are made while running."""
    made = {f"nineup.{module}": iter(patterns) for module, patterns in MADE.items()}
    found = []
    for use in linear.uses():
        if use.pattern is None:
            example = next(made.get(use.place.split(":")[0], iter(())), None)
            assert example, f"add an example to MADE: {use.place}"
            use = use._replace(pattern=re.compile(example))
        found.append(use)
    assert not [module for module, rest in made.items() if list(rest)], "MADE has more than the package"
    return found


def test_patterns_are_linear() -> None:
    found = {use.place: linear.slow(use) for use in measured()}
    assert {place: attack for place, attack in found.items() if attack} == {}


PATIENT = {
    r"\s*\n": "search",
    r"(a+)+b": "match",
    r"\d+\.?\d*": "fullmatch",
    r"url\(\s*([^)]*?)\s*\)": "match",
    r"/\*.*?\*/": "search",
    r"(?:xy|[a-z])*!": "fullmatch",
    r"((?:'[^']*'|[^{}'])*)\{": "search",
}
"""Patterns that take more than linear time, and how."""


def test_a_pattern_that_is_not_linear_is_found() -> None:
    for pattern, method in PATIENT.items():
        assert linear.slow(linear.Use("here", re.compile(pattern, re.DOTALL), frozenset({method}))), pattern


def test_patterns_are_only_made_by_functions_of_re_that_are_looked_for() -> None:
    sources = [path.read_text(encoding="utf-8") for path in linear.GENERATOR.rglob("*.py")]
    assert not [
        line
        for text in sources
        for line in re.findall(r"from re import .*|import re as .*|import regex.*", text)
    ]
