// The coach at the table: what it would play here. It says so when it is asked.

import { html, useEffect, useRef, useState } from "./html.js";
import { Sentence } from "./sentence.js";

/** @typedef {import("./types.js").GameProps} GameProps */
/** @typedef {import("./types.js").TableMessage} TableMessage */
/** @typedef {import("./text.js").Translate} Translate */

/**
 * An action, what it is called, and its chances to win, from 0 to 1; `margin` is half of the
 * interval that holds them 95 times of 100.
 * @typedef {{action: string, words: string, chance: number, margin: number}} Judged
 */

/**
 * The best action, why it is that, and up to three others.
 * @typedef {Judged & {why: string, others: Judged[]}} Advice
 */

/**
 * @typedef {object} Coach
 * @property {boolean} ready  it may be asked about the decision that is to be made now
 * @property {boolean} thinking
 * @property {Advice|null} advice  what is shown of it
 * @property {() => void} ask  asks, or shows what it said, or puts that away
 * @property {() => void} close
 */

/** What the coach has been asked: `advice` is null while it thinks. */
const NOTHING = { decision: -1, advice: /** @type {Advice|null} */ (null), shown: true };

/**
 * The coach for the decision that is asked for; with it all that it said goes away.
 * @param {TableMessage|null} message @param {boolean} mine
 * @param {GameProps["send"]} send @param {GameProps["say"]} say
 * @returns {Coach}
 */
export function useCoach(message, mine, send, say) {
  const decision = message?.hints && mine ? message.decision : -1;
  const [kept, keep] = useState(NOTHING);
  const latest = useRef(decision);
  latest.current = decision;
  const before = useRef(/** @type {Promise<unknown>} */ (Promise.resolve()));
  useEffect(() => keep(NOTHING), [decision]);
  const asked = decision >= 0 && kept.decision === decision;
  return {
    ready: decision >= 0,
    thinking: asked && !kept.advice,
    advice: asked && kept.shown ? kept.advice : null,
    async ask() {
      if (decision < 0) return;
      if (asked) return keep({ ...kept, shown: !kept.shown || !kept.advice });
      keep({ ...NOTHING, decision });
      await before.current; // it thinks about one decision at a time
      if (latest.current !== decision) return;
      const sent = send("hint", { decision });
      before.current = sent;
      const answer = await sent;
      if (latest.current !== decision) return;
      if (!answer.ok) say(answer.words);
      keep(answer.ok ? { decision, advice: answer.answer, shown: true } : NOTHING);
    },
    close: () => keep({ ...kept, shown: false }),
  };
}

/** The button that asks for a hint. @param {{coach: Coach, t: Translate}} wants */
export function HintButton({ coach, t }) {
  const { thinking, advice, ask } = coach;
  return html`<button
    type="button"
    class="hint-button"
    aria-expanded=${advice !== null}
    aria-busy=${thinking}
    onClick=${ask}
  >
    <span>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        ${
          thinking
            ? html`<g class="dots"
                ><circle cx="4" cy="12" r="2" /><circle cx="12" cy="12" r="2" /><circle
                  cx="20"
                  cy="12"
                  r="2"
              /></g>`
            : html`<path
                d="M9.5 17.5h5M10.5 21h3M12 3a6.2 6.2 0 0 0-3.9 11c.9.8 1.4 1.6 1.4 3.5h5c0-1.9.5-2.7
                  1.4-3.5A6.2 6.2 0 0 0 12 3z"
              />`
        }
      </svg>
      <span>${t("coach.hint")}</span>
    </span>
  </button>`;
}

/** What the coach says, above what is asked. @param {{props: GameProps, coach: Coach}} wants */
export function Hint({ props, coach }) {
  const { t } = props;
  return html`<div class="coach" aria-live="polite">
    ${coach.thinking && html`<span class="unseen">${t("coach.thinking")}</span>`}
    ${
      coach.advice &&
      html`<${HintCard} props=${props} advice=${coach.advice} close=${coach.close} />`
    }
  </div>`;
}

/** @param {{props: GameProps, advice: Advice, close: () => void}} wants */
function HintCard({ props, advice, close }) {
  const { message, mine, t, speech, play, send } = props;
  const { action, words, why, others } = advice;
  const follow = async () => {
    const { decision } = message;
    const sent = message.asked ? send("answer", { decision, action }) : play(action);
    const answer = await sent;
    if (answer.ok) close();
  };
  return html`<section class="coach-card" aria-label=${t("coach.hint")}>
    <header>
      <h3><${Sentence} words=${words} t=${t} speech=${speech} /></h3>
      <button type="button" class="round" aria-label=${t("close")} onClick=${close}>✕</button>
    </header>
    <p class="coach-odds">
      <${Odds} chance=${advice.chance} />
      <span><${Wins} judged=${advice} t=${t} /></span>
    </p>
    ${why && html`<p class="coach-why"><${Sentence} words=${why} t=${t} speech=${speech} /></p>`}
    <footer>
      ${
        others.length > 0 &&
        html`<ul class="coach-others" aria-label=${t("coach.others")}>
          ${others.map(
            (other) => html`<li key=${other.action}>
              <span><${Sentence} words=${other.words} t=${t} speech=${speech} /></span>
              <span class="unseen">, <${Wins} judged=${other} t=${t} />.</span>
              <${Odds} chance=${other.chance} />
              <b aria-hidden="true">${hundredths(other.chance)}</b>
            </li>`,
          )}
        </ul>`
      }
      <button
        type="button"
        class="button small"
        disabled=${!mine || !message.legal.includes(action)}
        onClick=${follow}
      >
        ${t("coach.play")}
      </button>
    </footer>
  </section>`;
}

/** How many of 100. @param {number} share */
export const hundredths = (share) => Math.round(100 * share);

/** "wins 61 of 100", and how exact that is. @param {{judged: Judged, t: Translate}} wants */
function Wins({ judged, t }) {
  const margin = Math.ceil(100 * judged.margin);
  return html`${t("coach.wins", { number: hundredths(judged.chance) })}${
    margin > 0 &&
    html`${" "}<small><span aria-hidden="true">±${margin}</span
      ><span class="unseen">(${t("coach.margin", { number: margin })})</span></small>`
  }`;
}

/**
 * Chances as a thin bar; what is lacking up to `better` is marked.
 * @param {{chance: number, better?: number}} wants
 */
export function Odds({ chance, better = chance }) {
  return html`<span class="odds" aria-hidden="true">
    <i style=${{ width: `${100 * chance}%` }} />
    ${better > chance && html`<i class="lost" style=${{ width: `${100 * (better - chance)}%` }} />`}
  </span>`;
}
