// One stream of events for all tabs of a browser, which has six connections to a server: the tab that holds a
// lock has the stream, and passes on what it hears. When that tab is hidden or closed, another one takes
// over. Without locks, each tab has a stream of its own. Hidden tabs hear nothing; one that is shown again
// catches up.

import { root } from "./here.js";

const NAME = "nineup-studio"; // of the lock and of the channel
const FIRST_WAIT = 300,
  LONGEST_WAIT = 3000; // milliseconds until the next try to connect

const channel = "BroadcastChannel" in window && navigator.locks ? new BroadcastChannel(NAME) : null;
let isOver = false; // whether the server has another address by now
let listening = null; // while this tab is shown: what ends its part in the above

// Calls `work` when something of a topic may have changed: "files" or "exports".
export function onChange(topic, work) {
  document.addEventListener("studio:changed", (event) => event.detail === topic && work());
}

// Does work one at a time: if it is asked for meanwhile, once more afterwards, for which who asked then waits.
export function oneAtATime(work) {
  let running = null,
    next = null;
  return function run() {
    if (running) {
      next ??= running.then(() => {
        next = null;
        return run();
      });
      return next;
    }
    running = work().finally(() => {
      running = null;
    });
    return running;
  };
}

const hear = (topic) => document.dispatchEvent(new CustomEvent("studio:changed", { detail: topic }));

function pass(topic) {
  channel?.postMessage(topic);
  hear(topic);
}

export function listen() {
  if (document.hidden || listening || isOver) return;
  listening = new AbortController();
  const { signal } = listening;
  if (channel)
    navigator.locks.request(NAME, { signal }, () => stream(signal)).catch(() => {}); // or another tab has it
  else stream(signal);
  hear("files");
  hear("exports");
}

function hush() {
  listening?.abort();
  listening = null;
}

// An address that the server once refuses is never right again, so nothing asks for it until there is another.
export function end() {
  isOver = true;
  hush();
}

export function begin() {
  isOver = false;
  hush();
  listen();
}

// The stream, until the signal is aborted. What follows a lost connection is in `files`, like any change.
function stream(signal) {
  let source = null,
    wait = FIRST_WAIT;
  function connect() {
    if (signal.aborted) return;
    source = new EventSource(`${root()}/events`);
    source.onmessage = ({ data }) => {
      wait = FIRST_WAIT;
      pass(data);
    };
    source.onerror = () => {
      source.close();
      pass("files");
      setTimeout(connect, wait);
      wait = Math.min(2 * wait, LONGEST_WAIT);
    };
  }
  return new Promise((done) => {
    signal.addEventListener("abort", () => done(source?.close()));
    connect();
  });
}

channel?.addEventListener("message", ({ data }) => listening && hear(data));
document.addEventListener("visibilitychange", () => (document.hidden ? hush() : listen()));
