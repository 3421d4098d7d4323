"""Changes as text, Markdown and JSON, exactly."""

import json

from changes.diff.recording import card, deck, made, pieces, with_components
from msgspec.structs import replace
from nineup.changes.diff import changes_json, changes_markdown, changes_text, compare

OLD = made(
    gone=card(pieces(2, "g"), name="Gone"),
    words=card(pieces(front="o"), name="A_b", text="Take 1 {red}\n\n**OR** rest", cost="white: 3"),
    look=card(pieces(front="l", owner="sun"), pieces(front="m", owner="moon")),
)
NEW = replace(
    made(
        words=card(
            pieces(2, "o2", words="w2"), name="A_b", text="Take 2 {red}\n\n**OR** rest", cost="white: 2"
        ),
        look=card(pieces(front="l2", owner="sun"), pieces(front="m", owner="moon")),
        fresh=card(
            pieces(3, "n", owner="sun"),
            pieces(3, "n", owner="moon"),
            text="Take 2.",
            cost="white: 1",
            tone="x",
        ),
    ),
    name="v2",
    rules={"term Bank": "The <gems>"},
)

TEXT = """\
Tiny: v1 → v2

New
  deck/fresh: 3 copies each for sun, moon
    cost: white: 1
    text: Take 2.

Gone
  Gone (deck/gone): 2 copies

Reworded
  A_b (deck/words)
    text: Take [-1-]{+2+} {red} / **OR** rest
    cost: white: [-3-]{+2+}

Recosted
  A_b (deck/words)

Other copies
  A_b (deck/words): 1 → 2 copies

Only restyled
  deck/look

Rules
  term Bank: {+The <gems>+}"""


def test_as_text() -> None:
    assert changes_text(compare(OLD, NEW)) == TEXT


def test_as_markdown() -> None:
    report = changes_markdown(compare(OLD, NEW))
    assert report.startswith(
        "# Tiny: v1 → v2\n\n## New\n\n- deck/fresh: 3 copies each for sun, moon\n"
        "  - cost: white: 1\n  - text: Take 2.\n\n## Gone\n"
    )
    assert "- A\\_b (deck/words)\n  - text: Take ~~1~~**2** {red} / \\*\\*OR\\*\\* rest\n" in report
    assert report.endswith("- term Bank: **The \\<gems\\>**")


def test_as_json() -> None:
    report = json.loads(changes_json(compare(OLD, NEW)))
    assert [(change["card"], change["kinds"]) for change in report["cards"]] == [
        ("gone", ["gone"]),
        ("words", ["reworded", "recosted", "copies"]),
        ("look", ["restyled"]),
        ("fresh", ["new"]),
    ]
    assert report["cards"][1]["pairs"][0]["new"]["copies"] == 2
    assert report["rules"] == [{"name": "term Bank", "old": "", "new": "The <gems>"}]


def test_no_changes() -> None:
    same = compare(OLD, OLD)
    assert changes_text(same) == "Tiny: v1 → v1\nnothing changed"
    assert changes_markdown(same).endswith("\n\nNothing changed.")


def test_a_new_component() -> None:
    report = changes_text(compare(OLD, with_components(deck=OLD.components["deck"], mat=deck(a=card()))))
    assert report.endswith("\n\nComponents\n  mat: new")


def test_copies_that_moved_between_owners_are_listed_for_both() -> None:
    old = made(a=card(pieces(owner="sun"), pieces(owner="moon"), pieces(owner="star")))
    new = made(a=card(pieces(owner="star"), pieces(2, owner="leaf")))
    report = changes_text(compare(old, new)).splitlines()
    assert report[-1] == "  deck/a: 1 → 0 copies each for sun, moon; 0 → 2 copies for leaf"
