// The review of a game that is over: how the chances to win went, and which decisions cost most.

import { SHAPES } from "./cards.js";
import { Odds, hundredths } from "./coach.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "./html.js";
import { classes } from "./parts.js";
import { Sentence } from "./sentence.js";
import { ask, Refused } from "./server.js";

/** @typedef {import("./types.js").GameProps} GameProps */
/** @typedef {import("./text.js").Translate} Translate */

/**
 * A decision than which another would have been better. `number`: how many were made before it.
 * @typedef {{number: number, action: string, words: string, better: string, better_words: string,
 *   cost: number, chance: number, better_chance: number, why: string}} Costly
 * @typedef {{lost: number, decisions: number, costly: Costly[]}} Judgement  of a player; the
 *   costliest first
 * @typedef {{chances: number[][], players: Judgement[]}} Told  chances before each decision and at
 *   the end, by seat
 * @typedef {{done: number, total: number, review: Told|null, refused: string}} Progress
 */

const PAUSE = 700; // ms until it is asked again how far the review is

/** The shapes at the lines of the players, the first for whoever looks on. */
const MARKS = ["indigo", "blue", "orange", "green", "violet", "red"];

/**
 * The review of a table, once it is wanted.
 * @param {string} id @param {boolean} wanted @param {Translate} t
 * @returns {Progress}
 */
