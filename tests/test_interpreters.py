"""Benchmarks are saved only if Python was built with both kinds of optimization."""

import sysconfig

import pytest

from benchmarks import interpreters

BUILDS = (
    ({"CONFIG_ARGS": "'--enable-optimizations' '--with-lto'"}, "PGO, LTO"),
    ({"PY_CORE_CFLAGS": "-O3 -fprofile-use -flto", "PY_CORE_LDFLAGS": ""}, "PGO, LTO"),
    ({"CONFIG_ARGS": "'--enable-optimizations'"}, ""),
    ({"CONFIG_ARGS": "'--with-lto'"}, ""),
    ({"CONFIG_ARGS": "'--prefix=/home/me/.pyenv'"}, ""),
)


@pytest.mark.parametrize(("flags", "optimized"), BUILDS)
def test_both_optimizations_are_needed(
    flags: dict[str, str], optimized: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sysconfig, "get_config_vars", lambda: flags)
    monkeypatch.setattr(sysconfig, "get_config_var", flags.get)
    monkeypatch.setattr(sysconfig, "get_scheme_names", lambda: ("posix_prefix",))
    monkeypatch.setattr(interpreters.sys, "platform", "linux")
    assert interpreters.optimizations() == optimized


def test_of_the_candidates_only_those_that_are_optimized_and_new_enough_are_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = {"old": '[[3, 10], "PGO, LTO"]', "plain": '[[3, 12], ""]', "good": '[[3, 12], "PGO, LTO"]'}

    def run(words: list[str], **_: object) -> object:
        if words[0] not in asked:
            raise FileNotFoundError
        return type("Done", (), {"stdout": asked[words[0]]})

    monkeypatch.setattr(interpreters.subprocess, "run", run)
    monkeypatch.setattr(interpreters, "CANDIDATES", ("none", *asked))
    assert list(interpreters.found()) == ["good"]
