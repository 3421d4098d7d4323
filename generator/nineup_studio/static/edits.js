// Edits go to the server and come back as done, refused or in conflict; the last is shown with both versions.

export const $ = (id) => document.getElementById(id);

// An address below the game, with the run that the page shows and further parameters behind a `?`.
export function address(path) {
  const [place, query] = path.split("?");
  const { pathname, search } = new URL(document.body.dataset.game, location.href);
  const both = [search.slice(1), query].filter(Boolean).join("&");
  return `${pathname}${place.split("/").map(encodeURIComponent).join("/")}${both && `?${both}`}`;
}

// The place on this page that its address names, such as a cell: see `views/findings`.
export function arrival() {
  try {
    return JSON.parse(decodeURIComponent(location.hash.slice(1)) || "null");
  } catch {
    return null; // a link to a place of another kind
  }
}

// Makes an element: attributes by name, listeners as functions, and children.
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

// Whether what is pressed in an element is written there; a checkbox or a slider takes no text.
export const takesText = (element) =>
  element.closest(
    'textarea, [contenteditable], input:not([type="checkbox"], [type="radio"], [type="range"], [type="color"])',
  ) !== null;

// Whether the element with the focus has a use of its own for a key.
export const usesKey = ({ target, key }) =>
  takesText(target) ||
  target.closest("select") !== null ||
  (target.type === "range" && key.startsWith("Arrow"));

let pressed = null;

// Whether the pointer presses something in an element. What is drawn anew there has to wait until it is let go, when
// `studio:released` is sent: a click on what is replaced in between is lost. A field that is left, because of
// the same press, is saved meanwhile.
export const isPressed = (box) => pressed !== null && box.contains(pressed);

function release() {
  if (!pressed) return;
  pressed = null;
  document.dispatchEvent(new CustomEvent("studio:released"));
}
addEventListener(
  "pointerdown",
  ({ target }) => {
    pressed = target.closest("select") ? null : target; // whose list may swallow the end of the press
  },
  true,
);
for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => setTimeout(release)); // after its click
addEventListener("pointermove", ({ buttons }) => !buttons && release()); // it was let go outside of the window

let explained = 0;

// A button that says what a word of the glossary means; nothing for any other word.
export function help(word, { glossary = {} } = {}) {
  const meaning = Object.hasOwn(glossary, word) && glossary[word];
  if (!meaning) return null;
  explained += 1;
  const id = `means-${explained}`;
  const label = `What does “${word}” mean?`;
  return make(
    "span",
    { class: "help" },
    make("button", { type: "button", class: "what", popovertarget: id, "aria-label": label }, "?"),
    make(
      "span",
      { id, class: "meaning", popover: "auto", role: "note" },
      make("strong", {}, word),
      ": ",
      ...prose(meaning),
    ),
  );
}

// The parts of a description; text in backticks becomes code.
export const prose = (text) => text.split("`").map((part, at) => (at % 2 ? make("code", {}, part) : part));

export async function post(path, body, signal) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(address(path), {
    method: "POST",
    headers,
    body: JSON.stringify(body),
    signal,
  });
  const text = await response.text();
  if (response.ok) return JSON.parse(text);
  return {
    refused: response.headers.get("content-type")?.includes("json")
      ? JSON.parse(text).refused
      : `The studio refused this (${response.status}).`,
  };
}

let turns = Promise.resolve(),
  waiting = 0;

// Edits are made in the order in which they are asked for, each once the one before it is done: an undo takes
// back an edit that is still on its way. Work must not ask for a turn and wait for it, which is behind its own.
export function inTurn(work) {
  waiting += 1;
  const turn = turns.then(work).finally(() => {
    waiting -= 1;
  });
  turns = turn.catch(() => {});
  return turn;
}

// Does what is about the result of the edits that are on their way, once they are done; at once if there are none.
export const afterEdits = (work) => (waiting ? void turns.then(work) : work());

// Sends an edit, which must be in its turn. Says why it is refused; in a conflict shows both versions, and
// `again` may write it over the newer one.
export async function edit(path, body, again = null) {
  let result;
  try {
    result = await post(path, body);
  } catch {
    result = { refused: "The studio doesn't answer; nothing is lost, try again." };
  }
  if (result.refused && !result.uses) say(result.refused, "bad"); // places that use it need more room
  if (result.conflict) await showConflict(result.conflict, again);
  return result;
}

let silence = 0;

export function say(words, kind = "") {
  const line = $("toast");
  line.textContent = words;
  line.className = `toast shown ${kind}`;
  clearTimeout(silence);
  silence = setTimeout(
    () => {
      line.className = "toast";
    },
    kind ? 7000 : 2500,
  );
}

function showConflict(conflict, again) {
  const dialog = $("conflict");
  const rows = conflict.rows.map(([kind, theirs, mine]) =>
    kind === "gap"
      ? make("tr", { class: "gap" }, make("td", { colspan: 2 }, "⋯"))
      : make(
          "tr",
          { class: theirs === mine ? "same" : "changed" },
          make("td", {}, theirs),
          make("td", {}, mine),
        ),
  );
  return new Promise((done) => {
    const close = () => {
      dialog.close();
      done();
    };
    dialog.replaceChildren(
      make(
        "h2",
        { id: "conflict-title" },
        conflict.is_gone ? `${conflict.file} is gone` : `${conflict.file} has changed on disk`,
      ),
      make("p", {}, "Somebody saved it after this page was made, so nothing is written yet."),
      make(
        "div",
        { class: "versions", tabindex: 0, role: "region", "aria-label": "Both versions" },
        make(
          "table",
          {},
          make(
            "thead",
            {},
            make(
              "tr",
              {},
              make("th", { scope: "col" }, "on disk now"),
              make("th", { scope: "col" }, "as you wanted it"),
            ),
          ),
          make("tbody", {}, ...rows),
        ),
      ),
      make(
        "p",
        { class: "actions" },
        again &&
          !conflict.is_gone &&
          make(
            "button",
            {
              type: "button",
              click: async () => {
                close();
                await again(conflict);
              },
            },
            "Make my change in the new version",
          ),
        make("button", { type: "button", class: "main", click: close }, "Keep what is on disk"),
      ),
    );
    dialog.addEventListener("cancel", () => done(), { once: true });
    dialog.showModal();
  });
}

// Undo and redo, by the buttons and by the keys that everyone knows. In a text, the browser's own undo comes
// first.

function step(way) {
  document.dispatchEvent(new CustomEvent("studio:step")); // what waits to be written is an edit before it
  return inTurn(async () => {
    const result = await edit(way, {});
    if (!result.done) return;
    document.dispatchEvent(new CustomEvent("studio:edited", { detail: result }));
    say(`${way === "undo" ? "Undone" : "Done again"}: ${result.done}`);
  });
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (button && !button.disabled) step(button.dataset.step);
});

document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "z") return;
  if (event.defaultPrevented) return; // The grid presses it again, once cards have come or gone.
  if (takesText(event.target) || event.target.closest("dialog[open]")) return;
  event.preventDefault();
  step(event.shiftKey ? "redo" : "undo");
});
