// The table: the setup of a run, to be tried alone. Pieces lie in zones; every act replaces the state, so
// each can be undone.
//
// A state is { zones: [{ id, name, kind, seat, cards, seed }], up: [card…], seeds }; a card is the number of
// a piece, whose key is in `keys`. Of a pile the first card is on top. The server lays out and shuffles: a
// seed gives the same order always.

import { usesKey } from "./edits.js";
import { ask, faceAddress, withoutRoot } from "./here.js";

const MOST_UNDONE = 200;
const SIZE = "nineup-table-size";
const table = document.getElementById("table");
const tools = document.getElementById("table-tools");
const seed = document.getElementById("seed");
const acting = document.getElementById("acting");
const acts = document.getElementById("acts");
const move = document.getElementById("move");
const size = document.getElementById("table-size");
const by = (id) => document.getElementById(id);

let address = ""; // the layout that is shown
let faces = {}; // by key: [front, back, component, name]
let seats = [];
let keys = [];
let homes = []; // for each card the pile that it came from
let state = null;
let past = [],
  future = [];
let chosen = null; // a card
const elements = new Map();

const zoneOf = (card) => state.zones.find((zone) => zone.cards.includes(card));
const isUp = (card) => state.up.includes(card);
const copy = (value) => JSON.parse(JSON.stringify(value));

async function read(path, query) {
  const target = new URL(path, location.href);
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value);
  const response = await ask(target);
  return response?.json();
}

async function layOut(restore = false) {
  address = table.dataset.layout;
  const play = await read(address, { seed: seed.value || 0 });
  if (!play) return say("The setup can’t be laid out now.");
  take(play);
  const kept = restore ? JSON.parse(sessionStorage.getItem(withoutRoot(address)) ?? "null") : null;
  if (kept?.keys.every((key) => key in faces)) {
    ({ keys, homes, state, past, future } = kept);
    seed.value = kept.seed;
  } else begin(play);
  chosen = null;
  fillSeats();
  show();
}

function take(play) {
  faces = play.faces;
  seats = play.seats;
}

function begin(play) {
  keys = [];
  homes = [];
  past = [];
  future = [];
  const up = [];
  const dealt = new Map(); // cards of a zone that came from a pile go back to the discards of that pile
  const piles = play.zones.filter((zone) => zone.kind === "pile");
  for (const pile of piles) for (const key of pile.cards) dealt.set(key.split("/")[0], pile.id);
  const zones = play.zones.map(({ cards, up: isOpen, ...zone }) => ({
    ...zone,
    cards: cards.map((key) => {
      const card = keys.push(key) - 1;
      homes.push(zone.kind === "pile" ? zone.id : (dealt.get(key.split("/")[0]) ?? ""));
      if (isOpen) up.push(card);
      return card;
    }),
  }));
  elements.clear();
  state = { zones, up };
}

function change(act) {
  const before = copy(state);
  if (act(state) === false) return;
  past = [...past.slice(1 - MOST_UNDONE), before];
  future = [];
  keep();
  show();
}

function step(from, to) {
  if (!from.length) return;
  to.push(copy(state));
  state = from.pop();
  if (chosen !== null && !zoneOf(chosen)) chosen = null;
  keep();
  show();
}

function keep() {
  try {
    sessionStorage.setItem(
      withoutRoot(address),
      JSON.stringify({ keys, homes, state, past: past.slice(-20), future: [], seed: seed.value }),
    );
  } catch {
    /* The browser keeps no more; the table goes on. */
  }
}

function take1(card) {
  const zone = zoneOf(card);
  zone.cards.splice(zone.cards.indexOf(card), 1);
}

function turn(card, up) {
  state.up = state.up.filter((each) => each !== card);
  if (up) state.up.push(card);
}

function put(card, to, up) {
  take1(card);
  if (to.kind === "pile") to.cards.unshift(card);
  else to.cards.push(card);
  turn(card, up);
}

