// Keeps the page up to date: hears of changes, shows new faces at once, then fetches the page again and
// morphs it.

import { address, make } from "./edits.js";
import { ask, faceAddress, laterAddress, root } from "./here.js";
import { morph } from "./morph.js";
import { begin, end, listen, onChange, oneAtATime } from "./stream.js";

const LONGEST_FACE = 300; // milliseconds that the page waits for new faces before it is fetched again

// Asks for what has changed since the state that the page shows.
const catchUp = oneAtATime(async () => {
  const { game, state } = document.body.dataset;
  const asked = new URL(address("news"), location.href);
  asked.searchParams.set("since", state);
  const answer = await fetch(asked).catch(() => null);
  if (game !== document.body.dataset.game) return void catchUp(); // The page shows another run meanwhile.
  if (answer?.status === 403) return findRestarted();
  if (!answer?.ok) return status("away", "waiting for the server");
  status("live", "live");
  if (answer.status === 200) hear(await answer.json());
});

// A server that was started again has another address, which this browser knows once it has opened it.
async function findRestarted() {
  const later = laterAddress();
  if (later) {
    history.replaceState(null, "", later);
    await refetch();
    if (document.body.dataset.game.startsWith(`${root()}/`)) return begin();
  }
  end();
  return status("away", "restarted: open the new address");
}

// Another tab has opened it.
addEventListener("storage", () => laterAddress() && catchUp());

async function hear(news) {
  document.body.dataset.state = news.state;
  const shown = Object.entries(news.faces ?? {}).flatMap(([piece, [front, back, stale]]) => {
    document.querySelector(`.piece[data-key="${CSS.escape(piece)}"]`)?.classList.toggle("stale", stale);
    return [...show(piece, "front", front, news.pictures), ...show(piece, "back", back, news.pictures)];
  });
  // The new faces come first: the page is fetched again once they are there, or out of sight.
  await Promise.race([Promise.all(shown), new Promise((done) => setTimeout(done, LONGEST_FACE))]);
  afterPaint(update);
}

// Shows a face at once if the news brought it; the update that follows puts its lasting address in place.
function show(piece, side, digest, pictures) {
  const lasting = faceAddress(digest);
  const images = document.querySelectorAll(`img[data-face="${CSS.escape(`${piece} ${side}`)}"]`);
  return [...images]
    .filter((image) => digest && image.getAttribute("src") !== lasting)
    .map((image) => {
      const loaded = new Promise((done) => {
        image.addEventListener("load", () => done(glow(image)), { once: true });
        image.addEventListener("error", done, { once: true });
      });
      image.decoding = "sync";
      if (pictures[digest]) {
        image.src = URL.createObjectURL(new Blob([pictures[digest]], { type: "image/svg+xml" }));
        loaded.then(() => URL.revokeObjectURL(image.src));
      } else {
        image.src = lasting;
      }
      return loaded;
    });
}

const GLOW = [{ boxShadow: "inset 0 0 0 3px var(--accent)" }, { boxShadow: "inset 0 0 0 3px transparent" }];

function glow(image) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  image.closest(".face").querySelector(".overlay").animate(GLOW, { duration: 1400, easing: "ease-in" });
}

const afterPaint = (work) => requestAnimationFrame(() => setTimeout(work));

// Fetches the page at its present address and brings this one up to date.
export const update = oneAtATime(refetch);

async function refetch() {
  const has = document.querySelector("[data-sent]")?.dataset.sent ?? "";
  const response = await ask(location.href, { headers: { accept: "text/html", "studio-has": has } });
  if (!response) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  if (!fresh.body.dataset.game) return showGone(fresh.querySelector("main p").textContent);
  document.title = fresh.title;
  const focused = document.activeElement;
  document.dispatchEvent(new CustomEvent("studio:updating"));
  morph(document.body, document.adoptNode(fresh.body));
  if (focused.isConnected && document.activeElement !== focused) focused.focus({ preventScroll: true });
  document.dispatchEvent(new CustomEvent("studio:updated"));
}

// What the page is about is gone: it stays, to be read, until it is back.
function showGone(why) {
  const banner =
    document.getElementById("stale") ?? make("p", { class: "banner stale", id: "stale", role: "alert" });
  banner.textContent = why;
  document.querySelector(".columns").before(banner);
}

// Goes to another run without leaving the page, so that scroll and zoom stay.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-run]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  history.pushState(null, "", link.href);
  update();
});
addEventListener("popstate", update);

function status(kind, words) {
  const line = document.getElementById("status");
  line.className = `status ${kind}`;
  line.querySelector(".words").textContent = words;
}

onChange("files", catchUp);
listen();
