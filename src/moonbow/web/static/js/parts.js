// What the tables of all games are built from: seats, hands, the line that says what is asked.

import { Hint, HintButton } from "./coach.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "./html.js";
import { Sentence } from "./sentence.js";

/** @typedef {import("./types.js").TableMessage} TableMessage */
/** @typedef {import("./types.js").GameProps} GameProps */

/**
 * Classes from a list, leaving out what is not so.
 * @param {...(string|false|null|undefined)} names
 */
export const classes = (...names) => names.filter(Boolean).join(" ");

// Seats

/**
 * The seats clockwise from the one after `me`; `me` is left out.
 * @param {number} players
 * @param {number} me
 */
export const others = (players, me) =>
  Array.from({ length: players - 1 }, (_, place) => (me + 1 + place) % players);

/**
 * A player's name, state and, where they are to decide, the light that says so. `children` is what
 * the game shows of the player (cards left, points).
 * @param {{props: GameProps, seat: number, children?: any, anchor?: string, more?: string}} props
 */
export function SeatTag({ props, seat, children, anchor, more }) {
  const { message, name, t } = props;
  const { kind, here, taken_over, level } = message.seats[seat];
  const moving = message.phase === "running" && message.waiting_for.includes(seat);
  const state = taken_over
    ? t("seat.taken_over")
    : kind === "bot"
      ? t("seat.bot", { level: levelName(t, level) })
      : !here && message.you !== seat && props.live
        ? t("seat.away")
        : "";
  return html`<div
    class=${classes("tag", moving && "moving", more)}
    data-anchor=${classes(`hand:${seat}`, `seat:${seat}`, anchor)}
  >
    <span class="tag-name">
      <${Kind} kind=${taken_over ? "bot" : kind} />
      <span class="name">${name(seat)}</span>
    </span>
    ${
      state &&
      html`<span
      class=${classes("tag-state", kind === "bot" && "unseen")}
    >
      ${state}
    </span>`
    }
    ${moving && html`<span class="unseen">${t("seat.moving")}</span>`}
    ${moving && message.due && props.live && html`<${Clock} due=${message.due} t=${t} />`}
    <span class="tag-facts">${children}</span>
  </div>`;
}

/** A small picture of a person or a bot. @param {{kind: string}} props */
export function Kind({ kind }) {
  return html`<svg class="kind" viewBox="0 0 24 24" aria-hidden="true">
    ${
      kind === "bot"
        ? html`<path d="M12 3v3M5 8.5h14v10H5zM9 12.5v2M15 12.5v2M2.5 12v4M21.5 12v4" />`
        : html`<path
            d="M12 4a4 4 0 1 0 0 8a4 4 0 1 0 0-8zM4.5 20.5c.8-4 3.7-5.8 7.5-5.8s6.7 1.8 7.5 5.8"
          />`
    }
  </svg>`;
}

/**
 * The name of a bot's level.
 * @param {import("./text.js").Translate} t
 * @param {string|null} level
 */
export const levelName = (t, level) =>
  level && t.has(`level.${level}`) ? t(`level.${level}`) : (level ?? "");

/** The time that is left. @param {{due: number, t: import("./text.js").Translate}} props */
export function Clock({ due, t }) {
  const [now, tick] = useState(Date.now() / 1000);
  useEffect(() => {
    const timer = setInterval(() => tick(Date.now() / 1000), 500);
    return () => clearInterval(timer);
  }, []);
  const left = Math.max(0, Math.ceil(due - now));
  const words =
    left >= 5400
      ? t.count("clock.hours", Math.round(left / 3600))
      : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  return html`<span class=${classes("clock", left <= 10 && "late")} role="timer">
    <span class="unseen">${t("clock.left")} </span>${words}
  </span>`;
}

/**
 * Seats in a bow above the middle of a wide table; on a narrow one a grid. `show` draws one.
 * @param {{seats: number[], show: (seat: number) => any}} props
 */
export function Bow({ seats, show }) {
  return html`<ul class=${`bow of-${seats.length}`}>
    ${seats.map((seat, place) => {
      // From the left end of the bow to the right one, its ends a little above the horizon.
      const turn = seats.length === 1 ? 0.5 : place / (seats.length - 1);
      const angle = Math.PI * (0.94 - 0.88 * turn);
      const spot = {
        "--x": (0.5 + Math.cos(angle) * 0.5).toFixed(4),
        "--y": (1 - Math.sin(angle)).toFixed(4),
      };
      return html`<li key=${seat} style=${spot} class="bow-seat">${show(seat)}</li>`;
    })}
  </ul>`;
}

// Hands

/**
 * A row of things of which Tab stops at one and the arrow keys lead to the others.
 * @param {{label: string, more?: string, style?: object, children: any}} props
 */
export function Row({ label, more, style, children }) {
  const row = useRef(/** @type {HTMLElement|null} */ (null));
  useEffect(() => {
    const all = buttons();
    const stop = all.find((each) => each === document.activeElement) ?? all[0];
    all.forEach((each) => (each.tabIndex = each === stop ? 0 : -1));
  });
  const buttons = () =>
    Array.from(row.current?.querySelectorAll("button:not([disabled])") ?? []).map(
      (each) => /** @type {HTMLButtonElement} */ (each),
    );
  /** @param {KeyboardEvent} event */
  const move = (event) => {
    const all = buttons();
    const at = all.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    const ends = { Home: 0, End: all.length - 1 };
    const end = ends[/** @type {keyof typeof ends} */ (event.key)];
    const next = step ? at + step : end;
    if (at < 0 || next === undefined || !all[next]) return;
    event.preventDefault();
    all.forEach((each) => (each.tabIndex = each === all[next] ? 0 : -1));
    all[next].focus();
  };
  return html`<div
    class=${more}
    style=${style}
    role="group"
    aria-label=${label}
    ref=${row}
    onKeyDown=${move}
  >
    ${children}
  </div>`;
}