const moves = {
  draw(card) {
    const zone = zoneOf(card);
    const hand = state.zones.find((each) => each.id === `hand:${acting.value}`);
    if (zone === hand) return say("It is in this hand already.");
    change(() => put(card, hand, true));
    chosen = zone.kind === "pile" ? (zone.cards[0] ?? null) : card;
    show();
    say(`${name(card)} to the hand of ${seats[acting.value - 1]}`);
  },
  flip(card) {
    if (!faces[keys[card]][1]) return say("It has one side only.");
    change(() => turn(card, !isUp(card)));
    say(`${name(card)} flipped`);
  },
  discard(card) {
    const home = homes[card],
      from = zoneOf(card);
    change((now) => put(card, discards(now, home, from), true));
    chosen = from.kind === "pile" ? (from.cards[0] ?? null) : null;
    show();
    say(`${name(card)} discarded`);
  },
  async shuffle(card) {
    const zone = zoneOf(card);
    const next = Math.floor(Math.random() * 1e6);
    const order = await read(table.dataset.order, { size: zone.cards.length, seed: next });
    if (!order) return say("The server doesn’t answer.");
    change(() => {
      zone.cards = order.map((place) => zone.cards[place]);
      zone.seed = next;
      for (const each of zone.cards) turn(each, !faces[keys[each]][1]);
    });
    chosen = zone.cards[0];
    show();
    say(`${zone.name} shuffled with the seed ${next}`);
  },
};

function discards(now, home, from) {
  const pile = now.zones.find((each) => each.id === home);
  const id = `discard:${home}`;
  let zone = now.zones.find((each) => each.id === id);
  if (!zone) {
    zone = {
      id,
      name: pile ? `${pile.name}, discarded` : "Discarded",
      kind: "pile",
      seat: pile?.seat ?? from.seat,
      cards: [],
      seed: null,
    };
    now.zones.splice(pile ? now.zones.indexOf(pile) + 1 : now.zones.length, 0, zone);
  }
  return zone;
}

function moveTo(card, id) {
  const to = state.zones.find((zone) => zone.id === id);
  const from = zoneOf(card);
  if (!to || to === from) return;
  change(() =>
    put(
      card,
      to,
      to.kind === "pile" && to.cards.length ? isUp(to.cards[0]) : to.kind !== "pile" || isUp(card),
    ),
  );
  say(`${name(card)} to ${title(to)}`);
}

// What is shown

const name = (card) => (isUp(card) ? faces[keys[card]][3] : "a card face down");
const title = (zone) => (zone.seat ? `${seats[zone.seat - 1]}, ${zone.name.toLowerCase()}` : zone.name);
const say = (words) => {
  by("said").textContent = words;
};

function element(tag, className, text = "") {
  const node = document.createElement(tag);
  node.className = className;
  node.textContent = text;
  return node;
}

function cardOf(card) {
  let button = elements.get(card);
  const key = keys[card];
  const [front, back, component] = faces[key];
  const side = isUp(card) || !back ? "front" : "back";
  const digest = side === "front" ? front : back;
  if (!button) {
    button = element("button", `token c-${component}`);
    button.type = "button";
    button.dataset.card = card;
    const face = element("span", "face");
    const image = element("img", "ink");
    image.alt = "";
    image.draggable = false;
    face.append(image, element("span", "overlay"));
    button.append(face);
    elements.set(card, button);
  }
  const image = button.querySelector("img"),
    face = image.parentElement;
  face.className = `face ${side}`;
  if (image.dataset.face !== `${key} ${side}`) image.dataset.face = `${key} ${side}`;
  if (image.getAttribute("src") !== faceAddress(digest)) image.src = faceAddress(digest);
  button.setAttribute("aria-label", name(card));
  button.setAttribute("aria-pressed", card === chosen);
  return button;
}

