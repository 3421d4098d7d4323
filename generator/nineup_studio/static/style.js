// Styles and palette beside a live card: what is moved shows on the card at once, and is written when it is
// let go.

import { $, address, arrival, edit, inTurn, make, post } from "./edits.js";
import { ask, faceAddress } from "./here.js";
import { palette } from "./palette.js";
import { styles } from "./styles.js";

const PAUSE = 250; // milliseconds after a slider's last step until it is written

const query = () => new URLSearchParams(location.search);
const card = () => $("look").dataset.card;

export const page = {
  look: null, // what the server says of the files and of the card
  style: query().get("style") ?? arrival()?.path?.[1] ?? "",
  words: {},
};

let asked = 0,
  answered = 0; // numbers of the requests for it
let isHeld = false; // a slider or a color is being moved, or something typed
let writing = 0; // edits that aren't done yet

export async function load() {
  if (!$("look")) return;
  asked += 1;
  const number = asked;
  const response = await ask(address(`look?card=${encodeURIComponent(card())}`));
  if (!response) return;
  const look = await response.json();
  if (number < answered) return; // a later request had its answer first
  answered = number;
  page.look = look;
  if (!isHeld) show();
}

let painted = ""; // what is shown, as JSON

// What is pressed stays until it is let go of: a click on what is shown anew would be lost.
let isPressed = false;
document.addEventListener(
  "pointerdown",
  () => {
    isPressed = true;
  },
  true,
);
for (const kind of ["pointerup", "pointercancel", "dragend"])
  document.addEventListener(
    kind,
    () => {
      isPressed = false;
      setTimeout(() => page.look && !isHeld && !writing && show());
    },
    true,
  );

export function show() {
  const { look } = page;
  if (isPressed) return null;
  const now = JSON.stringify([look, page.style]);
  if (now === painted) return null;
  painted = now;
  if (look.why) return $("styles").replaceChildren(make("p", { class: "nothing" }, look.why));
  const names = Object.keys(look.form.value.styles ?? {});
  if (!names.includes(page.style))
    page.style = longest(look.texts.filter(({ style }) => names.includes(style)))?.style ?? names[0] ?? "";
  const focused = focus();
  $("palette").replaceChildren(...palette(page, actions));
  $("styles").replaceChildren(...styles(page, actions));
  mark();
  spots();
  focused();
  arrive();
  return null;
}

const longest = (texts) => texts.toSorted((one, other) => other.text.length - one.text.length)[0];

// What had the focus has it again, by its path or its name.
function focus() {
  const element = document.activeElement;
  const place = element.closest("#look [data-path]");
  if (!place) return () => {};
  const controls = "input, select, button, summary, textarea";
  const at = [...place.querySelectorAll(controls)].indexOf(element);
  const name = CSS.escape(place.dataset.path);
  return () => {
    const again = $("look").querySelector(`[data-path="${name}"]`);
    again?.querySelectorAll(controls)[at]?.focus({ preventScroll: true });
  };
}

// A finding or a link led to a value: its control is shown and focused.
let wanted = arrival()?.path ?? null;

function arrive() {
  for (let end = wanted?.length ?? 0; end > 0; end -= 1) {
    const name = CSS.escape(JSON.stringify(wanted.slice(0, end)));
    const place = $("look").querySelector(`[data-path="${name}"]`);
    if (!place) continue;
    place.querySelector("input, select, button, summary")?.focus({ preventScroll: true });
    place.scrollIntoView({ block: "center" });
    break;
  }
  wanted = null;
}

// Findings in the style sheet, each at its control.
function mark() {
  for (const { path, severity, message } of page.look.form.findings) {
    const elsewhere = path[0] === "styles" && path[1] !== page.style;
    for (let end = path.length; end > 0; end -= 1) {
      const name = CSS.escape(JSON.stringify(path.slice(0, end)));
      const place = $("look").querySelector(`[data-path="${name}"]`);
      if (!place) continue;
      if (elsewhere) place.classList.add("has-found");
      else place.append(make("small", { class: `found-here ${severity}` }, message));
      break;
    }
  }
}

// The texts of the card: a click on one opens its style.
function spots() {
  if (!$("spots")) return; // Nothing is drawn yet.
  const side = $("looked").classList.contains("show-backs") ? "back" : "front";
  const texts = page.look.texts.filter((each) => each.side === side);
  $("spots").replaceChildren(
    ...texts.map(({ style, box: [x, y, w, h], text }) => {
      const spot = make("button", {
        type: "button",
        title: `${text.slice(0, 60)}: ${style}`,
        "aria-label": `The style of “${text.slice(0, 60)}”: ${style}`,
        "aria-pressed": String(style === page.style),
        click: () => choose(style),
      });
      const scaled = (length) => `calc(${length} * var(--scale))`;
      Object.assign(spot.style, { left: scaled(x), top: scaled(y), width: scaled(w), height: scaled(h) });
      return spot;
    }),
  );
}

