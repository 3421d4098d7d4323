// Playing at a table: what the mouse, fingers, keys and buttons do. A page calls `playTable` with where its
// set-up comes from and how it shows a piece; every move replaces the state, so that each can be undone.

import { tableOf } from "./tabledeal.js";
import * as moves from "./tablemoves.js";
import { TableView } from "./tableview.js";

const MOST_UNDONE = 200;
const STEP = 5; // millimetres that an arrow moves a piece
const NEAR = 0.4; // of a piece's size: how near its middle must be to another's to go on it
const TARGET = 24; // pixels: the least size of a piece for a finger
const FORMAT = 1;

const by = (id) => document.getElementById(id);
const random = (n) => Math.floor(Math.random() * n);

const say = (words) => {
  by("said").textContent = words;
};

// `page` has { game, read(seed), paint(element, key, isUp), name(key), isTwoSided(key), kept, usesKey(event) }:
// `read` gives { setup, sizes, run }, or null; `kept` is the name of this run's table in the session.
export class Play {
  constructor(page) {
    this.page = page;
    this.view = new TableView(page);
    this.past = [];
    this.future = [];
    this.chosen = null; // a piece
    this.isOpen = true;
    this.listen();
  }

  get acting() {
    return Number(by("acting").value || 0);
  }

  async layOut(isRestored = false) {
    const seed = Number(by("seed").value || 0);
    const given = await this.page.read(seed);
    if (!given) return say("The setup can’t be laid out now.");
    const kept = isRestored ? this.kept() : null;
    if (kept) by("seed").value = kept.seed;
    const room = { width: by("tabletop").clientWidth, height: by("tabletop").clientHeight };
    const target = matchMedia("(max-width: 800px), (pointer: coarse)").matches ? TARGET : 0;
    const { setup, sizes } = given;
    const table = {
      ...tableOf(setup, { seed: Number(by("seed").value), sizes, room, target }),
      seats: setup.seats,
      dice: setup.dice,
    };
    this.run = given.run;
    this.sizes = sizes;
    if (kept && this.resume(kept, table)) return true;
    this.begin(table, table.state);
    this.keep();
    return true;
  }

  begin(table, state, past = []) {
    this.table = table;
    this.state = state;
    this.past = past;
    this.future = [];
    this.chosen = null;
    by("acting").replaceChildren(...table.seats.map((seat, at) => new Option(seat, at)));
    this.offerDice();
    this.view.begin(table, this.sizes);
    this.show();
    if (table.least) by("table-size").value = Math.ceil(100 * this.view.shareOf(table.least));
    this.resize();
  }

  change(state, words = "") {
    if (words) say(words);
    if (state === this.state) return;
    this.past = [...this.past.slice(1 - MOST_UNDONE), this.state];
    this.future = [];
    this.state = state;
    this.keep();
    this.show();
  }

  step(from, to) {
    if (!from.length) return;
    to.push(this.state);
    this.state = from.pop();
    this.keep();
    this.show();
  }

  show() {
    const focused = document.activeElement?.dataset?.piece;
    if (this.chosen !== null && !this.canBeSeen(this.chosen)) this.chosen = null;
    this.view.show(this.state, { chosen: this.chosen, acting: this.acting, isOpen: this.isOpen });
    if (focused !== undefined && !document.activeElement?.dataset?.piece)
      this.view.elementOf(this.chosen ?? Number(focused))?.focus({ preventScroll: true });
    by("undo-move").disabled = !this.past.length;
    by("redo-move").disabled = !this.future.length;
    this.view.showDice(this.state.dice, this.table.dice);
    this.showActs();
  }

  canBeSeen(piece) {
    const seat = moves.handOf(this.state, piece);
    if (seat >= 0) return seat === this.acting && this.isOpen;
    return moves.stackOf(this.state, piece)?.cards[0] === piece;
  }

