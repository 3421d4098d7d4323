"""Credits: the game's people, and for each typeface those whom its font file names."""

from pathlib import Path

import pytest
from made import tiny_booklet, written
from nineup.base.project import Project
from nineup.model.booklet import Listing, plain_text
from nineup.pipeline.appendix import _licence_name
from tiny import GAME, STYLE, write_tiny
from tinyfont import tiny_font


def credits_of(root: Path, fonts: dict[str, dict[str, str]]) -> list[str]:
    """The lines about typefaces of the tiny game, with styles in further families whose files share a
    folder.
    """
    lines = "".join(f"  {name.lower()}: {{font: {name}, size: 9pt}}\n" for name in fonts)
    write_tiny(root, style=STYLE + lines)
    for name, names in fonts.items():
        path = root / f"fonts/shared/{name}-Regular.ttf"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(tiny_font("ab", names=names))
        (path.parent / "OFL.txt").write_text("Copyright 1999 Somebody Else", encoding="utf-8")
    folder = written(Project(root), "tiny", root / "out", formats=("md",))
    text = (folder / "appendix.md").read_text(encoding="utf-8")
    return text.split("### Typefaces")[1].strip().splitlines()


def test_a_font_is_credited_to_those_it_names_whatever_lies_beside_it(tmp_path: Path) -> None:
    lines = credits_of(
        tmp_path,
        {
            "One": {
                "copyright": "Copyright 2020 Ann.",
                "licenseDescription": "This Font Software is licensed under the Free Licence, Version 1.1. Enjoy.",
            },
            "Two": {"designer": "Bob"},
            "Three": {},
            "Four": {"copyright": "© Eve. Licensed under MIT", "licenseDescription": "Licensed under MIT"},
        },
    )
    assert lines[0].startswith("- **Source Sans 3:** © 2023 Adobe")
    assert lines[0].endswith(". SIL Open Font License, Version 1.1")
    assert lines[1:] == [
        "- **One:** Copyright 2020 Ann. Free Licence, Version 1.1",
        "- **Two:** Bob",
        "- **Three**",
        "- **Four:** © Eve. Licensed under MIT",
    ]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("This font is licensed under the MIT Licence. See LICENCE.", "MIT Licence"),
        ("Licensed under the Apache License, Version 2.0", "Apache License, Version 2.0"),
        ("All rights reserved.\nDo not copy", "All rights reserved"),
        ("https://example.org/OFL", "https://example.org/OFL"),
        ("", ""),
    ],
)
def test_a_licence_is_named_without_its_terms(text: str, name: str) -> None:
    assert _licence_name(text) == name


def test_a_label_is_not_said_twice(tmp_path: Path) -> None:
    game = GAME.replace(
        "licence: CC0", "licence: CC0\ncopyright: Copyright © 2024 Nobody\nthanks: Thanksgiving guests"
    )
    template = "{% for line in credits %}\n- {{ line.label }}: {{ line.text }}\n{% endfor %}"
    made, _ = tiny_booklet(tmp_path, template, game=game)
    (listing,) = made.chapters[0].blocks
    assert isinstance(listing, Listing)
    said = [plain_text(item) for item in listing.items]
    assert "Copyright: © 2024 Nobody" in said
    assert "Thanks: Thanksgiving guests" in said
