// The table of Rainbow.

import { Card, Chip, rankFace } from "../cards.js";
import { html, useMemo, useRef, useState } from "../html.js";
import { useFlip } from "../motion.js";
import {
  Bow,
  Hand,
  Prompt,
  Row,
  SeatTag,
  Sheet,
  classes,
  others,
  useCrowded,
  useKeys,
} from "../parts.js";
import { Sentence, marked as asCards } from "../sentence.js";
import { inZone, track } from "../track.js";

/** @typedef {import("../types.js").GameProps} GameProps */
/** @typedef {import("../types.js").Heard} Heard */
/** @typedef {import("../track.js").Tracked} Tracked */
/** @typedef {import("../text.js").Translate} Translate */

/**
 * A position of Rainbow, see docs/formats.md.
 * @typedef {object} Position
 * @property {number} players
 * @property {Record<string, any>} options
 * @property {string[]} hands
 * @property {string[]} [reserve]
 * @property {string} [aside]
 * @property {string[]} middle
 * @property {number} leader
 * @property {string[]} trick
 * @property {string[]} [taken]
 * @property {string[]} [won]
 * @property {number[]} scores
 * @property {string} [trimmed]
 * @property {boolean} [first_trick]
 * @property {number} to_move
 */

/** @type {[string, string][]} */
export const keys = [
  ["1–6", "rainbow.keys.ranks"],
  ["Enter", "rainbow.keys.play"],
  ["Esc", "rainbow.keys.clear"],
];

export const recent = "rainbow.recent";

/** @type {import("../sentence.js").Speech} */
export const speech = {
  split: (notation) => notation.split(""),
  name: (t, card) => t("rainbow.card", { rank: card }),
  Chip: ({ card }) => html`<${Chip} paint=${rankFace(card).paint} digit=${card} />`,
};

/** @type {import("../types.js").GameModule["begins"]} */
export const begins = (_view, _before, heard) => heard.some(({ kind }) => kind === "leads");

/** @param {string} cards a hand or pile: "1123", or "?4" */
const count = (cards) => (cards.startsWith("?") ? Number(cards.slice(1)) : cards.length);

/** @param {string} cards */
const open = (cards) => (cards.startsWith("?") ? [] : cards.split(""));

/** Player and cards of "0:333". @param {string} text */
function split(text) {
  const [player, cards] = text.split(":");
  return { player: Number(player), cards };
}

/** Where all cards of a view lie. @param {Position} view */
function zones(view) {
  const hands = view.hands.map((cards, seat) => ({
    zone: `hand:${seat}`,
    cards: open(cards),
    from: [`reserve:${seat}`],
  }));
  const combos = view.trick.map(split).map(({ player, cards }, place) => ({
    zone: `combo:${place}`,
    cards: cards.split(""),
    from: [`hand:${player}`],
  }));
  const piles = view.middle.map((cards, place) => ({
    zone: `pile:${place}`,
    cards: cards.split(""),
    from: ["pile:", "combo:"],
  }));
  const won = (view.won ?? []).map((cards, seat) => ({
    zone: `won:${seat}`,
    cards: cards.split(""),
    from: ["pile:"],
  }));
  return [...hands, ...combos, ...piles, ...won];
}

// What cards are called

/** @param {string} cards in ascending order @returns {"single"|"set"|"run"|null} */
function kindOf(cards) {
  if (cards.length === 1) return "single";
  if (!cards.length) return null;
  const steps = cards
    .split("")
    .slice(1)
    .map((card, place) => Number(card) - Number(cards[place]));
  if (steps.every((step) => step === 0)) return "set";
  return steps.every((step) => step === 1) ? "run" : null;
}

/** "Set of three 3s". @param {Translate} t @param {string} cards */
function comboWords(t, cards) {
  const kind = kindOf(cards);
  if (!kind) return t("rainbow.no_combo");
  const fields = { rank: cards[0], last: cards.at(-1), count: t(`number.${cards.length}`) };
  return t(`rainbow.combo.${kind}`, fields);
}

/** @param {Translate} t @param {string} cards */
const pileWords = (t, cards) =>
  t(cards.length > 1 ? "rainbow.pile.pair" : "rainbow.pile.single", { rank: cards[0] });

/** @param {string} cards */
const worth = (cards) => cards.split("").reduce((sum, card) => sum + Number(card), 0);

// The table