  showActs() {
    const piece = this.chosen;
    by("moves").hidden = piece === null;
    if (piece === null) {
      by("chosen").textContent = "Choose a piece, or drag it";
      return;
    }
    const stack = moves.stackOf(this.state, piece);
    const count = stack?.cards.length ?? 1;
    by("chosen").textContent =
      `${this.view.pieceName(this.state, piece)} · ${this.view.placeName(this.state, piece)}`;
    const hidden = {
      draw: !stack,
      rotate: !stack,
      spread: count < 2,
      gather: !stack || this.cluster(stack).length < 2,
      shuffle: count < 2,
      flip: !this.page.isTwoSided(this.view.key(piece)),
    };
    for (const [act, isHidden] of Object.entries(hidden))
      by("acts").querySelector(`[data-act="${act}"]`).hidden = isHidden;
    by("move").replaceChildren(new Option("…", ""), ...this.targets(piece));
  }

  // Where a piece can go by name: hands, the table, and on and below the piles that have a name.
  targets(piece) {
    const hand = moves.handOf(this.state, piece);
    const own = moves.stackOf(this.state, piece);
    const hands = this.table.seats.map((seat, at) => new Option(`hand of ${seat}`, `hand:${at}`));
    const piles = this.state.stacks.filter((stack) => stack !== own && this.view.stackName(stack));
    return [
      ...hands.filter((_, at) => at !== hand),
      new Option("the table", "table"),
      ...piles.map((stack) => new Option(`on ${this.view.stackName(stack)}`, `on:${stack.id}`)),
      ...piles.map((stack) => new Option(`below ${this.view.stackName(stack)}`, `below:${stack.id}`)),
    ];
  }

  moveTo(piece, target) {
    const name = this.view.pieceName(this.state, piece);
    const [kind, ...rest] = target.split(":");
    const id = rest.join(":");
    this.chosen = piece;
    if (kind === "hand") this.change(moves.toHand(this.state, [piece], Number(id)), `${name} to a hand`);
    else if (kind === "table")
      this.change(moves.toTable(this.state, [piece], this.freePlace()), `${name} to the table`);
    else this.change(moves.toStack(this.state, [piece], id, kind === "below"), `${name} to a pile`);
  }

  // The middle of what is shown of the table.
  freePlace() {
    const box = by("tabletop").getBoundingClientRect();
    return this.view.place(box.left + box.width / 2, box.top + box.height / 2);
  }

  choose(piece) {
    this.chosen = piece;
    this.show();
  }

  // What the buttons and keys do with a piece

  draw(piece) {
    const stack = moves.stackOf(this.state, piece);
    if (!stack) return say("It is in this hand already.");
    this.chosen = stack.cards[1] ?? piece;
    this.change(
      moves.toHand(this.state, [piece], this.acting),
      `Drawn to the hand of ${this.table.seats[this.acting]}`,
    );
  }

  flip(piece) {
    if (!this.page.isTwoSided(this.view.key(piece))) return say("It has one side only.");
    this.change(moves.flipped(this.state, [piece]), "Flipped");
  }

  rotate(piece, turn = 90) {
    const stack = moves.stackOf(this.state, piece);
    if (stack) this.change(moves.rotated(this.state, stack.id, turn), "Rotated");
  }

  spread(piece) {
    const stack = moves.stackOf(this.state, piece);
    if (!stack || stack.cards.length < 2) return;
    const [w, h] = this.view.sizeOf(piece);
    const most = Math.max(2, Math.floor((this.table.width - stack.x) / (w + 2)));
    this.change(moves.spreadStack(this.state, stack.id, { stepX: w + 2, stepY: h + 2, most }), "Spread");
  }

  gather(piece) {
    const stack = moves.stackOf(this.state, piece);
    const near = stack ? this.cluster(stack) : [];
    if (near.length > 1)
      this.change(
        moves.gathered(
          this.state,
          near.flatMap((each) => each.cards),
        ),
        "Gathered",
      );
  }

  // The stacks of pieces of the same size that touch each other, beginning with this one.
  cluster(stack) {
    const [w, h] = this.view.sizeOf(stack.cards[0]);
    const alike = this.state.stacks.filter(
      ({ cards }) => String(this.view.sizeOf(cards[0])) === String([w, h]),
    );
    const near = [stack];
    for (const each of near)
      for (const other of alike) {
        const touches = Math.abs(each.x - other.x) < w + 4 && Math.abs(each.y - other.y) < h + 4;
        if (touches && !near.includes(other) && !this.isKeptApart(stack, other)) near.push(other);
      }
    return near;
  }

