"""Time from the edit of one card until a browser has painted it, with the whole deck open in the studio.

    python benchmarks/studio.py [S|R|L|T] [--edits 31] [--only drag]

Each edit changes the text of a card in sight, in the file of the whole deck. Prints the median and the
slowest in milliseconds, from before the file is written until the frame with the new face is on the screen,
in a Chromium driven by Playwright; and how long the steps in between take. Then how smoothly the gallery
scrolls, for 400 frames from its first card on, and the same as above for edits in the grid of all cards, from
Enter until the grid shows the new version. At last how far behind the pointer the text of a frame is painted
while a corner of it is dragged on the canvas, and how long counting the cards that it doesn't fit takes. What
Typst takes for the same edits, without a browser, is in `watch.py`.
"""

import argparse
import gc
import shutil
import statistics
import threading
import time
from pathlib import Path

from nineup.base.project import Project
from nineup_studio import Studio, listen
from playwright.sync_api import Page, sync_playwright
from run import FONTS, WORK
from workloads import WORKLOADS, write_nineup

PAUSE = 3.0
"""Seconds between edits, in which the page settles and the proof of the game ends."""

IN_SIGHT = 12
"""The first cards, which the window shows."""

WATCH = """
([key]) => {
  const image = document.querySelector(`.piece[data-key="${key}"] .front img`);
  window.painted = new Promise(resolve => {
    const done = { heard: 0 };
    new MutationObserver(() => { done.heard ||= performance.timeOrigin + performance.now(); })
      .observe(image, { attributes: true, attributeFilter: ["src"] });
    image.addEventListener("load", () => {
      done.loaded = performance.timeOrigin + performance.now();
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () =>
          resolve({ ...done, painted: performance.timeOrigin + performance.now() });
        channel.port2.postMessage(null); // runs once the frame is painted
      });
    }, { once: true });
  });
}
"""


def edit(path: Path, number: int) -> float:
    """Changes the text of one of the first cards; the time of day in milliseconds before."""
    lines = path.read_text(encoding="utf-8").split("\n")
    texts = [index for index, line in enumerate(lines) if line.startswith("    text: ")]
    place = texts[number % IN_SIGHT]
    lines[place] = lines[place].replace("    text: ", "    text: Now ", 1)
    started = time.time() * 1000
    path.write_text("\n".join(lines), encoding="utf-8")
    return started


SCROLL = """
step => new Promise(resolve => {
  const end = document.documentElement.scrollHeight - innerHeight, frames = [], empty = [];
  let last = null;
  const frame = now => {
    if (last !== null) frames.push(now - last);
    last = now;
    const seen = [...document.querySelectorAll(".piece .front img")].filter(image => {
      const box = image.getBoundingClientRect();
      return box.bottom > 0 && box.top < innerHeight;
    });
    empty.push(seen.filter(image => !image.complete).length);
    if (scrollY >= end - 1 || frames.length >= 400) return resolve({ frames, empty });
    scrollBy({ top: step, behavior: "instant" });
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})
"""


def scrolling(page: Page) -> str:
    """How long the frames take while the gallery scrolls by 60 px a frame, and how many faces in sight lack a
    picture.
    """
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    found = page.evaluate(SCROLL, 60)
    frames, empty = sorted(found["frames"]), found["empty"]
    late = sum(frame > 34 for frame in frames)
    return (
        f"{len(frames)} frames, {statistics.median(frames):.0f} ms each (99 of 100 within "
        f"{frames[len(frames) * 99 // 100]:.0f}, "
        f"{late} over two frames' time); faces in sight without a picture: {statistics.mean(empty):.1f} on "
        "average"
    )


GRID_EDITS = 11

CELL = """
([row, column]) => {
  const grid = document.getElementById("grid"), before = grid.dataset.base;
  const cell = grid.querySelectorAll(".r")[row].children[column];
  cell.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, button: 0, pointerType: "mouse" }));
  dispatchEvent(new PointerEvent("pointerup"));
  grid.focus();
  window.shown = new Promise(resolve => {
    new MutationObserver((_, observer) => {
      if (grid.dataset.base === before) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => resolve(performance.now());
        channel.port2.postMessage(null);
      });
    }).observe(grid, { attributes: true, attributeFilter: ["data-base"] });
  });
}
"""


def grid_times(page: Page, address: str) -> tuple[float, list[float]]:
    """Seconds until the grid of all cards can be used, and milliseconds from Enter until it shows the file's
    new version.
    """
    started = time.perf_counter()
    page.goto(address)
    page.locator("#active-cell").wait_for()
    opened = time.perf_counter() - started
    heads = page.locator("#grid .head > span").all_inner_texts()
    column = next(number for number, head in enumerate(heads) if head.startswith("text"))
    shown = []
    for number in range(GRID_EDITS):
        time.sleep(PAUSE)
        page.evaluate(CELL, [number + 1, column])
        page.keyboard.type(f"Now {number}")
        begun = page.evaluate("performance.now()")
        page.keyboard.press("Enter")
        shown.append(page.evaluate("window.shown") - begun)
    return opened, shown


