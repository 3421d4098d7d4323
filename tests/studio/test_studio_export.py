"""Exports from the browser: the files are those of the commands, and nothing else is written or served."""

import io
import re
import time
from pathlib import Path

import httpx2
import pypdfium2
import pytest
from click.testing import CliRunner
from nineup.base.project import Project
from nineup.cli import nineup
from nineup.pipeline import RunChoice
from nineup_studio import Studio
from nineup_studio.live import exporting
from nineup_studio.live.exporting import BusyError, Exports, Job, JobRequest
from playwright.sync_api import Page, expect
from programs import from_npm
from serving import client, origin
from studio_window import Open, until
from test_studio_views import SERIOUS
from tiny import CARDS

BUILD = JobRequest("tiny", "sheets", RunChoice())


def edit(root: Path, text: str) -> None:
    (root / "cards" / "tiny" / "cards.yaml").write_text(text, encoding="utf-8")


def post(own: httpx2.Client, studio: Studio, path: str, **form: str) -> httpx2.Response:
    return own.post(path, data=form, headers={"origin": origin(studio)})


def ended(exports: Exports) -> Job:
    limit = time.monotonic() + 60
    while (job := exports.jobs("tiny")[0]).state == "running":
        assert time.monotonic() < limit
        time.sleep(0.05)
    return job


def wait_for_end(page: Page) -> None:
    expect(page.locator(".jobs li").first).to_be_visible()
    expect(page.locator(".jobs li.running")).to_have_count(0)


