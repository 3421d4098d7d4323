// What a table looks like: an element for each stack at its place, and the hand of who acts in the tray. It
// draws a state and changes none. `paint(element, key, isUp)` shows a side of a piece; the page has it.

import { handOf, isUp, stackOf } from "./tablemoves.js";

const LEGIBLE = 1.3; // pixels per millimetre from which there is room for names
const LARGEST = 4; // pixels per millimetre
const WIDE = 120; // millimetres: a finger on something so wide moves what is shown of the table

const by = (id) => document.getElementById(id);

function element(tag, className, text = "") {
  const node = document.createElement(tag);
  node.className = className;
  node.textContent = text;
  return node;
}

export class TableView {
  constructor({ paint, name }) {
    this.paint = paint;
    this.nameOf = name;
    this.things = new Map(); // by stack
    this.held = new Map(); // by piece
  }

  // Begins with another table; `sizes` are in millimetres, by component.
  begin(table, sizes) {
    this.table = table;
    this.sizes = sizes;
    this.things.clear();
    this.held.clear();
    by("hand").replaceChildren();
    const surface = by("table");
    surface.style.setProperty("--wide", table.width);
    surface.style.setProperty("--high", table.height);
    surface.replaceChildren(...table.areas.map((area) => this.area(area)));
  }

  area({ seat, x, y, w, h }) {
    const place = element("div", "area");
    place.dataset.seat = seat;
    for (const [name, value] of Object.entries({ x, y, w, h })) place.style.setProperty(`--${name}`, value);
    place.append(element("h2", "", this.table.seats[seat - 1]), element("span", "tally"));
    return place;
  }

  key(piece) {
    return this.table.keys[piece];
  }

  sizeOf(piece) {
    return this.sizes[this.key(piece).split("/")[0]] ?? [20, 20];
  }

  // What a piece is called by someone who sees what is up.
  pieceName(state, piece) {
    return isUp(state, piece) ? this.nameOf(this.key(piece)) : "a piece face down";
  }

  stackName(stack) {
    const home = stack.id.replace(/^discard:/, "");
    const name = this.table.names[home];
    if (!name) return "";
    return home === stack.id ? name : `${name}, discarded`;
  }

  placeName(state, piece) {
    const seat = handOf(state, piece);
    if (seat >= 0) return `hand of ${this.table.seats[seat]}`;
    const stack = stackOf(state, piece);
    return this.stackName(stack) || "on the table";
  }

  show(state, { chosen, acting, isOpen }) {
    this.state = state;
    const there = new Set(state.stacks.map((stack) => stack.id));
    for (const [id, thing] of this.things)
      if (!there.has(id)) {
        thing.remove();
        this.things.delete(id);
      }
    for (const [at, stack] of state.stacks.entries()) this.showStack(stack, { level: at + 1, chosen });
    this.showHand(state.hands[acting] ?? [], { chosen, isOpen });
    for (const place of by("table").querySelectorAll(".area")) {
      const seat = Number(place.dataset.seat) - 1;
      place.classList.toggle("acting", seat === acting);
      place.querySelector(".tally").textContent = `hand ${state.hands[seat].length}`;
    }
  }

  thing() {
    const button = element("button", "thing");
    button.type = "button";
    button.append(element("span", "look"), element("span", "count"), " ", element("span", "name"));
    return button;
  }

  showStack(stack, { level, chosen }) {
    let thing = this.things.get(stack.id);
    if (!thing) {
      thing = this.thing();
      thing.dataset.stack = stack.id;
      this.things.set(stack.id, thing);
      by("table").append(thing);
    }
    const [top] = stack.cards;
    this.dress(thing, top, chosen);
    const { style } = thing;
    style.setProperty("--x", stack.x);
    style.setProperty("--y", stack.y);
    style.setProperty("--turn", `${stack.turn}deg`);
    style.zIndex = level;
    const count = stack.cards.length;
    const name = this.stackName(stack);
    const seed = this.state.seeds[stack.id];
    thing.classList.toggle("deep", count > 1);
    thing.querySelector(".count").textContent = count > 1 ? count : "";
    thing.querySelector(".name").textContent = name;
    thing.title = name && seed !== undefined ? `${name}, shuffled with the seed ${seed}` : name;
    const many = count > 1 ? `${count} ${name || "pieces"}` : name;
    const words = [many, this.pieceName(this.state, top)];
    thing.setAttribute("aria-label", words.filter(Boolean).join(", "));
  }

