"""Requests of the style page: what its controls know, edits of styles and the palette, and fonts that are
brought.
"""

import shutil
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nineup.base.project import STARTER, Project
from nineup.files.edit.parts import parts
from nineup.typography.fonts import Fonts
from nineup.typography.text import style_file
from nineup.typography.text.style_file import STYLE as STYLE_KEYS
from nineup_studio.live.workspace import Workspace
from nineup_studio.security import MAX_UPLOAD, Access
from nineup_studio.server import make_app
from starlette.testclient import TestClient
from tinyfont import tiny_font

OWN = "http://127.0.0.1:8000"
SHEET = "layouts/tea-time/style.yaml"
OFL = "Copyright 2026 Nobody\n\nThis Font Software is licensed under the SIL Open Font License.\n"


class Desk:
    """The starter game in a studio, as its style page's requests see it."""

    def __init__(self, root: Path) -> None:
        for name in ("cards", "layouts"):
            shutil.copytree(STARTER / "games" / name / "tea-time", root / name / "tea-time")
        self.root = root
        self.work = Workspace(Project(root))
        access = Access(8000)
        self.http = TestClient(make_app(self.work, access), f"{OWN}{access.root}", headers={"origin": OWN})

    @property
    def sheet(self) -> str:
        return (self.root / SHEET).read_bytes().decode()

    def files(self) -> dict[str, bytes]:
        below = (file for top in ("cards", "layouts", "fonts") for file in (self.root / top).rglob("*"))
        return {str(file.relative_to(self.root)): file.read_bytes() for file in below if file.is_file()}

    def look(self, card: str = "cups/sencha") -> dict[str, Any]:
        return self.http.get("/tea-time/look", params={"card": card}).json()  # type: ignore[no-any-return]

    def edit(self, *changes: dict[str, Any]) -> dict[str, Any]:
        base = self.work.history.version(SHEET).digest
        body = {"file": SHEET, "base": base, "changes": changes, "says": "a style"}
        return self.http.post("/tea-time/edit", json=body).json()  # type: ignore[no-any-return]

    def palette(self, name: str, to: str = "", base: str = "") -> dict[str, Any]:
        body = {"base": base or self.work.history.version(SHEET).digest, "name": name, "to": to}
        return self.http.post("/tea-time/palette", json=body).json()  # type: ignore[no-any-return]

    def undo(self) -> dict[str, Any]:
        return self.http.post("/tea-time/undo").json()  # type: ignore[no-any-return]

    def upload(self, data: bytes, name: str = "mine.ttf", kind: str = "font") -> dict[str, Any]:
        answer = self.http.post("/tea-time/font", params={"name": name, "kind": kind}, content=data)
        assert answer.status_code == 200, answer.text
        return answer.json()  # type: ignore[no-any-return]

    def add(self, *fonts: str, licence: str = "") -> dict[str, Any]:
        return self.http.post("/tea-time/fonts", json={"fonts": fonts, "licence": licence}).json()  # type: ignore[no-any-return]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


# What the controls know


def test_the_controls_know_every_key_of_styles(desk: Desk) -> None:
    styles = desk.look()["form"]["section"]["schema"]["properties"]["styles"]["additionalProperties"]
    assert list(styles["properties"]) == list(STYLE_KEYS.keys)
    one, several = styles["properties"]["color"]["anyOf"]
    assert one["format"] == several["properties"]["gradient"]["items"]["format"] == "palette-color"
    assert styles["properties"]["shadow"]["anyOf"][1]["items"]["properties"].keys() == {
        "color", "right", "down", "blur"
    }  # fmt: skip


def test_defaults_are_what_a_style_without_the_key_has(desk: Desk) -> None:
    defaults = desk.look()["defaults"]
    assert {key for key in STYLE_KEYS.keys if key not in defaults} == {
        "extends", "foil", "font", "width", "slant", "hyphenate"
    }  # fmt: skip
    assert (defaults["size"], defaults["leading"], defaults["shadow"]["right"]) == ("9pt", 1.25, "0.5pt")
    before = desk.look()["texts"]
    written = {key: value for key, value in defaults.items() if not isinstance(value, dict)}
    bare = {"font": "Source Sans 3"}
    assert desk.edit({"type": "set", "path": ["styles", "rules"], "value": bare})["done"]
    plain = desk.work.session("tea-time", _whole()).current().pieces[0].front
    assert desk.edit({"type": "set", "path": ["styles", "rules"], "value": bare | written})["done"]
    assert desk.work.session("tea-time", _whole()).current().pieces[0].front == plain
    assert before != desk.look()["texts"]


def _whole() -> Any:
    from nineup.pipeline import RunChoice

    return RunChoice()


