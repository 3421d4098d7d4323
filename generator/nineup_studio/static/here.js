// Where this studio is: its addresses begin with the secret of this run of it. The browser keeps the latest
// one for the studio's own pages, so that a page of an earlier run, or a bookmark of it, finds the way
// (private.js does the same).

const KEPT = "nineup-studio";

export const root = () => `/${location.pathname.split("/")[1]}`;

export const faceAddress = (digest) => `${root()}/face/${digest}.svg`;

// What an address answers; null if the studio doesn't, or what is asked for is gone meanwhile.
export async function ask(address, options) {
  const response = await fetch(address, options).catch(() => null);
  return response?.ok && response.status !== 204 ? response : null;
}

// The same in every run of the studio.
export const withoutRoot = (address) => address.slice(root().length);

// The address of this page in a later run of the studio that this browser has opened; null if it knows none.
export function laterAddress() {
  const latest = localStorage.getItem(KEPT);
  return latest && latest !== root()
    ? latest + withoutRoot(location.pathname) + location.search + location.hash
    : null;
}

localStorage.setItem(KEPT, root());
