// Fields of card lists: a dialog that adds one with a value for the cards there are, and those that rename one
// or delete it.

import { control } from "./controls.js";
import { make, prose, say } from "./edits.js";
import { actions, choices, doNow, named, present, preview, review, show } from "./fielddialog.js";
import { typeChooser } from "./fieldtypes.js";

function adding() {
  const name = named("", { placeholder: "Attack power" });
  const value = make("div", { class: "fieldvalue" });
  let field = null;
  const type = typeChooser(choices(), "text", update);
  function update() {
    value.hidden = type.isOptional() || type.isRecord();
    const { column, first } = type.column();
    field = control(column, first, { symbols: [], terms: [] }, "The value on the cards there are");
    value.replaceChildren(make("span", {}, "Cards now get"), field.element);
  }
  const first = () => (type.isRecord() ? type.first() : field.value());
  const request = () => ({
    type: "add",
    name: name.value,
    kind: type.declared(),
    value: type.isOptional() ? null : first(),
  });
  show(
    "New column",
    () => doNow(request()),
    make("label", {}, make("span", {}, "Name"), " ", name),
    ...type.elements,
    value,
    type.optional,
    actions("Add it"),
  );
  update();
  name.focus();
}

export function renaming(field) {
  const name = named(field, { name: "to" });
  show(
    `Rename ${field}`,
    () => rename({ type: "rename", field, to: name.value }),
    make("label", {}, make("span", {}, "Name"), " ", name),
    actions("Rename …"),
  );
  name.select();
}

// Shows what a rename changes; where other components share the field, asks whether it is renamed in all.
async function rename(request) {
  const title = `Rename ${request.field}`;
  const shown = await preview(request);
  if (!shown.together) return shown.refused ?? present(shown, request, title, "Rename it");
  show(
    title,
    () => rename({ ...request, together: true }),
    make("p", {}, ...prose(`Nothing is written yet: ${shown.refused}.`)),
    actions(`Rename it in ${shown.together.join(", ")} …`),
  );
  return "";
}

export async function deleting(field) {
  const why = await review({ type: "delete", field }, `Delete ${field}`, "Delete it");
  if (why) say(`Nothing is written: ${why}.`, "bad");
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#addfield")) adding();
});
