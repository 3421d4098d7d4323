"""Some of resvg's own tests, as `others.py` compares whole sets: all of them are right."""

from pathlib import Path

from nineup.base.geometry import Size

from tests.svg.others import Bench, Look, outcomes

SAMPLE = Path(__file__).parent / "others"


def test_the_sample_is_right() -> None:
    found = dict(outcomes(SAMPLE, Look(), ""))
    assert len(found) == 11
    assert {path: each.why for path, each in found.items() if each.kind != "right"} == {}


def test_what_is_wrong_or_refused_is_seen(tmp_path: Path) -> None:
    for name, body in {
        "shifted": '<rect x="6" width="4" height="10"/>',
        "refused": "<foreignObject/>",
        "right": '<rect width="4" height="10"/>',
    }.items():
        head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'
        (tmp_path / f"{name}.svg").write_text(f"{head}{body}</svg>")
    bench = Bench(tmp_path, Look(), tmp_path / "scratch")
    reference = bench.theirs(tmp_path / "right.svg", Size(7.5, 7.5))
    assert reference is not None
    reference.picture.save(tmp_path / "shifted.png")
    kinds = {name: bench.outcome(tmp_path / f"{name}.svg").kind for name in ("shifted", "refused", "right")}
    assert kinds == {"shifted": "WRONG", "refused": "refused", "right": "right"}
