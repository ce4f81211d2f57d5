// A game once more, decision by decision, on the table of its game. The step stands in the address,
// so that a moment can be shared.

import { headline } from "./ending.js";
import { html, render, useEffect, useMemo, useState } from "./html.js";
import { classes, useKeys } from "./parts.js";
import { Sentence } from "./sentence.js";
import { Review, useReview } from "./review.js";
import { ask } from "./server.js";
import { KeysSheet } from "./sheets.js";
import { loadTexts } from "./text.js";

/** @typedef {import("./types.js").GameModule} GameModule */
/** @typedef {import("./types.js").GameProps} GameProps */
/** @typedef {import("./types.js").Heard} Heard */
/** @typedef {import("./text.js").Translate} Translate */

/**
 * What `/api/tables/ID/replay` tells; the first frame is the deal.
 * @typedef {{number: number, view: any, heard: Heard[], words: string[], action: string,
 *   order?: number[]}} Frame
 * @typedef {{id: string, game: string, players: number, names: string[],
 *   levels: (string|null)[], you?: number, frames: Frame[],
 *   result: import("./types.js").Result|null}} Told
 */

const BEAT = 1500; // ms between two frames that play by themselves
const REST = 6000; // ms where there is more to look at
const SPEEDS = [1, 2, 4];

/** @type {[string, string][]} */
const KEYS = [
  ["← →", "replay.keys.step"],
  ["PgUp PgDn", "replay.keys.part"],
  ["Home End", "replay.keys.ends"],
  ["Space", "replay.keys.run"],
  ["+", "replay.keys.speed"],
  ["R", "replay.keys.review"],
  ["?", "keys.help"],
];

/** The step that the address names, if there is such a step. @param {number} last */
function stepOf(last) {
  const step = Math.floor(Number(location.hash.slice(1))) || 0;
  return Math.min(last, Math.max(0, step));
}

/**
 * The frames with which something new begins: a trick, a round, a turn.
 * @param {Told} told @param {GameModule} module
 */
function partsOf({ frames }, { begins }) {
  const found = frames.flatMap((frame, at) =>
    at > 0 && begins(frame.view, frames[at - 1].view, frame.heard) ? [at] : [],
  );
  return [0, ...found.filter((at) => at < frames.length - 1), frames.length - 1];
}