export function useReview(id, wanted, t) {
  const [progress, tell] = useState(
    /** @type {Progress} */ ({ done: 0, total: 0, review: null, refused: "" }),
  );
  useEffect(() => {
    if (!wanted || progress.review) return;
    let timer = 0;
    let gone = false;
    const look = async () => {
      try {
        const told = await ask(`/api/tables/${id}/review`);
        if (gone) return;
        tell({ ...told, refused: "" });
        if (!told.review) timer = window.setTimeout(look, PAUSE);
      } catch (error) {
        if (gone) return;
        if (error instanceof Refused) tell({ ...progress, refused: error.message || t("failed") });
        else timer = window.setTimeout(look, PAUSE); // the server is not there for a moment
      }
    };
    look();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [wanted]);
  return progress;
}

/**
 * @param {{progress: Progress, props: GameProps, at: number, go: (step: number) => void,
 *   parts: number[], close: () => void}} wants
 */
export function Review({ progress, props, at, go, parts, close }) {
  const { t } = props;
  const { review, refused } = progress;
  return html`<aside class="review" id="review" aria-label=${t("review.title")}>
    <header class="review-head">
      <h2>${t("review.title")}</h2>
      <button type="button" class="round" aria-label=${t("close")} onClick=${close}>✕</button>
    </header>
    ${
      refused
        ? html`<p class="review-wait" role="alert">${refused}</p>`
        : review
          ? html`<${Judged} review=${review} props=${props} at=${at} go=${go} parts=${parts} />`
          : html`<${Working} progress=${progress} t=${t} />`
    }
  </aside>`;
}

/** How far it is. @param {{progress: Progress, t: Translate}} wants */
function Working({ progress, t }) {
  const { done, total } = progress;
  return html`<div class="review-wait">
    <p role="status">${t("review.working")}</p>
    <div
      class="review-progress"
      role="progressbar"
      aria-label=${t("review.working")}
      aria-valuemin="0"
      aria-valuemax=${total}
      aria-valuenow=${done}
    >
      <i style=${{ width: `${(100 * done) / (total || 1)}%` }} />
    </div>
    <p class="quiet">${total > 0 && t("review.progress", { done, total })}${"\u00a0"}</p>
  </div>`;
}

/**
 * @param {{review: Told, props: GameProps, at: number, go: (step: number) => void,
 *   parts: number[]}} wants
 */
function Judged({ review, props, at, go, parts }) {
  const { message, me, t, name } = props;
  const { chances, players } = review;
  const seats = players.map((_, place) => (me + place) % players.length);
  const [chosen, choose] = useState(me);
  const now = chances[Math.min(at, chances.length - 1)];
  const { costly, decisions, lost } = players[chosen];
  const own = chosen === message.you;
  /** @param {number} share */
  const percent = (share) => t("percent", { number: hundredths(share) });
  return html`<h3 class="eyebrow">${t("review.chances")}</h3>
    <${Curve}
      chances=${chances}
      seats=${seats}
      chosen=${chosen}
      marks=${costly.map(({ number }) => number)}
      parts=${parts}
      at=${at}
      go=${go}
      label=${inWords(chances, seats, t, name)}
      percent=${percent}
    />
    <div
      class=${`review-players of-${seats.length}`}
      role="group"
      aria-label=${t("review.players")}
    >
      ${seats.map(
        (seat, place) => html`<button
          type="button"
          key=${seat}
          class=${`line-${place}`}
          aria-pressed=${seat === chosen}
          onClick=${() => choose(seat)}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true"><${Mark} place=${place} /></svg>
          <span class="name">${name(seat)}</span>${" "}
          <b>${percent(now[seat])}</b>
        </button>`,
      )}
    </div>
    <div class="review-player">
      <p class="review-lost">
        ${t.count(own ? "review.lost.you" : "review.lost.other", decisions, {
          name: name(chosen),
          lost: percent(lost),
        })}
        ${costly.length === 0 && html`${" "}<span class="quiet">${t("review.sound")}</span>`}
      </p>
      <ol class="review-costly" key=${chosen}>
        ${costly.map(
          (each) => html`<li key=${each.number}>
            <${CostlyCard} costly=${each} props=${props} here=${each.number === at} go=${go} />
          </li>`,
        )}
      </ol>
      <p class="review-note">${t("review.note")}</p>
    </div>`;
}

/**
 * @param {{costly: Costly, props: GameProps, here: boolean, go: (step: number) => void}} wants
 */
function CostlyCard({ costly, props, here, go }) {
  const { t, speech } = props;
  const { number, words, better_words, cost, chance, better_chance, why } = costly;
  const fields = { number: hundredths(chance), better: hundredths(better_chance) };
  const look = () => {
    go(number);
    scrollTo({ top: 0, behavior: "smooth" }); // on a phone the table lies further up
  };
  return html`<button
    type="button"
    class="costly"
    aria-current=${here ? "step" : undefined}
    onClick=${look}
  >
    <span class="costly-head">
      <span class="eyebrow">${t("review.decision", { number: number + 1 })}</span>
      <b>−${t("percent", { number: hundredths(cost) })}</b>
    </span>
    <span class="costly-what">
      <small>${t("review.chosen")}</small>${" "}
      <span><${Sentence} words=${words} t=${t} speech=${speech} /></span>
      <small>${t("review.better")}</small>${" "}
      <b><${Sentence} words=${better_words} t=${t} speech=${speech} /></b>
    </span>
    <${Odds} chance=${chance} better=${better_chance} />
    <span class="unseen">${t("review.odds", fields)}</span>
    ${
      why &&
      html`<span class="costly-why"><${Sentence} words=${why} t=${t} speech=${speech} /></span>`
    }
  </button>`;
}

/** The shape of a player's line, in a box of 24 by 24. @param {{place: number}} wants */
function Mark({ place }) {
  const shape = /** @type {keyof typeof SHAPES} */ (MARKS[place]);
  return html`<path class="line-mark" d=${SHAPES[shape]} />`;
}

/**
 * The curve for those who do not see it.
 * @param {number[][]} chances @param {number[]} seats
 * @param {Translate} t @param {(seat: number) => string} name
 */
function inWords(chances, seats, t, name) {
  const told = seats.map((seat) => {
    const line = chances.slice(0, -1).map((each) => hundredths(each[seat]));
    const [least, most] = [Math.min(...line), Math.max(...line)];
    return t("review.line", { name: name(seat), first: line[0], least, most });
  });
  return [t("review.curve"), ...told].join(" ");
}

/** The size of an element, in pixels. @param {{current: Element|null}} place */
function useSize(place) {
  const [size, set] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = place;
    if (!current) return;
    const look = () => set({ width: current.clientWidth, height: current.clientHeight });
    look();
    const watch = new ResizeObserver(look);
    watch.observe(current);
    return () => watch.disconnect();
  }, []);
  return size;
}

