"""A value's own YAML as a text: what is seen is what is in the file, and what is written is exactly that."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nineup.base.diagnostics import Diagnostic
from nineup.files.edit import SetSource, edit, source_of
from test_edit_properties import SLOW
from yaml_texts import at, loaded, paths, put, yaml_files

GAME = b"""\
# The game.
rules:
  - deal: {player: {deck: 3}}   # everybody

  # The second.
  - says: it holds
    check: >-
      a
      == b
    when: c
options:
    power:
      default: yes

      # why
      because: So.
"""


def made(path: tuple[Any, ...], text: str, data: bytes = GAME) -> bytes:
    found = edit("cards/x.yaml", data, [SetSource(path, text)])
    assert isinstance(found, bytes), found
    return found


def test_the_source_is_as_if_it_began_in_the_first_column() -> None:
    text = GAME.decode()
    assert source_of(text, ("rules", 1)) == "says: it holds\ncheck: >-\n  a\n  == b\nwhen: c"
    assert source_of(text, ("options", "power")) == "default: yes\n\n# why\nbecause: So."
    assert source_of(text, ("rules", 0, "deal")) == "{player: {deck: 3}}"
    assert source_of(text, ("rules", 7)) is None


def test_it_is_written_with_its_comments() -> None:
    new = "# first\nsays: it holds\nlet: {a: 1}  # an a\ncheck: a == b"
    after = made(("rules", 1), new.removeprefix("# first\n"))
    assert after == GAME.replace(
        b"    check: >-\n      a\n      == b\n    when: c\n", b"    let: {a: 1}  # an a\n    check: a == b\n"
    )
    assert made(("rules", 0, "deal"), "{player: {deck: 4}}") == GAME.replace(b"deck: 3", b"deck: 4")
    crlf = GAME.replace(b"\n", b"\r\n")
    assert made(("options", "power"), "default: no\nbecause: So.", crlf) == crlf.replace(
        b"default: yes\r\n\r\n      # why\r\n", b"default: no\r\n"
    )


@pytest.mark.parametrize(
    ("path", "text", "message"),
    [
        (("rules", 1), "says: [", "not readable YAML"), (("rules", 1), "", "nothing is written"),
        (("rules", 0, "deal"), "player: 1\ntable: 2", "on one line"), (("rules", 9), "a: 1", "no longer exists"),
        (("rules", 1), "a: 1\n- b", "not readable YAML"), (("rules", 1), "a: 1\n---\nb: 2", "doesn't allow"),
        (("rules", 1), "a: &x 1\nb: *x", "anchors"), (("rules", 1), "a: !x 1", "tags"),
    ],
)  # fmt: skip
def test_what_is_no_value_is_refused(path: tuple[Any, ...], text: str, message: str) -> None:
    found = edit("cards/x.yaml", GAME, [SetSource(path, text)])
    assert isinstance(found, Diagnostic)
    assert message in found.message


@SLOW
@given(st.data(), yaml_files())
def test_writing_the_same_again_changes_no_value(draw: Any, data: bytes) -> None:
    before = loaded(data)
    path = draw.draw(st.sampled_from([path for path in paths(before, (str, list, dict)) if path]))
    text = source_of(data.decode("utf-8-sig"), path)
    if text is None:
        return
    after = edit("x.yaml", data, [SetSource(path, text)])
    if isinstance(after, bytes):
        assert loaded(after) == put(before, path, at(before, path))
