// The fonts of the project, each name set in itself and in the card's own words; and new ones with their
// licence.

import { $, address, edit, inTurn, make, say } from "./edits.js";

export const same = (one, other) =>
  one.replace(/[ _]/g, "").toLowerCase() === other.replace(/[ _]/g, "").toLowerCase();

const MAX_BYTES = 64 * 1024 * 1024;
const PANGRAM = "Quick zephyrs blow";
const SHORT = 6; // letters

let isOpen = false; // the list, which stays open while fonts are tried

const sampleAddress = (family, text, { weight = 400, italic = false } = {}) =>
  address(
    `font-sample?${new URLSearchParams({ family, text: text.slice(0, 60), weight, italic: italic ? "yes" : "no" })}`,
  );

// Words in a font, as they are printed; a font that can't be used leaves the words as they are.
export function sampleOf(family, text, cut, more = {}) {
  const image = make("img", {
    class: "sample",
    src: sampleAddress(family, text, cut),
    alt: text,
    loading: "lazy",
    error: () => image.replaceWith(make("span", { class: "sample" }, text)),
    ...more,
  });
  return image;
}

// A card's words without symbols and marks; a few letters show little of a font, so others follow them.
function plain(words) {
  const text = words
    .replace(/\{[^{}]*\}|\*\*|__|~~/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return text.length < SHORT ? `${text} ${PANGRAM}`.trim() : text;
}

export function fonts(style, value, actions) {
  const [first = "", ...others] = [value ?? []].flat();
  const words = plain(style.words());
  const cut = style.cut();
  const write = (family) => [
    ...style.changes("font", others.length ? [family, ...others] : family),
    ...fitting(style, family, cut),
  ];
  const list = make(
    "div",
    { class: "fontlist" },
    ...style.look.families.map((each) => {
      const isChosen = same(each.name, String(first));
      const button = make(
        "button",
        {
          type: "button",
          "aria-pressed": String(isChosen),
          disabled: Boolean(each.why),
          title: each.why || cuts(each),
          "aria-label": `${each.name}, ${each.why || cuts(each)}`,
          pointerenter: () => !isChosen && actions.preview(write(each.name)),
          pointerleave: () => !isChosen && actions.cancel(),
          focus: () => !isChosen && button.matches(":focus-visible") && actions.preview(write(each.name)),
          blur: () => !isChosen && actions.cancel(),
          click: () => !isChosen && actions.commit(write(each.name), style.says("font")),
        },
        each.why ? make("span", { class: "sample" }, each.name) : sampleOf(each.name, each.name, cut),
        each.why
          ? make("small", {}, each.why)
          : sampleOf(each.name, words, cut, { class: "sample words", "aria-hidden": "true" }),
      );
      return button;
    }),
    make(
      "p",
      { class: "adding" },
      make("button", { type: "button", class: "small", click: () => openAdding(actions) }, "+ Add fonts …"),
    ),
  );
  const box = make(
    "details",
    { class: "fontbox" },
    make("summary", { "aria-label": `Font: ${first}` }, sampleOf(String(first), String(first), cut)),
    list,
  );
  box.open = isOpen;
  box.addEventListener("toggle", () => {
    isOpen = box.open;
  });
  const then = make("input", {
    type: "text",
    value: others.join(", "),
    placeholder: "none",
    "aria-label": "Further families, for letters that the first lacks",
    change: () => {
      const further = then.value
        .split(",")
        .map((each) => each.trim())
        .filter(Boolean);
      actions.commit(style.changes("font", further.length ? [first, ...further] : first), style.says("font"));
    },
  });
  return make(
    "div",
    { class: "fonts" },
    box,
    make("label", { class: "then" }, "for letters it lacks ", then),
  );
}

// A family without the style's weight gets its nearest one in the same edit.
function fitting(style, family, { weight, italic }) {
  const known = style.look.families.find((each) => each.name === family);
  const there = (italic ? known?.italics : known?.weights) ?? [];
  if (!there.length || there.includes(weight)) return [];
  const nearest = there.reduce((one, other) =>
    Math.abs(other - weight) < Math.abs(one - weight) ? other : one,
  );
  return style.changes("weight", nearest);
}

function cuts({ weights, italics, is_own: isOwn }) {
  const number = weights.length + italics.length;
  return `${number} ${number === 1 ? "style" : "styles"}${isOwn ? "" : ", comes with Nineup"}`;
}

// Adding fonts: files are checked as soon as they are chosen, and written together with their licence.

function openAdding(actions) {
  const dialog = $("addfonts");
  const files = make("ul", { class: "files", "aria-live": "polite" });
  const waiting = [];
  let licence = null;
  const button = make(
    "button",
    { type: "button", class: "main", disabled: true, click: () => write() },
    "Add",
  );
  const note = make("p", { class: "hint" });
  const field = make("input", {
    type: "file",
    multiple: true,
    accept: ".ttf,.otf,.ttc,.otc,.woff,.woff2",
    id: "fontfiles",
    change: async () => {
      for (const file of [...field.files]) {
        const answer = await upload(file);
        if (!answer.refused) waiting.push(answer);
        files.append(line(file.name, answer));
      }
      field.value = "";
      explain();
    },
  });
  const text = make("input", {
    type: "file",
    accept: ".txt,.md",
    id: "licencefile",
    change: async () => {
      const [file] = text.files;
      licence = file ? await upload(file, "licence") : null;
      if (licence?.refused) {
        say(licence.refused, "bad");
        licence = null;
        text.value = "";
      }
      explain();
    },
  });
  function explain() {
    button.disabled = !waiting.length;
    const own = waiting.find(({ says }) => says)?.says;
    if (licence)
      note.textContent = `The licence says: “${licence.says}”. It is kept beside the fonts, and the appendix credits them.`;
    else if (own)
      note.textContent = `Without that file, the licence is only what the font itself states: “${own}” Share the file together with your project.`;
    else
      note.textContent =
        "Without a licence file nobody can tell whether the font may be printed, sold or passed on with your project. Look for OFL.txt or LICENSE.txt where you got it.";
    button.textContent = licence || !waiting.length ? "Add" : "Add without a licence";
  }
  async function write() {
    button.disabled = true;
    const body = { fonts: waiting.map(({ id }) => id), licence: licence?.id ?? "" };
    const result = await inTurn(() => edit("fonts", body));
    button.disabled = false;
    if (!result.done) return;
    dialog.close();
    isOpen = true;
    await actions.load();
    say(`Added: ${[...new Set(waiting.map(({ family }) => family))].join(", ")}`);
  }
  dialog.replaceChildren(
    make("h2", { id: "addfontstitle" }, "Add fonts"),
    make("p", {}, "TTF, OTF, TTC, WOFF or WOFF2, for all games of this project."),
    make("label", { for: "fontfiles" }, "Fonts"),
    field,
    files,
    make("label", { for: "licencefile" }, "Their licence, as it came with them"),
    text,
    note,
    make(
      "p",
      { class: "actions" },
      button,
      make("button", { type: "button", click: () => dialog.close() }, "Cancel"),
    ),
  );
  explain();
  dialog.showModal();
}

const line = (name, answer) =>
  answer.refused
    ? make("li", { class: "bad" }, `${answer.refused}${answer.hint ? `: ${answer.hint}` : ""}`)
    : make("li", {}, make("strong", {}, answer.family), ` ${answer.styles.join(", ")}, from ${name}`);

async function upload(file, kind = "font") {
  if (file.size > MAX_BYTES) return { refused: `${file.name} is larger than 64 MiB` };
  try {
    const response = await fetch(address(`font?${new URLSearchParams({ name: file.name, kind })}`), {
      method: "POST",
      headers: { "content-type": "application/octet-stream" },
      body: file,
    });
    if (response.ok) return await response.json();
    return { refused: `${file.name}: the studio refused this (${response.status})` };
  } catch {
    return { refused: `${file.name} could not be read, or the studio doesn't answer` };
  }
}