function choose(style) {
  page.style = style;
  const here = new URL(location.href);
  here.searchParams.set("style", style);
  history.replaceState(null, "", here);
  show();
}

// The card with changes that aren't written: one drawing at a time, the latest changes next.

let next = null,
  isDrawing = false; // the changes to draw next
const before = new Map(); // the addresses of faces that a preview has replaced, by image

async function preview(changes) {
  next = changes;
  if (isDrawing || !card()) return;
  isDrawing = true;
  while (next) {
    const now = next;
    next = null;
    const { file } = page.look.form.section;
    const body = { file, base: page.look.form.digest, changes: now };
    const answer = await post(`preview/${card()}`, body).catch(() => null);
    if (answer && !answer.refused && (isHeld || before.size)) face(answer);
    if (answer) note(answer.findings ?? [answer.refused]);
  }
  isDrawing = false;
}

function face(answer) {
  for (const side of ["front", "back"]) {
    if (!answer[side]) continue;
    const name = CSS.escape(`${card()} ${side}`);
    for (const image of document.querySelectorAll(`img[data-face="${name}"]`)) {
      if (!before.has(image)) before.set(image, image.getAttribute("src"));
      image.decoding = "sync";
      image.src = faceAddress(answer[side]);
    }
  }
}

const note = (sentences) =>
  $("looknote")?.replaceChildren(...sentences.map((sentence) => make("li", {}, sentence)));

function restore() {
  next = null;
  for (const [image, source] of before) image.src = source;
  before.clear();
  note([]);
}

// An edit of the style sheet; what is refused leaves the card as it was.
function commit(changes, says) {
  isHeld = false;
  painted = ""; // What is typed may not be what is written.
  const send = async (base) => {
    const { file } = page.look.form.section;
    const result = await edit("edit", { file, base, changes, says }, ({ digest }) => send(digest));
    if (result.done) {
      answered = asked + 1; // What was asked for before lacks it.
      page.look.form.digest = result.files[file] ?? page.look.form.digest;
      next = null;
      before.clear();
    } else if (result.refused || result.conflict) restore();
    await load();
  };
  writing += 1;
  return inTurn(() => send(page.look.form.digest)).finally(() => {
    writing -= 1;
  });
}

let pausing = 0,
  paused = null;

// What a slider writes once it rests: the steps of a key that is held down are one edit.
function commitSoon(changes, says) {
  clearTimeout(pausing);
  paused = () => {
    paused = null;
    return commit(changes, says);
  };
  pausing = setTimeout(() => paused?.(), PAUSE);
}
addEventListener("pagehide", () => paused?.());

// What rests is asked for before it is undone.
document.addEventListener("studio:step", () => {
  clearTimeout(pausing);
  paused?.();
});

// Another name for a color, or none to remove it.
function renamed(name, to) {
  painted = "";
  const send = async (base) => {
    const result = await edit("palette", { base, name, to }, ({ digest }) => send(digest));
    if (result.done) {
      answered = asked + 1; // What was asked for before lacks it.
      page.look.form.digest = result.files[page.look.form.section.file];
    }
    await load();
  };
  return inTurn(() => send(page.look.form.digest));
}

const actions = {
  choose,
  commit,
  commitSoon,
  load,
  renamed,
  show,
  preview(changes) {
    isHeld = true;
    clearTimeout(pausing);
    return preview(changes);
  },
  cancel() {
    isHeld = false;
    restore();
  },
};

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-side]");
  if (!button) return;
  $("looked").classList.toggle("show-backs", button.dataset.side === "back");
  for (const each of document.querySelectorAll("[data-side]"))
    each.setAttribute("aria-pressed", String(each === button));
  spots();
});

document.addEventListener("change", ({ target }) => {
  if (target.id !== "lookcard") return;
  document.querySelector(`.strip [data-run][data-key="${CSS.escape(target.value)}"]`)?.click() ??
    openCard(target.value);
});

function openCard(key) {
  const here = new URL(location.href);
  here.searchParams.set("card", key);
  location.assign(here);
}

document.addEventListener("studio:updated", () => {
  if ($("lookcard")) $("lookcard").value = card();
  load();
});
document.addEventListener("studio:edited", load);

// What is typed stays until it is written or left.
const isTyped = ({ target }) => target.matches('#look input[type="text"]');
document.addEventListener("input", (event) => {
  if (isTyped(event)) isHeld = true;
});
document.addEventListener("focusout", (event) => {
  if (!isTyped(event)) return;
  isHeld = false;
  setTimeout(() => !isHeld && !writing && page.look && show());
});

// A slider or a color that is let go of without a change, or left with Escape, is as it was.
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && isHeld && !event.target.closest("dialog")) {
    clearTimeout(pausing);
    paused = null;
    painted = "";
    actions.cancel();
    show();
  }
});

const response = await ask(address("words"));
if (response) page.words = await response.json();
load();
