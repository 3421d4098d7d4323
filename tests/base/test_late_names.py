"""Names of packages that are imported when they are used."""

import importlib
import pkgutil
import sys
from pathlib import Path

import nineup
import pytest


def test_a_late_name_of_a_package_is_imported_when_it_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "lazybones"
    package.mkdir()
    (package / "__init__.py").write_text(
        "from nineup.base.late_names import late_names\n__getattr__ = late_names(__name__, {'work': ('done',)})\n"
    )
    (package / "work.py").write_text("done = object()\n")
    monkeypatch.syspath_prepend(tmp_path)
    lazybones = importlib.import_module("lazybones")
    assert "lazybones.work" not in sys.modules
    assert lazybones.done is lazybones.done is sys.modules["lazybones.work"].done
    with pytest.raises(AttributeError, match="module `lazybones` has no attribute `undone`"):
        getattr(lazybones, "un" + "done")


def test_every_name_of_a_package_exists() -> None:
    """Those imported when they are used are listed as texts, which no type checker looks at."""
    packages = [found.name for found in pkgutil.walk_packages(nineup.__path__, "nineup.") if found.ispkg]
    late = [each for each in map(importlib.import_module, packages) if "__getattr__" in vars(each)]
    assert len(late) > 5
    for package in late:
        missing = [name for name in package.__all__ if not hasattr(package, name)]
        assert not missing, package.__name__