/** @param {{told: Told, module: GameModule, t: Translate}} wants */
function Replay({ told, module, t }) {
  const { frames } = told;
  const last = frames.length - 1;
  const [at, go] = useState(stepOf(last));
  const [running, run] = useState(false);
  const [speed, setSpeed] = useState(SPEEDS[0]);
  const [keys, showKeys] = useState(false);
  const [reviewing, showReview] = useState(false);
  const progress = useReview(told.id, reviewing, t);
  const parts = useMemo(() => partsOf(told, module), [told]);
  const frame = frames[at];
  const to = (/** @type {number} */ next) => go(Math.max(0, Math.min(last, next)));
  const back = () => to(parts.findLast((part) => part < at) ?? 0);
  const on = () => to(parts.find((part) => part > at) ?? last);
  const faster = () => setSpeed(SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length]);
  /** @param {number} next */
  const jump = (next) => {
    run(false);
    to(next);
  };
  const review = () => showReview(told.result !== null && !reviewing);
  const start = () => {
    if (!running && at === last) go(0);
    run(!running);
  };
  useEffect(() => {
    history.replaceState(null, "", `#${at}`);
    if (!running) return;
    if (at >= last) return run(false);
    const beat = module.rests?.(frame.heard) ? REST : BEAT;
    const timer = setTimeout(() => to(at + 1), beat / speed);
    return () => clearTimeout(timer);
  }, [at, running, speed]);
  useEffect(() => {
    const moved = () => go(stepOf(last));
    addEventListener("hashchange", moved);
    return () => removeEventListener("hashchange", moved);
  }, []);
  useKeys((key) => {
    if (key === "ArrowRight") to(at + 1);
    else if (key === "ArrowLeft") to(at - 1);
    else if (key === "PageDown") on();
    else if (key === "PageUp") back();
    else if (key === "Home") to(0);
    else if (key === "End") to(last);
    else if (key === "+") faster();
    else if (key === "?") showKeys(true);
    else if (key === "r" || key === "R") review();
    else if (key === " " && !document.activeElement?.closest("button, a")) start();
    else return false;
    return true;
  });
  const log = useMemo(() => frames.slice(0, at + 1).flatMap(({ heard }) => heard), [at]);
  const you = told.you ?? -1;
  /** @param {number} seat */
  const name = (seat) => (seat === you ? t("you") : (told.names[seat] ?? ""));
  const message = useMemo(() => messageOf(told, frame, at === last), [at]);
  /** @type {GameProps} */
  const props = {
    message,
    log,
    lines: [],
    me: Math.max(0, you),
    mine: false,
    live: false,
    busy: false,
    t,
    speech: module.speech,
    name,
    play: async () => ({ ok: false, code: "replay", words: "" }),
    send: async () => ({ ok: false, code: "replay", words: "" }),
    say: () => {},
    explain: () => {},
  };
  const leave = t(you < 0 ? "home" : "replay.table");
  const words = at === 0 ? t("replay.deal") : frame.words.join(" ");
  const won = at === last && told.result ? headline(t, told.result, name, you) : "";
  return html`<div class=${classes("shell", reviewing && "reviewing")}>
    <header class="bar">
      <a
        class="round"
        href=${you < 0 ? "/" : `/table/${told.id}`}
        aria-label=${leave}
        title=${leave}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M15 5l-7 7 7 7" /></svg>
      </a>
      <h1 class="bar-title">${t("replay.title", { game: t(`game.${told.game}`) })}</h1>
      <div class="bar-buttons">
        ${
          told.result &&
          html`<button
            type="button"
            class="plain review-button"
            aria-expanded=${reviewing}
            aria-controls="review"
            onClick=${review}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 4v16h16M7.5 15l4-5 3.5 3 5-7" /></svg>
            <span>${t("review.title")}</span>
          </button>`
        }
        <button type="button" class="plain" aria-haspopup="dialog" onClick=${() => showKeys(true)}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M3 7h18v10H3zM6.5 10.5h.1M10 10.5h.1M13.5 10.5h.1M17 10.5h.1M8 13.5h8" />
          </svg>
          <span>${t("menu.keys")}</span>
        </button>
      </div>
    </header>
    <main class=${classes("felt", "looking-back", `felt-${told.game}`)}>
      <${module.Table} ...${props} />
    </main>
    <footer class="replay-bar">
      <p class="replay-words" aria-live="polite" tabindex="0">
        <span>
          <${Sentence} words=${words} t=${t} speech=${module.speech} />
          ${won && html`${" "}<b>${won}</b>`}
        </span>
      </p>
      <div class="replay-buttons">
        <div class="replay-track">
          <span class="replay-parts" aria-hidden="true">
            ${parts.map(
              (part) => html`<i key=${part} style=${{ left: `${(100 * part) / (last || 1)}%` }} />`,
            )}
          </span>
          <input
            type="range"
            min="0"
            max=${last}
            value=${at}
            aria-label=${t("replay.place")}
            aria-valuetext=${`${at} / ${last}`}
            onInput=${(/** @type {any} */ event) => to(Number(event.target.value))}
          />
        </div>
        <span class="quiet">${at} / ${last}</span>
        <div class="replay-steps">
          <${Step}
            label=${t("replay.first")}
            path="M7 5v14M18 5l-8 7 8 7"
            act=${() => to(0)}
            off=${at === 0}
          />
          <${Step}
            label=${t(`${told.game}.replay.back`)}
            path="M12 5l-7 7 7 7M19 5l-7 7 7 7"
            act=${back}
            off=${at === 0}
          />
          <${Step}
            label=${t("replay.back")}
            path="M15 5l-7 7 7 7"
            act=${() => to(at - 1)}
            off=${at === 0}
          />
          <${Step}
            label=${t(running ? "replay.stop" : "replay.run")}
            path=${running ? "M9 5v14M15 5v14" : "M8 5l10 7-10 7z"}
            act=${start}
            off=${last === 0}
            more="run"
          />
          <${Step}
            label=${t("replay.forward")}
            path="M9 5l7 7-7 7"
            act=${() => to(at + 1)}
            off=${at === last}
          />
          <${Step}
            label=${t(`${told.game}.replay.on`)}
            path="M5 5l7 7-7 7M12 5l7 7-7 7"
            act=${on}
            off=${at === last}
          />
          <${Step}
            label=${t("replay.last")}
            path="M17 5v14M6 5l8 7-8 7"
            act=${() => to(last)}
            off=${at === last}
          />
          <button
            type="button"
            class="plain speed"
            aria-label=${t("replay.speed", { speed })}
            title=${t("replay.speed", { speed })}
            onClick=${faster}
          >
            ${speed}×
          </button>
        </div>
      </div>
    </footer>
    ${
      reviewing &&
      html`<${Review}
        progress=${progress}
        props=${props}
        at=${at}
        go=${jump}
        parts=${parts}
        close=${review}
      />`
    }
    ${keys && html`<${KeysSheet} keys=${KEYS} t=${t} close=${() => showKeys(false)} />`}
  </div>`;
}