def test_a_build_is_the_build_of_the_command(
    studio: Studio, project: Path, tmp_path: Path, open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project)
    page = open_page(studio, "/tiny/export?players=3&paper=letter&bleed=2&ink=low")
    page.get_by_role("button", name="Build", exact=True).click()
    wait_for_end(page)
    names = ["cards-letter.pdf", "tokens-letter.pdf", "manifest.json"]
    expect(page.locator(".jobs .files a:first-child")).to_have_text(names)
    words = ["build", "tiny", "--players", "3", "--paper", "letter", "--bleed", "2mm", "--ink", "low"]
    done = CliRunner().invoke(nineup, [*words, "-o", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    for name in names[:2]:
        made = (project / "output" / "tiny" / "3p-low-ink" / name).read_bytes()
        assert made == (tmp_path / "out" / "tiny" / "3p-low-ink" / name).read_bytes()


def test_a_file_opens_and_downloads(studio: Studio, open_page: Open) -> None:
    page = open_page(studio, "/tiny/export")
    page.get_by_role("button", name="Build", exact=True).click()
    wait_for_end(page)
    with page.expect_download() as download:
        page.get_by_label("Download cards-a4.pdf").click()
    assert Path(download.value.path()).read_bytes().startswith(b"%PDF")
    with client(studio) as own:
        answer = own.get("/output/output/tiny/box/cards-a4.pdf")
        assert answer.headers["content-type"] == "application/pdf"
        assert answer.headers["content-disposition"].startswith("inline")
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert len(pypdfium2.PdfDocument(io.BytesIO(answer.content))) == 4
        other = own.get("/output/output/tiny/box/manifest.json")
        assert other.headers["content-type"] == "application/octet-stream"
        assert other.headers["content-disposition"].startswith("attachment")


def test_pictures_appendix_and_what_changed(
    studio: Studio, project: Path, open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_page(studio, "/tiny/export")
    page.get_by_role("button", name="Build", exact=True).click()
    wait_for_end(page)
    page.get_by_role("button", name="I have printed this").click()
    expect(page.get_by_role("button", name="Build changes")).to_be_visible()
    record = project / "cards" / "tiny" / "prints" / "print-1.yaml"
    by_browser = record.read_bytes()
    page.locator("#undo").click()
    expect(page.get_by_role("button", name="Build changes")).to_have_count(0)
    until(page, lambda: not record.exists())
    monkeypatch.chdir(project)
    assert CliRunner().invoke(nineup, ["print-done", "tiny"]).exit_code == 0
    assert record.read_bytes() == by_browser
    expect(page.get_by_role("button", name="Build changes")).to_be_visible()
    edit(project, CARDS.replace("First Light", "Last Light"))
    page.get_by_role("button", name="Build changes").click()
    expect(page.locator(".jobs li.done")).to_have_count(2)
    expect(page.locator(".jobs li.done").first).to_contain_text("pull-list-a4.pdf")
    page.locator("[data-key=to-pictures]").get_by_label("Dots per inch").fill("50")
    page.get_by_role("button", name="Export: Pictures").click()
    expect(page.locator(".jobs li.done summary")).to_have_text("16 files")
    page.get_by_role("button", name="Write appendix").click()
    expect(page.locator(".jobs li.done")).to_have_count(4)
    expect(page.locator(".jobs li.done").first).to_contain_text("appendix.md")
    expect(page.locator(".earlier > summary")).to_have_text("3 earlier")
    job = page.locator(".jobs li", has=page.get_by_role("heading", name="Pictures", include_hidden=True))
    expect(job.locator("header")).not_to_be_visible()
    page.locator("[data-key=to-pictures]").get_by_role("link", name="16 files").click()
    expect(job.locator("header")).to_be_visible()
    assert (project / "output" / "tiny" / "box" / "appendix.pdf").is_file()
    assert (project / "output" / "tiny" / "box" / "pictures" / "pictures.json").is_file()


def test_only_sheets_that_are_still_there_are_recorded_as_printed(studio: Studio, project: Path) -> None:
    with client(studio) as own:
        for _ in range(2):
            assert post(own, studio, "/tiny/export", kind="sheets").status_code == 204
            job = ended(studio.workspace.exports)
        for id, status in ((job.id - 1, 404), (job.id + 1, 404), (job.id, 200)):
            assert post(own, studio, f"/tiny/export/{id}/printed").status_code == status
        assert "recorded as print-1" in own.get("/tiny/export").text
        assert post(own, studio, "/tiny/undo").json()["done"] == "record the print print-1"
        assert "I have printed this" in own.get("/tiny/export").text
        (project / "output" / "tiny" / "box" / "manifest.json").unlink()
        again = post(own, studio, f"/tiny/export/{job.id}/printed").json()
        assert again == {"refused": "there is no build `box` in the output of tiny"}


def test_errors_are_findings_and_nothing_is_written(studio: Studio, project: Path, open_page: Open) -> None:
    edit(project, CARDS.replace("suit: ruby", "suit: rubi"))
    page = open_page(studio, "/tiny/export")
    page.get_by_role("button", name="Build", exact=True).click()
    wait_for_end(page)
    job = page.locator(".jobs li.failed")
    expect(job).to_contain_text("rubi")
    expect(job.locator(".excerpt .here")).to_contain_text("suit: rubi")
    assert not (project / "output").exists()


def test_a_folder_that_cannot_be_written_is_a_finding(project: Path) -> None:
    (project / "output").write_text("in the way", encoding="utf-8")
    exports = Exports(Project(project))
    exports.start(BUILD)
    job = ended(exports)
    assert job.state == "failed"
    assert job.outcome is not None
    assert [finding.code for finding in job.outcome.findings] == ["cannot-write"]


def test_an_output_folder_that_leads_out_of_the_project_is_refused(project: Path, tmp_path: Path) -> None:
    outside = tmp_path / "elsewhere"
    outside.mkdir()
    (project / "output").symlink_to(outside)
    exports = Exports(Project(project))
    exports.start(BUILD)
    job = ended(exports)
    assert job.outcome is not None
    assert [finding.code for finding in job.outcome.findings] == ["output-outside"]
    assert list(outside.iterdir()) == []


SLOW = """
import sys; sys.path[:] = sys.argv[1:]
from nineup_studio.live import exporting
import time
def slow(project, request, findings, progress):
    for step in range(400):
        progress("a slow step", step, 400)
        time.sleep(0.05)
exporting._EXPORTS["sheets"] = slow
exporting.work()
"""


def test_a_cancelled_export_leaves_nothing(
    studio: Studio, project: Path, open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exporting, "PROGRAM", SLOW)
    page = open_page(studio, "/tiny/export")
    page.get_by_role("button", name="Build", exact=True).click()
    expect(page.locator(".jobs .what")).to_have_text("a slow step")
    expect(page.get_by_role("button", name="Export: Pictures")).to_be_disabled()
    until(page, "document.querySelector('.jobs progress')?.value > 0")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".jobs li.cancelled")).to_contain_text("cancelled")
    expect(page.get_by_role("button", name="Export: Pictures")).to_be_enabled()
    assert not (project / "output").exists()


def test_one_export_at_a_time_which_ends_with_the_server(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exporting, "PROGRAM", SLOW)
    exports = Exports(Project(project))
    exports.start(BUILD)
    with pytest.raises(BusyError):
        exports.start(BUILD)
    begun = time.monotonic()
    exports.close()
    assert time.monotonic() - begun < 15
    assert exports.jobs("tiny")[0].state == "cancelled"


def test_an_export_that_crashes_is_a_finding(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exporting, "PROGRAM", "import sys; sys.exit(5)")
    exports = Exports(Project(project))
    exports.start(BUILD)
    job = ended(exports)
    assert job.outcome is not None
    assert "status 5" in job.outcome.findings[0].message
    assert job.outcome.findings[0].code == "bug"


def test_no_more_jobs_are_kept_than_are_listed(project: Path) -> None:
    from nineup.base.diagnostics import Findings

    exports = Exports(Project(project))
    for _ in range(40):
        exports.refuse(BUILD, Findings())
    assert len(exports.jobs("tiny")) == exporting.MAX_JOBS


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"kind": "export", "to": "pictures", "set-dpi": "999999999"}, "not a number from 20 to 2400"),
        ({"kind": "export", "to": "pictures", "set-dpi": "<b>"}, "&lt;b&gt;"),
        ({"kind": "export", "to": "pictures", "set-bleed": "-1"}, "is negative"),
    ],
)
def test_nonsense_is_refused_with_the_reason(studio: Studio, form: dict[str, str], says: str) -> None:
    with client(studio) as own:
        assert post(own, studio, "/tiny/export", **form).status_code == 204
        assert says in own.get("/tiny/export").text


