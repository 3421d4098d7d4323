"""Earlier states of a project: what git says of them, and nothing that a repository makes git run."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pytest
from nineup.base.fence import LimitError
from nineup.base.project import Project
from nineup.changes import revision as earlier
from nineup.changes.revision import RevisionError, commits, history, project_at
from tiny import CARDS, write_tiny

WHO = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
for role in ("AUTHOR", "COMMITTER"):
    WHO |= {f"GIT_{role}_NAME": "A", f"GIT_{role}_EMAIL": "a@b"}


def git(folder: Path, *words: str, check: bool = True) -> str:
    done = subprocess.run(
        ["git", "-C", str(folder), *words],
        check=check,
        capture_output=True,
        text=True,
        env={**os.environ, **WHO},
    )
    return done.stdout.strip()


def committed(folder: Path, message: str = "some") -> str:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--allow-empty", "-m", message)
    return git(folder, "rev-parse", "HEAD")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    git(folder, "init", "--quiet", "--initial-branch", "main")
    write_tiny(folder)
    committed(folder, "first")
    return folder


def cards_at(project: Path, revision: str) -> str:
    with project_at(Project(project), revision) as earlier:
        return earlier.read("cards/tiny/cards.yaml").decode()


READS = """
import sys
from pathlib import Path
from nineup.base.project import Project
from nineup.changes.revision import project_at
with project_at(Project(Path(sys.argv[1])), "HEAD"):
    print("here", flush=True)
    sys.stdin.readline()
