// The moves on a table: each takes a state and gives a new one, or the same if nothing changes. A state is
// { stacks, hands, up, seeds }, as `tabledeal.js` makes it, with what is thrown in `dice`. Nothing here knows the page.

import { shuffledOrder } from "./tableseed.js";

export const isUp = (state, piece) => state.up.includes(piece);
export const stackOf = (state, piece) => state.stacks.find((stack) => stack.cards.includes(piece));
export const handOf = (state, piece) => state.hands.findIndex((hand) => hand.includes(piece));

const turned = (up, pieces, isFront) => [
  ...up.filter((each) => !pieces.includes(each)),
  ...(isFront ? pieces : []),
];

// A state without some pieces; stacks that have no others are gone.
function without(state, pieces) {
  const rest = (cards) => cards.filter((each) => !pieces.includes(each));
  return {
    ...state,
    stacks: state.stacks
      .map((stack) =>
        stack.cards.some((each) => pieces.includes(each)) ? { ...stack, cards: rest(stack.cards) } : stack,
      )
      .filter((stack) => stack.cards.length),
    hands: state.hands.map(rest),
  };
}

const withUp = (state, pieces, isFront) => ({ ...state, up: turned(state.up, pieces, isFront) });

function withStack(state, id, change) {
  return {
    ...state,
    stacks: state.stacks.map((stack) => (stack.id === id ? { ...stack, ...change(stack) } : stack)),
  };
}

// A name for a stack that no other has.
function freeId(state, piece) {
  let id = `at:${piece}`;
  while (state.stacks.some((stack) => stack.id === id)) id += "+";
  return id;
}

export function toHand(state, pieces, seat) {
  const lifted = withUp(without(state, pieces), pieces, true);
  return { ...lifted, hands: lifted.hands.map((hand, at) => (at === seat ? [...hand, ...pieces] : hand)) };
}

// Puts pieces, the first on top, somewhere on the table, over all that lies there.
export function toTable(state, pieces, { x, y, turn = 0 }) {
  const whole = state.stacks.find(
    ({ cards }) => cards.length === pieces.length && cards.every((each) => pieces.includes(each)),
  );
  const id = whole?.id ?? freeId(state, pieces[0]);
  const rest = without(state, pieces);
  return { ...rest, stacks: [...rest.stacks, { id, x, y, turn, cards: pieces }] };
}

// Puts pieces on a stack, or below it; they lie as its top card does.
export function toStack(state, pieces, id, isBelow = false) {
  const to = state.stacks.find((stack) => stack.id === id);
  if (!to || pieces.some((each) => to.cards.includes(each))) return state;
  const next = withUp(without(state, pieces), pieces, isUp(state, to.cards[0]));
  return withStack(next, id, ({ cards }) => ({
    cards: isBelow ? [...cards, ...pieces] : [...pieces, ...cards],
  }));
}

export const flipped = (state, pieces) => withUp(state, pieces, !isUp(state, pieces[0]));

// Turns a whole stack over: what was below is on top.
export function flippedStack(state, id) {
  const { cards } = state.stacks.find((stack) => stack.id === id);
  return withStack(flipped(state, cards), id, () => ({ cards: [...cards].reverse() }));
}

export const rotated = (state, id, by) =>
  withStack(state, id, ({ turn }) => ({ turn: (turn + by + 360) % 360 }));

export const moved = (state, id, x, y) =>
  withStack(state, id, (stack) => ({ x: stack.x + x, y: stack.y + y }));

// Shuffles a stack by a seed; with two sides, its cards are face down.
export function shuffledStack(state, id, { seed, isTwoSided }) {
  const { cards } = state.stacks.find((stack) => stack.id === id);
  const shuffled = withStack(state, id, () => ({
    cards: shuffledOrder(cards.length, seed).map((at) => cards[at]),
  }));
  const down = cards.filter(isTwoSided);
  return { ...withUp(shuffled, down, false), seeds: { ...state.seeds, [id]: seed } };
}

// Lays the cards of a stack beside each other, `step` apart, in rows of at most `most`.
export function spreadStack(state, id, { stepX, stepY, most }) {
  const stack = state.stacks.find((each) => each.id === id);
  let next = without(state, stack.cards);
  stack.cards.forEach((card, at) => {
    const place = {
      x: stack.x + (at % most) * stepX,
      y: stack.y + Math.floor(at / most) * stepY,
      turn: stack.turn,
    };
    next = {
      ...next,
      stacks: [...next.stacks, { id: at ? freeId(next, card) : id, ...place, cards: [card] }],
    };
  });
  return next;
}

// Gathers pieces on the first one's stack.
export function gathered(state, pieces) {
  const first = stackOf(state, pieces[0]);
  return toStack(
    state,
    pieces.filter((each) => !first.cards.includes(each)),
    first.id,
    true,
  );
}

// Discards a piece face up beside its pile, or on what is discarded there.
export function discarded(state, piece, { home, place }) {
  const id = `discard:${home}`;
  const there = state.stacks.find((stack) => stack.id === id);
  if (there?.cards.includes(piece)) return state;
  const next = withUp(without(state, [piece]), [piece], true);
  if (next.stacks.some((stack) => stack.id === id))
    return withStack(next, id, ({ cards }) => ({ cards: [piece, ...cards] }));
  return { ...next, stacks: [...next.stacks, { id, ...place, turn: 0, cards: [piece] }] };
}

export const thrown = (state, dice) => ({ ...state, dice });

// Whether what was read from a file is a state of a table with so many pieces and seats.
export function isState(value, pieces, seats) {
  const isPiece = (each) => Number.isInteger(each) && each >= 0 && each < pieces;
  const isStack = ({ id, x, y, turn, cards }) =>
    typeof id === "string" && [x, y, turn].every(Number.isFinite) && Array.isArray(cards) && cards.length > 0;
  try {
    const { stacks, hands, up, seeds, dice } = value;
    const lying = [...stacks.flatMap((stack) => stack.cards), ...hands.flat()];
    const isComplete = lying.length === pieces && new Set(lying).size === pieces && lying.every(isPiece);
    return (
      isComplete &&
      stacks.every(isStack) &&
      hands.length === seats &&
      up.every(isPiece) &&
      typeof seeds === "object" &&
      (dice?.values ?? []).every(Number.isInteger)
    );
  } catch {
    return false;
  }
}

// Whether what was read from a file are the places of a table: its size, and the areas of its seats.
export function arePlaces(value, seats) {
  const isSized = (each) => [each?.width ?? each?.w, each?.height ?? each?.h].every((side) => side > 0);
  const isArea = ({ seat, x, y, ...size }) => [seat, x, y].every(Number.isFinite) && isSized(size);
  try {
    return isSized(value) && value.areas.length === seats && value.areas.every(isArea);
  } catch {
    return false;
  }
}