  // Piles with names of their own aren't gathered with others.
  isKeptApart(one, other) {
    return (
      one !== other &&
      Boolean(this.view.stackName(other)) &&
      this.view.stackName(other) !== this.view.stackName(one)
    );
  }

  discard(piece) {
    const home = this.table.homes[piece];
    const from = moves.stackOf(this.state, piece);
    const first = this.table.state.stacks.find((stack) => stack.id === home);
    const [w] = this.view.sizeOf(piece);
    const place = first ? { x: first.x + w + 6, y: first.y } : this.freePlace();
    this.chosen = from?.cards[1] ?? null;
    this.change(moves.discarded(this.state, piece, { home, place }), "Discarded");
  }

  shuffle(piece) {
    const stack = moves.stackOf(this.state, piece);
    if (!stack || stack.cards.length < 2) return;
    const seed = random(1e6);
    const isTwoSided = (each) => this.page.isTwoSided(this.view.key(each));
    const next = moves.shuffledStack(this.state, stack.id, { seed, isTwoSided });
    this.chosen = moves.stackOf(next, piece).cards[0];
    this.change(next, `Shuffled with the seed ${seed}`);
  }

  look(piece) {
    this.view.enlarge(piece);
  }

  // The game's own dice before the others: each kind, alone and all of it.
  offerDice() {
    const own = this.table.dice.flatMap(({ key, number }) => {
      const name = this.page.name(key);
      const one = new Option(name, `${key} 1`);
      return number > 1 ? [new Option(`${number} × ${name}`, `${key} ${number}`), one] : [one];
    });
    for (const old of by("dice").querySelectorAll("[data-own]")) old.remove();
    for (const each of own) each.dataset.own = "";
    by("dice").prepend(...own);
    if (own.length) own[0].selected = true;
    else by("dice").value = "d6";
  }

  throwDice() {
    const [what, number = 1] = by("dice").value.split(" ");
    const sides = this.table.dice.some((die) => die.key === what) ? 6 : Number(what.slice(1));
    const values = Array.from({ length: Number(number) }, () => 1 + random(sides));
    const name = by("dice").selectedOptions[0].text;
    this.change(moves.thrown(this.state, { what, values }), `${name}: ${values.join(", ")}`);
  }

  // Where pieces that are let go at a point of the screen come to lie.
  drop(pieces, { x, y, lifted }) {
    const under = document.elementFromPoint(x, y);
    this.chosen = pieces[0];
    const area = under?.closest(".area h2, .area .tally")?.parentElement;
    if (under?.closest("#tray"))
      return this.change(moves.toHand(this.state, pieces, this.acting), "To the hand");
    if (area) return this.change(moves.toHand(this.state, pieces, area.dataset.seat - 1), "To a hand");
    if (!under?.closest("#tabletop")) return this.show();
    const at = this.view.place(x - lifted.x, y - lifted.y);
    const stack = this.stackNear(pieces, at);
    if (stack) return this.change(moves.toStack(this.state, pieces, stack.id), "On a pile");
    const turn = moves.stackOf(this.state, pieces[0])?.turn ?? 0;
    return this.change(moves.toTable(this.state, pieces, { ...at, turn }), "Moved");
  }

  // The topmost stack of pieces of the same size whose middle is near a place.
  stackNear(pieces, { x, y }) {
    const [w, h] = this.view.sizeOf(pieces[0]);
    return this.state.stacks.findLast(({ cards, ...stack }) => {
      const isAlike = String(this.view.sizeOf(cards[0])) === String([w, h]);
      const isNear = Math.abs(stack.x - x) < NEAR * w && Math.abs(stack.y - y) < NEAR * h;
      return isAlike && isNear && !pieces.includes(cards[0]);
    });
  }

  // Files and the session

  saved() {
    const { keys, areas, width, height } = this.table;
    return {
      nineup: "table",
      format: FORMAT,
      game: this.page.game,
      run: this.run,
      seed: by("seed").value,
      keys,
      places: { areas, width, height },
      state: this.state,
    };
  }

  // Goes on with a table that was kept; false if it isn't one of this run.
  resume(kept, table) {
    const isSame =
      kept?.keys?.length === table.keys.length && kept.keys.every((key, at) => key === table.keys[at]);
    if (!isSame || !moves.isState(kept.state, table.keys.length, table.seats.length)) return false;
    const places = moves.arePlaces(kept.places, table.seats.length) ? kept.places : {};
    this.begin({ ...table, ...places }, kept.state, kept.past ?? []);
    return true;
  }

