"""How property tests run: a few examples, the same on every machine, or fresh and many with NINEUP_FUZZ set.

`NINEUP_FUZZ=10 pytest` (that is `make fuzz`) tries ten times as many examples, new ones in each run; a failure
prints the `@reproduce_failure` line that repeats it. Without it, a property that states how
many it wants is a slow one, and gets a quarter of them. No example has a deadline, because machines differ.
"""

import gc
import os
import signal
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

os.environ["NINEUP_CACHE"] = "off"  # Tests change the code that runs, which no cache could know.
os.environ["XDG_RUNTIME_DIR"] = os.devnull  # No server runs what a test runs, unless it starts one.

FUZZ = int(os.environ.get("NINEUP_FUZZ", "0"))

pytest.register_assert_rewrite("studio_window")  # its assertions show both values, too

settings.register_profile("fixed", deadline=None, derandomize=True, database=None)
settings.register_profile("fuzz", deadline=None, derandomize=False, print_blob=True)
settings.load_profile("fuzz" if FUZZ else "fixed")


@pytest.hookimpl(optionalhook=True)  # without xdist, there is no such hook
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: the tests in a browser wait for most of their time."""
    return (os.cpu_count() or 1) + 1


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--skipped", action="store_true", help="run only what the last run skipped")


SKIPPED = "nineup/skipped"
"""Where pytest keeps the ids of what the last whole run skipped: tests, and files of which all is."""


class _Skipped:
    """Keeps what a run skips. In the process that hears of all tests only."""

    def __init__(self, config: pytest.Config) -> None:
        self._config, self._ids = config, set[str]()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped:
            self._ids.add(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.skipped:
            self._ids.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        if cache := getattr(self._config, "cache", None):  # None with `-p no:cacheprovider`
            cache.set(SKIPPED, sorted(self._ids))


def pytest_configure(config: pytest.Config) -> None:
    # What a shell starts in the background ignores Ctrl-C, and so would the processes that tests interrupt.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if not hasattr(config, "workerinput") and not config.option.skipped:
        config.pluginmanager.register(_Skipped(config))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.option.skipped:
        assert config.cache is not None
        ids = set(config.cache.get(SKIPPED, []))
        items[:] = [item for item in items if item.nodeid in ids or item.nodeid.partition("::")[0] in ids]


def pytest_collection_finish() -> None:
    """Keep the garbage collector from looking at thousands of tests again and again: that is a tenth of the
    time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Change the number of examples of each property."""
    function = getattr(item, "obj", None)
    own = getattr(function, "_hypothesis_internal_use_settings", None)
    if own is not None and not getattr(function, "counted", False):
        stated = own.max_examples
        is_slow = stated != settings.default.max_examples
        number = stated * FUZZ if FUZZ else max(stated // 4, min(stated, 25)) if is_slow else stated
        function._hypothesis_internal_use_settings = settings(own, max_examples=number)
        function.counted = True


@pytest.fixture(scope="session")
def chromium() -> "Iterator[Browser]":
    """A real browser, driven by Playwright: one for each process.

    Skipped where there is none, but not where `CI` is set.
    """
    import programs
    from playwright.sync_api import expect

    expect.set_options(timeout=1000 * programs.LONGEST_WAIT)
    with programs.chromium() as browser:
        yield browser
