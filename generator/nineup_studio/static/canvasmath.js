// Points and boxes on a face, in millimetres from the trim's corner; matrices in the order of SVG.

export const apply = ([a, b, c, d, e, f], [x, y]) => [a * x + c * y + e, b * x + d * y + f];

export function inverse([a, b, c, d, e, f]) {
  const size = a * d - b * c || 1;
  return [d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size];
}

export const IDENTITY = [1, 0, 0, 1, 0, 0];

export const cornersOf = ([x, y, width, height]) => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
];

// The box around some points: left, top, width, height.
export function around(points) {
  const xs = points.map(([x]) => x),
    ys = points.map(([, y]) => y);
  const left = Math.min(...xs),
    top = Math.min(...ys);
  return [left, top, Math.max(...xs) - left, Math.max(...ys) - top];
}

// The frame of what is chosen: a box, and the matrix from it to the face. One element has its own, turned as
// it is; several have the upright box around them.
export function frameOf(spots) {
  const seen = spots.filter((spot) => spot.reach || spot.box);
  if (seen.length === 1 && seen[0].box) return { matrix: seen[0].matrix, box: seen[0].box };
  if (!seen.length) return null;
  return { matrix: IDENTITY, box: around(seen.flatMap(outlineOf)) };
}

// The four corners of an element where the card shows it.
export const outlineOf = (spot) =>
  spot.box ? cornersOf(spot.box).map((point) => apply(spot.matrix, point)) : cornersOf(spot.reach);

export const middleOf = ([x, y, width, height]) => [x + width / 2, y + height / 2];

export const isUpright = ([a, b, c, d]) => Math.abs(b) + Math.abs(c) < 1e-6 * (Math.abs(a) + Math.abs(d));

export const angleOf = ([a, b]) => (Math.atan2(b, a) * 180) / Math.PI;

// A number as it is shown: in tenths or hundredths of a millimetre.
export const shown = (value, digits = 2) => String(Number(value.toFixed(digits)) + 0);

export const contains = ([x, y, width, height], [left, top, wide, high]) =>
  left >= x && top >= y && left + wide <= x + width && top + high <= y + height;

// The box that a dragged handle makes of another one. `handle` is -1, 0 or 1 across and down, `at` the
// pointer, both in the box's own space.
export function resized([x, y, width, height], handle, at, { keeps, fromMiddle }) {
  const across = side(x, width, handle[0], at[0], fromMiddle),
    down = side(y, height, handle[1], at[1], fromMiddle);
  if (!keeps || !width || !height) return [across.from, down.from, across.size, down.size];
  const factor = Math.max(...[across.size / width, down.size / height].filter((_, axis) => handle[axis]));
  const [wide, high] = [width * factor, height * factor];
  const fixed = fromMiddle ? [0, 0] : handle;
  return [anchored(x, width, wide, fixed[0]), anchored(y, height, high, fixed[1]), wide, high];
}

// One side of a box of which an edge is dragged: the other edge or the middle stays.
function side(from, size, handle, at, fromMiddle) {
  if (!handle) return { from, size };
  const stays = from + size * (0.5 - (fromMiddle ? 0 : handle / 2));
  const far = Math.max(0.1, (at - stays) * handle);
  if (fromMiddle) return { from: stays - far, size: 2 * far };
  return { from: Math.min(stays, stays + far * handle), size: far };
}

// Where a side of another size begins, of which the edge opposite to the handle stays, or the middle.
const anchored = (from, size, now, handle) => from + ((size - now) * (1 - handle)) / 2;
