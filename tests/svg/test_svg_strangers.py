"""Strangers' drawings: what `check` accepts is built. 300 of them, or all with NINEUP_FUZZ set.

The first set has full-colour illustrations with clips, masks and filters, the second icons with gradients, as
Figma writes them, the third drawings of many outlines.
"""

import os
import random
import tarfile
from pathlib import Path

import pytest
from nineup import pipeline
from nineup.base.diagnostics import Findings, Status
from nineup.base.project import Project
from nineup.pipeline import PrintOptions, RunChoice
from programs import from_npm
from tiny import STYLE, SVG, write_tiny

SETS = "streetmix-illustrations.tgz", "lobehub-icons.tgz", "flag-icons.tgz"
EACH = 100

GAME = """\
game: Tiny
designer: Nobody
licence: CC0
players: 2
components:
  deck: {shape: card, size: poker, layout: card.svg}
"""
CARD = SVG.format(w=63.5, h=88.9) + '<image href="art.svg" x="3" y="3" width="57.5" height="82.9"/></svg>'


def drawings(archive: Path) -> dict[str, bytes]:
    """Drawings of a set, by their paths: the same ones on every machine."""
    with tarfile.open(archive) as tar:
        files = sorted((each for each in tar if each.name.endswith(".svg")), key=lambda each: each.name)
        if not os.environ.get("NINEUP_FUZZ"):
            files = random.Random(0).sample(files, EACH)
        read = {each.name: tar.extractfile(each) for each in files}
        return {name: file.read() for name, file in read.items() if file is not None}


@pytest.mark.parametrize("archive", SETS)
def test_what_check_accepts_is_built(archive: str, tmp_path: Path) -> None:
    project = Project(write_tiny(tmp_path, game=GAME, style=STYLE, card=CARD))
    wrong, accepted = {}, 0
    for name, drawing in drawings(from_npm(archive)).items():
        (tmp_path / "layouts/tiny/art.svg").write_bytes(drawing)
        try:
            accepted += _is_accepted_and_built(project)
        except Exception as error:  # Whatever it is, the other drawings are tried as well.
            wrong[name] = repr(error)
    assert wrong == {}
    assert accepted > EACH / 2


def _is_accepted_and_built(project: Project) -> bool:
    found = Findings()
    pipeline.check(project, "tiny", found)
    if any(each.severity == "error" for each in found):
        return False
    built = Findings()
    made = pipeline.build(project, "tiny", RunChoice(), PrintOptions(("face",)), built, lambda *_: None)
    assert (made.status, [each for each in built if each.severity == "error"]) == (Status.DONE, [])
    return True
