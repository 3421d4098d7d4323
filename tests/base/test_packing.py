"""Findings in the user's cache come back with the fixes that their hints know."""

from nineup.base.diagnostics import Accept, ChangeKeys, Diagnostic, Hint, Replace, Span
from nineup.base.packing import pack, unpack

PLACE = Span("cards/tea/game.yaml", 3, 5, 4)


def test_every_kind_of_fix_comes_back() -> None:
    fixes = (Replace("whit", "white"), Accept("inventory/short", PLACE), ChangeKeys(PLACE, (("3-4", "3"),)))
    findings = [
        Diagnostic("one", "error", "m", PLACE, hint=Hint("use `white`", *fixes)),
        Diagnostic("two", "note", "m", hint="a text"),
    ]
    for before, after in zip(findings, unpack(pack(tuple(findings)), tuple[Diagnostic, ...]), strict=True):
        assert after == before
        assert getattr(after.hint, "fixes", ()) == getattr(before.hint, "fixes", ())
