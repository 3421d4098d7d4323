// Where what is dragged comes to rest: at the trim, the safe zone, the middle of the card, guides, other
// elements, and the lines of the grid.

import { around, outlineOf, shown } from "./canvasmath.js";

// The lines across and down that something may snap to, each with what it is; those of a grid with a step come
// last, so that anything else at the same place is named.
export function linesOf({ width, height, safe, elements, guides }, moving, step = 0) {
  const whole = [0, 1].map((axis) => {
    const size = axis ? height : width;
    return [
      { at: 0, what: "trim" },
      { at: size, what: "trim" },
      { at: safe, what: "safe zone" },
      { at: size - safe, what: "safe zone" },
      { at: size / 2, what: "middle" },
      ...guides
        .filter((each) => each.axis === axis)
        .map(({ at }) => ({ at, what: `guide at ${shown(at)} mm` })),
    ];
  });
  for (const element of elements) {
    if (moving.has(element) || ["g", "a", "switch"].includes(element.tag)) continue;
    for (const spot of element.spots.filter((each) => each.reach)) {
      const box = around(outlineOf(spot));
      for (const axis of [0, 1])
        for (const share of [0, 0.5, 1])
          whole[axis].push({ at: box[axis] + share * box[axis + 2], what: element.name, box });
    }
  }
  if (step) for (const axis of [0, 1]) whole[axis].push(...gridLines(axis ? height : width, step));
  return whole;
}

const gridLines = (size, step) =>
  Array.from({ length: Math.floor(size / step + 1e-6) + 1 }, (_, number) => ({
    at: number * step,
    what: `grid at ${shown(number * step)} mm`,
  }));

// The nearest line to some places along an axis, within a distance: how far to go, and which line it is.
export function nearest(lines, places, within) {
  let best = null;
  for (const line of lines)
    for (const place of places) {
      const by = line.at - place;
      if (Math.abs(by) <= within && (!best || Math.abs(by) < Math.abs(best.by) - 1e-9)) best = { by, line };
    }
  return best;
}

// A movement that snaps, in tenths of a millimetre elsewhere; and the lines at which it rests.
export function snapped(lines, box, by, within) {
  const nearby = [0, 1].map((axis) =>
    nearest(
      lines[axis],
      [0, 0.5, 1].map((share) => box[axis] + share * box[axis + 2] + by[axis]),
      within,
    ),
  );
  return {
    by: by.map((value, axis) => (nearby[axis] ? value + nearby[axis].by : Math.round(value * 10) / 10)),
    rests: nearby.map((each) => each?.line ?? null),
  };
}

// How far apart two boxes are along the other axis, to be shown at the line that they share.
export function gap(box, other, axis) {
  const across = 1 - axis;
  const before = other[across] - (box[across] + box[across + 2]);
  const behind = box[across] - (other[across] + other[across + 2]);
  return Math.max(before, behind, 0);
}