/**
 * Where a sorted hand is broken into two rows on a narrow screen: near the middle, between two
 * kinds of cards if that leaves no row too long.
 * @param {string[]} cards
 * @param {number} longest
 */
export function rowBreak(cards, longest = 7) {
  if (cards.length <= longest) return cards.length;
  const half = Math.ceil(cards.length / 2);
  for (const at of [half, half - 1, half + 1]) {
    const fits = at <= longest && cards.length - at <= longest;
    if (fits && cards[at] !== cards[at - 1]) return at;
  }
  return half;
}

/**
 * A hand of cards that overlap as much as they must: in one row where there is room, else in two.
 * `show` draws one; `turn` tells from -1 to 1 how far it lies to the left or right of the middle.
 * @param {{label: string, cards: string[], show: (place: number, turn: number) => any}} props
 */
export function Hand({ label, cards, show }) {
  const at = rowBreak(cards);
  // Few cards lie almost flat, many close the bow.
  const spread = Math.min(1, cards.length / 12);
  /** @param {number} place */
  const turn = (place) => (cards.length < 2 ? 0 : spread * ((2 * place) / (cards.length - 1) - 1));
  /** @param {number} from @param {number} to */
  const part = (from, to) =>
    html`<div class="hand-row" style=${{ "--n": Math.max(1, to - from) }}>
      ${cards.slice(from, to).map((_, place) => show(from + place, turn(from + place)))}
    </div>`;
  return html`<${Row}
    label=${label}
    more=${classes("hand", at < cards.length && "two-rows")}
    style=${{ "--total": cards.length }}
  >
    ${part(0, at)} ${at < cards.length && part(at, cards.length)}
  <//>`;
}

// What is asked

/**
 * The line above the hand: what is asked or whom one waits for, and the buttons for it.
 * `words` takes the place of the server's.
 * @param {{props: GameProps, words?: string, children?: any}} props
 */
export function Prompt({ props, words, children }) {
  const { message, mine, live, t, speech, explain, send, coach } = props;
  const takeBack = () => send("take_back", { decision: message.decision });
  return html`<div class=${classes("prompt", mine && "mine")}>
    <p class="prompt-words">
      <span class="lamp" aria-hidden="true"></span>
      <span><${Sentence} words=${words ?? message.now} t=${t} speech=${speech} /></span>
      ${mine && message.due && html`<${Clock} due=${message.due} t=${t} />`}
      ${
        message.clauses.length > 0 &&
        html`<button type="button" class="why" onClick=${() => explain(...message.clauses)}>
        <span aria-hidden="true">${message.clauses[0]}</span>
        <span class="unseen">${t("table.may")} ${message.clauses.join(", ")}</span>
      </button>`
      }
      ${coach?.ready && html`<${HintButton} coach=${coach} t=${t} />`}
    </p>
    ${coach && html`<${Hint} props=${props} coach=${coach} />`}
    <div class="prompt-buttons">
      ${
        live &&
        message.can_take_back &&
        html`<button
        type="button"
        class="button quiet take-back"
        title=${t("table.take_back")}
        onClick=${takeBack}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3" /></svg>
        <span>${t("table.take_back")}</span>
      </button>`
      }
      ${children}
    </div>
  </div>`;
}

/**
 * Where the table finds no room, what is asked and the own hand stay in sight, and the rest scrolls
 * under them (`.crowded` in table.css).
 * @param {{current: HTMLElement|null}} root
 */
export function useCrowded(root) {
  useLayoutEffect(() => {
    const felt = root.current?.closest(".felt");
    const look = () =>
      felt?.classList.toggle("crowded", felt.scrollHeight > felt.clientHeight + 1);
    look();
    addEventListener("resize", look);
    return () => removeEventListener("resize", look);
  });
}

/**
 * Calls `act` with each key that is meant for the table.
 * @param {(key: string, event: KeyboardEvent) => boolean|void} act
 */
export function useKeys(act) {
  const latest = useRef(act);
  latest.current = act;
  // As soon as there is something to see: a key pressed then is not lost.
  useLayoutEffect(() => {
    /** @param {KeyboardEvent} event */
    const pressed = (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      const typing = target.closest("input, select, textarea, dialog, [data-keys=off]");
      const pressing = /^(Enter| )$/.test(event.key) && target.closest("button, a, summary");
      if (typing || pressing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (latest.current(event.key, event)) event.preventDefault();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
}

/**
 * A dialog of the browser, open while it is drawn.
 * @param {{title: string, close: () => void, t: import("./text.js").Translate, more?: string,
 *   children: any}} props
 */
export function Sheet({ title, close, t, more, children }) {
  const box = useRef(/** @type {HTMLDialogElement|null} */ (null));
  useEffect(() => {
    const opener = /** @type {HTMLElement|null} */ (document.activeElement);
    const byKey = opener?.matches(":focus-visible");
    box.current?.showModal();
    // After a click the keys are meant for the table again, not for what was clicked.
    return () => (byKey ? opener?.focus() : opener?.blur());
  }, []);
  /** @param {MouseEvent} event */
  const outside = (event) => event.target === box.current && close();
  return html`<dialog
    ref=${box}
    class=${classes("sheet", more)}
    aria-label=${title}
    onClose=${close}
    onClick=${outside}
  >
    <div class="sheet-inside">
      <header class="sheet-head">
        <h2>${title}</h2>
        <button type="button" class="round" aria-label=${t("close")} onClick=${close}>✕</button>
      </header>
      ${children}
    </div>
  </dialog>`;
}
