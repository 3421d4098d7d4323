// Completes `{symbols}`, `[spans]{` and defined terms while a text is typed.

import { make } from "./edits.js";
import { faceAddress } from "./here.js";

const MOST = 8;
const GAP = 4; // pixels between a field and its list
let count = 0;

// What is typed of a field's path between `{{` and `}}`, or in an expression; null elsewhere.
function pathBefore(before, { paths, isExpression }) {
  if (!paths) return null;
  const inside = isExpression ? before : /\{\{([^{}]*)$/.exec(before)?.[1];
  if (inside === undefined || (inside.match(/['"]/g)?.length ?? 0) % 2) return null;
  const typed = /[\w.]*$/.exec(inside)[0];
  return typed || !isExpression ? typed : null;
}
let follow = () => {}; // keeps the open list at its field
for (const kind of ["scroll", "resize"])
  addEventListener(kind, () => follow(), { capture: true, passive: true });

// `words` is { symbols: [[id, name, digest]], terms: [term], spans: [name] }.
export function complete(field, words) {
  const list = make("ul", {
    class: "completions",
    role: "listbox",
    id: `completions-${++count}`,
    "aria-label": "Completions",
    popover: "manual",
  });
  let suggestions = [],
    chosen = 0,
    start = 0;
  field.setAttribute("aria-autocomplete", "list");
  field.setAttribute("aria-controls", list.id);

  function look() {
    const before = field.value.slice(0, field.selectionStart);
    const brace = /\{([\p{L}\p{N}-]*)$/u.exec(before);
    const word = /(?:^|[\s(“"*])(\p{L}[\p{L}’'-]+)$/u.exec(before);
    const path = pathBefore(before, words);
    const bracket = /\[([\p{L}\p{N}-]*)$/u.exec(before);
    suggestions = [];
    if (path !== null) {
      start = before.length - path.length;
      suggestions = (words.paths ?? [])
        .filter((pair) => pair.some((each) => each.toLowerCase().includes(path.toLowerCase())))
        .map(([each, says]) => ({ label: says, text: words.isExpression ? each : `${each} }}` }));
    } else if (bracket) {
      start = bracket.index;
      suggestions = (words.spans ?? [])
        .filter((name) => name.startsWith(bracket[1].toLowerCase()))
        .map((name) => ({ label: name, text: `[${name}]{}` }));
    } else if (brace) {
      start = brace.index;
      suggestions = symbols(brace[1].toLowerCase());
    } else if (word) {
      start = before.length - word[1].length;
      const typed = word[1].toLowerCase();
      suggestions = words.terms
        .filter((term) => term.toLowerCase().startsWith(typed) && term !== word[1])
        .map((term) => ({ label: term, text: term }));
    }
    suggestions = suggestions.slice(0, MOST);
    chosen = 0;
    show();
  }

  function symbols(typed) {
    const fits = words.symbols.filter(
      ([id, name]) => id.includes(typed) || name.toLowerCase().includes(typed),
    );
    fits.sort((a, b) => b[0].startsWith(typed) - a[0].startsWith(typed));
    return fits.map(([id, name, digest]) => ({ label: name, text: `{${id}}`, digest }));
  }

  function show() {
    list.replaceChildren(
      ...suggestions.map((each, at) =>
        make(
          "li",
          {
            role: "option",
            id: `${list.id}-${at}`,
            "aria-selected": String(at === chosen),
            mousedown: (event) => {
              event.preventDefault();
              take(at);
            },
          },
          each.digest ? make("img", { src: faceAddress(each.digest), alt: "" }) : "",
          make("code", {}, each.text),
          each.text === each.label ? "" : make("span", {}, each.label),
        ),
      ),
    );
    if (list.isConnected) list.togglePopover(suggestions.length > 0);
    follow = suggestions.length ? place : () => {};
    follow();
    if (suggestions.length) field.setAttribute("aria-activedescendant", `${list.id}-${chosen}`);
    else field.removeAttribute("aria-activedescendant");
  }

  // Above everything, so that no panel cuts it off: below the field, or above it where there is more room.
  function place() {
    const { left, top, bottom, width } = field.getBoundingClientRect(),
      height = list.offsetHeight;
    const isAbove = bottom + GAP + height > innerHeight && top > innerHeight - bottom;
    for (const [name, value] of Object.entries({
      left,
      width,
      top: isAbove ? top - GAP - height : bottom + GAP,
    }))
      list.style.setProperty(name, `${value}px`);
  }

  function take(at) {
    const rest = field.value.slice(field.selectionStart),
      { text } = suggestions[at];
    let ends = text.startsWith("{") ? /^[\p{L}\p{N}-]*\}/u : /^$/;
    if (text.endsWith(" }}")) ends = /^\s*\}\}/;
    field.value = field.value.slice(0, start) + text + rest.replace(ends, "");
    field.selectionStart = field.selectionEnd = start + text.length - (text.endsWith("{}") ? 1 : 0);
    suggestions = [];
    show();
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }

  field.addEventListener("input", (event) => {
    if (event.isTrusted) look();
  });
  field.addEventListener("blur", () => {
    suggestions = [];
    show();
  });
  field.addEventListener("keydown", (event) => {
    if (!suggestions.length || event.ctrlKey || event.metaKey) return;
    const keys = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in keys) chosen = (chosen + keys[event.key] + suggestions.length) % suggestions.length;
    else if (event.key === "Escape") suggestions = [];
    else if (event.key === "Enter" || event.key === "Tab") {
      event.preventDefault();
      event.stopPropagation();
      take(chosen);
      return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
    show();
  });
  return list;
}
