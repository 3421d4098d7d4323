// Completes `{symbols}`, `[spans]{` and defined terms while a text is typed.

import { make } from "./edits.js";

const MOST = 8;
let count = 0;

// `words` is { symbols: [[id, name, digest]], terms: [term], spans: [name] }.
export function complete(field, words) {
  const list = make("ul", { class: "completions", role: "listbox", id: `completions-${++count}`, "aria-label": "Completions", hidden: true });
  let found = [], chosen = 0, start = 0;
  field.setAttribute("aria-autocomplete", "list");
  field.setAttribute("aria-controls", list.id);

  function look() {
    const before = field.value.slice(0, field.selectionStart);
    const brace = /\{([\p{L}\p{N}-]*)$/u.exec(before);
    const word = /(?:^|[\s(“"*])(\p{L}[\p{L}’'-]+)$/u.exec(before);
    const bracket = /\[([\p{L}\p{N}-]*)$/u.exec(before);
    found = [];
    if (bracket) {
      start = bracket.index;
      found = (words.spans ?? []).filter(name => name.startsWith(bracket[1].toLowerCase()))
        .map(name => ({ label: name, text: `[${name}]{}` }));
    } else if (brace) {
      start = brace.index;
      found = symbols(brace[1].toLowerCase());
    } else if (word) {
      start = before.length - word[1].length;
      const typed = word[1].toLowerCase();
      found = words.terms.filter(term => term.toLowerCase().startsWith(typed) && term !== word[1])
        .map(term => ({ label: term, text: term }));
    }
    found = found.slice(0, MOST);
    chosen = 0;
    show();
  }

  function symbols(typed) {
    const fits = words.symbols.filter(([id, name]) => id.includes(typed) || name.toLowerCase().includes(typed));
    fits.sort((a, b) => b[0].startsWith(typed) - a[0].startsWith(typed));
    return fits.map(([id, name, digest]) => ({ label: name, text: `{${id}}`, digest }));
  }

  function show() {
    list.hidden = !found.length;
    list.replaceChildren(...found.map((each, at) => make("li", {
      role: "option", id: `${list.id}-${at}`, "aria-selected": String(at === chosen), mousedown: event => { event.preventDefault(); take(at); },
    }, each.digest ? make("img", { src: `/face/${each.digest}.svg`, alt: "" }) : "", make("code", {}, each.text), each.text === each.label ? "" : make("span", {}, each.label))));
    if (found.length) field.setAttribute("aria-activedescendant", `${list.id}-${chosen}`);
    else field.removeAttribute("aria-activedescendant");
  }

  function take(at) {
    const behind = field.value.slice(field.selectionStart).replace(/^[\p{L}\p{N}-]*\}/u, "");
    const text = found[at].text;
    field.value = field.value.slice(0, start) + text + (text.startsWith("{") ? behind : field.value.slice(field.selectionStart));
    field.selectionStart = field.selectionEnd = start + text.length - (text.endsWith("{}") ? 1 : 0);
    found = [];
    show();
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }

  field.addEventListener("input", event => { if (event.isTrusted) look(); });
  field.addEventListener("blur", () => { found = []; show(); });
  field.addEventListener("keydown", event => {
    if (list.hidden || event.ctrlKey || event.metaKey) return;
    const keys = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in keys) chosen = (chosen + keys[event.key] + found.length) % found.length;
    else if (event.key === "Escape") found = [];
    else if (event.key === "Enter" || event.key === "Tab") { event.preventDefault(); event.stopPropagation(); take(chosen); return; }
    else return;
    event.preventDefault();
    event.stopPropagation();
    show();
  });
  return list;
}