/** @param {GameProps} props */
export function Table(props) {
  const { message, me, mine, live, t, play, say } = props;
  /** @type {Position} */
  const view = message.view;
  const root = useRef(/** @type {HTMLElement|null} */ (null));
  const before = useRef(/** @type {Tracked[]} */ ([]));
  const tracked = useMemo(() => (before.current = track(before.current, zones(view))), [view]);
  useFlip(root, tracked);
  useCrowded(root);

  const hand = inZone(tracked, `hand:${me}`);
  const [marked, mark] = useState(/** @type {Set<number>} */ (new Set()));
  const chosen = hand.filter((card) => marked.has(card.id));
  const combo = chosen.map((card) => card.card).join("");
  const taking = message.legal.some((text) => text.startsWith("+"));
  const playable = mine && message.legal.includes(combo);

  const clear = () => mark(new Set());
  const playCombo = async () => {
    if (!playable) return;
    const answer = await play(combo);
    if (answer.ok) clear();
  };
  /** @param {string} pile */
  const take = (pile) => mine && message.legal.includes(`+${pile}`) && play(`+${pile}`);

  useKeys((key) => {
    if (!live) return false;
    if (key >= "1" && key <= "6") {
      const piles = message.legal.filter((text) => text.startsWith("+") && text[1] === key);
      if (mine && taking && piles.length > 1) say(t("rainbow.which_pile", { rank: key }));
      else if (mine && taking && piles.length) play(piles[0]);
      else mark(oneMore(hand, marked, key));
      return true;
    }
    if (key === "Enter" && document.activeElement?.closest("button, a") === null) playCombo();
    else if (key === "Escape" && chosen.length) clear();
    else return false;
    return true;
  });

  const watching = message.you < 0 && live;
  const seats = watching ? [me, ...others(view.players, me)] : others(view.players, me);
  return html`<div
    class=${classes("rainbow", view.players === 2 && "pair", watching && "watching")}
    ref=${root}
  >
    <${Bow}
      seats=${seats}
      show=${(/** @type {number} */ seat) =>
        html`<${Place} props=${props} seat=${seat} view=${view} tracked=${tracked} />`}
    />
    <${Middle} props=${props} view=${view} tracked=${tracked} take=${take} />
    ${
      !watching &&
      html`<section class="near" aria-label=${t("rainbow.own")}>
      <${Place} props=${props} seat=${me} view=${view} tracked=${tracked} own=${true} />
      ${
        live &&
        message.phase === "running" &&
        html`<${Prompt} props=${props} words=${whyNot(props, combo)}>
        ${
          !taking &&
          html`<${PlayButtons}
          props=${props}
          combo=${combo}
          playable=${playable}
          play=${playCombo}
          clear=${clear}
        />`
        }
        ${taking && mine && html`<${TakeButtons} props=${props} take=${take} />`}
      <//>`
      }
      ${
        hand.length > 0 &&
        html`<${Hand}
        label=${t("rainbow.hand")}
        cards=${hand.map((card) => card.card)}
        show=${(/** @type {number} */ place, /** @type {number} */ turn) => {
          const { id, card } = hand[place];
          return html`<${Card}
            key=${id}
            card=${id}
            turn=${turn}
            face=${rankFace(card)}
            label=${t("rainbow.card", { rank: card })}
            chosen=${marked.has(id)}
            press=${live ? () => mark(tapped(hand, marked, id)) : undefined}
          />`;
        }}
      />`
      }
    </section>`
    }
  </div>`;
}

/**
 * What is chosen after a tap: first the card; then, if it is the only one chosen of its rank, the
 * whole rank; then none of it.
 * @param {Tracked[]} hand @param {Set<number>} marked @param {number} id
 */
function tapped(hand, marked, id) {
  const next = new Set(hand.filter((card) => marked.has(card.id)).map((card) => card.id));
  const rank = hand.find((card) => card.id === id)?.card;
  const alike = hand.filter((card) => card.card === rank).map((card) => card.id);
  const taken = alike.filter((each) => next.has(each));
  if (!next.has(id)) next.add(id);
  else if (taken.length === 1) {
    if (alike.length > 1) alike.forEach((each) => next.add(each));
    else next.delete(id);
  } else if (taken.length === alike.length) alike.forEach((each) => next.delete(each));
  else next.delete(id);
  return next;
}