  // With as much of the past as the browser has room for.
  keep() {
    for (const moves of [MOST_UNDONE, 20, 0]) {
      try {
        const kept = { ...this.saved(), past: moves ? this.past.slice(-moves) : [] };
        sessionStorage.setItem(this.page.kept(), JSON.stringify(kept));
        return;
      } catch {
        /* Less of it; without any room, the table goes on all the same. */
      }
    }
  }

  kept() {
    try {
      return JSON.parse(sessionStorage.getItem(this.page.kept()) ?? "null");
    } catch {
      return null;
    }
  }

  save() {
    const file = new Blob([JSON.stringify(this.saved())], { type: "application/json" });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = `${this.page.game}-table.json`;
    link.click();
    URL.revokeObjectURL(link.href);
  }

  async load(file) {
    let kept = null;
    try {
      kept = JSON.parse(await file.text());
    } catch {
      return say("This file is no saved table.");
    }
    if (kept?.nineup !== "table" || kept.format !== FORMAT || kept.game !== this.page.game)
      return say("This file is no saved table of this game.");
    this.page.choose?.(kept.run);
    by("seed").value = Number(kept.seed) || 0;
    await this.layOut();
    if (!this.resume(kept, this.table)) return say("This file is a table of another version of the game.");
    say("Loaded");
    return this.keep();
  }

  // Events

  listen() {
    const clicked = {
      "undo-move": () => this.step(this.past, this.future),
      "redo-move": () => this.step(this.future, this.past),
      fresh: () => {
        by("seed").value = random(1e6);
        this.layOut();
      },
      throw: () => this.throwDice(),
      save: () => this.save(),
      load: () => by("saved").click(),
      screen: () => this.draws(!this.isOpen),
    };
    for (const [id, act] of Object.entries(clicked)) by(id).addEventListener("click", act);
    by("saved").addEventListener("change", async () => {
      const [file] = by("saved").files;
      if (file) await this.load(file);
      by("saved").value = "";
    });
    by("table-tools").addEventListener("submit", (event) => {
      event.preventDefault();
      this.layOut();
    });
    // Who passes the screen on doesn't see the next hand before it is shown.
    by("acting").addEventListener("change", () => this.draws(false));
    by("move").addEventListener("change", () => {
      if (this.chosen !== null && by("move").value) this.moveTo(this.chosen, by("move").value);
    });
    by("acts").addEventListener("click", (event) => {
      const act = event.target.closest("[data-act]")?.dataset.act;
      if (act && this.chosen !== null) this[act](this.chosen);
    });
    by("table-size").addEventListener("input", () => this.resize());
    new ResizeObserver(() => this.resize()).observe(by("tabletop"));
    addEventListener("keydown", (event) => this.press(event));
    for (const place of [by("table"), by("hand")]) {
      place.addEventListener("pointerdown", (event) => this.lift(event));
      place.addEventListener("click", (event) => this.click(event));
      place.addEventListener("dblclick", (event) => this.clickTwice(event));
    }
  }

  resize() {
    this.view.resize(by("table-size").value / 100);
  }

  // Draws the screen before a hand aside, or closes it.
  draws(isOpen) {
    this.isOpen = isOpen;
    this.show();
  }

  click(event) {
    const piece = pieceAt(event.target);
    // The second click of two chooses nothing else.
    if (event.detail < 2) this.choose(piece === this.chosen ? null : piece);
  }

