// Brings a part of the page up to date with a newer version of it, changing only what differs.
//
// Elements are matched by `id` or `data-key`, else by their place. Attributes named in `data-own` and the
// inside of an element with `data-keep` belong to scripts and are left alone. What has the focus keeps it. In
// an element with `data-sent`, `<i data-same="3 17">` stands for its children from 3 to 17 as they are.

export function morph(old, fresh) {
  if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName) {
    old.replaceWith(fresh);
    return;
  }
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  if (old.isEqualNode(fresh)) return;
  attributes(old, fresh);
  if (old.dataset.sent && fresh.querySelector(":scope > [data-same]")) news(old, fresh);
  else if (!old.hasAttribute("data-keep")) children(old, fresh);
}

const owned = (node) => (node.dataset.own ?? "").split(" ");

function attributes(old, fresh) {
  const own = new Set(owned(old));
  for (const { name, value } of [...fresh.attributes]) {
    if (!own.has(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const { name } of [...old.attributes]) {
    if (!own.has(name) && !fresh.hasAttribute(name)) old.removeAttribute(name);
  }
}

// An `id` that a script has given is no name: the newer version doesn't know of it.
function key(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return "";
  if (node.id && !owned(node).includes("id")) return node.id;
  return node.dataset.key ?? "";
}

// The node without a name that an unnamed one is the newer version of. A text is that of its place; an
// element is the next one, so that what has come or gone before it replaces neither it nor what scripts hold
// of it.
function alike(place, wanted) {
  if (wanted.nodeType !== Node.ELEMENT_NODE) return place?.nodeType === wanted.nodeType ? place : null;
  while (place && (place.nodeType !== Node.ELEMENT_NODE || key(place))) place = place.nextSibling;
  return place?.nodeName === wanted.nodeName ? place : null;
}

// Brings the children of an element up to date of which only those that are new were sent.
function news(old, fresh) {
  const had = [...old.children],
    named = new Map(had.map((child) => [key(child), child]));
  const wanted = [...fresh.children].flatMap((child) => {
    if (child.dataset.same) {
      const [first, last] = child.dataset.same.split(" ").map(Number);
      return had.slice(first, last + 1);
    }
    const twin = named.get(key(child));
    if (twin) morph(twin, child);
    return twin ?? child;
  });
  const staying = new Set(wanted);
  for (const child of had) if (!staying.has(child)) child.remove(); // first, so that what stays needn't move
  let place = old.firstElementChild;
  for (const child of wanted) {
    if (child === place) place = place.nextElementSibling;
    else old.insertBefore(child, place);
  }
}

// The named children that stay, by name; the others go first, so that what stays needn't move.
function staying(old, fresh) {
  const kept = new Map(),
    wanted = new Set([...fresh.childNodes].map(key));
  for (const child of [...old.childNodes]) {
    if (wanted.has(key(child)) && key(child)) kept.set(key(child), child);
    else if (key(child)) child.remove();
  }
  return kept;
}

// Removes the nodes from one to another without it; what has a name is only passed by. Returns the other.
function skip(place, until) {
  while (place !== until) {
    const passed = place;
    place = place.nextSibling;
    if (!key(passed)) passed.remove();
  }
  return place;
}

function children(old, fresh) {
  const kept = staying(old, fresh);
  let place = old.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    const name = key(wanted);
    const twin = name ? kept.get(name) : alike(place, wanted);
    if (name) kept.delete(name);
    if (twin && !name) place = skip(place, twin);
    if (!twin) {
      old.insertBefore(wanted, place);
      continue;
    }
    if (twin === place) place = place.nextSibling;
    else old.insertBefore(twin, place);
    morph(twin, wanted);
  }
  while (place) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
}
