// Brings a part of the page up to date with a newer version of it, changing only what differs.
//
// Elements are matched by `id` or `data-key`, else by their place. Attributes named in `data-own` and the inside of an
// element with `data-keep` belong to scripts and are left alone. What has the focus keeps it.

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
  if (!old.hasAttribute("data-keep")) children(old, fresh);
}

function attributes(old, fresh) {
  const own = new Set((old.dataset.own ?? "").split(" "));
  for (const { name, value } of [...fresh.attributes]) {
    if (!own.has(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const { name } of [...old.attributes]) {
    if (!own.has(name) && !fresh.hasAttribute(name)) old.removeAttribute(name);
  }
}

const key = node => node.nodeType === Node.ELEMENT_NODE ? node.id || node.dataset.key || "" : "";

function children(old, fresh) {
  const kept = new Map();
  for (const child of old.childNodes) if (key(child)) kept.set(key(child), child);
  let place = old.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    const name = key(wanted);
    let found = name ? kept.get(name) : place;
    if (name) kept.delete(name);
    else if (place && key(place)) found = undefined;
    if (!found) {
      old.insertBefore(wanted, place);
      continue;
    }
    if (found === place) place = place.nextSibling;
    else old.insertBefore(found, place);
    morph(found, wanted);
  }
  while (place) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
  for (const gone of kept.values()) if (gone.parentNode === old) gone.remove();
}