def test_a_new_key_of_styles_reaches_the_page(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = STYLE_KEYS.keys
    assert isinstance(keys, dict)
    monkeypatch.setitem(keys, "sheen", style_file.Key(style_file.Number(0, 1), "How it shines."))
    styles = desk.look()["form"]["section"]["schema"]["properties"]["styles"]["additionalProperties"]
    assert styles["properties"]["sheen"] == {
        "type": "number", "minimum": 0, "maximum": 1, "description": "How it shines."
    }  # fmt: skip


def test_the_card_s_texts_have_their_styles_and_contrasts(desk: Desk) -> None:
    texts = {each["style"]: each for each in desk.look()["texts"]}
    assert [texts[name]["text"] for name in ("strength", "title", "rules")] == [
        "2",
        "Sencha",
        "Take 2 {sugar}.",
    ]
    assert texts["title"]["contrast"] == {
        "ratio": 12.38, "wanted": 3.0, "ink": "#3a2d29", "ground": "#fcf7ec", "is_enough": True
    }  # fmt: skip
    assert texts["title"]["side"] == "front"
    desk.edit({"type": "set", "path": ["palette", "ink"], "value": "#d8d0c0"})
    faint = {each["style"]: each["contrast"] for each in desk.look()["texts"]}
    assert not faint["rules"]["is_enough"]
    assert faint["rules"]["wanted"] == 4.5


def test_findings_of_a_style_are_at_their_values(desk: Desk) -> None:
    assert desk.edit({"type": "set", "path": ["styles", "title", "size"], "value": "9pt"})["done"]
    desk.http.get("/tea-time/")
    (finding,) = [each for each in desk.look()["form"]["findings"] if each["path"][:2] == ["styles", "title"]]
    assert finding["path"] == ["styles", "title", "min-size"]
    assert finding["message"] == "`min-size` (12 pt) is larger than `size` (9 pt)"


def test_names_are_set_in_their_fonts(desk: Desk) -> None:
    def sample(**query: str) -> Any:
        return desk.http.get("/tea-time/font-sample", params=query)

    known = {each["name"]: each for each in desk.look()["families"]}
    assert known["Young Serif"] == {
        "name": "Young Serif", "weights": [400], "italics": [], "is_own": False, "why": ""
    }  # fmt: skip
    serif = sample(family="Young Serif", text="Sencha")
    assert serif.headers["content-type"].startswith("image/svg+xml")
    assert "sandbox" in serif.headers["content-security-policy"]
    assert serif.text != sample(family="Source Sans 3", text="Sencha").text
    assert sample(family="Source Sans 3", text="Sencha", weight="700").text.count("<path") >= 1
    for wrong in (
        {"family": "None", "text": "x"},
        {"family": "Young Serif", "text": ""},
        {"family": "../../x"},
    ):
        assert sample(**wrong).status_code == 204
    assert "<script" not in sample(family="Young Serif", text="<script>{sugar}</script>").text


# The palette


def test_a_colour_is_renamed_in_one_step(desk: Desk) -> None:
    before, faces = desk.files(), desk.http.get("/tea-time/").text.count("/face/")
    answer = desk.palette("paper", "cream")
    assert answer["done"] == "rename the color paper to cream"
    changed = {path for path, data in desk.files().items() if before[path] != data}
    assert changed == {SHEET, *(f"layouts/tea-time/{name}.svg" for name in ("back", "cup", "sugar"))}
    assert desk.http.get("/tea-time/").text.count("/face/") == faces
    assert desk.look()["uses"]["cream"]["count"] == 10
    assert desk.undo()["done"]
    assert desk.files() == before


def test_a_colour_that_is_used_is_not_removed(desk: Desk) -> None:
    before = desk.files()
    assert desk.palette("teapot")["refused"].startswith(
        "`teapot` is used in layouts/tea-time/back.svg:15, layouts/tea-time/sugar.svg:3; "
    )
    assert desk.files() == before
    assert desk.edit({"type": "set", "path": ["palette", "spare"], "value": "#00ff00"})["done"]
    assert desk.palette("spare")["done"] == "remove the color spare"
    assert desk.files() == before


def test_a_style_sheet_that_has_changed_is_a_conflict(desk: Desk) -> None:
    base = desk.look()["form"]["digest"]
    (desk.root / SHEET).write_text(desk.sheet.replace("#3a2d29", "#000000"))
    before = desk.files()
    assert desk.palette("paper", "cream", base=base)["conflict"]["file"] == SHEET
    assert desk.files() == before


# Properties

VALUES = {
    "size": st.integers(12, 30).map("{}pt".format),
    "min-size": st.integers(6, 9).map("{}pt".format),
    "leading": st.sampled_from([1, 1.1, 1.4]),
    "tracking": st.sampled_from(["0.2pt", "-0.1mm", "0pt"]),
    "case": st.sampled_from(["upper", "small-caps", "as-written"]),
    "align": st.sampled_from(["left", "center", "justify"]),
    "color": st.sampled_from(
        ["ink", "paper", "teapot", "#aa0011", {"gradient": ["ink", "#fff"]}, {"gradient": ["#000", "teapot"]}]
    ),
    "font": st.sampled_from(["Source Sans 3", ["Young Serif", "Source Sans 3"]]),
    "italic": st.sampled_from(["yes", "no"]),
    "outline": st.fixed_dictionaries({"color": st.just("paper"), "width": st.just("0.4pt")}),
    "shadow": st.lists(st.fixed_dictionaries({"color": st.just("ink"), "right": st.just("-1pt")})),
    "glow": st.fixed_dictionaries({"color": st.just("paper"), "width": st.sampled_from(["0pt", "2pt"])}),
    "initial": st.integers(1, 9),
    "bullet": st.sampled_from(["–", "{sugar}", "#"]),
}
STYLES = st.sampled_from(["title", "strength", "rules"])
SETTING = STYLES.flatmap(
    lambda style: st.sampled_from(sorted(VALUES)).flatmap(
        lambda key: VALUES[key].map(
            lambda value: {"type": "set", "path": ["styles", style, key], "value": value}
        )
    )
)
COLOURING = st.builds(
    lambda name, value: {"type": "set", "path": ["palette", name], "value": value},
    st.sampled_from(["ink", "paper", "teapot", "fresh"]),
    st.sampled_from(["#123456", "#ABCDEF", "#8a6f2b spot(Gold, 0, 0.2, 0.6, 0.3)"]),
)
RENAMING = st.tuples(st.sampled_from(["ink", "paper", "teapot"]), st.sampled_from(["tea", "a-b", "Ink_2"]))


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.one_of(SETTING, COLOURING, RENAMING), min_size=1, max_size=6))
def test_edits_change_what_they_name_and_undo_gives_the_bytes_back(desk: Desk, steps: list[Any]) -> None:
    first = desk.files()
    done = 0
    for step in steps:
        before, data = desk.files(), _data(desk.sheet)
        if isinstance(step, tuple):
            answer = desk.palette(*step)
        else:
            answer = desk.edit(step)
            wanted = data | {step["path"][0]: {**data[step["path"][0]]}}
            inside = wanted
            for name in step["path"][:-1]:
                inside[name] = {**inside[name]}
                inside = inside[name]
            inside[step["path"][-1]] = step["value"]
            assert _plain(_data(desk.sheet)) == _plain(wanted)
            assert {path for path, now in desk.files().items() if before[path] != now} <= {SHEET}
        assert answer.get("done") or answer.get("refused"), answer
        if desk.files() != before:
            done += 1
    for _ in range(done):
        assert desk.undo()["done"]
    assert desk.files() == first


