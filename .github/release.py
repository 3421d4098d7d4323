"""Cut a release (`make release VERSION=0.2.0`): set the version, and date the changelog's unreleased part.

Edits generator/nineup/__init__.py and CHANGELOG.md, then prints the commands that commit, tag and publish.
Refuses an unfinished or a repeated release, and changes nothing then.
"""

import datetime
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
UNRELEASED = "## [Unreleased]"


class ReleaseError(Exception):
    """The release can't be cut."""


def cut(changelog: str, version: str, date: str) -> str:
    """The changelog with its unreleased part under a version, and an empty unreleased part above.

    Raises ReleaseError.
    """
    if not re.fullmatch(r"\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?", version):
        raise ReleaseError(f"`{version}` is not a version; write it like 0.2.0")
    if f"## [{version}]" in changelog:
        raise ReleaseError(f"the changelog has {version} already")
    if changelog.count(UNRELEASED) != 1:
        raise ReleaseError(f"the changelog needs one heading `{UNRELEASED}`")
    changes = changelog.split(UNRELEASED)[1].split("\n## [")[0]
    if not re.search(r"^- ", changes, re.M):
        raise ReleaseError("nothing is unreleased")
    return changelog.replace(UNRELEASED, f"{UNRELEASED}\n\n## [{version}] - {date}")


def set_version(source: str, version: str) -> str:
    """The package's source with this version. Raises ReleaseError where it names none."""
    changed, count = re.subn(r'^__version__ = ".*"$', f'__version__ = "{version}"', source, flags=re.M)
    if count != 1:
        raise ReleaseError("the package has no __version__")
    return changed


def check_notes(notes: str, version: str) -> None:
    """Raises ReleaseError unless the notes, which the page of the release shows, are about this version."""
    if not notes.startswith(f"# Nineup {version}\n"):
        raise ReleaseError(f"write notes that begin with `# Nineup {version}` into .github/notes.md")


def main(version: str) -> None:
    """Write both files and print what to do next."""
    package, log = ROOT / "generator/nineup/__init__.py", ROOT / "CHANGELOG.md"
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    try:
        check_notes((ROOT / ".github/notes.md").read_text(encoding="utf-8"), version)
        changelog = cut(log.read_text(encoding="utf-8"), version, today)
        source = set_version(package.read_text(encoding="utf-8"), version)
    except ReleaseError as error:
        sys.exit(f"release: {error}")
    log.write_text(changelog, encoding="utf-8")
    package.write_text(source, encoding="utf-8")
    print(f'now: make check && git commit -am "release: {version}" && git tag v{version} && git push --tags')


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) == 2 else "")
