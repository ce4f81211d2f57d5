// The islands of the others: small on the table, large when they are opened.

import { html, useEffect, useRef, useState } from "../../html.js";
import { SeatTag, Sheet, classes } from "../../parts.js";
import { inZone } from "../../track.js";
import { Sign, Tile, cardsWords } from "./faces.js";
import { cardsOf, counted, kindOfText, listed } from "./groups.js";
import { groupWords } from "./words.js";

/** @typedef {import("./words.js").GameProps} GameProps */
/** @typedef {import("./words.js").Position} Position */
/** @typedef {import("../../track.js").Tracked} Tracked */

/**
 * The zones of a player's groups: equal groups are numbered.
 * @param {number} seat @param {string[]} texts
 */
export function groupZones(seat, texts) {
  /** @type {Record<string, number>} */
  const seen = {};
  return texts.map((text) => {
    seen[text] = (seen[text] ?? 0) + 1;
    return `isle:${seat}:${text}#${seen[text]}`;
  });
}

/**
 * Cards in hand and points of a player.
 * @param {{props: GameProps, view: Position, seat: number}} wants
 */
export function Facts({ props, view, seat }) {
  const { t } = props;
  const cards = counted(view.hands[seat]);
  const points = view.scores[seat];
  return html`${
    view.went_out === seat &&
    html`<span class="fact went-out" title=${t("pirates.went_out")}>
      <span aria-hidden="true">☾</span><span class="unseen">${t("pirates.went_out")}</span>
    </span>`
  }
    <span class="fact cards-left">
      <i class="tiny-card" aria-hidden="true"></i>
      <span aria-hidden="true">${cards}</span>
      <span class="unseen">${t.count("pirates.cards", cards)}</span>
    </span>
    <span class="fact points">
      <svg class="isle-sign" viewBox="0 0 24 24" aria-hidden="true">
        <path
          d="M1.5 19.5h21M5 19.5c.8-4.5 3.6-6.5 7-6.5s6.2 2 7 6.5M12 13c-.2-3 .6-5.2 2-6.8
            M14 6.2c-2.4-2-5-1.4-6 .8M14 6.2c2.6-1.2 5 .2 5.4 2.6M14 6.2c.4-2 2-3.2 4-3"
        />
      </svg>
      <b aria-hidden="true">${points}</b>
      <span class="unseen">${t.count("pirates.points", points)}</span>
    </span>`;
}

/**
 * The cards of a group side by side, overlapping.
 * @param {{t: import("../../text.js").Translate, text: string, held: {id: number, card: string}[],
 *   small?: boolean}} wants
 */
export function Strip({ t, text, held, small = true }) {
  const kind = kindOfText(text);
  return html`<span
    class=${classes("strip", `is-${kind}`, text.includes("W") && "wild")}
    style=${{ "--n": held.length }}
  >
    ${held.map(
      ({ id, card }) =>
        html`<${Tile} key=${id} t=${t} kind=${card} card=${id} small=${small} hidden=${true} />`,
    )}
    ${
      kind !== "rainbow" &&
      held.length > 3 &&
      html`<span class="times" aria-hidden="true">${held.length}</span>`
    }
  </span>`;
}

/**
 * @param {{props: GameProps, view: Position, seat: number, tracked: Tracked[],
 *   aim: ((seat: number) => void)|null, aimed: string}} wants
 *   `aim` where a BLACK card may be aimed
 */
export function Other({ props, view, seat, tracked, aim, aimed }) {
  const { t, name, message } = props;
  const [opened, open] = useState(false);
  const texts = view.islands[seat];
  const zones = groupZones(seat, texts);
  const words = t("pirates.island_of", {
    name: name(seat),
    points: t.count("pirates.points", view.scores[seat]),
  });
  const groups = texts.map((text) => groupWords(t, text)).join("; ");
  const hit = view.turn?.step && view.turn.target === seat && message.phase === "running";
  const laid = inZone(tracked, `hand:${seat}`); // seen at the end, and by those who watch
  const place = useRef(/** @type {HTMLElement|null} */ (null));
  const busy = message.phase === "running" && (hit || message.waiting_for.includes(seat));
  useEffect(() => {
    // Where not all islands find room, the one that matters comes into sight.
    if (busy) place.current?.scrollIntoView({ block: "nearest" });
  }, [busy]);
  return html`<li
    ref=${place}
    class=${classes("other", aim && "aimable", hit && "hit")}
    data-anchor=${`isle:${seat}`}
  >
    <div class="other-head">
      <${SeatTag} props=${props} seat=${seat}>
        <${Facts} props=${props} view=${view} seat=${seat} />
      <//>
      ${
        aim &&
        html`<button type="button" class="button aim" onClick=${() => aim(seat)}>
          <${Sign} kind=${aimed} />
          <span>${t("pirates.aim")}</span>
          <span class="unseen">${name(seat)}</span>
        </button>`
      }
    </div>
    <button
      type="button"
      class="other-island"
      aria-haspopup="dialog"
      aria-label=${`${words}. ${groups || t("pirates.island_empty")}`}
      onClick=${() => open(true)}
    >
      ${texts.map(
        (text, place) =>
          html`<${Strip}
            key=${zones[place]}
            t=${t}
            text=${text}
            held=${inZone(tracked, zones[place])}
          />`,
      )}
      ${texts.length === 0 && html`<span class="bare">${t("pirates.island_empty")}</span>`}
      ${
        laid.length > 0 &&
        html`<span class="laid" aria-hidden="true">
          <i class="tiny-card"></i>
          ${laid.map(
            ({ id, card }) =>
              html`<${Tile}
                key=${id}
                t=${t}
                kind=${card}
                card=${id}
                small=${true}
                hidden=${true}
                more="mini"
              />
                `,
          )}
        </span>`
      }
    </button>
    ${
      opened &&
      html`<${Sheet} title=${words} close=${() => open(false)} t=${t} more="island-sheet">
        <${Look} props=${props} view=${view} seat=${seat} />
      <//>`
    }
  </li>`;
}

/** An island to be looked at. @param {{props: GameProps, view: Position, seat: number}} wants */
export function Look({ props, view, seat }) {
  const { t, name } = props;
  const texts = view.islands[seat];
  const known = listed(view.known?.hands?.[seat]);
  const shown = listed(view.hands[seat]);
  const cards = counted(view.hands[seat]);
  return html`<div class="look">
    ${texts.length === 0 && html`<p class="quiet">${t("pirates.island_empty")}</p>`}
    <ul class="look-groups">
      ${texts.map(
        (text, place) => html`<li key=${`${text}${place}`}>
          <span class="eyebrow">${t(`pirates.kind.${kindOfText(text)}`)}</span>
          <span class="strip-large" role="img" aria-label=${groupWords(t, text)}>
            ${cardsOf(text).map(
              (card, at) =>
                html`<${Tile} key=${at} t=${t} kind=${card} hidden=${true} more="small" />`,
            )}
          </span>
        </li>`,
      )}
    </ul>
    <p class="quiet">${t.count("pirates.cards", cards)}</p>
    ${
      (shown.length > 0 ? shown : known).length > 0 &&
      html`<p class="eyebrow">
          ${t(shown.length ? "pirates.hand_of" : "pirates.known_of", { name: name(seat) })}
        </p>
        <div class="look-hand" role="img" aria-label=${cardsWords(t, shown.length ? shown : known)}>
          ${(shown.length ? shown : known).map(
            (card, at) =>
              html`<${Tile} key=${at} t=${t} kind=${card} hidden=${true} more="small" />`,
          )}
        </div>`
    }
  </div>`;
}