def _data(text: str) -> dict[str, Any]:
    root = parts(text)
    assert root is not None
    return root.data  # type: ignore[no-any-return]


def _plain(value: Any) -> Any:
    """Values by their text, as YAML has them."""
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list) else str(value)


# Fonts


def test_fonts_and_their_licence_are_one_step(desk: Desk) -> None:
    before = desk.files()
    font = desk.upload(tiny_font("Sencha", names={"licenseDescription": "OFL"}), "Tiny (1).TTF")
    assert {key: font[key] for key in ("name", "family", "styles", "says")} == {
        "name": "Tiny-Regular.ttf", "family": "Tiny", "styles": ["Regular"], "says": "OFL"
    }  # fmt: skip
    licence = desk.upload(OFL.encode(), "OFL.txt", "licence")
    assert licence["says"] == "Copyright 2026 Nobody"
    assert desk.files() == before
    assert desk.add(font["id"], licence=licence["id"])["done"] == "add the font Tiny"
    added = desk.files()
    assert {path: added[path] for path in added if path not in before} == {
        "fonts/tiny/Tiny-Regular.ttf": tiny_font("Sencha", names={"licenseDescription": "OFL"}),
        "fonts/tiny/OFL.txt": OFL.encode(),
    }
    assert "Tiny" in [each["name"] for each in desk.look()["families"] if each["is_own"]]
    assert desk.edit({"type": "set", "path": ["styles", "title", "font"], "value": "Tiny"})["done"]
    desk.undo()
    assert desk.undo()["done"] == "add the font Tiny"
    assert desk.files() == before
    assert not (desk.root / "fonts").exists() or not list((desk.root / "fonts").iterdir())
    assert desk.http.post("/tea-time/redo").json()["done"]
    assert Fonts(desk.work.project).has_family("Tiny")


def test_a_web_font_is_kept_as_it_is(desk: Desk) -> None:
    web = TTFont(BytesIO(tiny_font("Sencha")))
    web.flavor = "woff2"
    out = BytesIO()
    web.save(out)
    assert desk.add(desk.upload(out.getvalue())["id"])["done"]
    assert desk.files()["fonts/tiny/Tiny-Regular.woff2"] == out.getvalue()
    assert Fonts(desk.work.project).font("Tiny").has("Sencha")