def test_what_is_no_export(studio: Studio) -> None:
    with client(studio) as own:
        assert post(own, studio, "/tiny/export", kind="everything").status_code == 400
        assert post(own, studio, "/tiny/export").status_code == 400
        assert post(own, studio, "/tiny/export", kind="export", to="the moon").status_code == 400
        assert post(own, studio, "/other/export", kind="sheets").status_code == 404
        assert own.post("/tiny/export", data={"kind": "sheets"}).status_code == 403, "no origin"
        assert post(own, studio, "/tiny/export/99/cancel").status_code == 204


def test_only_exported_files_are_served(studio: Studio, project: Path) -> None:
    secret = project / "output" / "tiny" / "box" / "secret.pdf"
    secret.parent.mkdir(parents=True)
    secret.write_bytes(b"%PDF secret")
    with client(studio) as own:
        assert post(own, studio, "/tiny/export", kind="sheets").status_code == 204
        ended(studio.workspace.exports)
        assert own.get("/output/output/tiny/box/cards-a4.pdf").status_code == 200
        for path in (
            *("output/tiny/box/secret.pdf", "nineup.yaml", "cards/tiny/game.yaml", "output/tiny/box/"),
            *(
                "..%2f..%2fetc/passwd",
                "%2fetc%2fpasswd",
                "//etc/passwd",
            ),
        ):
            assert own.get(f"/output/{path}").status_code == 404, path
        cards = secret.with_name("cards-a4.pdf")
        cards.unlink()
        cards.symlink_to(project / "cards" / "tiny" / "game.yaml")
        assert own.get("/output/output/tiny/box/cards-a4.pdf").status_code == 404


def test_an_export_is_one_file_to_download_and_says_where_to_put_it(
    studio: Studio, project: Path, open_page: Open
) -> None:
    page = open_page(studio, "/tiny/export?players=2", bypass_csp=True)
    page.get_by_role("button", name="Export: Tabletop Simulator").click()
    wait_for_end(page)
    job = page.locator(".jobs li.done").first
    expect(job.locator(".nextsteps li")).to_have_count(2)
    expect(job.locator(".nextsteps")).to_contain_text("Saved Objects")
    expect(job.locator("details")).not_to_have_attribute("open", "")
    with page.expect_download() as download:
        job.get_by_role("link", name="Download tabletop-simulator.zip").click()
    (made,) = (project / "output").rglob("tabletop-simulator.zip")
    assert Path(download.value.path()).read_bytes() == made.read_bytes()
    page.add_script_tag(path=from_npm("axe.min.js"))
    assert page.evaluate(SERIOUS)["serious"] == []


def test_a_game_is_published(studio: Studio, project: Path) -> None:
    """Its button is the first of the exports; the files are those of the command."""
    with client(studio) as own:
        buttons = re.findall(r'aria-label="(\w+): [^"]+">(\w+)</button>', own.get("/tiny/export").text)
        assert [verb for _, verb in buttons][:2] == ["Publish", "Export"]
        form = {"kind": "export", "to": "web", "set-prints": "none", "set-since": ""}
        assert post(own, studio, "/tiny/export?players=2", **form).status_code == 204
        job = ended(studio.workspace.exports)
        assert job.state == "done"
        assert job.outcome is not None
        names = {Path(file.path).name for file in job.outcome.files}
        assert {"web.zip", "index.html", "table.html"} <= names
