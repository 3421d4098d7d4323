// The copies of all cards of a list as a table of cards and player counts.

import { $, address, make, say } from "./edits.js";
import { actions, show } from "./fielddialog.js";
import { send } from "./gridsave.js";
import { table } from "./gridtable.js";
import { ask } from "./here.js";

export async function copiesTable() {
  const response = await ask(address(`copies/${table.grid.dataset.list}`));
  const answer = response ? await response.json() : { refused: "the studio doesn’t answer" };
  if (answer.refused !== undefined) return say(`There is no table of copies here: ${answer.refused}.`, "bad");
  const { players, choices } = answer;
  const rows = answer.cards.map((card) => rowOf(card, players, choices));
  show(
    `Copies in ${table.grid.dataset.list}`,
    () => save(rows.filter((row) => row.isChanged())),
    make(
      "div",
      { class: "versions copiestable", tabindex: 0, role: "region", "aria-label": "Copies", keydown: arrows },
      make(
        "table",
        {},
        make(
          "thead",
          {},
          make(
            "tr",
            {},
            make("th", { scope: "col" }, "Players"),
            ...players.map((count) => make("th", { scope: "col" }, count)),
            choices.length > 0 && make("th", { scope: "col" }, "or by options"),
          ),
        ),
        make("tbody", {}, ...rows.map((row) => row.element)),
      ),
    ),
    choices.length > 0 &&
      make(
        "p",
        { class: "hint" },
        `By options: write such as ${choices[0]}: 3. What can be chosen: ${choices.join(", ")}.`,
      ),
    actions("Save"),
  );
  $("fielddialog").querySelector("tbody input")?.select();
  return null;
}

function rowOf({ key, name, amounts, text }, players, choices) {
  const isTemplate = text.includes("{{");
  const fields = players.map((count) => numberFor(key, count, amounts?.[count]));
  const other = make("input", {
    type: "text",
    "aria-label": `Copies of ${key} by options`,
    autocomplete: "off",
    readonly: isTemplate,
  });
  other.value = text;
  const update = () => {
    for (const field of fields) {
      field.required = !other.value.trim();
      field.disabled = Boolean(other.value.trim());
    }
  };
  other.addEventListener("input", update);
  update();
  const value = () =>
    other.value.trim()
      ? { text: other.value.trim() }
      : { amounts: Object.fromEntries(fields.map((field, at) => [players[at], Number(field.value)])) };
  const before = JSON.stringify(value());
  const isOther = choices.length > 0 || text !== "";
  return {
    key,
    value,
    isChanged: () => !isTemplate && JSON.stringify(value()) !== before,
    element: make(
      "tr",
      {},
      make("th", { scope: "row" }, name || key, name && name !== key && make("small", {}, key)),
      ...fields.map((field) => make("td", {}, field)),
      isOther && make("td", {}, other),
    ),
  };
}

function numberFor(key, count, amount) {
  const field = make("input", {
    type: "text",
    inputmode: "numeric",
    pattern: "\\s*\\d{1,6}\\s*",
    title: "A whole number",
    autocomplete: "off",
    "aria-label": `Copies of ${key} for ${count} ${count === 1 ? "player" : "players"}`,
  });
  field.value = amount ?? "";
  return field;
}

// Up and down go from card to card.
function arrows(event) {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const cell = event.target.closest("td");
  if (!step || !cell) return;
  const row = step < 0 ? cell.parentElement.previousElementSibling : cell.parentElement.nextElementSibling;
  const field = row?.children[cell.cellIndex]?.querySelector("input");
  event.preventDefault();
  field?.select();
}

async function save(rows) {
  const wanted = rows.map((row) => [row.key, row.value()]);
  if (wanted.length) {
    const isDone = await send(() => {
      const gone = wanted.find(([key]) => !table.places.has(key));
      if (gone) return `${gone[0]} is not in the new version.`;
      const cards = wanted.map(([key, value]) => ({ row: table.places.get(key), ...value }));
      return { request: { type: "copies", cards } };
    });
    if (!isDone) return "the studio refused it; look at the message below";
  }
  $("fielddialog").close();
  table.grid.focus({ preventScroll: true });
  return "";
}