def test_a_style_that_is_there_is_not_replaced(desk: Desk) -> None:
    assert desk.add(desk.upload(tiny_font("Sencha"))["id"])["done"]
    before = desk.files()
    other = desk.upload(tiny_font("Senchax"))["id"]
    assert desk.add(other)["refused"] == "`fonts/tiny/Tiny-Regular.ttf` is there already: Tiny Regular"
    otf = desk.upload(tiny_font("Sencha", cff=True))["id"]
    assert "is there already" in desk.add(otf)["refused"]
    one, two = (desk.upload(tiny_font(text, names={"familyName": "Twin"}))["id"] for text in ("ab", "cd"))
    assert desk.add(one, two)["refused"].startswith("two fonts would be `fonts/twin/Twin-Regular.ttf`")
    assert desk.files() == before


def test_a_second_licence_gets_a_name_of_its_own(desk: Desk) -> None:
    one = desk.upload(tiny_font("Sencha"))["id"]
    desk.add(one, licence=desk.upload(OFL.encode(), "OFL.txt", "licence")["id"])
    names = {"styleName": "Bold", "familyName": "Tiny"}
    bold = TTFont(BytesIO(tiny_font("Sencha", names=names)))
    bold["OS/2"].usWeightClass = 700
    out = BytesIO()
    bold.save(out)
    font = desk.upload(out.getvalue())["id"]
    assert desk.add(font, licence=desk.upload(b"Another one\n", "OFL.txt", "licence")["id"])["done"]
    assert sorted(path for path in desk.files() if path.startswith("fonts/")) == [
        "fonts/tiny/OFL-2.txt", "fonts/tiny/OFL.txt", "fonts/tiny/Tiny-Bold.ttf", "fonts/tiny/Tiny-Regular.ttf"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"MZ\x90" * 99, "mine.ttf is not a TrueType"),
        (tiny_font("ab")[:300], "mine.ttf is not a font file, or is damaged"),
        (tiny_font("ab", embedding=2), "mine.ttf doesn't allow embedding"),
    ],
)
def test_what_is_no_font_doesn_t_wait(desk: Desk, data: bytes, why: str) -> None:
    assert desk.upload(data)["refused"].startswith(why)
    assert not desk.work.tray._waiting
    assert list(desk.work.tray._folder.iterdir()) == []  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("data", "name"),
    [(b"", "OFL.txt"), (b"a\0b", "OFL.txt"), (b"x" * 1_000_001, "OFL.txt"), (b"x", "OFL.pdf")],
)
def test_what_is_no_licence_is_refused(desk: Desk, data: bytes, name: str) -> None:
    assert desk.upload(data, name, "licence")["refused"].startswith(f"{name} is")


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("../../cards/a.txt", "a.txt"),
        ("C:\\fonts\\My OFL (1).TXT", "My-OFL-1-.TXT"),
        ("nul.txt", "LICENSE.txt"),
        (".txt", "LICENSE.txt"),
    ],
)
def test_a_licence_s_name_leads_nowhere_else(desk: Desk, name: str, kept: str) -> None:
    assert desk.upload(OFL.encode(), name, "licence")["name"] == kept


def test_a_font_is_no_picture_and_a_licence_no_font(desk: Desk) -> None:
    before = desk.files()
    font, licence = desk.upload(tiny_font("ab"))["id"], desk.upload(OFL.encode(), "OFL.txt", "licence")["id"]
    body = {
        "file": SHEET,
        "base": desk.work.history.version(SHEET).digest,
        "changes": [],
        "uploads": [{"id": font, "file": "art/Tiny-Regular.ttf"}],
    }
    assert "doesn't end as a picture" in desk.http.post("/tea-time/edit", json=body).json()["refused"]
    assert desk.add(licence)["refused"] == "a file has waited too long: choose it again"
    assert desk.add(font, licence=font)["refused"] == "a file has waited too long: choose it again"
    assert desk.add()["refused"] == "choose from 1 to 40 fonts"
    assert desk.files() == before


def test_nobody_else_uploads_and_bodies_are_bounded(desk: Desk) -> None:
    large = {"content-length": str(MAX_UPLOAD + 1)}
    assert desk.http.post("/tea-time/font", content=b"x", headers=large).status_code == 413
    other = {"origin": "http://evil.example"}
    assert desk.http.post("/tea-time/font", content=tiny_font("ab"), headers=other).status_code == 403
    assert desk.http.post("/none/font", content=tiny_font("ab")).status_code == 404
    assert desk.http.get("/tea-time/font").status_code == 405
    assert not desk.work.tray._waiting
