// On the page that refuses an address without the secret: leads on if it is an address of an earlier run,
// such as a bookmark, and this browser has opened the present one.

const latest = localStorage.getItem("nineup-studio") ?? "";
const [, first, ...rest] = location.pathname.split("/");
if (/^\/[\w-]+$/.test(latest) && latest !== `/${first}`) {
  location.replace(`${latest}/${rest.join("/")}${location.search}${location.hash}`);
}