function zoneElement(zone) {
  const section = element("section", `zone ${zone.kind}`);
  section.dataset.zone = zone.id;
  section.setAttribute("aria-label", title(zone));
  const head = element("header", "");
  head.append(element("h3", "", zone.name), element("span", "tally", zone.cards.length));
  if (zone.seed != null) head.append(element("span", "seed", `seed ${zone.seed}`));
  const place = element("div", "place");
  const shown = zone.kind === "pile" ? zone.cards.slice(0, 1) : zone.cards;
  place.append(...shown.map(cardOf));
  if (zone.kind === "pile") place.classList.toggle("deep", zone.cards.length > 1);
  section.append(head, place);
  return section;
}

function show() {
  if (!state) return;
  const focused = document.activeElement?.dataset?.card;
  const groups = ["", ...seats].map((seat, at) => {
    const group = element("section", at ? "seat" : "seat common");
    group.setAttribute("aria-label", at ? seat : "Table");
    if (at) {
      const head = element("h2", "", seat);
      if (String(at) === acting.value) group.classList.add("acting");
      group.append(head);
    }
    const zones = element("div", "zones");
    const order = { pile: 0, row: 1, hand: 2 };
    const own = state.zones.filter(
      (zone) => zone.seat === at && (zone.kind !== "row" || zone.cards.length || !at),
    );
    zones.append(...own.sort((one, other) => order[one.kind] - order[other.kind]).map(zoneElement));
    group.append(zones);
    return group;
  });
  table.replaceChildren(...groups);
  if (focused !== undefined)
    (elements.get(chosen ?? Number(focused)) ?? table).focus?.({ preventScroll: true });
  by("undo-move").disabled = !past.length;
  by("redo-move").disabled = !future.length;
  showActs();
}

function showActs() {
  const zone = chosen === null ? null : zoneOf(chosen);
  acts.hidden = !zone;
  if (!zone) return;
  by("chosen").textContent = `${name(chosen)} · ${title(zone)}`;
  acts.querySelector('[data-act="shuffle"]').hidden = zone.kind !== "pile" || zone.cards.length < 2;
  acts.querySelector('[data-act="flip"]').hidden = !faces[keys[chosen]][1];
  const choices = state.zones.filter((each) => each !== zone).map((each) => new Option(title(each), each.id));
  move.replaceChildren(new Option("…", ""), ...choices);
}

function choose(card) {
  chosen = card === chosen ? null : card;
  for (const [each, button] of elements) button.setAttribute("aria-pressed", each === chosen);
  showActs();
}

function fillSeats() {
  const before = acting.value;
  acting.replaceChildren(...seats.map((seat, at) => new Option(seat, at + 1)));
  acting.value = before && before <= seats.length ? before : "1";
}

// What is done

const KEYS = { d: "draw", f: "flip", x: "discard", s: "shuffle" };

function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || usesKey(event)) return;
  const key = event.key.toLowerCase();
  if (key === "u") event.shiftKey ? step(future, past) : step(past, future);
  else if (key === "escape" && chosen !== null) choose(chosen);
  else if (KEYS[key]) {
    const card = event.target.closest?.("[data-card]")?.dataset.card ?? chosen;
    if (card === null) return;
    chosen = Number(card);
    moves[KEYS[key]](chosen);
  } else if (event.key.startsWith("Arrow") && event.target.closest?.("[data-card]")) walk(event);
  else return;
  event.preventDefault();
}

function walk(event) {
  const all = [...table.querySelectorAll("[data-card]")];
  const at = all.indexOf(event.target.closest("[data-card]"));
  const by = event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : -1;
  all[(at + by + all.length) % all.length].focus();
}

const HOLD = 250; // milliseconds after which a finger that rests on a piece holds it, and doesn't scroll
let drag = null;
let holding = null; // { timer, x, y } while a finger rests