/**
 * One card more of a rank; after the last of them none.
 * @param {Tracked[]} hand
 * @param {Set<number>} marked
 * @param {string} rank
 */
function oneMore(hand, marked, rank) {
  const next = new Set(marked);
  const alike = hand.filter((card) => card.card === rank).map((card) => card.id);
  const free = alike.find((id) => !next.has(id));
  if (free !== undefined) next.add(free);
  else alike.forEach((id) => next.delete(id));
  return next;
}

/** Why the chosen cards may not be played, if so. @param {GameProps} props @param {string} combo */
function whyNot({ message, mine, t }, combo) {
  if (!mine || !combo || message.legal.includes(combo)) return undefined;
  if (message.legal.some((text) => text.startsWith("+"))) return undefined;
  if (!kindOf(combo)) return t("rainbow.why.no_combo");
  return `${comboWords(t, combo)}: ${t("rainbow.why.not_now")} ${message.now}`;
}

/**
 * @param {{props: GameProps, combo: string, playable: boolean, play: () => void,
 *   clear: () => void}} wants
 */
function PlayButtons({ props, combo, playable, play, clear }) {
  const { t, mine } = props;
  return html`${
    combo &&
    html`<button type="button" class="button quiet" onClick=${clear}>${t("rainbow.clear")}</button>`
  }
    ${
      (mine || combo) &&
      html`<button
        type="button"
        class=${classes("button action", playable && "primary")}
        disabled=${!playable}
        onClick=${play}
      >
        ${combo ? comboWords(t, combo) : t("rainbow.choose")}
      </button>`
    }`;
}

/**
 * What may be taken, as buttons near the thumb.
 * @param {{props: GameProps, take: (pile: string) => void}} wants
 */
function TakeButtons({ props, take }) {
  const { message, t } = props;
  const piles = message.legal.map((text) => text.slice(1));
  return html`<${Row} label=${t("rainbow.take")} more="takes">
    ${piles.map(
      (
        pile,
      ) => html`<button type="button" class="button take" key=${pile} onClick=${() => take(pile)}>
        <span class="unseen">${t("rainbow.take_pile", { pile: pileWords(t, pile) })}</span>
        <span aria-hidden="true" class="minis">
          ${pile.split("").map(
            (card) => html`<${Card}
            face=${rankFace(card)}
            label=""
            hidden=${true}
            more="mini"
          />
            `,
          )}
        </span>
        <b aria-hidden="true">+${worth(pile)}</b>
      </button>`,
    )}
  <//>`;
}

// Players

/**
 * A player's place: name and facts, and before it what was played in this trick.
 * @param {{props: GameProps, seat: number, view: Position, tracked: Tracked[],
 *   own?: boolean}} wants
 */
function Place({ props, seat, view, tracked, own }) {
  const { message, t } = props;
  const cards = count(view.hands[seat]);
  const reserve = view.reserve ? count(view.reserve[seat]) : 0;
  const over = message.phase === "over" || view.to_move < 0;
  const known = own || view.options.open_scores || over;
  const out = cards === 0 && reserve === 0;
  const leads = view.leader === seat && !over;
  const combos = view.trick
    .map((text, place) => ({ ...split(text), place }))
    .filter(({ player }) => player === seat);
  const shown = !own && !view.hands[seat].startsWith("?") ? inZone(tracked, `hand:${seat}`) : [];
  return html`<div class=${classes("place", own && "own-place", out && "out")}>
    <${SeatTag} props=${props} seat=${seat} anchor=${own ? "" : `won:${seat} reserve:${seat}`}>
      ${
        leads &&
        html`<span class="fact leads" title=${t("rainbow.leads")}>
        <span aria-hidden="true">☾</span><span class="unseen">${t("rainbow.leads")}</span>
      </span>`
      }
      ${
        out
          ? html`<span class="fact">${t("rainbow.out")}</span>`
          : html`<span class="fact cards-left">
            <i class="tiny-card" aria-hidden="true"></i>
            <span aria-hidden="true">${cards}</span>
            <span class="unseen">${t.count("rainbow.cards", cards)}</span>
          </span>`
      }
      ${
        reserve > 0 &&
        html`<span class="fact reserve" data-anchor=${own ? `reserve:${seat}` : undefined}>
        <i class="tiny-card face-down" aria-hidden="true"></i>
        <span aria-hidden="true">${reserve}</span>
        <span class="unseen">${t.count("rainbow.reserve", reserve)}</span>
      </span>`
      }
      ${
        known &&
        !own &&
        html`<span class="fact points">
        <i class="tiny-card face-down" aria-hidden="true"></i>
        <b aria-hidden="true">${view.scores[seat]}</b>
        <span class="unseen">${t.count("rainbow.points", view.scores[seat])}</span>
      </span>`
      }
    <//>
    ${own && html`<${ScorePile} props=${props} seat=${seat} view=${view} />`}
    <div class="combos">
      ${combos.map(
        ({ cards: text, place }) =>
          html`<${Combo}
            key=${place}
            props=${props}
            view=${view}
            tracked=${tracked}
            place=${place}
            text=${text}
          />
            `,
      )}
      ${combos.length === 0 && html`<span class="combo empty" aria-hidden="true"></span>`}
    </div>
    ${
      shown.length > 0 &&
      html`<div
        class="shown-hand"
        role="img"
        aria-label=${t("rainbow.hand_of", { name: props.name(seat), cards: [...view.hands[seat]].join(", ") })}
      >
      ${shown.map(
        (card) => html`<${Card}
        key=${card.id}
        face=${rankFace(card.card)}
        label=""
        hidden=${true}
        more="mini"
      />
        `,
      )}
    </div>`
    }
  </div>`;
}

