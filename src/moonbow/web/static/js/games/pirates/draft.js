// The own island as it is being arranged: nothing is played before it is placed. The server says of
// every draft whether it can lie like that, and by which actions.

import { useEffect, useMemo, useRef, useState } from "../../html.js";
import { byKind } from "./faces.js";
import { inOrder, laidOut, moved, textOf } from "./groups.js";

/** @typedef {import("./groups.js").Group} Group */
/** @typedef {import("./groups.js").Held} Held */
/** @typedef {import("../../types.js").GameProps} GameProps */

/**
 * Hand and island as the server knows them; `base` is the same as text.
 * @typedef {{base: string, hand: Held[], groups: Group[], texts: string[]}} Own
 */

/**
 * What the server said of a draft: "same" as it lies, "asking", "fine", "wrong", or "waiting" while
 * it is not one's turn to place.
 * @typedef {"same"|"asking"|"fine"|"wrong"|"waiting"} State
 */

/**
 * @typedef {object} Draft
 * @property {Group[]} groups
 * @property {Held[]} hand  what is left in the hand
 * @property {State} state
 * @property {string} words  why it is wrong
 * @property {Set<string>} bad  keys of the groups that are none
 * @property {Set<number>} fresh  ids of cards that lie elsewhere than before
 * @property {boolean} undoable
 * @property {boolean} sent
 * @property {(cards: Held[], to: string, side?: "low"|"high") => void} move
 * @property {(key: string, wish: "set"|"rainbow") => void} turn
 * @property {() => Promise<boolean>} tidy  lays the cards as is best; false if nothing changes
 * @property {() => void} undo
 * @property {() => void} reset
 * @property {() => Promise<boolean>} place
 */

const PAUSE = 220; // ms until a draft that has changed is asked about

/**
 * @param {GameProps} props
 * @param {Own} own
 * @param {boolean} placing  it is the time to place
 * @returns {Draft}
 */
export function useDraft(props, own, placing) {
  const { message, play, send } = props;
  const { base } = own;
  const [kept, keep] = useState({ base, past: /** @type {Group[][]} */ ([]), sent: false });
  useEffect(() => {
    // Taken back, a position comes again; the draft that was placed does not.
    keep((last) => (last.base === base ? last : { base, past: [], sent: false }));
  }, [base]);
  const past = kept.base === base ? kept.past : [];
  const sent = kept.base === base && kept.sent;
  const groups = past.length ? past[past.length - 1] : own.groups;
  const texts = groups.map(textOf);
  const asked = [...texts].sort().join(" ");
  const same = asked === [...own.texts].sort().join(" ");
  const question = `${message.decision}: ${base}: ${asked}`;
  const answer = useAnswer(question, placing && !same && !sent, () =>
    check(send, message.decision, groups, own.texts),
  );

  const hand = useMemo(() => {
    const placed = new Set(groups.flatMap(({ cards }) => cards.map(({ id }) => id)));
    const all = [...own.hand, ...own.groups.flatMap(({ cards }) => cards)];
    return all
      .filter(({ id }) => !placed.has(id))
      .sort((one, other) => byKind(one.card, other.card));
  }, [own, groups]);
  const fresh = useMemo(() => {
    const before = new Map(
      own.groups.flatMap(({ key, cards }) => cards.map(({ id }) => [id, key])),
    );
    const now = groups.flatMap(({ key, cards }) => cards.map(({ id }) => ({ id, key })));
    return new Set(now.filter(({ id, key }) => before.get(id) !== key).map(({ id }) => id));
  }, [own, groups]);

  /** @param {Group[]} next */
  const push = (next) => keep({ base, past: [...past, next], sent: false });
  /** @type {State} */
  const state = same ? "same" : !placing ? "waiting" : (answer?.state ?? "asking");
  return {
    groups,
    hand,
    state,
    words: answer?.words ?? "",
    bad: answer?.bad ?? new Set(),
    fresh,
    undoable: past.length > 0,
    sent,
    move(cards, to, side = "high") {
      const next = moved(groups, cards, to, side);
      if (next.map(lies).join() !== groups.map(lies).join()) push(next);
    },
    turn(key, wish) {
      push(
        groups.map((group) =>
          group.key === key
            ? { ...group, wish, cards: inOrder(group.cards, [], wish, "high") }
            : group,
        ),
      );
    },
    async tidy() {
      const best = await send("arrange", { decision: message.decision, target: null });
      if (!best.ok) return false;
      const next = laidOut(best.answer.target, own.groups, own.hand);
      const changed = next.map(textOf).sort().join(" ") !== asked;
      if (changed) push(next);
      return changed;
    },
    undo: () => keep({ base, past: past.slice(0, -1), sent: false }),
    reset: () => keep({ base, past: [], sent: false }),
    async place() {
      if (answer?.state !== "fine" || sent) return false;
      keep({ base, past, sent: true });
      // The draft stays to be seen until the new view is there.
      const done = await play(...answer.actions);
      if (!done.ok) keep({ base, past, sent: false });
      return done.ok;
    },
  };
}

/** Which cards lie in a group, in which order. @param {Group} group */
const lies = (group) => `${group.key}:${group.cards.map(({ id }) => id).join(" ")}`;

/** @typedef {{state: "fine"|"wrong", actions: string[], words: string, bad: Set<string>}} Said */

/**
 * The answer to a question that changes; null until it is there.
 * @param {string} question @param {boolean} wanted @param {() => Promise<Said>} ask
 */
function useAnswer(question, wanted, ask) {
  const [said, hear] = useState(/** @type {{question: string, said: Said}|null} */ (null));
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    if (!wanted) return;
    let gone = false;
    const timer = setTimeout(async () => {
      const found = await latest.current();
      if (!gone) hear({ question, said: found });
    }, PAUSE);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [question, wanted]);
  return wanted && said?.question === question ? said.said : null;
}

/**
 * Asks about a draft; if some group is none, also which.
 * @param {GameProps["send"]} send @param {number} decision @param {Group[]} groups
 * @param {string[]} lying  the groups that lie there already
 * @returns {Promise<Said>}
 */
async function check(send, decision, groups, lying) {
  const whole = await send("arrange", { decision, target: groups.map(textOf) });
  if (whole.ok) {
    return { state: "fine", actions: whole.answer.actions, words: "", bad: new Set() };
  }
  /** @type {Set<string>} */
  const bad = new Set();
  if (whole.code === "bad-group") {
    for (const group of groups) {
      const text = textOf(group);
      if (lying.includes(text)) continue;
      const single = await send("arrange", { decision, target: [text] });
      if (!single.ok && single.code === "bad-group") bad.add(group.key);
    }
  }
  return { state: "wrong", actions: [], words: whole.words, bad };
}
