// What is pressed or pasted while cards come or go is meant for the cards as they will be: it waits until
// they are there.

let isBusy = false;
let waiting = [];

// Whether some work has to wait; it is done in its turn.
export const waits = (work) => isBusy && waiting.push(work) > 0;

// Does what changes rows, then what has waited; that is dropped if it fails.
export async function during(work) {
  isBusy = true;
  let isDone = false;
  try {
    isDone = await work();
  } finally {
    isBusy = false;
    if (!isDone) waiting = [];
    while (waiting.length && !isBusy) waiting.shift()();
  }
}

// Presses a key where the focus is by then.
export function again({ key, shiftKey, ctrlKey, metaKey, altKey }) {
  const field = document.activeElement,
    isText = [...key].length === 1 && !ctrlKey && !metaKey && !altKey;
  const event = new KeyboardEvent("keydown", {
    key,
    shiftKey,
    ctrlKey,
    metaKey,
    altKey,
    bubbles: true,
    cancelable: true,
  });
  if (!field.dispatchEvent(event) || !isText || !field.matches("textarea, input")) return;
  field.setRangeText(key, field.selectionStart, field.selectionEnd, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}
