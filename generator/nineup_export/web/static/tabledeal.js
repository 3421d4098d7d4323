// A set-up, a seed → a table. Piles are shuffled one after another by consecutive seeds, then what the game
// deals goes to the table and to the players; last, everything gets a place on the table.

import { Chance } from "./tableseed.js";

const GAP = 6; // millimetres between things
const WIDEST = 2400; // the widest table
const LABEL = 9; // the height of a name below a pile, and of a seat's above its things

const spread = (copies) => copies.flatMap(([key, number]) => Array(number).fill(key));

// The cards of a pile from the top down. Of more cards than `size`, or of more kinds than `kinds`, chance chooses.
function shuffledPile(stacks, seed) {
  const chance = new Chance(`${seed}:hands`);
  const parts = stacks.map(({ cards, size, kinds }) => {
    const copies = spread(cards);
    const isWhole = kinds == null ? !(size < copies.length) : kinds >= cards.length;
    return { cards, copies, size, kinds, isWhole };
  });
  const isWhole = parts.every((part) => part.isWhole);
  const lying = parts.map(({ cards, copies, size, kinds, ...part }) => {
    if (isWhole) return copies;
    if (part.isWhole) return chance.sample(copies, copies.length);
    return kinds == null ? chance.sample(copies, size) : spread(chance.sample(cards, kinds));
  });
  const cards = lying.flat();
  return chance.sample(cards, cards.length).filter(Boolean);
}

// The zones of a set-up with the keys of their pieces, from the top down, shuffled and dealt.
export function dealt(setup, seed) {
  let next = seed;
  const zones = setup.zones.map(({ stacks, ...zone }) =>
    stacks
      ? { ...zone, cards: shuffledPile(stacks, next), seed: next++ }
      : { ...zone, cards: spread(zone.cards) },
  );
  for (const { components, number, seat, to } of setup.deals) {
    const isWanted = (key) => components.includes(key.split("/")[0]);
    const piles = zones.filter((zone) => zone.kind === "pile");
    let left = number;
    const own = piles.filter((zone) => zone.seat === seat);
    const shared = seat ? piles.filter((zone) => !zone.seat) : [];
    for (const from of [...own, ...shared]) {
      const taken = from.cards.filter(isWanted).slice(0, left);
      for (const key of taken) from.cards.splice(from.cards.indexOf(key), 1);
      zones.find((zone) => zone.id === to).cards.push(...taken);
      left -= taken.length;
    }
  }
  return zones;
}

// In millimetres.
const sizeOf = (key, sizes) => sizes[key.split("/")[0]] ?? [20, 20];

// Puts blocks of { w, h } into rows of at most `wide`, the high ones first; gives each its x and y, and the size
// of all.
function inRows(blocks, wide, gap) {
  let x = 0;
  let y = 0;
  let high = 0;
  let most = 0;
  for (const block of [...blocks].sort((one, other) => other.h - one.h)) {
    if (x && x + block.w > wide) {
      x = 0;
      y += high + gap;
      high = 0;
    }
    block.x = x;
    block.y = y;
    x += block.w + gap;
    high = Math.max(high, block.h);
    most = Math.max(most, x - gap);
  }
  return { w: most, h: y + high };
}

// The things of a zone: a pile is one, with a place for what is discarded beside it if it was shuffled;
// pieces in a row are one each.
function thingsOf(zone, sizes, first) {
  if (zone.kind === "pile") {
    if (!zone.cards.length) return [];
    const [w, h] = sizeOf(zone.cards[0], sizes);
    const own = zone.seed === undefined ? w : 2 * w + GAP;
    return [
      { zone, from: first, cards: zone.cards.length, size: [w, h], w: Math.max(own, 22), h: h + LABEL },
    ];
  }
  return zone.cards.map((key, at) => {
    const [w, h] = sizeOf(key, sizes);
    return { zone, from: first + at, cards: 1, size: [w, h], w, h };
  });
}

// The pile that each piece belongs to, by its key: discards go beside it.
function pilesOf(setup) {
  const piles = new Map();
  for (const { id, kind, cards, stacks = [] } of setup.zones)
    if (kind === "pile")
      for (const [key] of [cards, ...stacks.map((stack) => stack.cards)].flat()) piles.set(key, id);
  return piles;
}

