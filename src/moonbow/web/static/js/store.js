// One value that many look at.

import { useEffect, useState } from "./html.js";

/**
 * @template T
 * @typedef {object} Store
 * @property {() => T} get
 * @property {(next: Partial<T>) => void} set  changes some fields and tells everybody
 * @property {(tell: () => void) => () => void} watch
 */

/**
 * @template {object} T
 * @param {T} first
 * @returns {Store<T>}
 */
export function createStore(first) {
  let value = first;
  /** @type {Set<() => void>} */
  const watching = new Set();
  return {
    get: () => value,
    set(next) {
      value = { ...value, ...next };
      watching.forEach((tell) => tell());
    },
    watch(tell) {
      watching.add(tell);
      return () => watching.delete(tell);
    },
  };
}

/**
 * The value of a store; the component is drawn anew when it changes.
 * @template {object} T
 * @param {Store<T>} store
 * @returns {T}
 */
export function useStore(store) {
  const [value, show] = useState(store.get());
  useEffect(() => {
    show(store.get());
    return store.watch(() => show(store.get()));
  }, [store]);
  return value;
}

/** @typedef {import("./types.js").Heard} Heard */
/** @typedef {import("./types.js").Line} Line */

/**
 * The log with what was heard since. A decision that was taken back, or that is told once more,
 * replaces what stood under its number.
 * @param {{log: Heard[], lines: Line[]}} before
 * @param {import("./types.js").TableMessage} message
 */
export function heardAlso({ log, lines }, message) {
  const { heard, told, you } = message;
  const first = Math.min(message.decision, ...heard.map((each) => each.number));
  const own = heard.length > 0 && heard.every(({ player }) => player === you);
  // Where each event has its sentence, a line knows what it tells of.
  const matched = heard.length === told.length;
  const added = told.map((words, place) => ({
    number: matched ? heard[place].number : first,
    words,
    own: matched ? heard[place].player === you : own,
    kind: matched ? heard[place].kind : "",
  }));
  return {
    log: [...log.filter((each) => each.number < first), ...heard],
    lines: [...lines.filter((each) => each.number < first), ...added],
  };
}