/**
 * A combo of the trick, with when its player chooses and what was taken for it.
 * @param {{props: GameProps, view: Position, tracked: Tracked[], place: number,
 *   text: string}} wants
 */
function Combo({ props, view, tracked, place, text }) {
  const { message, t } = props;
  const turn = message.order ? message.order.indexOf(place) : -1;
  const takings = (view.taken ?? []).map(split);
  const taken = turn >= 0 && turn < takings.length ? takings[turn].cards : "";
  const choosing =
    view.trick.length > 0 &&
    message.order &&
    turn === takings.length &&
    message.legal.some((l) => l.startsWith("+"));
  const words = [comboWords(t, text)];
  if (turn >= 0) words.push(t("rainbow.order", { number: turn + 1 }));
  if (taken) words.push(t("rainbow.took", { pile: pileWords(t, taken) }));
  return html`<div
    class=${classes("combo", `of-${text.length}`, choosing && "choosing", taken && "served")}
    role="img"
    aria-label=${words.join(", ")}
    style=${{ "--n": text.length }}
  >
    ${inZone(tracked, `combo:${place}`).map(
      ({ id, card }) =>
        html`<${Card}
          key=${id}
          card=${id}
          face=${rankFace(card)}
          label=""
          hidden=${true}
          more="small"
        />
          `,
    )}
    ${turn >= 0 && html`<span class="order" aria-hidden="true">${turn + 1}</span>`}
    ${taken && html`<span class="taken" aria-hidden="true">+${worth(taken)}</span>`}
  </div>`;
}

/**
 * Your own score pile; it may be looked through.
 * @param {{props: GameProps, seat: number, view: Position}} wants
 */
