// The page of a table: opens the connection, keeps what was heard, hands each view to the shell.
//
// A message travels: socket -> `arrived` -> (waiting in `queue`, so that moves can be followed by
// eye) -> store -> Shell -> the game's Table.

import { html, render } from "./html.js";
import { keptCommitment, listHolds, ownBytes } from "./fairness.js";
import { still } from "./motion.js";
import { Shell } from "./shell.js";
import { connect, tableAddress } from "./socket.js";
import { createStore, heardAlso } from "./store.js";
import { loadTexts } from "./text.js";

/** @typedef {import("./types.js").TableMessage} TableMessage */

/**
 * @typedef {object} TableState
 * @property {TableMessage|null} message
 * @property {import("./types.js").Heard[]} log
 * @property {import("./types.js").Line[]} lines
 * @property {import("./socket.js").Connection} connection
 * @property {boolean} busy  a move is on its way
 * @property {number} pending  messages that the server has not confirmed yet
 * @property {{words: string, number: number}|null} notice  a short word to the person
 * @property {string|null} closed  why the table is gone
 */

const BEAT = 750; // ms that every move of another player stays to be seen
const OWN_BEAT = 450; // ms that an own move stays: it is known already

async function start() {
  const place = /** @type {HTMLElement} */ (document.getElementById("table"));
  const { id = "", game = "rainbow", person = "" } = place.dataset;
  const games = ["rainbow", "rainbow7", "pirates"];
  const file = games.includes(game) ? game : "rainbow";
  const [t, module] = await Promise.all([loadTexts(), import(`./games/${file}.js`)]);
  const store = createStore(
    /** @type {TableState} */ ({
      message: null,
      log: [],
      lines: [],
      connection: "connecting",
      busy: false,
      pending: 0,
      notice: null,
      closed: null,
    }),
  );

  /** The newest version that came, though it may still wait to be shown. @type {number|null} */
  let newest = null;
  /** @type {TableMessage[]} */
  let queue = [];
  let free = 0; // when the next view may be shown
  let timer = 0;
  /** The decision that was played while its outcome is not shown yet. @type {number|null} */
  let played = null;

  /** @param {TableMessage} message */
  function arrived(message) {
    newest = message.version;
    queue.push(message);
    showNext();
  }

  function showNext() {
    clearTimeout(timer);
    if (!queue.length) return;
    const wait = free - performance.now();
    // Whoever was away, or wants no motion, sees how things stand without waiting.
    const hurry = document.hidden || still() || queue.length > 8;
    if (wait > 0 && !hurry) {
      timer = window.setTimeout(showNext, wait);
      return;
    }
    const message = /** @type {TableMessage} */ (queue.shift());
    const { log, lines, message: before } = store.get();
    const news = before?.phase === "running" ? message.heard : [];
    const theirs = news.some(({ player }) => player !== message.you);
    free = performance.now() + (theirs ? BEAT : news.length ? OWN_BEAT : 0);
    store.set({ message, ...heardAlso({ log, lines }, message) });
    if (played !== null && message.decision !== played) {
      played = null;
      store.set({ busy: false });
    }
    if (message.phase === "opening") openOwn(message);
    showNext();
  }

  let opened = false;

  /**
   * Opens this player's part, once the list of commitments is frozen and kept, and only if the list
   * holds what this player told: after that nobody can choose the cards any more.
   * @param {TableMessage} message
   */
  function openOwn({ id, you, commitment, commitments }) {
    if (opened || !commitment) return;
    keptCommitment(id, commitment);
    if (you < 0) return;
    opened = true;
    const sound = !commitments || listHolds(commitments, id, you);
    if (sound) send("open", { bytes: ownBytes(id) });
    else say(t("fair.broken"));
  }

  const socket = connect(tableAddress(id), {
    hello: () => ({ version: newest, language: t.language, marked: true }),
    hears(message) {
      if (message.type === "table") arrived(message);
      else if (message.type === "error") say(message.words);
      else if (message.type === "closed") store.set({ closed: message.words });
    },
    tells: (connection) => store.set({ connection }),
  });

  let notices = 0;
  /** @param {string} words */
  function say(words) {
    if (words) store.set({ notice: { words, number: ++notices } });
  }

  /** @param {string} type @param {Record<string, any>} [fields] */
  async function send(type, fields) {
    store.set({ pending: store.get().pending + 1 });
    const answer = await socket.send(type, fields);
    store.set({ pending: store.get().pending - 1 });
    // A draft says it in its place, and of a hint only as long as it is wanted.
    if (!answer.ok && type !== "arrange" && type !== "hint") say(answer.words);
    return answer;
  }

  /** @param {...string} actions */
  async function play(...actions) {
    const decision = store.get().message?.decision ?? 0;
    store.set({ busy: true });
    const answer = await send("play", { decision, actions });
    const shown = store.get().message?.decision !== decision;
    if (answer.ok && !shown) played = decision;
    else store.set({ busy: false });
    return answer;
  }

  const shell = html`<${Shell}
    store=${store}
    module=${module}
    t=${t}
    id=${id}
    game=${file}
    person=${person}
    send=${send}
    play=${play}
    say=${say}
  />`;
  place.replaceChildren();
  render(shell, place);
}

start();
