"""Every YAML file of the games names its schema in its first line, and is valid by that schema."""

import re
from pathlib import Path

import jsonschema
import yaml
from nineup.files.load.json_schema import schema

ROOT = Path(__file__).parents[2]
FILES = sorted([*ROOT.glob("cards/*/*.yaml"), *ROOT.glob("generator/nineup/starter/games/**/*.yaml")])


def test_each_file_is_as_the_schema_that_it_names() -> None:
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        named = re.match(
            r"# yaml-language-server: \$schema=(?:\.\./)*(?:docs/)?schema/([a-z]+)\.json\n", text
        )
        assert named, path
        jsonschema.Draft202012Validator(schema(named[1])).validate(yaml.safe_load(text))