  clickTwice(event) {
    const piece = pieceAt(event.target);
    if (piece === null) return;
    this.chosen = piece;
    if ((moves.stackOf(this.state, piece)?.cards.length ?? 1) > 1) this.draw(piece);
    else this.flip(piece);
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.page.usesKey(event) || by("closer").open)
      return;
    const piece = pieceAt(event.target) ?? this.chosen;
    const act = KEYS[event.key.toLowerCase()];
    if (event.key.startsWith("Arrow")) {
      if (piece === null) return;
      this.arrow(event, piece);
    } else if (act in COMMANDS) COMMANDS[act](this, event);
    else if (act && piece !== null) {
      this.chosen = piece;
      if (act === "rotate") this.rotate(piece, event.shiftKey ? -90 : 90);
      else this[act](piece);
    } else return;
    event.preventDefault();
  }

  // Arrows go to the next piece in their direction; with Shift they move the piece.
  arrow(event, piece) {
    const [x, y] = ARROWS[event.key];
    const stack = moves.stackOf(this.state, piece);
    if (!event.shiftKey) return this.walk(piece, x, y);
    this.chosen = piece;
    if (stack) this.change(moves.moved(this.state, stack.id, x * STEP, y * STEP), "Moved");
  }

  walk(piece, x, y) {
    const middle = (thing) => {
      const box = thing.getBoundingClientRect();
      return { thing, x: box.left + box.width / 2, y: box.top + box.height / 2 };
    };
    const from = middle(this.view.elementOf(piece));
    const others = [...document.querySelectorAll(".thing")]
      .filter((thing) => thing !== from.thing)
      .map(middle);
    const cost = (to) => {
      const along = (to.x - from.x) * x + (to.y - from.y) * y;
      const aside = Math.abs((to.x - from.x) * y) + Math.abs((to.y - from.y) * x);
      return along > 1 ? along + 2 * aside : Infinity;
    };
    const next = others.sort((one, other) => cost(one) - cost(other))[0];
    if (!next || cost(next) === Infinity) return;
    next.thing.focus();
    this.choose(pieceAt(next.thing));
  }

  // A pointer lifts the top piece; at its count, or with Shift, the whole stack.
  lift(event) {
    const thing = event.target.closest(".thing");
    if (!thing || event.button) return;
    const piece = Number(thing.dataset.piece);
    const stack = moves.stackOf(this.state, piece);
    const isWhole = Boolean(stack) && (event.shiftKey || Boolean(event.target.closest(".count")));
    const box = thing.getBoundingClientRect();
    const lifted = {
      x: event.clientX - box.left - box.width / 2,
      y: event.clientY - box.top - box.height / 2,
    };
    const begun = { x: event.clientX, y: event.clientY };
    let ghost = null;
    const follow = (next) => {
      const x = next.clientX - begun.x;
      const y = next.clientY - begun.y;
      if (!ghost && Math.hypot(x, y) < 6) return;
      ghost ??= ghostOf(thing, isWhole);
      ghost.style.translate = `${x}px ${y}px`;
    };
    const end = (next) => {
      for (const [name, act] of Object.entries(heard)) removeEventListener(name, act);
      if (!ghost) return;
      ghost.remove();
      if (next.type === "pointerup") {
        stopClick();
        this.drop(isWhole ? stack.cards : [piece], { x: next.clientX, y: next.clientY, lifted });
      }
    };
    const heard = { pointermove: follow, pointerup: end, pointercancel: end };
    for (const [name, act] of Object.entries(heard)) addEventListener(name, act);
  }
}

const KEYS = {
  d: "draw",
  f: "flip",
  r: "rotate",
  p: "spread",
  g: "gather",
  x: "discard",
  s: "shuffle",
  e: "look",
  u: "undo",
  h: "hand",
  t: "throw",
  escape: "none",
};

// What keys do without a piece.
const COMMANDS = {
  undo: (play, event) =>
    event.shiftKey ? play.step(play.future, play.past) : play.step(play.past, play.future),
  hand: (play) => play.draws(!play.isOpen),
  throw: (play) => play.throwDice(),
  none: (play) => play.choose(null),
};

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function pieceAt(target) {
  const piece = target.closest?.(".thing")?.dataset.piece;
  return piece === undefined ? null : Number(piece);
}

// A copy of a thing that follows the pointer over everything.
function ghostOf(thing, isWhole) {
  const box = thing.getBoundingClientRect();
  const ghost = thing.cloneNode(true);
  ghost.classList.add("ghost");
  if (!isWhole) ghost.classList.remove("deep");
  ghost.style.setProperty("--left", `${box.left + box.width / 2}px`);
  ghost.style.setProperty("--top", `${box.top + box.height / 2}px`);
  ghost.style.setProperty("--scale", getComputedStyle(thing).getPropertyValue("--scale"));
  document.body.append(ghost);
  return ghost;
}

// The click that ends a drag chooses nothing.
function stopClick() {
  const stop = (event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", stop, { capture: true }));
}
