// The connection to a table. What was sent is kept until the server has confirmed it, and sent
// again under the same id after every interruption; the server carries it out once.

/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {"connecting"|"open"|"waiting"|"closed"} Connection */

const WAIT = 500; // ms between two attempts
const HASTE = 40; // attempts after which the wait is doubled each time
const LONGEST_WAIT = 5_000;
const PATIENCE = 8_000; // ms without an answer after which the line counts as dead

/**
 * @param {string} address
 * @param {object} wants
 * @param {() => {version: number|null, language: string, marked: boolean}} wants.hello
 * @param {(message: any) => void} wants.hears  called with every message but acknowledgements
 * @param {(connection: Connection) => void} wants.tells
 */
export function connect(address, { hello, hears, tells }) {
  const own = crypto.getRandomValues(new Uint32Array(2)).join("");
  /** @type {Map<string, {message: object, done: (answer: Answer) => void}>} */
  const unanswered = new Map();
  /** @type {WebSocket|null} */
  let line = null;
  let count = 0;
  let failures = 0;
  let over = false;
  let retry = 0;
  let doubt = 0;

  const isOpen = () => line?.readyState === WebSocket.OPEN;

  function open() {
    clearTimeout(retry);
    if (over || (line && line.readyState <= WebSocket.OPEN)) return;
    tells(failures ? "waiting" : "connecting");
    const opened = (line = new WebSocket(address));
    opened.addEventListener("open", () => {
      greet();
      for (const { message } of unanswered.values()) opened.send(JSON.stringify(message));
    });
    opened.addEventListener("message", (event) => receive(JSON.parse(event.data)));
    opened.addEventListener("close", () => line === opened && lost());
    listenFor();
  }

  function lost() {
    clearTimeout(doubt);
    line = null;
    if (over) return;
    failures += 1;
    if (failures > 1) tells("waiting");
    const wait = Math.min(LONGEST_WAIT, WAIT * 2 ** Math.max(0, failures - HASTE));
    clearTimeout(retry);
    retry = window.setTimeout(open, wait * (0.7 + Math.random() * 0.6));
  }

  /** The line is dead, though nobody has closed it. */
  function drop() {
    hangUp();
    lost();
  }

  function hangUp() {
    const dead = line;
    line = null;
    dead?.close();
  }

  /** The line counts as dead when nothing comes for a while. */
  function listenFor() {
    clearTimeout(doubt);
    doubt = window.setTimeout(drop, PATIENCE);
  }

  function greet() {
    count += 1;
    line?.send(JSON.stringify({ type: "hello", id: `${own}-${count}`, ...hello() }));
    listenFor();
  }

  /** @param {any} message */
  function receive(message) {
    failures = 0;
    clearTimeout(doubt);
    const waiting = message.id && message.type !== "table" ? unanswered.get(message.id) : undefined;
    if (waiting) {
      unanswered.delete(message.id);
      const { code, words } = message;
      waiting.done(
        message.type === "error" ? { ok: false, code, words } : { ok: true, answer: message },
      );
    }
    if (unanswered.size) listenFor();
    if (message.type === "closed") {
      over = true;
      tells("closed");
    } else if (message.type === "table") {
      tells("open");
    }
    if (message.type !== "ack" && !waiting) hears(message);
  }

  /**
   * @param {string} type
   * @param {Record<string, any>} [fields]
   * @returns {Promise<Answer>}
   */
  function send(type, fields = {}) {
    count += 1;
    const message = { type, id: `${own}-${count}`, ...fields };
    return new Promise((done) => {
      unanswered.set(message.id, { message, done });
      if (isOpen()) {
        line?.send(JSON.stringify(message));
        listenFor();
      } else {
        open();
      }
    });
  }

  function wake() {
    if (document.visibilityState === "hidden" || over) return;
    if (isOpen()) greet();
    else open();
  }

  /** The network is back: what was begun without it comes to nothing. */
  function renew() {
    hangUp();
    open();
  }

  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", renew);
  window.addEventListener("offline", drop);
  open();
  return { send, greet: () => isOpen() && greet() };
}

/** The address of a table's connection. @param {string} id */
export function tableAddress(id) {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/table/${id}`;
}