"""


@pytest.mark.skipif(os.name == "nt", reason="a process can't be asked for here")
def test_folders_that_a_killed_command_left_are_removed(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    environment = {**os.environ, "TMPDIR": str(shared), "PYTHONPATH": os.pathsep.join(sys.path)}
    reading = subprocess.Popen(
        [sys.executable, "-c", READS, str(root)], env=environment, stdin=-1, stdout=-1, text=True
    )
    with reading as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "here\n"
        there = sorted(shared.iterdir())
        assert len(there) == 2
        monkeypatch.setattr(tempfile, "tempdir", str(shared))
        assert "First Light" in cards_at(root, "HEAD")
        assert sorted(shared.iterdir()) == there  # The other process is alive.
        process.kill()
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "file").touch()
    planted = there[0].with_name(there[0].name.rpartition("-")[0] + "-" + 16 * "0")
    planted.symlink_to(outside)
    assert "First Light" in cards_at(root, "HEAD")
    assert list(shared.iterdir()) == [planted]
    assert (outside / "file").exists()


def test_every_name_of_a_revision_is_understood(root: Path) -> None:
    first = git(root, "rev-parse", "HEAD")
    git(root, "tag", "-m", "printed", "v1")
    write_tiny(root, cards=CARDS.replace("First Light", "Last Light"))
    committed(root)
    git(root, "branch", "old", first)
    git(root, "pack-refs", "--all")
    git(root, "gc", "--quiet")
    for name in (first, first[:9], "v1", "v1^{commit}", "old", "HEAD~1", "main^", "@{1}", "HEAD^{/first}"):
        assert cards_at(root, name) == CARDS, name
    assert "Last Light" in cards_at(root, "main")


def test_a_worktree_has_a_head_of_its_own(root: Path, tmp_path: Path) -> None:
    git(root, "worktree", "add", "--quiet", "-b", "side", str(tmp_path / "side"))
    write_tiny(tmp_path / "side", cards=CARDS.replace("First Light", "Side Light"))
    committed(tmp_path / "side")
    assert "Side Light" in cards_at(tmp_path / "side", "HEAD")
    assert cards_at(tmp_path / "side", "main") == CARDS
    assert cards_at(root, "HEAD") == CARDS


def test_commits_are_those_that_touched_the_files(root: Path) -> None:
    (root / "notes.txt").write_text("none", encoding="utf-8")
    committed(root)
    (root / "layouts" / "tiny" / "card.svg").write_text("<svg/>", encoding="utf-8")
    second = committed(root)
    first = git(root, "rev-list", "--max-parents=0", "HEAD")
    project = Project(root)
    assert commits(project, ["cards/tiny", "layouts"]) == (second, first)
    assert commits(project, ["cards/tiny", "layouts"], without=["layouts/tiny"]) == (first,)
    assert commits(project, ["layouts"], f"{first}..HEAD") == (second,)
    assert commits(project, [":(glob)**"]) == (), "a name is no pattern"


def test_files_are_what_the_repository_holds_and_nothing_outside(root: Path) -> None:
    (root / "cards" / "tiny" / "link.yaml").symlink_to("/etc/passwd")
    data = root / "cards" / "tiny" / "binary.csv"
    data.write_bytes(b"a\r\nb\n$Format:%H$\0\xff")
    (root / ".gitattributes").write_text("*.csv text eol=crlf export-subst\n", encoding="utf-8")
    raw = git(root, "hash-object", "-w", "--no-filters", str(data))
    git(root, "add", "--all")
    git(root, "update-index", "--cacheinfo", f"100644,{raw},cards/tiny/binary.csv")
    git(root, "commit", "--quiet", "-m", "second")
    with project_at(Project(root), "HEAD") as earlier:
        assert (earlier.root / "cards/tiny/binary.csv").read_bytes() == b"a\r\nb\n$Format:%H$\0\xff"
        assert not (earlier.root / "cards/tiny/link.yaml").exists()


def test_what_is_not_there_is_said(root: Path, tmp_path: Path) -> None:
    bare = git(root, "commit-tree", git(root, "hash-object", "-t", "tree", "/dev/null"), "-m", "bare")
    for revision, problem in {
        "v9": "unknown revision `v9`",
        "--output=x": "unknown revision `--output=x`",
        bare: f"`{bare}` has no project here",
    }.items():
        with pytest.raises(RevisionError, match=problem):
            cards_at(root, revision)
    (root / "layouts" / "tiny" / "photo.jpg").write_text(
        "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n", encoding="utf-8"
    )
    committed(root)
    with pytest.raises(RevisionError, match=r"`layouts/tiny/photo\.jpg` is stored with Git LFS"):
        cards_at(root, "HEAD")
    lost = git(root, "rev-parse", "HEAD:cards/tiny/cards.yaml")
    (root / ".git" / "objects" / lost[:2] / lost[2:]).unlink()
    with pytest.raises(RevisionError, match=r"git has lost the contents of `cards/tiny/cards\.yaml`"):
        cards_at(root, "HEAD~1")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / ".git").write_text("gitdir: /nowhere", encoding="utf-8")
    with pytest.raises(RevisionError):
        commits(Project(tmp_path / "elsewhere"), ["cards"])


TRAPS = {
    "a smudge filter": {"filter.trap.smudge": "{trap}; cat", "filter.trap.required": "true"},
    "a filter process": {"filter.trap.process": "{trap}"},
    "a file system monitor": {"core.fsmonitor": "{trap}"},
    "hooks": {"core.hooksPath": "{hooks}"},
    "a text converter": {"diff.trap.textconv": "{trap}", "diff.trap.command": "{trap}"},
    "an external diff": {"diff.external": "{trap}"},
    "pagers": {"core.pager": "{trap}", "pager.rev-list": "{trap}", "pager.ls-tree": "{trap}"},
    "an editor": {"core.editor": "{trap}", "sequence.editor": "{trap}"},
    "aliases": {"alias.ls-tree": "!{trap}", "alias.cat-file": "!{trap}", "alias.rev-parse": "!{trap}"},
    "a signature program": {"gpg.program": "{trap}", "log.showSignature": "true"},
    "an archive format": {"tar.tar.command": "{trap}"},
    "a credential helper": {"credential.helper": "!{trap}"},
    "a remote that serves missing objects": {
        "core.repositoryFormatVersion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
        "remote.origin.url": "ext::{trap}",
        "protocol.ext.allow": "always",
    },
    "an upload program": {
        "core.repositoryFormatVersion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
        "remote.origin.url": ".",
        "remote.origin.uploadpack": "{trap}",
    },
}


@pytest.fixture
def sprung(tmp_path: Path) -> Path:
    return tmp_path / "sprung"


def arm(root: Path, sprung: Path, settings: dict[str, str]) -> None:
    """Set a repository up to run a program that leaves a file."""
    trap = root.parent / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch {sprung}\n", encoding="utf-8")
    trap.chmod(0o755)
    hooks = root.parent / "hooks"
    hooks.mkdir()
    for name in ("post-checkout", "reference-transaction", "post-index-change", "pre-auto-gc"):
        (hooks / name).write_text(trap.read_text(encoding="utf-8"), encoding="utf-8")
        (hooks / name).chmod(0o755)
    (root / ".gitattributes").write_text("* filter=trap diff=trap export-subst\n", encoding="utf-8")
    git(root, "-c", "filter.trap.required=false", "add", "--all")
    git(root, "commit", "--quiet", "-m", "armed")
    lost = git(root, "rev-parse", "HEAD:layouts/tiny/gem.svg")
    with (root / ".git" / "config").open("a", encoding="utf-8") as file:
        for name, value in settings.items():
            section, key = name.rsplit(".", 1)
            head, _, below = section.partition(".")
            title = f'{head} "{below}"' if below else head
            file.write(f'[{title}]\n{key} = "{value.format(trap=trap, hooks=hooks)}"\n')
    if "extensions.partialClone" in settings:
        (root / ".git" / "objects" / lost[:2] / lost[2:]).unlink()
    sprung.unlink(missing_ok=True)


@pytest.mark.parametrize("name", TRAPS)
def test_no_program_of_a_repository_runs(name: str, root: Path, sprung: Path) -> None:
    arm(root, sprung, TRAPS[name])
    project = Project(root)
    lost = "extensions.partialClone" in TRAPS[name]
    with (
        pytest.raises(RevisionError, match="git has lost") if lost else nullcontext(),
        project_at(project, "HEAD"),
    ):
        pass
    commits(project, ["cards"])
    assert not sprung.exists(), name


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("a smudge filter", ("archive", "HEAD")),
        ("hooks", ("update-ref", "refs/heads/x", "HEAD")),
        ("an external diff", ("diff", "HEAD~1")),
        ("aliases", ("x",)),
        ("a remote that serves missing objects", ("cat-file", "blob", "HEAD:layouts/tiny/gem.svg")),
        ("an upload program", ("cat-file", "blob", "HEAD:layouts/tiny/gem.svg")),
    ],
)
def test_the_traps_are_armed(name: str, command: tuple[str, ...], root: Path, sprung: Path) -> None:
    """The same settings do run a program when git reads the repository as it is."""
    arm(root, sprung, {**TRAPS[name], "alias.x": "!" + "{trap}"} if command == ("x",) else TRAPS[name])
    git(root, *command, check=False)
    assert sprung.exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes that are files")
def test_an_object_that_never_ends_is_a_sentence(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    id = git(root, "rev-parse", "HEAD").strip()
    file = root / ".git/objects" / id[:2] / id[2:]
    file.unlink()
    os.mkfifo(file)
    with pytest.raises(RevisionError, match=f"`{id[2:]}` is not a regular file"):
        cards_at(root, "HEAD")
    (root / "elsewhere").mkdir()
    file.parent.rename(root / "elsewhere" / id[:2])
    (root / ".git/objects/info/alternates").write_text(f"{root / 'elsewhere'}\n", encoding="utf-8")
    monkeypatch.setattr("nineup.changes.revision.MAX_SECONDS", 0.5)
    with pytest.raises(RevisionError, match="git didn't answer within"):
        cards_at(root, "HEAD")


def test_git_ends_with_what_asked_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def limit(*given: object) -> bytes:
        raise LimitError("too long")

    process = subprocess.Popen(["sleep", "60"], stdout=subprocess.PIPE)
    monkeypatch.setattr(os, "read", limit)
    began = time.monotonic()
    with pytest.raises(LimitError):
        earlier._answer(process, 1000)
    assert time.monotonic() - began < 30
    assert process.returncode == -signal.SIGKILL


def kept_as(data: bytes) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    return write


def pipe(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(path)


ODD = {
    "objects that are not there": (
        "objects/info/alternates",
        kept_as(b"/nowhere\n/proc/self\n/dev/zero\n"),
        "",
    ),
    "objects behind a pipe": ("objects/info/alternates", pipe, "is not a regular file"),
    "an index behind a pipe": ("objects/pack/pack-1.idx", pipe, "is not a regular file"),
    "a graph of nothing": ("objects/info/commit-graph", kept_as(b"CGPH\1\1\xff\0" + b"\xff" * 99), ""),
    "grafts": ("info/grafts", kept_as(b"junk\n"), ""),
    "names that nobody can have": (
        "packed-refs",
        kept_as(b"".join(b"%040d refs/heads/..%d/\x01\xff\n" % (at, at) for at in range(9999))),
        "",
    ),
    "a branch that is itself": ("refs/heads/main", kept_as(b"ref: refs/heads/main\n"), "unknown revision"),
    "a branch elsewhere": ("HEAD", kept_as(b"ref: ../../../../etc/passwd\n"), "not a git repository"),
    "settings elsewhere": ("config", kept_as(b"[include]\npath = /dev/zero\n[core]\nworktree = /\n"), ""),
    "branches in a table": ("reftable/tables.list", kept_as(b""), "reftable"),
}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes that are files")
@pytest.mark.parametrize("name", ODD)
def test_an_odd_repository_is_read_or_refused_at_once(name: str, root: Path) -> None:
    file, make, refusal = ODD[name]
    (root / ".git" / file).unlink(missing_ok=True)
    make(root / ".git" / file)
    with pytest.raises(RevisionError, match=refusal) if refusal else nullcontext():
        assert cards_at(root, "HEAD") == CARDS


def test_objects_may_be_shared_and_the_folder_elsewhere(root: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "--quiet", "--shared", str(root), "copy")
    assert cards_at(tmp_path / "copy", "HEAD") == CARDS
    (root / ".git").rename(tmp_path / "git")
    (root / ".git").write_text("gitdir: ../git\n", encoding="utf-8")
    assert cards_at(root, "HEAD") == CARDS


def test_no_object_takes_the_place_of_another(root: Path) -> None:
    shown = git(root, "rev-parse", "HEAD:cards/tiny/cards.yaml")
    (root / "other").write_text("other", encoding="utf-8")
    git(root, "replace", shown, git(root, "hash-object", "-w", "other"))
    assert git(root, "cat-file", "blob", shown) == "other"
    assert cards_at(root, "HEAD") == CARDS


def test_objects_may_be_named_by_sha_256(tmp_path: Path) -> None:
    root = tmp_path / "long"
    root.mkdir()
    git(root, "init", "--quiet", "--object-format=sha256")
    write_tiny(root)
    id = committed(root)
    assert len(id) == 64
    assert cards_at(root, id[:9]) == cards_at(root, "HEAD") == CARDS


def test_nothing_in_the_environment_runs_or_leads_elsewhere(
    root: Path, sprung: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (
        "EXTERNAL_DIFF",
        "SSH_COMMAND",
        "PAGER",
        "EDITOR",
        "ASKPASS",
        "PROXY_COMMAND",
        "CONFIG_VALUE_0",
    ):
        monkeypatch.setenv(f"GIT_{name}", f"touch {sprung}")
    for name in (
        "DIR",
        "WORK_TREE",
        "OBJECT_DIRECTORY",
        "COMMON_DIR",
        "EXEC_PATH",
        "NAMESPACE",
        "INDEX_FILE",
    ):
        monkeypatch.setenv(f"GIT_{name}", "/nowhere")
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "core.pager")
    monkeypatch.setenv("GIT_TRACE", str(sprung))
    with project_at(Project(root), "HEAD") as earlier_project:
        assert earlier_project.read("cards/tiny/cards.yaml").decode() == CARDS
    assert not sprung.exists()


def test_nothing_is_fetched_from_a_network(root: Path) -> None:
    lost = git(root, "rev-parse", "HEAD:layouts/tiny/gem.svg")
    (root / ".git" / "objects" / lost[:2] / lost[2:]).unlink()
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"http://127.0.0.1:{server.getsockname()[1]}/x.git"
        (root / ".git" / "config").write_text(
            "[core]\n repositoryformatversion = 1\n[extensions]\n partialClone = origin\n"
            f'[remote "origin"]\n url = {address}\n promisor = true\n',
            encoding="utf-8",
        )
        with pytest.raises(RevisionError, match="git has lost"):
            cards_at(root, "HEAD")
        server.settimeout(0)
        with pytest.raises(BlockingIOError):
            server.accept()


@pytest.mark.parametrize("revision", ["HEAD\0", "HEAD\n", "a" * 200_000, "a\udcff", ":/" + "(a+)+" * 30])
def test_no_name_of_a_revision_is_too_odd(revision: str, root: Path) -> None:
    with pytest.raises(RevisionError):
        cards_at(root, revision)


@pytest.mark.parametrize("name", [b"gitdir: \xff\xfe", b"gitdir: a\0b", b"gitdir: .", b""])
def test_a_git_folder_that_is_none_is_a_sentence(name: bytes, root: Path) -> None:
    (root / ".git/commondir").write_bytes(name.removeprefix(b"gitdir: ") or b"\0")
    with pytest.raises(RevisionError):
        cards_at(root, "HEAD" if name != b"gitdir: ." else "none")
    (root / ".git").rename(root / "git")
    (root / ".git").write_bytes(name)
    with pytest.raises(RevisionError):
        cards_at(root, "HEAD")


def test_names_of_branches_may_be_nested_without_end(root: Path) -> None:
    folder = root / ".git/refs/heads"
    for _ in range(300):
        folder = folder / "aa"
    folder.mkdir(parents=True)
    assert cards_at(root, "HEAD") == CARDS


def test_the_first_line_of_a_message_may_have_separators(root: Path) -> None:
    subject = "one\u2028two\x0cthree\x85four"
    git(root, "commit", "--quiet", "--allow-empty", "-m", subject)
    (root / "cards/tiny/cards.yaml").write_text("a: b", encoding="utf-8")
    committed(root, subject)
    assert [each.subject for each in history(Project(root), ["cards"], 5)] == [subject, "first"]


def test_a_tree_of_more_files_than_there_are_is_refused(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each level has the one below it ten times."""
    blob, layouts = (
        git(root, "rev-parse", "HEAD:cards/tiny/cards.yaml"),
        git(root, "rev-parse", "HEAD:layouts"),
    )

    def tree(*rows: str) -> str:
        (root / "rows").write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
        with (root / "rows").open() as given:
            done = subprocess.run(["git", "mktree"], cwd=root, stdin=given, capture_output=True, check=True)
        return done.stdout.decode().strip()

    made = tree(*(f"100644 blob {blob}\tf{number}" for number in range(10)))
    for _ in range(9):
        made = tree(*(f"040000 tree {made}\td{number}" for number in range(10)))
    whole = tree(f"040000 tree {made}\tcards", f"040000 tree {layouts}\tlayouts")
    monkeypatch.setattr("nineup.changes.revision.MAX_LISTED", 100_000)
    with pytest.raises(RevisionError, match="git's answer is longer than"):
        cards_at(root, git(root, "commit-tree", whole, "-m", "many"))


def test_a_file_that_is_too_deep_is_refused(root: Path) -> None:
    deep = root / "cards" / Path(*["a"] * 60)
    deep.mkdir(parents=True)
    (deep / "x.yaml").write_text("a: b", encoding="utf-8")
    committed(root)
    with pytest.raises(RevisionError, match="more than 50 folders deep"):
        cards_at(root, "HEAD")
