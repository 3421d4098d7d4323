// What a field holds: another type is chosen, values are asked for the cards whose own don't fit it, and then
// every line that changes is shown.

import { control } from "./controls.js";
import { make, prose } from "./edits.js";
import { actions, cancel, choices, complain, present, preview, show } from "./fielddialog.js";
import { typeChooser } from "./fieldtypes.js";
import { table } from "./gridtable.js";

const MAX_ASKED = 100; // values that are asked for at once

export function retyping(field) {
  const type = typeChooser(choices(), JSON.parse(table.grid.dataset.fields)[field]);
  const kind = () => (type.isOptional() ? { optional: type.declared() } : type.declared());
  show(
    `What ${field} holds`,
    () => fit({ type: "retype", field, kind: kind(), given: [] }),
    ...type.elements,
    type.optional,
    actions("Change it …"),
  );
}

// Shows what another type changes, or asks for values. Gives why it can't be, or nothing.
async function fit(request) {
  const shown = await preview(request);
  if (shown.refused) return shown.refused;
  const title = `What ${request.field} holds`;
  return shown.misfits.length ? ask(shown, request, title) : present(shown, request, title, "Change it");
}

function ask({ misfits, columns }, request, title) {
  const fields = misfits.slice(0, MAX_ASKED).map(({ card }) => asking(columns, card));
  const more = misfits.length - fields.length;
  // The request with further values: `contentOf(at)` gives that of a misfit, if there is one.
  const withValues = (contentOf) => {
    const fresh = misfits.map(({ place }, at) => ({ place, value: contentOf(at) }));
    const stays = (old) => !fresh.some(({ place }) => isSame(place, old.place));
    return {
      ...request,
      given: [...request.given.filter(stays), ...fresh.filter(({ value }) => value !== undefined)],
    };
  };
  const alike = make(
    "button",
    { type: "button", click: async () => complain(await fit(withValues(() => fields[0].value()))) },
    "All like the first …",
  );
  show(
    title,
    () => fit(withValues((at) => fields[at]?.value())),
    make(
      "p",
      { class: "unfit" },
      misfits.length === 1 ? "One card doesn’t fit" : `${misfits.length} cards don’t fit`,
      ", and nothing is written until they do. Give them values here, or cancel and change the cards first.",
    ),
    make(
      "div",
      { class: "versions misfits", tabindex: 0, role: "region", "aria-label": "What doesn’t fit" },
      make(
        "table",
        {},
        make(
          "thead",
          {},
          make("tr", {}, ...["Card", "Now", "Then"].map((name) => make("th", { scope: "col" }, name))),
        ),
        make("tbody", {}, ...fields.map((field, at) => row(misfits[at], field))),
      ),
    ),
    more > 0 && make("p", { class: "hint" }, `And ${more} more, which come next.`),
    make(
      "p",
      { class: "actions" },
      make("button", { class: "main" }, "Check again …"),
      " ",
      misfits.length > 1 && alike,
      " ",
      cancel(),
    ),
  );
  fields[0].focus();
  return "";
}

const isSame = (one, other) => one.file === other.file && one.number === other.number;

const row = ({ card, value, why }, field) =>
  make(
    "tr",
    {},
    make("th", { scope: "row" }, card),
    make("td", {}, make("span", {}, value), make("small", {}, ...prose(why))),
    make("td", {}, ...field.elements),
  );

// Controls for a value of a type: one, or one for each part of a record.
function asking(columns, card) {
  const isRecord = columns.some(({ name }) => name.includes("."));
  const controls = columns.map((column) => {
    const label = isRecord ? `${column.name} of ${card}` : `The value of ${card}`;
    const first = column.kind === "one" && !column.is_optional ? column.choices[0]?.[0] : undefined;
    return [column, control(column, first, { symbols: [], terms: [] }, label)];
  });
  const whole = () => {
    const record = {};
    for (const [column, field] of controls) {
      const value = contentOf(column, field);
      if (value === undefined) return undefined;
      if (value !== null) put(record, column.name.split(".").slice(1), value);
    }
    return record;
  };
  return {
    elements: controls.map(([column, { element }]) =>
      isRecord ? make("label", {}, make("span", {}, column.name), element) : element,
    ),
    focus: () => controls[0]?.[1].focus(),
    value: isRecord ? whole : () => contentOf(...controls[0]),
  };
}

// What is in a control; null where there may be nothing, and nothing while something is missing.
function contentOf(column, field) {
  const value = field.value();
  if (value !== "" || (["text", "rich"].includes(column.kind) && !column.is_optional)) return value;
  return column.is_optional ? null : undefined;
}

function put(record, [key, ...rest], value) {
  if (!rest.length) record[key] = value;
  else {
    record[key] ??= {};
    put(record[key], rest, value);
  }
}
