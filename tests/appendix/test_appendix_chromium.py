"""The page of HTML in a real browser: no errors, every anchor found, nothing wider than a phone, and axe-core content.

Skipped where there is no Chromium, but not where `CI` is set; axe-core is looked for in `.venv/axe.min.js`, where
`.ci/run` puts it.
"""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from made import GAMES, ROOT
from pages import page_of

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None
)
AXE = ROOT / ".venv" / "axe.min.js"
NARROW, WIDE = 360, 1200

LOOK = """
const reports = [];
addEventListener("error", event => reports.push(String(event.message)), true);
addEventListener("load", async () => {
  await document.fonts.ready;
  const links = [...document.querySelectorAll("a[href^='#'], use")];
  const missing = links.map(link => decodeURIComponent(link.getAttribute("href").slice(1)));
  const boxes = [...document.querySelectorAll("h1, h2, h3, h4, p, li, caption, img")];
  const said = {
    errors: reports,
    missing: missing.filter(id => !document.getElementById(id)),
    width: document.documentElement.scrollWidth,
    room: document.documentElement.clientWidth,
    beyond: boxes.filter(box => !box.closest(".scroll, .skip") && box.getBoundingClientRect().right > innerWidth + 1)
      .map(box => box.textContent.slice(0, 40)),
    small: boxes.filter(box => parseFloat(getComputedStyle(box).fontSize) < 12).map(box => box.textContent.slice(0, 40)),
    pictures: [...document.images].filter(image => image.complete && !image.naturalWidth).map(image => image.alt),
    fonts: [...document.fonts].filter(font => font.status === "error").map(font => font.family),
  };
  if (window.axe) {
    const found = await axe.run(document, {resultTypes: ["violations"]});
    said.axe = found.violations.filter(each => ["serious", "critical"].includes(each.impact))
      .map(each => each.id + ": " + each.nodes.slice(0, 3).map(node => node.html.slice(0, 120)).join(" | "));
    said.passes = found.passes.length;
  }
  parent.postMessage(JSON.stringify(said), "*");
});
"""

FRAME = """<!DOCTYPE html><title>frame</title>
<script>addEventListener("message", event => { document.querySelector("pre").textContent = event.data; });</script>
<pre></pre>
<iframe src="page.html" style="width:%dpx;height:2000px;border:0"></iframe>
"""
"""A browser's own window can't be as narrow as a phone."""


def looked_at(game: str, width: int, folder: Path, axe: bool = False) -> dict[str, list[str]]:
    """What Chromium says of a game's page in a window so wide; errors of its console are among `errors`."""
    if CHROMIUM is None:
        assert not os.environ.get("CI"), "there is no Chromium here, and these tests are not skipped in CI"
        pytest.skip("there is no Chromium here: what the page looks like in a browser is not tested")
    scripts = [LOOK, *([AXE.read_text(encoding="utf-8")] if axe else [])]
    head = "".join(f"<script>{script}</script>" for script in scripts) + "</head>"
    (folder / "page.html").write_text(page_of(game).replace("</head>", head, 1), encoding="utf-8")
    frame = folder / "frame.html"
    frame.write_text(FRAME % width, encoding="utf-8")
    words = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--enable-logging=stderr"]
    words += [
        f"--user-data-dir={folder / 'profile'}",
        "--window-size=1300,2200",
        "--virtual-time-budget=60000",
    ]
    run = subprocess.run(
        [CHROMIUM, *words, "--dump-dom", frame.as_uri()],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    said = re.search(r"<pre>(\{.*?)</pre>", run.stdout, re.DOTALL)
    assert said, run.stderr[-2000:]
    told: dict[str, list[str]] = json.loads(
        re.sub(r"&lt;", "<", said[1]).replace("&gt;", ">").replace("&amp;", "&")
    )
    told["errors"] += re.findall(r"CONSOLE.*", run.stderr)
    return told


@pytest.mark.parametrize("width", [NARROW, WIDE])
@pytest.mark.parametrize("game", GAMES)
def test_a_browser_has_nothing_to_complain_of(game: str, width: int, tmp_path: Path) -> None:
    told = looked_at(game, width, tmp_path)
    assert {name: told[name] for name in ("errors", "missing", "beyond", "small", "pictures", "fonts")} == {
        name: [] for name in ("errors", "missing", "beyond", "small", "pictures", "fonts")
    }
    assert told["width"] <= told["room"]
    assert told["room"] == width


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_serious(game: str, tmp_path: Path) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not here: .ci/run fetches it")
    told = looked_at(game, NARROW, tmp_path, axe=True)
    assert told["axe"] == []
    assert int(told["passes"]) > 15  # type: ignore[call-overload]
