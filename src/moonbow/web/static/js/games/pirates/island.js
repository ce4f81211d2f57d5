// The own island, and how it is arranged: cards are chosen, then it is said where they go.

import { html, useEffect, useRef } from "../../html.js";
import { Row, SeatTag, classes } from "../../parts.js";
import { Tile, cardWords, isBlack } from "./faces.js";
import { full, isOpen, kind, textOf, whyNoGroup } from "./groups.js";
import { Facts, Strip } from "./others.js";
import { groupWords } from "./words.js";

/** @typedef {import("./words.js").GameProps} GameProps */
/** @typedef {import("./words.js").Position} Position */
/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("./groups.js").Group} Group */
/** @typedef {import("./groups.js").Held} Held */

/**
 * What the parts of the own side share.
 * @typedef {object} Bench
 * @property {Draft} draft
 * @property {Held[]} chosen
 * @property {boolean} live  cards may be moved
 * @property {boolean} wide  every card can be taken by itself
 * @property {string} opened  the key of the group that is open on a narrow screen
 * @property {(key: string) => void} open
 * @property {(id: number) => void} choose
 * @property {(to: string, side?: "low"|"high") => void} put  the chosen cards
 */

/** @param {{props: GameProps, view: Position, bench: Bench}} wants */
export function Island({ props, view, bench }) {
  const { t, me, message } = props;
  const { draft, chosen, live } = bench;
  const whole = full(draft.groups);
  const lays = chosen.length > 0 && message.legal.includes(`lay ${textOf(asGroup(chosen))}`);
  return html`<section
    class="island"
    aria-label=${t("pirates.own_island")}
    data-anchor=${`isle:${me}`}
  >
    <header class="island-head">
      <${SeatTag} props=${props} seat=${me}>
        <${Facts} props=${props} view=${view} seat=${me} />
        <span class="fact full" title=${t("pirates.full", { number: whole })}>
          <svg class="bow-sign" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M2.5 18a9.5 9.5 0 0 1 19 0M7 18a5 5 0 0 1 10 0" />
          </svg>
          <b aria-hidden="true">${whole}/2</b>
          <span class="unseen">${t("pirates.full", { number: whole })}</span>
        </span>
      <//>
      <${Verdict} props=${props} draft=${draft} />
    </header>
    <div class="groups" data-drop="new">
      ${draft.groups.map(
        (group) =>
          html`<${GroupOf} key=${group.key} props=${props} group=${group} bench=${bench} />`,
      )}
      ${
        draft.groups.length === 0 &&
        chosen.length === 0 &&
        html`<p class="bare">${t(props.live ? "pirates.own_empty" : "pirates.island_empty")}</p>`
      }
      ${
        live &&
        chosen.length > 0 &&
        html`<button
          type="button"
          class=${classes("slot", lays && "fits")}
          onClick=${() => bench.put("new")}
        >
          <span aria-hidden="true">+</span> ${t("pirates.new_group")}
        </button>`
      }
      ${live && html`<span class="drop-hint" aria-hidden="true">+ ${t("pirates.new_group")}</span>`}
    </div>
  </section>`;
}

/** Chosen cards as the group that they would make. @param {Held[]} cards @returns {Group} */
const asGroup = (cards) => ({
  key: "",
  wish: "",
  cards: [...cards].sort((one, other) => (one.card < other.card ? -1 : 1)),
});

/** Whether cards are of the same sort: COLOR, BLACK or RAINBOW PIRATE. @param {Held} one */
const alike =
  ({ card: one }) =>
  (/** @type {Held} */ { card }) =>
    isBlack(card) === isBlack(one) && (card === "P") === (one === "P");

/** What the server says of the draft. @param {{props: GameProps, draft: Draft}} wants */
function Verdict({ props, draft }) {
  const { t } = props;
  const { state, words } = draft;
  const signs = { fine: "✓", wrong: "✗", asking: "…", waiting: "…", same: "" };
  const said = { fine: t("pirates.fine"), wrong: words, asking: t("pirates.asking"), same: "" };
  const shown = state === "waiting" ? t("pirates.not_yet") : said[state];
  return html`<p class=${classes("verdict", state)} role="status">
    ${
      shown &&
      html`<span
        class="verdict-sign"
        aria-hidden="true"
      >
        ${signs[state]}
      </span><span>${shown}</span>`
    }
  </p>`;
}