  // The look of a piece, by its size and side.
  dress(thing, piece, chosen) {
    const [w, h] = this.sizeOf(piece);
    thing.dataset.piece = piece;
    thing.style.setProperty("--w", w);
    thing.style.setProperty("--h", h);
    thing.classList.toggle("wide", Math.max(w, h) > WIDE);
    thing.setAttribute("aria-pressed", piece === chosen);
    this.paint(thing.firstElementChild, this.key(piece), isUp(this.state, piece));
  }

  showHand(cards, { chosen, isOpen }) {
    const hand = by("hand");
    const shown = isOpen ? cards : [];
    for (const [piece, thing] of this.held)
      if (!shown.includes(piece)) {
        thing.remove();
        this.held.delete(piece);
      }
    for (const piece of shown) {
      let thing = this.held.get(piece);
      if (!thing) {
        thing = this.thing();
        this.held.set(piece, thing);
        hand.append(thing);
      }
      this.dress(thing, piece, chosen);
      thing.setAttribute("aria-label", this.pieceName(this.state, piece));
    }
    const words = cards.length
      ? `${cards.length} ${cards.length === 1 ? "piece" : "pieces"} behind the screen`
      : "No pieces";
    hand.dataset.empty = shown.length ? "" : words;
    by("screen").textContent = isOpen ? "Hide hand" : "Show hand";
    by("screen").setAttribute("aria-pressed", !isOpen);
  }

  // What is thrown: numbers, or sides of the game's own dice, which are parts of their pictures.
  showDice(dice, own) {
    const { what, values = [] } = dice ?? {};
    const die = own.find(({ key }) => key === what);
    const shown = values.map((value) => (die ? this.dieSide(die, value) : String(value)));
    by("thrown").replaceChildren(...(die ? shown : [shown.join(" ")]));
    by("thrown").title = die ? this.nameOf(what) : (what ?? "");
  }

  dieSide({ key, sides }, value) {
    const side = element("span", "die");
    side.setAttribute("role", "img");
    side.setAttribute("aria-label", `side ${value}`);
    const [x, y, w, h] = sides[value - 1] ?? sides[0];
    for (const [name, share] of Object.entries({ x, y, w, h })) side.style.setProperty(`--${name}`, share);
    const look = element("span", "look");
    side.append(look);
    this.paint(look, key, true);
    return side;
  }

  // The element of a piece that can be seen: its own in the hand, or that of the stack it lies on top of.
  elementOf(piece) {
    return (
      this.held.get(piece) ?? [...this.things.values()].find((thing) => Number(thing.dataset.piece) === piece)
    );
  }

  enlarge(piece) {
    const [w, h] = this.sizeOf(piece);
    const large = by("enlarged");
    large.replaceChildren(element("span", "look"));
    large.style.setProperty("--w", w);
    large.style.setProperty("--h", h);
    this.paint(large.firstElementChild, this.key(piece), isUp(this.state, piece));
    by("closer").showModal();
  }

  // Pixels per millimetre.
  get scale() {
    return by("table").getBoundingClientRect().width / this.table.width;
  }

  // The place on the table below a point of the screen, in millimetres.
  place(x, y) {
    const box = by("table").getBoundingClientRect();
    return { x: (x - box.left) / this.scale, y: (y - box.top) / this.scale };
  }

  // The scales from the whole table to pieces in their size.
  get scales() {
    const room = by("tabletop");
    const whole = Math.min(room.clientWidth / this.table.width, room.clientHeight / this.table.height) || 1;
    return { whole, most: Math.max(whole, LARGEST) };
  }

  // The share of `resize` from which a scale is reached.
  shareOf(scale) {
    const { whole, most } = this.scales;
    return most > whole ? Math.min(1, Math.max(0, Math.log(scale / whole) / Math.log(most / whole))) : 0;
  }

  // `share` from 0, the whole table, to 1.
  resize(share) {
    if (!this.table) return;
    const room = by("tabletop");
    const { whole, most } = this.scales;
    const scale = whole * (most / whole) ** share;
    room.style.setProperty("--scale", `${scale}px`);
    room.classList.toggle("small", scale < LEGIBLE);
  }
}