const EDGE = { left: 44, right: 10, top: 9, bottom: 9 }; // pixels around the lines

/**
 * A line for each player: to the right the decisions, upwards the chances. A tap goes to a step, and
 * so does a finger that moves along.
 * @param {{chances: number[][], seats: number[], chosen: number, marks: number[], parts: number[],
 *   at: number, go: (step: number) => void, label: string,
 *   percent: (share: number) => string}} wants
 */
function Curve({ chances, seats, chosen, marks, parts, at, go, label, percent }) {
  const box = useRef(/** @type {HTMLElement|null} */ (null));
  const { width, height } = useSize(box);
  const last = chances.length - 1;
  const [wide, high] = [width - EDGE.left - EDGE.right, height - EDGE.top - EDGE.bottom];
  /** @param {number} step */
  const x = (step) => EDGE.left + (wide * step) / (last || 1);
  /** @param {number} chance */
  const y = (chance) => EDGE.top + high * (1 - chance);
  /** @param {number} seat */
  const line = (seat) =>
    chances
      .map((each, step) => `${step ? "L" : "M"}${x(step).toFixed(1)} ${y(each[seat]).toFixed(1)}`)
      .join("");
  /** @param {PointerEvent} event */
  const jump = (event) => {
    if (!event.buttons || !box.current) return;
    const from = box.current.getBoundingClientRect().left + EDGE.left;
    go(Math.max(0, Math.min(last, Math.round(((event.clientX - from) / wide) * last))));
  };
  /** @param {PointerEvent} event */
  const press = (event) => {
    box.current?.setPointerCapture(event.pointerId);
    jump(event);
  };
  const places = seats.map((seat, place) => ({ seat, place }));
  const upwards = [
    ...places.filter(({ seat }) => seat !== chosen).reverse(),
    ...places.filter(({ seat }) => seat === chosen),
  ];
  const here = Math.min(at, last);
  return html`<div class="curve" ref=${box} onPointerDown=${press} onPointerMove=${jump}>
    ${
      wide > 0 &&
      html`<svg width=${width} height=${height} role="img" aria-label=${label}>
        <g class="grid">
          ${[0, 0.25, 0.5, 0.75, 1].map(
            (share) => html`<path
                key=${share}
                d=${`M${EDGE.left} ${y(share)}h${wide}`}
              />
              ${
                share % 0.5 === 0 &&
                html`<text
                x=${EDGE.left - 7}
                y=${y(share) + 4}
              >
                ${percent(share)}
              </text>`
              }`,
          )}
          ${parts.map(
            (step) => html`<path
            key=${`part${step}`}
            class="part"
            d=${`M${x(step)} ${y(0)}v5`}
          />
            `,
          )}
        </g>
        <path class="cursor" d=${`M${x(here)} ${EDGE.top - 6}V${y(0) + 5}`} />
        ${upwards.map(({ seat, place }) => {
          const path = line(seat);
          const own = seat === chosen;
          return html`<g key=${seat} class=${classes("line", `line-${place}`, own && "chosen")}>
            ${own && html`<path class="under" d=${`${path}V${y(0)}H${x(0)}Z`} />`}
            <path class="drawn" d=${path} />
          </g>`;
        })}
        <g class=${`line-${seats.indexOf(chosen)}`}>
          ${marks.map(
            (step) => html`<circle
              key=${step}
              class="costly-mark"
              cx=${x(step)}
              cy=${y(chances[Math.min(step, last)][chosen])}
              r="3.6"
            />`,
          )}
        </g>
        ${upwards.map(
          ({ seat, place }) => html`<g
            key=${`at${seat}`}
            class=${`line-${place}`}
            transform=${`translate(${x(here) - 6.5} ${y(chances[here][seat]) - 6.5}) scale(.54)`}
          >
            <${Mark} place=${place} />
          </g>`,
        )}
      </svg>`
    }
  </div>`;
}