/** @param {{props: GameProps, group: Group, bench: Bench}} wants */
function GroupOf({ props, group, bench }) {
  const { t, message } = props;
  const { draft, chosen, live, wide, opened } = bench;
  const text = textOf(group);
  const is = kind(group);
  const open = live && (wide || opened === group.key);
  const outside = chosen.filter((held) => !group.cards.includes(held));
  const target =
    live && outside.length > 0 && [...outside, ...group.cards].every(alike(outside[0]));
  // Cards of the hand go to the group of the card that is tapped; those of an island join the choice.
  const takes = target && chosen.every((held) => draft.hand.includes(held));
  const short = group.cards.length < 7;
  const ends = target && is === "rainbow" && short && outside.some(({ card }) => card === "W");
  const state = draft.bad.has(group.key)
    ? "bad"
    : group.cards.some(({ id }) => draft.fresh.has(id))
      ? "fresh"
      : "";
  const adds = message.legal.filter((action) => action.startsWith("add "));
  const fits =
    target &&
    outside.length === 1 &&
    adds.some((action) =>
      [`add ${outside[0].card}>${text}`, `add ${outside[0].card}<${text}`].includes(action),
    );
  const mixed = is === "mixed";
  const words = mixed
    ? group.cards.map(({ card }) => cardWords(t, card)).join(", ")
    : groupWords(t, text);
  const why = state === "bad" ? t(`pirates.why.${whyNoGroup(group)}`) : "";
  const marks = state ? `, ${why || t(`pirates.state.${state}`)}` : "";
  /** @param {"low"|"high"} side */
  const cap = (side) => html`<button
    type="button"
    class=${classes("cap", side, fits && "fits")}
    aria-label=${t(ends ? `pirates.add.${side}` : "pirates.add", { group: words })}
    onClick=${() => bench.put(group.key, side)}
  >
    <span aria-hidden="true">+</span>
  </button>`;
  const inside = open
    ? html`<${Row}
      label=${words + marks}
      more=${classes("open-cards", `is-${is}`)}
      style=${{ "--n": group.cards.length }}
    >
        ${group.cards.map(
          ({ id, card }) =>
            html`<${Tile}
              key=${id}
              t=${t}
              kind=${card}
              card=${id}
              chosen=${chosen.some((held) => held.id === id)}
              press=${() => (takes && !ends ? bench.put(group.key) : bench.choose(id))}
            />`,
        )}
      <//>`
    : html`<button
        type="button"
        class=${classes("closed-cards", fits && "fits")}
        aria-label=${(target ? t("pirates.add", { group: words }) : words) + marks}
        aria-expanded=${target || !live ? undefined : "false"}
        disabled=${!live}
        onClick=${() => (target ? bench.put(group.key) : bench.open(group.key))}
      >
        <${Strip} t=${t} text=${mixed ? "12" : text} held=${group.cards} />
        ${target && !ends && html`<span class="plus" aria-hidden="true">+</span>`}
      </button>`;
  const choice = live && open && isOpen(group.cards.map(({ card }) => card));
  const place = useRef(/** @type {HTMLElement|null} */ (null));
  useEffect(() => {
    if (open && !wide) place.current?.scrollIntoView({ block: "nearest" });
  }, [open]);
  return html`<div
    ref=${place}
    class=${classes("group", `is-${is}`, state, open && "opened", target && "target")}
    data-drop=${live ? `group:${group.key}` : undefined}
  >
    ${ends && cap("low")} ${inside} ${target && (open || ends) && cap("high")}
    ${
      why &&
      html`<span class="bad-sign" aria-hidden="true">✗</span>
        <small class="bad-why" aria-hidden="true">${why}</small>`
    }
    ${
      live &&
      open &&
      (!wide || choice) &&
      chosen.length === 0 &&
      html`<span class="group-tools">
        ${
          choice &&
          ["set", "rainbow"].map(
            (wish) => html`<button
              type="button"
              key=${wish}
              class="button small"
              aria-pressed=${is === wish ? "true" : "false"}
              onClick=${() => draft.turn(group.key, /** @type {"set"|"rainbow"} */ (wish))}
            >
              ${t(`pirates.kind.${wish}`)}
            </button>`,
          )
        }
        ${
          !wide &&
          html`<button
              type="button"
              class="button small"
              onClick=${() => draft.move(group.cards, "hand")}
            >
              ${t("pirates.take_back_all")}
            </button>
            <button
              type="button"
              class="round"
              aria-expanded="true"
              aria-label=${t("pirates.fold")}
              onClick=${() => bench.open("")}
            >
              ✕
            </button>`
        }
      </span>`
    }
  </div>`;
}