DRAGS = 31

DRAG = """
() => {
  const image = document.querySelector("#drawing .face img");
  window.redrawn = new Promise(resolve => {
    document.getElementById("overlay").addEventListener("pointermove", () => {
      const begun = performance.now();
      new MutationObserver((_, observer) => {
        observer.disconnect();
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => resolve(performance.now() - begun);
          channel.port2.postMessage(null);
        });
      }).observe(image, { attributes: true, attributeFilter: ["src"] });
    }, { once: true });
  });
}
"""

COUNTED = """
() => new Promise(resolve => {
  const begun = performance.now(), fits = document.getElementById("fits");
  const done = () => fits.textContent && !/of the first/.test(fits.textContent);
  new MutationObserver((_, observer) => {
    if (!done()) return;
    observer.disconnect();
    resolve(performance.now() - begun);
  }).observe(fits, { childList: true, subtree: true });
})
"""


def drag_times(page: Page, address: str) -> tuple[list[float], float]:
    """Milliseconds from each movement of a frame's corner until its text is painted anew, and from the last
    one until all cards are counted.
    """
    page.goto(address)
    page.locator("#canvas[data-ready]").wait_for()
    page.locator('#spots [data-path="2"]').first.click(position={"x": 8, "y": 8})
    corner = page.locator('[data-handle="1 1"]').bounding_box()
    assert corner is not None
    x, y = corner["x"] + corner["width"] / 2, corner["y"] + corner["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 6, y - 6)
    page.wait_for_timeout(1000)
    times = []
    for number in range(DRAGS):
        page.evaluate(DRAG)
        page.mouse.move(x - 8 - 3 * number, y - 8 - 3 * number)
        times.append(page.evaluate("window.redrawn"))
    counted = page.evaluate(COUNTED)
    page.keyboard.press("Escape")
    page.mouse.up()
    return times, counted


def say_edits(page: Page, address: str, cards: Path, workload: str, edits: int) -> None:
    """Measures edits of the file, the gallery and the grid."""
    started = time.perf_counter()
    page.goto(address)
    page.wait_for_load_state("load")
    opened = time.perf_counter() - started
    page.wait_for_timeout(3000)
    heard, loaded, painted = [], [], []
    for number in range(edits):
        page.evaluate(WATCH, [f"card/c{number % IN_SIGHT + 1:05d}"])
        begun = edit(cards, number)
        found = page.evaluate("window.painted")
        heard.append(found["heard"] - begun)
        loaded.append(found["loaded"] - begun)
        painted.append(found["painted"] - begun)
        time.sleep(PAUSE)
    scrolled = scrolling(page)
    grid_opened, shown = grid_times(page, f"{address}cards")
    middle = statistics.median
    print(
        f"{workload}, {WORKLOADS[workload][0]} cards: an edit is painted after "
        f"{middle(painted):.0f} ms "
        f"(slowest {max(painted):.0f}); the browser hears of it after {middle(heard):.0f}, "
        f"has the face after {middle(loaded):.0f}; the page opened in {opened:.1f} s"
    )
    print(f"{workload}, scrolling through the gallery: {scrolled}")
    print(
        f"{workload}, the grid: it opens in {grid_opened:.1f} s, and shows the file with an edit "
        f"after {middle(shown):.0f} ms (slowest {max(shown):.0f}); the cell itself shows it at once"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("workload", nargs="?", default="S", choices=list(WORKLOADS))
    parser.add_argument("--edits", type=int, default=31)
    parser.add_argument("--only", choices=["drag"])
    asked = parser.parse_args()
    root, game = WORK / f"studio-{asked.workload}", f"bench-{asked.workload.lower()}"
    shutil.rmtree(root, ignore_errors=True)
    write_nineup(root, asked.workload, FONTS)
    cards = root / "cards" / game / "cards.yaml"
    gc.disable()  # as the command does
    studio = Studio(Project(root), listen(0))
    thread = threading.Thread(target=studio.run)
    thread.start()
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    browser_path = next(filter(None, map(shutil.which, names)))
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            address = studio.access.address_of(game)
            if asked.only is None:
                say_edits(page, address, cards, workload=asked.workload, edits=asked.edits)
            times, counted = drag_times(page, f"{address}layouts/card.svg")
            print(
                f"{asked.workload}, {WORKLOADS[asked.workload][0]} cards: the text of a dragged frame is "
                f"painted {statistics.median(times):.0f} ms behind the pointer (slowest {max(times):.0f}); "
                f"all cards are counted {counted:.0f} ms after the last movement"
            )
            browser.close()
    finally:
        studio.stop()
        thread.join()


if __name__ == "__main__":
    main()