function ScorePile({ props, seat, view }) {
  const { t } = props;
  const [opened, look] = useState(false);
  const cards = view.won?.[seat] ?? "";
  const points = t.count("rainbow.points", view.scores[seat]);
  const ranks = [...new Set(cards)];
  return html`<button
      type="button"
      class="score-pile"
      data-anchor=${`won:${seat}`}
      aria-haspopup="dialog"
      aria-label=${t("rainbow.score_pile", { points })}
      onClick=${() => look(true)}
    >
      <i class="tiny-card face-down" aria-hidden="true"></i>
      <b>${view.scores[seat]}</b>${" "}
      <small>${t("rainbow.points_short")}</small>
    </button>
    ${
      opened &&
      html`<${Sheet} title=${t("rainbow.score_pile", { points })} close=${() => look(false)} t=${t}>
      ${cards.length === 0 && html`<p class="quiet">${t("rainbow.score_pile_empty")}</p>`}
      <div class="won-cards">
        ${ranks.map(
          (rank) => html`<div class="fan" key=${rank}>
            ${cards
              .split("")
              .filter((card) => card === rank)
              .map(
                (card, place) =>
                  html`<${Card}
                    key=${place}
                    face=${rankFace(card)}
                    label=${t("rainbow.card", { rank: card })}
                    more="small"
                  />
                    `,
              )}
          </div>`,
        )}
      </div>
    <//>`
    }`;
}

// The middle

/**
 * The point cards.
 * @param {{props: GameProps, view: Position, tracked: Tracked[],
 *   take: (pile: string) => void}} wants
 */
function Middle({ props, view, tracked, take }) {
  const { message, mine, t, live } = props;
  return html`<section class="middle" aria-label=${t("rainbow.middle")}>
    <h2 class="eyebrow">${t(view.first_trick ? "rainbow.middle_first" : "rainbow.middle")}</h2>
    <${Row} label=${t("rainbow.middle")} more="piles">
      ${view.middle.map((cards, place) => {
        const may = live && mine && message.legal.includes(`+${cards}`);
        const inside = inZone(tracked, `pile:${place}`).map(
          ({ id, card }) =>
            html`<${Card}
              key=${id}
              card=${id}
              face=${rankFace(card)}
              label=""
              hidden=${true}
              more="small"
            />
              `,
        );
        const words = `${pileWords(t, cards)}, ${t.count("rainbow.points", worth(cards))}`;
        const look = classes("pile", `of-${cards.length}`, may && "offered");
        return may
          ? html`<button
            type="button"
            class=${look}
            key=${place}
            aria-label=${t("rainbow.take_pile", { pile: words })}
            onClick=${() => take(cards)}
          >
              ${inside}
            </button>`
          : html`<div class=${look} key=${place} role="img" aria-label=${words}>${inside}</div>`;
      })}
      ${view.middle.length === 0 && html`<p class="quiet">${t("rainbow.middle_empty")}</p>`}
    <//>
    <${LeftOver} view=${view} t=${t} />
  </section>`;
}

/** What is out of the game. @param {{view: Position, t: Translate}} wants */
function LeftOver({ view, t }) {
  const facts = [];
  const aside = view.aside ? count(view.aside) : 0;
  if (aside) facts.push(t.count("rainbow.aside", aside));
  if (view.trimmed) facts.push(t("rainbow.trimmed", { cards: asCards(view.trimmed) }));
  if (!facts.length) return null;
  return html`<p class="left-over">
    <${Sentence} words=${facts.join(" · ")} t=${t} speech=${speech} />
  </p>`;
}

// The last trick

/** The events of the last trick that is over. @param {Heard[]} log */
function lastTrick(log) {
  /** @type {Heard[]} */
  let events = [];
  /** @type {Heard[]} */
  let done = [];
  for (const heard of log) {
    if (heard.kind === "plays" || heard.kind === "takes" || heard.kind === "trims")
      events.push(heard);
    if ((heard.kind === "leads" || heard.kind === "ends") && events.length) {
      done = events;
      events = [];
    }
  }
  return done;
}

/** The last trick once more. @param {GameProps} props */
export function Recent({ log, t, name }) {
  const events = lastTrick(log);
  if (!events.length) return html`<p class="quiet">${t("rainbow.recent_none")}</p>`;
  const trimmed = events.filter(({ kind }) => kind === "trims").flatMap(({ cards }) => cards);
  const rows = (/** @type {string} */ kind) => events.filter((heard) => heard.kind === kind);
  /** @param {string[]} cards */
  const row = (cards) => html`<span class="fan" aria-hidden="true">
    ${cards.map(
      (card, place) => html`<${Card}
      key=${place}
      face=${rankFace(card)}
      label=""
      hidden=${true}
      more="small"
    />
      `,
    )}
  </span>`;
  /** @param {string} kind */
  const list = (kind) => html`<ol class="recent-list">
    ${rows(kind).map(
      ({ player, cards }, place) => html`<li key=${place}>
        <span class="name" aria-hidden="true">${name(player)}</span>
        ${row(cards)}
        <span class="unseen">${name(player)}: ${comboWords(t, cards.join(""))}</span>
      </li>`,
    )}
  </ol>`;
  return html`<div class="recent">
    <h3>${t("rainbow.recent_played")}</h3>
    ${list("plays")}
    <h3>${t("rainbow.recent_taken")}</h3>
    ${list("takes")}
    ${
      trimmed.length > 0 &&
      html`<p
      class="quiet"
    >
      <${Sentence}
        words=${t("rainbow.trimmed", { cards: asCards(trimmed.join("")) })}
        t=${t}
        speech=${speech}
      />
    </p>`
    }
  </div>`;
}
