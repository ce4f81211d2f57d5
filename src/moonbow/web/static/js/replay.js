// A game once more, decision by decision, on the table of its game.

import { html, render, useEffect, useState } from "./html.js";
import { classes, useKeys } from "./parts.js";
import { Sentence } from "./sentence.js";
import { ask } from "./server.js";
import { loadTexts } from "./text.js";

/** @typedef {import("./types.js").GameModule} GameModule */
/** @typedef {import("./types.js").GameProps} GameProps */

/**
 * What `/api/tables/ID/replay` tells; the first frame is the deal.
 * @typedef {{number: number, view: any, words: string[], action: string, order?: number[]}} Frame
 * @typedef {{id: string, game: string, players: number, names: string[], you?: number,
 *   frames: Frame[], result: import("./types.js").Result|null}} Told
 */

const BEAT = 1400; // ms between two frames that play by themselves

/**
 * @param {{told: Told, module: GameModule, t: import("./text.js").Translate}} wants
 */
function Replay({ told, module, t }) {
  const last = told.frames.length - 1;
  const [at, go] = useState(Math.min(last, Number(location.hash.slice(1)) || 0));
  const [running, run] = useState(false);
  const to = (/** @type {number} */ next) => go(Math.max(0, Math.min(last, next)));
  useEffect(() => {
    history.replaceState(null, "", `#${at}`);
    if (!running) return;
    if (at >= last) return run(false);
    const timer = setTimeout(() => to(at + 1), BEAT);
    return () => clearTimeout(timer);
  }, [at, running]);
  useKeys((key) => {
    if (key === "ArrowRight") to(at + 1);
    else if (key === "ArrowLeft") to(at - 1);
    else if (key === "Home") to(0);
    else if (key === "End") to(last);
    else if (key === " ") run(!running);
    else return false;
    return true;
  });
  const frame = told.frames[at];
  const me = Math.max(0, told.you ?? 0);
  /** @type {GameProps} */
  const props = {
    message: messageOf(told, frame, at === last, me),
    log: [],
    lines: [],
    me,
    mine: false,
    live: false,
    busy: false,
    t,
    speech: module.speech,
    name: (seat) => told.names[seat] ?? "",
    play: async () => ({ ok: false, code: "replay", words: "" }),
    send: async () => ({ ok: false, code: "replay", words: "" }),
    say: () => {},
    explain: () => {},
  };
  return html`<div class="shell">
    <header class="bar">
      <a class="round" href="/" aria-label=${t("home")}>
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M15 5l-7 7 7 7" /></svg>
      </a>
      <h1 class="bar-title">${t("replay.title", { game: t(`game.${told.game}`) })}</h1>
    </header>
    <main class=${classes("felt", `felt-${told.game}`)}>
      <${module.Table} ...${props} />
      <div class="replay-bar">
        <p class="replay-words" aria-live="polite"><${Sentence}
          words=${frame.words.join(" ") || t("replay.deal")}
          t=${t}
          speech=${module.speech}
        /></p>
        <div class="replay-buttons">
          <${Step}
            label=${t("replay.first")}
            path="M7 5v14M18 5l-8 7 8 7"
            act=${() => to(0)}
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
            act=${() => run(!running)}
            off=${at === last}
          />
          <${Step}
            label=${t("replay.forward")}
            path="M9 5l7 7-7 7"
            act=${() => to(at + 1)}
            off=${at === last}
          />
          <${Step}
            label=${t("replay.last")}
            path="M17 5v14M6 5l8 7-8 7"
            act=${() => to(last)}
            off=${at === last}
          />
          <input
            type="range"
            min="0"
            max=${last}
            value=${at}
            aria-label=${t("replay.place")}
            onInput=${(/** @type {any} */ event) => to(Number(event.target.value))}
          />
          <span class="quiet">${at} / ${last}</span>
        </div>
      </div>
    </main>
  </div>`;
}

/** @param {{label: string, path: string, act: () => void, off: boolean}} wants */
function Step({ label, path, act, off }) {
  return html`<button
    type="button"
    class="round"
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
 * @param {number} me
 */
function messageOf(told, frame, over, me) {
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
    },
    seats: told.names.map((name) => ({
      name,
      kind: "person",
      level: null,
      here: true,
      taken_over: false,
    })),
    you: me,
    host: false,
    commitment: null,
    decision: frame.number,
    to_move: frame.view.to_move,
    waiting_for: frame.view.to_move < 0 ? [] : [frame.view.to_move],
    due: null,
    asked: false,
    view: frame.view,
    legal: [],
    now: frame.words.join(" "),
    clauses: [],
    order: frame.order,
    scores: frame.view.scores ?? frame.view.tokens ?? null,
    result: over ? told.result : null,
    heard: [],
    told: [],
    can_take_back: false,
  });
}

const place = /** @type {HTMLElement} */ (document.getElementById("replay"));
const { id = "", game = "rainbow" } = place.dataset;
const [t, module, told] = await Promise.all([
  loadTexts(),
  import(`./games/${game}.js`),
  ask(`/api/tables/${id}/replay`),
]);
place.replaceChildren();
render(html`<${Replay} told=${told} module=${module} t=${t} />`, place);
