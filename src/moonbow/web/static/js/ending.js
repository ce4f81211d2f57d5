// The end: who won, what may follow, and the check that nobody changed the cards.

import { checkRecord, verifyLine } from "./fairness.js";
import { html, useEffect, useState } from "./html.js";
import { classes } from "./parts.js";
import { ask } from "./server.js";

/** @typedef {import("./types.js").GameProps} GameProps */

/**
 * Who has won.
 * @param {import("./text.js").Translate} t
 * @param {import("./types.js").Result} result
 * @param {(seat: number) => string} name
 * @param {number} you  a seat, or -1
 */
export function headline(t, result, name, you) {
  const winners = result.returns.flatMap((share, seat) => (share > 0 ? [seat] : []));
  if (winners.length > 1) return t("end.shared", { names: winners.map(name).join(", ") });
  return winners[0] === you ? t("end.you") : t("end.other", { name: name(winners[0]) });
}

/** @param {{props: GameProps, id: string}} wants */
export function Ending({ props, id }) {
  const { message, t, name, send } = props;
  const [folded, fold] = useState(false);
  const [wished, wish] = useState(false);
  useEffect(() => {
    if (wished && message.next) location.assign(`/table/${message.next}#now`);
  }, [wished, message.next]);
  const result = message.result;
  if (!result) return null;
  const order = result.places;
  const again = async () => {
    wish(true);
    const answer = await send("again");
    if (!answer.ok) wish(false);
  };
  if (folded) {
    return html`<button
      type="button"
      class="button ending-folded"
      onClick=${() => fold(false)}
    >
      ${t("end.show")}
    </button>`;
  }
  return html`<section class="ending" role="region" aria-label=${t("end.title")}>
    <button
      type="button"
      class="round ending-fold"
      aria-label=${t("end.fold")}
      onClick=${() => fold(true)}
    >
      ✕
    </button>
    <p class="eyebrow">${t("end.title")}</p>
    <h2>${headline(t, result, name, message.you)}</h2>
    <ol class="standing">
      ${order.map(
        (seat) => html`<li
          class=${classes(result.returns[seat] > 0 && "winner", seat === message.you && "own")}
          key=${seat}
        >
          <span class="medal" aria-hidden="true">${result.returns[seat] > 0 ? "☾" : ""}</span>
          <span class="name">${name(seat)}</span>
          <span class="score">${result.scores[seat]}</span>
        </li>`,
      )}
    </ol>
    ${result.lines.map((line) => html`<p class="quiet">${line}</p>`)}
    <div class="buttons">
      ${
        message.next
          ? html`<a class="button primary" href=${`/table/${message.next}#now`}>
              ${t("end.next")}
            </a>`
          : message.you >= 0 &&
            html`<button
              type="button"
              class="button primary"
              onClick=${again}
            >
              ${t("end.again")}
            </button>`
      }
      <a class="button" href=${`/replay/${id}`}>${t("end.replay")}</a>
      <a class="button quiet" href="/">${t("home")}</a>
    </div>
    <${Check} props=${props} id=${id} />
  </section>`;
}

/** Checks the record with what this browser kept. @param {{props: GameProps, id: string}} wants */
function Check({ props, id }) {
  const { message, t } = props;
  const [points, show] = useState(/** @type {ReturnType<typeof checkRecord>|null} */ (null));
  const [failed, fail] = useState("");
  const check = async () => {
    try {
      const record = await ask(`/api/tables/${id}/record`);
      show(checkRecord(record, id, message.you));
    } catch (refused) {
      fail(/** @type {Error} */ (refused).message || t("failed"));
    }
  };
  const sound = points?.every((point) => point.holds);
  return html`<details class="check">
    <summary>${t("check.title")}</summary>
    <p>${t("check.words")}</p>
    <button type="button" class="button small" onClick=${check}>${t("check.do")}</button>
    <div role="status">
      ${failed && html`<p class="wrong">${failed}</p>`}
      ${
        points &&
        html`<p class=${sound ? "sound" : "wrong"}>${t(sound ? "check.sound" : "check.broken")}</p>
        <ul class="points">
          ${points.map(
            ({ point, holds, fields }) =>
              html`<li class=${holds ? "holds" : "fails"}>
                <span aria-hidden="true">${holds ? "✓" : "✗"}</span>
                <span class="unseen">${t(holds ? "check.holds" : "check.fails")}</span>
                ${t(`check.point.${point}`, fields)}
              </li>`,
          )}
        </ul>
        <p>${t("check.line")} <a
          href=${`/api/tables/${id}/record`}
          download=${`moonbow-${id}.json`}
        >
          ${t("check.record")}
        </a></p>
        <code class="hash">${verifyLine(id, message.you)}</code>`
      }
    </div>
  </details>`;
}