table.addEventListener("pointerdown", (event) => {
  const button = event.target.closest("[data-card]");
  if (!button || event.button) return;
  const begin = () => {
    drag = { button, x: event.clientX, y: event.clientY, ghost: null };
  };
  if (event.pointerType !== "touch") return begin();
  letGo();
  holding = {
    timer: setTimeout(() => {
      holding = null;
      begin();
      button.classList.add("held");
    }, HOLD),
    x: event.clientX,
    y: event.clientY,
  };
});
function letGo() {
  clearTimeout(holding?.timer);
  holding = null;
  for (const button of table.querySelectorAll(".held")) button.classList.remove("held");
}
table.addEventListener(
  "touchmove",
  (event) => {
    if (drag) event.preventDefault();
  },
  { passive: false },
);
table.addEventListener("contextmenu", (event) => {
  if (drag || holding) event.preventDefault();
});
addEventListener("pointermove", (event) => {
  if (holding && Math.hypot(event.clientX - holding.x, event.clientY - holding.y) > 8) letGo();
  if (!drag) return;
  const x = event.clientX - drag.x,
    y = event.clientY - drag.y;
  if (!drag.ghost && Math.hypot(x, y) < 6) return;
  if (!drag.ghost) {
    const box = drag.button.getBoundingClientRect();
    drag.ghost = drag.button.cloneNode(true);
    drag.ghost.classList.add("ghost");
    drag.ghost.style.left = `${box.left}px`;
    drag.ghost.style.top = `${box.top}px`;
    table.append(drag.ghost);
  }
  drag.ghost.style.transform = `translate(${x}px, ${y}px)`;
  const over = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-zone]");
  for (const zone of table.querySelectorAll(".over")) if (zone !== over) zone.classList.remove("over");
  over?.classList.add("over");
});
addEventListener("pointerup", (event) => {
  const done = drag;
  drag = null;
  letGo();
  if (!done?.ghost) return;
  done.ghost.remove();
  for (const zone of table.querySelectorAll(".over")) zone.classList.remove("over");
  const zone = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-zone]");
  if (zone) moveTo(Number(done.button.dataset.card), zone.dataset.zone);
  addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", stop, { capture: true }));
});
addEventListener("pointercancel", () => {
  drag?.ghost?.remove();
  drag = null;
  letGo();
});
const stop = (event) => {
  event.stopPropagation();
  event.preventDefault();
};

table.addEventListener("click", (event) => {
  const button = event.target.closest("[data-card]");
  if (button) choose(Number(button.dataset.card));
  else if (chosen !== null) choose(chosen);
});
table.addEventListener("dblclick", (event) => {
  const button = event.target.closest("[data-card]");
  if (button)
    moves[zoneOf(Number(button.dataset.card)).kind === "pile" ? "draw" : "flip"](Number(button.dataset.card));
});
acts.addEventListener("click", (event) => {
  const act = event.target.closest("[data-act]")?.dataset.act;
  if (act && chosen !== null) moves[act](chosen);
});
move.addEventListener("change", () => {
  if (chosen !== null && move.value) moveTo(chosen, move.value);
});
acting.addEventListener("change", show);
addEventListener("keydown", press);
by("undo-move").addEventListener("click", () => step(past, future));
by("redo-move").addEventListener("click", () => step(future, past));
by("fresh").addEventListener("click", () => {
  seed.value = Math.floor(Math.random() * 1e6);
  layOut();
});
tools.addEventListener("submit", (event) => {
  event.preventDefault();
  layOut();
});

function resize() {
  table.style.setProperty("--scale", `${size.value}px`);
  localStorage.setItem(SIZE, size.value);
}
size.value = localStorage.getItem(SIZE) ?? (innerWidth < 600 ? "0.9" : "1.15");
size.addEventListener("input", resize);
resize();

// Another run is laid out anew; of the same run only the faces may have changed.
document.addEventListener("studio:updated", async () => {
  if (table.dataset.layout !== address) return layOut(true);
  const play = await read(address, { seed: seed.value || 0 });
  if (!play || keys.some((key) => !(key in play.faces)))
    return say("Pieces of this table are gone; lay it out again.");
  const focused = document.activeElement?.dataset?.card;
  take(play);
  show();
  if (focused !== undefined) elements.get(Number(focused))?.focus({ preventScroll: true }); // not what is chosen
});

layOut(true);
