"""The samples are real: each one builds, its picture shows what is built, and no feature of a layout or sheet
lacks one.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from command import run_command
from nineup.layout.binding.bindings import CONTENT, SETTINGS
from PIL import Image, ImageChops

from docs.samples import make

ROOT = Path(__file__).parents[2]
SAMPLES = [sample for chapter in make.chapters() for sample in chapter.samples]
TOLERANCE = 24
"""The difference (of 255) that any 8 × 8 pixels of a picture may have on average; the palette alone costs
about 6.
"""


def schema(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((ROOT / f"docs/schema/{name}.json").read_text(encoding="utf-8"))
    return data["properties"]


def yaml_files(name: str) -> list[Any]:
    found = (path for sample in SAMPLES for path in sample.files if path.name == name)
    return [yaml.safe_load(path.read_text(encoding="utf-8")) for path in found]


def drawings() -> str:
    return "".join(
        path.read_text(encoding="utf-8") for s in SAMPLES for path in s.files if path.suffix == ".svg"
    )


def difference(one: Image.Image, other: Image.Image) -> int:
    """The largest difference of 8 × 8 pixels in the same place, in any colour."""
    blurred = ImageChops.difference(one, other.convert("RGB")).reduce(8)
    return max(high for _, high in blurred.getextrema())


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.folder.name)
def test_a_sample_builds_what_its_picture_shows(sample: make.Sample) -> None:
    drawn, reported = make.draw(sample)
    assert not re.search(r"\b(error|warning):", reported), reported
    kept = Image.open(sample.picture)
    assert kept.size == drawn.size, "run `make samples` and look at the picture"
    assert difference(drawn, kept) < TOLERANCE, "run `make samples` and look at the picture"


def test_one_other_letter_is_noticed(tmp_path: Path) -> None:
    sample = next(sample for sample in SAMPLES if sample.folder.name == "counter")
    for path in sample.files:
        text = path.read_text(encoding="utf-8").replace("name: Sloop", "name: Sloap")
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    drawn, _ = make.draw(sample._replace(folder=tmp_path))
    assert difference(drawn, Image.open(sample.picture)) > TOLERANCE


def test_the_pages_are_made_of_the_samples() -> None:
    made = make.pages()
    assert {path: path.read_text(encoding="utf-8") for path in (make.INDEX, *make.HERE.glob("*.md"))} == made
    folders = {path.name for path in make.HERE.iterdir() if (path / "sample.yaml").exists()}
    assert folders == {sample.folder.name for sample in SAMPLES}


def test_pictures_are_small() -> None:
    sizes = {sample.folder.name: sample.picture.stat().st_size for sample in SAMPLES}
    assert {name: size for name, size in sizes.items() if size > 30_000} == {}
    assert sum(sizes.values()) < 2_000_000


def test_every_binding_has_a_sample() -> None:
    bound = set(re.findall(r"\sn:([\w-]+)=", drawings()))
    assert {"if", "each", "width", *CONTENT, *SETTINGS} <= bound
    assert "<textPath" in drawings()


def test_every_key_of_a_sheet_has_a_sample() -> None:
    sheets = yaml_files("sheet.yaml")
    for key, described in schema("sheet").items():
        used = {sheet[key] for sheet in sheets if key in sheet}
        assert used, key
        assert key == "orientation" or set(described.get("enum", ())) <= used, key


def test_every_key_of_a_style_has_a_sample() -> None:
    styles = [style for file in yaml_files("style.yaml") for style in file["styles"].values()]
    assert (
        set(schema("style")["styles"]["additionalProperties"]["properties"])
        - {key for style in styles for key in style}
        == set()
    )


def test_every_shape_and_key_of_a_component_has_a_sample() -> None:
    described = schema("game")["components"]["additionalProperties"]["properties"]
    components = [part for game in yaml_files("game.yaml") for part in game["components"].values()]
    assert set(described["shape"]["enum"]) == {part["shape"] for part in components}
    assert {"rectangle", "hexagon", "round"} <= {part.get("outline") for part in components}
    not_drawn = {"name", "accept", "ignore", "columns", "language", "source", "decided"}
    assert set(described) - not_drawn - {key for part in components for key in part} == set()


def test_every_type_of_field_has_a_sample() -> None:
    guide = (ROOT / "docs/game.md").read_text(encoding="utf-8").split("and its fields")[1].split("\n\n")[1]
    known = re.findall(r"^\| `\{?([\w-]+)", guide, re.M)
    assert len(known) > 8
    (fields,) = [file["fields"] for file in yaml_files("cards.yaml")]
    used = {next(iter(type_)) if isinstance(type_, dict) else type_ for type_ in fields.values()}
    assert set(known) - used == set()


@pytest.mark.parametrize(
    "sample", [each for each in SAMPLES if not each.template], ids=lambda each: each.folder.name
)
def test_check_finds_no_fault_in_a_sample(sample: make.Sample, tmp_path: Path) -> None:
    """Readers copy a sample, and `check` would warn them of what they didn't write."""
    make.stage(sample, tmp_path)
    done = run_command(tmp_path, "check")
    assert not re.search(r"\b(error|warning):", done.stderr), done.stderr
