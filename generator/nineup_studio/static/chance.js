// How an expression is distributed over hands: a bar for each answer.

import { $, make } from "./edits.js";
import { ask } from "./here.js";

const percent = (share) => `${(100 * share).toFixed(share < 0.001 ? 3 : 1)} %`;

async function count(event) {
  event.preventDefault();
  const form = event.target,
    said = form.parentElement.querySelector(".refused");
  const address = new URL(form.dataset.address, location.href);
  for (const name of ["pile", "hand", "of"]) address.searchParams.set(name, form.elements[name].value);
  address.searchParams.set("seed", $("seed").value);
  form.querySelector("button").disabled = true;
  const response = await ask(address);
  const odds = response ? await response.json() : { refused: "the studio can't answer this now" };
  form.querySelector("button").disabled = false;
  said.textContent = odds.refused ? `${odds.refused}.` : "";
  $("found").replaceChildren(...(odds.refused ? [] : shown(odds)));
}

function shown({ rows, more, mean, how }) {
  const most = Math.max(...rows.map((row) => row.share));
  const mark = mean === null ? how : `mean ${mean.toPrecision(4)}, ${how}`;
  return [
    make(
      "table",
      {},
      make("caption", {}, mark),
      make(
        "tbody",
        {},
        ...rows.map((row) => {
          const bar = make("span", { class: "share-bar" });
          bar.style.width = `${(100 * row.share) / most}%`;
          return make(
            "tr",
            {},
            make("th", { scope: "row" }, row.answer),
            make("td", { class: "share" }, percent(row.share)),
            make("td", {}, bar),
          );
        }),
      ),
    ),
    more ? make("p", { class: "hint" }, `and ${more} more answers`) : "",
  ];
}

$("odds")?.addEventListener("submit", count);