// A table: { keys, homes, names, areas, width, height, least, state }. A piece is the number of its key in `keys`. A
// stack is { id, x, y, turn, cards }, with x and y the middle of its things in millimetres, the first card on
// top; a later stack lies over an earlier one. `areas` are the seats' places, `names` those of piles by the ids
// of their stacks, which `homes` has for each piece. `room` is the size of the screen for it, and `target` that of
// the smallest piece on a screen for fingers: then the table is no wider than the screen at the scale `least`, from
// which pieces are so large. The sizes of both are in pixels, and `target` is 0 if the whole table is to be seen.
export function tableOf(setup, { seed, sizes, room, target }) {
  const piles = pilesOf(setup);
  const table = { keys: [], homes: [], names: {}, areas: [] };
  const state = { stacks: [], hands: setup.seats.map(() => []), up: [], seeds: {} };
  const groups = ["", ...setup.seats].map(() => []);
  for (const zone of dealt(setup, seed)) {
    const first = table.keys.length;
    const cards = zone.cards.map((_, at) => first + at);
    table.keys.push(...zone.cards);
    table.homes.push(...zone.cards.map((key) => (zone.kind === "pile" ? zone.id : (piles.get(key) ?? ""))));
    if (zone.up) state.up.push(...cards);
    if (zone.kind === "hand") state.hands[zone.seat - 1].push(...cards);
    else groups[zone.seat].push(...thingsOf(zone, sizes, first));
    if (zone.kind === "pile") table.names[zone.id] = zone.name;
    if (zone.seed !== undefined) state.seeds[zone.id] = zone.seed;
  }
  const least = target / Math.min(target, ...table.keys.flatMap((key) => sizeOf(key, sizes)));
  const widest = target ? (room.width - 16) / least : WIDEST;
  const { w, h, blocks } = arranged(groups, { aspect: room.width / Math.max(room.height, 1), widest });
  for (const [seat, things] of groups.entries()) {
    if (seat) table.areas.push({ seat, ...blocks[seat] });
    state.stacks.push(...things.map((thing) => stackOfThing(thing, blocks[seat])));
  }
  // What is large lies under everything else.
  const area = ({ cards }) => sizeOf(table.keys[cards[0]], sizes).reduce((one, other) => one * other);
  state.stacks.sort((one, other) => area(other) - area(one));
  return { ...table, width: w, height: h, least, state };
}

function stackOfThing({ zone, from, cards, size, x, y }, block) {
  return {
    id: zone.kind === "pile" ? zone.id : `at:${from}`,
    x: block.x + x + size[0] / 2,
    y: block.y + y + size[1] / 2,
    turn: 0,
    cards: Array.from({ length: cards }, (_, at) => from + at),
  };
}

// The places of the table's things and of each seat's: of some widths the one that shows them largest.
function arranged(groups, { aspect, widest }) {
  let best = null;
  for (let wide = Math.min(200, widest); wide <= widest; wide += 100) {
    const common = inRows(groups[0], wide - 2 * GAP, GAP);
    const beside = Math.min(groups.length - 1, 4);
    const share = (wide - (beside + 1) * GAP) / beside; // Seats have room to play in front of them.
    const seats = groups.slice(1).map((things) => {
      const own = inRows(things, Math.max(160, wide / 3), GAP);
      for (const thing of things) {
        thing.x += GAP;
        thing.y += GAP + LABEL;
      }
      return { w: Math.max(own.w + 2 * GAP, share), h: Math.max(own.h, 50) + 2 * GAP + LABEL };
    });
    const around = inRows(seats, wide - 2 * GAP, GAP);
    const w = Math.max(common.w, around.w) + 2 * GAP;
    const h = common.h + around.h + 4 * GAP;
    const scale = Math.min(aspect / w, 1 / h);
    if (best && scale <= best.scale) continue;
    const blocks = [{ x: (w - common.w) / 2, y: GAP, ...common }];
    for (const seat of seats) blocks.push({ ...seat, x: seat.x + GAP, y: seat.y + common.h + 3 * GAP });
    best = { scale, w, h, blocks, things: groups.map((things) => things.map(({ x, y }) => [x, y])) };
  }
  for (const [seat, things] of groups.entries())
    for (const [at, thing] of things.entries()) [thing.x, thing.y] = best.things[seat][at];
  return best;
}
