"""Findings come back from the cache as they were, with the fixes that their hints know."""

from typing import get_args

import msgspec
import pytest
from nineup.base.diagnostics import Accept, AddRule, ChangeKeys, Diagnostic, Fix, Hint, Replace, Span
from nineup.base.packing import pack, unpack

FIXED = Diagnostic(
    *("unknown-symbol", "error", "there is no symbol `gme`"),
    span=Span("cards/tea/cups.yaml", 3, 5, 3, "deck"),
    hint=Hint(
        "did you mean `gem`?",
        Replace("gme", "gem"),
        Accept("inventory/short", Span("a.yaml", 1, 2)),
        ChangeKeys(Span("a.yaml", 1, 2), (("ol", "old"), ("x", ""))),
        AddRule(Span("game.yaml", 1, 1), '{"says":"x"}'),
    ),
)


class Row(msgspec.Struct, frozen=True):
    found: tuple[Diagnostic, ...]
    held: dict[int, bool]


class Kept(msgspec.Struct, frozen=True):
    rows: dict[str, Row]
    listed: list[Diagnostic]


def test_hints_keep_their_fixes() -> None:
    plain = FIXED._replace(hint="did you mean `gem`?")
    made = (Row((FIXED, plain), {2: True}), Row((plain._replace(hint=Hint("no fix")),), {}))
    assert {type(fix) for fix in FIXED.fixes} == set(get_args(Fix))
    back = unpack(pack(made), tuple[Row, ...])
    assert back == made
    assert [each.fixes for row in back for each in row.found] == [FIXED.fixes, (), ()]
    assert [type(each.hint) for row in back for each in row.found] == [Hint, str, Hint]


def test_hints_keep_their_fixes_in_mappings_and_lists() -> None:
    made = Kept({"contrast": Row((FIXED,), {2: True})}, [FIXED])
    back = unpack(pack(made), Kept)
    assert back == made
    assert [each.fixes for each in (*back.rows["contrast"].found, *back.listed)] == [FIXED.fixes] * 2


def test_a_text_like_a_mark_is_left_alone() -> None:
    made = (FIXED, FIXED._replace(message=f"{'0' * 32}0"))
    assert unpack(pack(made), tuple[Diagnostic, ...]) == made


def test_what_is_no_record_of_texts_and_numbers_is_refused() -> None:
    with pytest.raises(TypeError, match="nothing is kept of type object"):
        pack((FIXED, object()))
    with pytest.raises(msgspec.MsgspecError):
        unpack(pack((1, 2)), tuple[Diagnostic, ...])
