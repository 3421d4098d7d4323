// Pictures of cards: files are uploaded and checked, and a dialog chooses one, and the part of it that shows.

import { $, address, make, say } from "./edits.js";
import { ask } from "./here.js";

const MAX_BYTES = 64 * 1024 * 1024;

const PARTS = [
  ["crop", ["left", "top", "width", "height"]],
  ["focus", ["left", "top"]],
];
const WHOLE = [0, 0, 100, 100];
const MIDDLE = [50, 50];
const LEAST = 1; // percent of a picture that a crop keeps
const SLACK = 1; // percent of a picture before a press is a drag

// A value in parts: { file, crop, focus }, shares in percent; of one that can't be read, all of it is the file.
export function readShown(text) {
  const shown = { file: text.trim(), crop: null, focus: null };
  const parted =
    /^(.*?\.(?:png|jpe?g|webp|gif|bmp|svgz?)(?:#\S+)?)((?:\s+(?:crop|focus)(?:\s+[\d.]+%)+)+)$/i.exec(
      shown.file,
    );
  if (!parted) return shown;
  shown.file = parted[1];
  for (const [word, names] of PARTS) {
    const shares = new RegExp(`\\s${word}((?:\\s+[\\d.]+%)+)`).exec(parted[2])?.[1].match(/[\d.]+/g);
    if (shares?.length === names.length) shown[word] = shares.map(Number);
  }
  return shown;
}

export function writeShown({ file, crop, focus }) {
  if (!file) return "";
  const words = (word, shares) => (shares ? ` ${word} ${shares.map((each) => `${each}%`).join(" ")}` : "");
  return file + words("crop", crop) + words("focus", focus);
}

// Where a column's new pictures land, and how its values name a file there.
export const folderOf = (column) => column.folder || "art/";
export const valueFor = (column, name) => (column.folder ? name : `art/${name}`);

// Uploads a file; gives { id, name, width, height, taken } or { refused }.
export async function upload(file, column, name = file.name) {
  if (file.size > MAX_BYTES) return { refused: `${name} is larger than 64 MiB` };
  const query = new URLSearchParams({ name, folder: folderOf(column) });
  const page = address("upload");
  try {
    const response = await fetch(`${page}${page.includes("?") ? "&" : "?"}${query}`, {
      method: "POST",
      headers: { "content-type": "application/octet-stream" },
      body: file,
    });
    if (response.ok) return await response.json();
    return { refused: `${name}: the studio refused this (${response.status})` };
  } catch {
    return { refused: `${name} could not be read, or the studio doesn't answer` };
  }
}

// How an upload is written: { value, uploads } for its cell; `way` is for a name that is taken: "both",
// "replace" or "there".
export function placed(reply, column, way = "both") {
  const { taken } = reply;
  if (taken && (taken.is_same || way === "there"))
    return { value: valueFor(column, taken.name), uploads: [] };
  const isReplaced = Boolean(taken) && way === "replace";
  let { name } = reply;
  if (taken) name = isReplaced ? taken.name : taken.free;
  return {
    value: valueFor(column, name),
    uploads: [{ id: reply.id, file: folderOf(column) + name, over: isReplaced ? taken.digest : "" }],
  };
}

// The choice for a name that another picture has.
export function wayOf(taken, label) {
  return make(
    "select",
    { "aria-label": label },
    make("option", { value: "both" }, `keep both: ${taken.free}`),
    make("option", { value: "replace" }, `replace ${taken.name}`),
    make("option", { value: "there" }, `use ${taken.name} as it is`),
  );
}

// The address of a picture that a column's value shows; the number keeps an older one from being shown.
function shownAddress(column, file) {
  const page = address("picture");
  const query = new URLSearchParams({ show: column.folder + file, size: "large", v: Date.now() });
  return `${page}${page.includes("?") ? "&" : "?"}${query}`;
}

// A file chooser that looks like a button.
export function chooser(label, take, attributes = {}) {
  const input = make("input", {
    type: "file",
    class: "hidden",
    accept: "image/*,.svg,.svgz",
    tabindex: -1,
    "aria-label": label,
    ...attributes,
    change: () => {
      const files = [...input.files];
      input.value = "";
      if (files.length) take(files);
    },
  });
  return [make("button", { type: "button", click: () => input.click() }, label), input];
}

// Asks for a picture and the part that shows. `save(value, uploads)` gives why it isn't saved, or nothing.
// `first` is an upload that waits already; `after` follows once it is closed.
export function pictureDialog({ title, column, value, save, first = null, after = () => {} }) {
  const dialog = $("picturedialog");
  const state = { ...readShown(value), upload: null, url: null };
  const refused = make("p", { class: "refused", role: "alert" });
  const written = make("code", {});
  const clash = make("p", { class: "clash" });
  const view = partOf(state, () => written.replaceChildren(now().value || "no picture"));

  const now = () => {
    if (!state.upload) return { value: writeShown(state), uploads: [] };
    const way = clash.querySelector("select")?.value;
    const { value: file, uploads } = placed(state.upload, column, way);
    return { value: writeShown({ ...state, file }), uploads };
  };
  function show() {
    clash.replaceChildren();
    const taken = state.upload?.taken;
    if (taken && !taken.is_same) {
      const choice = wayOf(taken, "Another picture has this name");
      choice.addEventListener("change", show_written);
      clash.append(`Another picture is called ${taken.name}: `, choice);
    }
    view.show(state.url ?? (state.file ? shownAddress(column, state.file) : null));
    show_written();
  }
  const show_written = () => written.replaceChildren(now().value || "no picture");
  function reset(changes) {
    if (state.url) URL.revokeObjectURL(state.url);
    Object.assign(state, { upload: null, url: null, crop: null, focus: null, file: "" }, changes);
    refused.textContent = "";
    show();
  }
  const received = (file, reply) =>
    reset({ upload: reply, url: URL.createObjectURL(file), file: valueFor(column, reply.name) });
  async function take([file]) {
    const reply = await upload(file, column);
    if (reply.refused) refused.textContent = `${reply.refused}.${reply.hint ? ` ${hinted(reply.hint)}` : ""}`;
    else received(file, reply);
  }

  const there = make(
    "select",
    { "aria-label": "A picture that is there", change: () => there.value && reset({ file: there.value }) },
    make("option", { value: "" }, "or one that is there …"),
  );
  listed(column).then((names) =>
    there.append(...names.map((name) => make("option", { value: valueFor(column, name) }, name))),
  );
  const form = make(
    "form",
    {
      class: "starting picturing",
      submit: async (event) => {
        event.preventDefault();
        const { value: wanted, uploads } = now();
        const why = await save(wanted, uploads);
        if (why) refused.textContent = why;
        else dialog.close();
      },
      paste: (event) => {
        if (!event.clipboardData.files.length) return;
        event.preventDefault();
        event.stopPropagation();
        take([...event.clipboardData.files]);
      },
      dragover: (event) => event.preventDefault(),
      drop: (event) => {
        event.preventDefault();
        event.stopPropagation();
        if (event.dataTransfer.files.length) take([...event.dataTransfer.files]);
      },
    },
    make("h2", { id: "picturedialog-title" }, title),
    view.element,
    make("p", { class: "choosing" }, ...chooser("Choose a file …", take), " ", there),
    clash,
    view.controls,
    make("p", { class: "written" }, make("span", {}, "The card says"), " ", written),
    refused,
    make(
      "p",
      { class: "actions" },
      make("button", { class: "main" }, "Save"),
      " ",
      make("button", { type: "button", click: () => reset({}) }, "No picture"),
      " ",
      make("button", { type: "button", click: () => dialog.close() }, "Cancel"),
    ),
  );
  dialog.replaceChildren(form);
  dialog.addEventListener(
    "close",
    () => {
      if (state.url) URL.revokeObjectURL(state.url);
      after();
    },
    { once: true },
  );
  if (!dialog.open) dialog.showModal();
  if (first) received(first.file, first.reply);
  else show();
}

export const hinted = (hint) => `${hint[0].toUpperCase()}${hint.slice(1)}.`;

async function listed(column) {
  const page = address("art");
  const query = new URLSearchParams({ folder: folderOf(column) });
  const response = await ask(`${page}${page.includes("?") ? "&" : "?"}${query}`);
  return response ? response.json() : [];
}

// The picture with its crop and its focus, which are dragged, or written as numbers.
function partOf(state, changed) {
  const image = make("img", { alt: "", draggable: "false" });
  const empty = make("p", {}, "No picture yet. Drop or paste one here, or choose a file.");
  const frame = make("div", { class: "cropframe" }, make("i", { "data-corner": "" }));
  const point = make("div", { class: "focuspoint" });
  const stage = make("div", { class: "cropstage" }, image, frame, point);
  const element = make("div", { class: "pictureview" }, stage, empty);
  const groups = PARTS.map(([word, names]) => numbersOf(word, names, state, draw));
  const controls = make("div", { class: "parts" }, ...groups.map((group) => group.element));

  function draw() {
    const { crop, focus } = state;
    const [left, top, width, height] = crop ?? WHOLE;
    Object.assign(frame.style, {
      left: `${left}%`,
      top: `${top}%`,
      width: `${width}%`,
      height: `${height}%`,
    });
    frame.classList.toggle("set", Boolean(crop));
    point.hidden = !focus;
    if (focus) Object.assign(point.style, { left: `${focus[0]}%`, top: `${focus[1]}%` });
    for (const group of groups) group.show();
    changed();
  }
  const share = (event) => {
    const box = stage.getBoundingClientRect();
    return [
      percent(((event.clientX - box.left) / box.width) * 100),
      percent(((event.clientY - box.top) / box.height) * 100),
    ];
  };
  stage.addEventListener("pointerdown", (event) => {
    if (event.button || stage.hidden) return;
    event.preventDefault();
    const from = share(event),
      move = dragOf(event.target, from, state);
    let hasMoved = false;
    const follow = (moved) => {
      const to = share(moved);
      hasMoved ||= Math.hypot(to[0] - from[0], to[1] - from[1]) > SLACK;
      if (hasMoved) move(to);
      draw();
    };
    const end = () => {
      stage.removeEventListener("pointermove", follow);
      if (!hasMoved) state.focus = from;
      draw();
    };
    stage.setPointerCapture(event.pointerId);
    stage.addEventListener("pointermove", follow);
    stage.addEventListener("pointerup", end, { once: true });
  });
  image.addEventListener("error", () => {
    stage.hidden = true;
    empty.hidden = false;
    empty.textContent = "This file isn't there, or can't be shown.";
  });
  return {
    element,
    controls,
    show(source) {
      stage.hidden = controls.hidden = !source;
      empty.hidden = Boolean(source);
      if (source) image.src = source;
      draw();
    },
  };
}

const percent = (number) => Math.max(0, Math.min(100, Math.round(number)));
const rounded = (number) => Math.round(number * 10) / 10;

// What a drag from a place changes: the frame if there is a crop and it begins in it (its corner: the size),
// or else the focus, as a click does anywhere.
function dragOf(target, [x, y], state) {
  if (state.crop && target.dataset.corner !== undefined) {
    const [left, top] = state.crop;
    return ([across, down]) => {
      state.crop = [left, top, Math.max(LEAST, rounded(across - left)), Math.max(LEAST, rounded(down - top))];
    };
  }
  if (state.crop && target.classList.contains("cropframe")) {
    const [left, top, width, height] = state.crop;
    return ([across, down]) => {
      const moved = (from, by, length) => rounded(Math.max(0, Math.min(100 - length, from + by)));
      state.crop = [moved(left, across - x, width), moved(top, down - y, height), width, height];
    };
  }
  return (place) => {
    state.focus = place;
  };
}

// A crop or a focus as numbers, with a checkbox that turns it on.
function numbersOf(word, names, state, draw) {
  const says = { crop: "Show only a part", focus: "Keep a point in the middle" }[word];
  const isOn = make("input", { type: "checkbox", "data-part": word });
  const fields = names.map((name) =>
    make("input", {
      type: "number",
      min: 0,
      max: 100,
      step: "any",
      required: true,
      "aria-label": `${word}: ${name}, in percent`,
    }),
  );
  const row = make(
    "span",
    { class: "shares" },
    ...fields.map((field, at) => make("label", {}, make("span", {}, names[at]), field, "%")),
  );
  isOn.addEventListener("change", () => {
    state[word] = isOn.checked ? [...(word === "crop" ? [10, 10, 80, 80] : MIDDLE)] : null;
    draw();
  });
  row.addEventListener("change", () => {
    const shares = fields.map((field) => rounded(Math.max(0, Math.min(100, Number(field.value) || 0))));
    state[word] = word === "crop" ? inside(shares) : shares;
    draw();
  });
  return {
    element: make("div", { class: "part" }, make("label", {}, isOn, make("span", {}, says)), row),
    show() {
      isOn.checked = Boolean(state[word]);
      row.hidden = !state[word];
      for (const [at, field] of fields.entries()) {
        field.disabled = !state[word];
        if (state[word]) field.value = state[word][at];
      }
    },
  };
}

// A crop that ends with its picture.
function inside([left, top, width, height]) {
  const begin = (from) => Math.min(from, 100 - LEAST);
  const length = (from, size) => rounded(Math.max(LEAST, Math.min(size, 100 - begin(from))));
  return [begin(left), begin(top), length(left, width), length(top, height)];
}

// What is dropped beside a place for pictures isn't opened instead of the page. The window hears of it last.
for (const kind of ["dragover", "drop"])
  addEventListener(kind, (event) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    if (kind === "drop") say("Pictures are dropped on the cards or on the dialog of a picture.", "bad");
  });