/**
 * @param {{label: string, path: string, act: () => void, off: boolean, more?: string}} wants
 */
function Step({ label, path, act, off, more }) {
  return html`<button
    type="button"
    class=${classes("round", more)}
    aria-label=${label}
    title=${label}
    disabled=${off}
    onClick=${act}
  >
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${path} /></svg>
  </button>`;
}

/**
 * A frame as the message that the table of a game draws.
 * @param {Told} told
 * @param {Frame} frame
 * @param {boolean} over
 */
function messageOf(told, frame, over) {
  return /** @type {import("./types.js").TableMessage} */ ({
    type: "table",
    version: frame.number,
    id: told.id,
    game: told.game,
    phase: over && told.result ? "over" : "running",
    settings: {
      players: told.players,
      options: frame.view.options,
      clock: null,
      listed: false,
      spectators: "off",
      hints: false,
    },
    seats: told.names.map((name, seat) => ({
      name,
      kind: told.levels[seat] ? "bot" : "person",
      level: told.levels[seat],
      here: true,
      taken_over: false,
    })),
    you: told.you ?? -1,
    host: false,
    commitment: null,
    decision: frame.number,
    to_move: frame.view.to_move,
    waiting_for: frame.view.to_move < 0 ? [] : [frame.view.to_move],
    due: null,
    asked: false,
    view: frame.view,
    legal: [],
    now: "",
    clauses: [],
    order: frame.order,
    scores: frame.view.scores ?? frame.view.tokens ?? null,
    result: over ? told.result : null,
    heard: frame.heard,
    told: [],
    can_take_back: false,
    hints: false,
  });
}

const place = /** @type {HTMLElement} */ (document.getElementById("replay"));
const { id = "", game = "rainbow" } = place.dataset;
const t = await loadTexts();
try {
  const [module, told] = await Promise.all([
    import(`./games/${game}.js`),
    ask(`/api/tables/${id}/replay`),
  ]);
  place.replaceChildren();
  render(html`<${Replay} told=${told} module=${module} t=${t} />`, place);
} catch (refused) {
  const { message } = /** @type {Error} */ (refused);
  place.replaceChildren();
  render(
    html`<main class="calm">
      <p role="alert">${message || t("failed")}</p>
      <a class="button" href="/">${t("home")}</a>
    </main>`,
    place,
  );
}
