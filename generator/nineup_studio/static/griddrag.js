// Drags whole rows by their numbers to another place.

import { $ } from "./edits.js";
import { range, table } from "./gridtable.js";

const SLACK = 5; // pixels before a press is a drag

export function dragging(event, move) {
  const from = event.clientY;
  let to = null;
  const follow = (moved) => {
    if (to === null && Math.abs(moved.clientY - from) < SLACK) return;
    const under = document
      .elementFromPoint($("gridbox").getBoundingClientRect().left + 20, moved.clientY)
      ?.closest(".r:not(.head)");
    clear();
    if (!under) return;
    const at = table.rows.indexOf(under),
      frame = under.getBoundingClientRect();
    const isBelow = moved.clientY > frame.top + frame.height / 2;
    to = at + (isBelow ? 1 : 0);
    under.classList.add(isBelow ? "drop-below" : "drop-above");
  };
  const end = () => {
    removeEventListener("pointermove", follow);
    clear();
    const { top, bottom } = range();
    if (to !== null && (to < top || to > bottom + 1))
      move(
        table.rows.slice(top, bottom + 1).map((each) => each.dataset.key),
        to,
      );
  };
  addEventListener("pointermove", follow);
  addEventListener("pointerup", end, { once: true });
}

function clear() {
  for (const each of table.grid.querySelectorAll(".drop-above, .drop-below"))
    each.classList.remove("drop-above", "drop-below");
}
