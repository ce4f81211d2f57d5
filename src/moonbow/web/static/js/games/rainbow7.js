// The table of Rainbow 7.

import { BACK, Card } from "../cards.js";
import { html, useEffect, useMemo, useRef, useState } from "../html.js";
import { useFlip } from "../motion.js";
import { Bow, Hand, Prompt, Row, classes, others, useCrowded, useKeys } from "../parts.js";
import { inZone, track } from "../track.js";
import {
  PILES,
  SORTS,
  Sign,
  cardWords,
  comboText,
  comboWords,
  faceOf,
  isCombo,
  layingOrder,
  open,
  printed,
  split,
  total,
  valueOf,
  whyNoCombo,
  within,
  zones,
} from "./rainbow7/cards.js";
import { Piles, Place } from "./rainbow7/parts.js";
import {
  AboutSheet,
  EndBody,
  EndSheet,
  PileSheet,
  TurnLine,
  WEATHER,
  endTitle,
  lastEnd,
  turnsOf,
} from "./rainbow7/rounds.js";

export { speech } from "./rainbow7/cards.js";
export { Recent } from "./rainbow7/rounds.js";

/** @typedef {import("../types.js").GameProps} GameProps */
/** @typedef {import("../track.js").Tracked} Tracked */
/** @typedef {import("./rainbow7/cards.js").Position} Position */
/** @typedef {keyof typeof SORTS} Sort */

export const recent = "rainbow7.recent";

/** @type {[string, string][]} */
export const keys = [
  ["1–7, 0", "rainbow7.keys.values"],
  ["1–7, 0", "rainbow7.keys.effects"],
  ["A B C", "rainbow7.keys.piles"],
  ["D", "rainbow7.keys.deck"],
  ["R", "rainbow7.keys.rainbow"],
  ["S", "rainbow7.keys.sort"],
  ["Esc", "rainbow7.keys.clear"],
];

/** @type {import("../types.js").GameModule["begins"]} */
export const begins = (_view, _before, heard) => heard.some(({ kind }) => kind === "begins");

/** @type {import("../types.js").GameModule["rests"]} */
export const rests = (heard) => heard.some(({ kind }) => WEATHER.includes(kind));

/** How this browser sorts hands. @returns {[Sort, () => void]} */
function useSort() {
  const place = "moonbow.rainbow7.sort";
  const [sort, set] = useState(
    /** @type {Sort} */ (localStorage.getItem(place) === "value" ? "value" : "color"),
  );
  const next = sort === "color" ? "value" : "color";
  const turn = () => {
    localStorage.setItem(place, next);
    set(next);
  };
  return [sort, turn];
}

/**
 * The same, but after a play nothing is offered until its outcome is shown: the server may have
 * answered while the view still waits for its turn.
 * @param {GameProps} props
 * @returns {GameProps}
 */
function useSent(props) {
  const [sent, setSent] = useState(-1);
  const { version } = props.message;
  return {
    ...props,
    mine: props.mine && version !== sent,
    play: async (...actions) => {
      setSent(version);
      const answer = await props.play(...actions);
      if (!answer.ok) setSent(-1);
      return answer;
    },
  };
}

/** @param {GameProps} given */
export function Table(given) {
  const props = useSent(given);
  const { message, log, me, mine, live, t, play, say } = props;
  /** @type {Position} */
  const view = message.view;
  const effects = printed(view);
  const root = useRef(/** @type {HTMLElement|null} */ (null));
  const before = useRef(/** @type {Tracked[]} */ ([]));
  const tracked = useMemo(
    () => (before.current = track(before.current, zones(view, message.heard))),
    [view],
  );
  useFlip(root, tracked);
  useCrowded(root);

  // Whoever plays with keys and pressed a button that is gone goes on at what is asked.
  useEffect(() => {
    const prompt = root.current?.querySelector(".prompt");
    if (!mine || !(prompt instanceof HTMLElement) || document.activeElement !== document.body)
      return;
    prompt.tabIndex = -1;
    prompt.focus({ preventScroll: true });
  }, [message.version, mine]);

  // The hand, and what is chosen of it
  const [sort, turnSort] = useSort();
  const held = inZone(tracked, `hand:${me}`);
  const shownHand = view.hands[me].startsWith("?") ? [] : held;
  const hand = [...shownHand].sort((one, other) => SORTS[sort](one.card, other.card));
  const [marked, mark] = useState(/** @type {Set<number>} */ (new Set()));
  const chosen = hand.filter((card) => marked.has(card.id));
  const combos = useMemo(() => message.legal.filter(isCombo).map(split), [message.legal]);
  const step = view.turn?.step ?? "discard";
  const choosing = mine && step === "discard";
  const combo = comboText(cardsOf(chosen));
  /** Whether a card goes together with what is chosen. @param {Tracked} card */
  const fits = (card) => {
    const wanted = cardsOf([...chosen.filter(({ id }) => id !== card.id), card]);
    return combos.some((each) => within(wanted, each));
  };
  const clear = () => mark(new Set());

  // The cards to be laid: those chosen, if they are a combination, or those shown already
  const shown = inZone(tracked, "shown");
  const placing = choosing
    ? combo !== "" && message.legal.includes(combo)
    : mine && (step === "pile" || step === "order");
  const laying = choosing ? chosen : shown;
  const [order, setOrder] = useState({ of: "", ids: /** @type {number[]} */ ([]) });
  const key = laying.map(({ id }) => id).join();
  const laid =
    order.of === key
      ? order.ids.flatMap((id) => laying.filter((card) => card.id === id))
      : [...laying].sort((one, other) => layingOrder(one.card, other.card));
  /** A card goes on top of the others. @param {number} id */
  const toTop = (id) => {
    const ids = laid.map((card) => card.id).filter((each) => each !== id);
    setOrder({ of: key, ids: [...ids, id] });
  };

  /** @param {number} place */
  const lay = async (place) => {
    const actions = laid.slice(0, -1).map(({ card }) => `^${card}`);
    if (step !== "order") actions.unshift(`>${PILES[place]}`);
    if (choosing) actions.unshift(combo);
    const answer = await play(...actions);
    if (answer.ok) clear();
  };

  // Drawing, announcing
  const draws = mine && step === "draw" ? message.legal.filter((text) => text[0] === "+") : [];
  const mayAnnounce = mine && message.legal.includes("rainbow");
  const [announcing, setAnnouncing] = useState(false);
  if (announcing && !mayAnnounce) setAnnouncing(false);
  const announce = () => {
    setAnnouncing(false);
    clear();
    play("rainbow");
  };

  /** What a tap on a pile does now, if anything. @param {number} place */
  const offer = (place) => {
    const pile = PILES[place];
    if (placing && (step !== "order" || view.turn?.pile === pile))
      return { words: t("rainbow7.lay_on", { pile }), act: () => lay(place) };
    if (draws.includes(`+${pile}`))
      return { words: t("rainbow7.draw_from", { pile }), act: () => play(`+${pile}`) };
    return null;
  };
  const drawDeck = draws.includes("+deck") ? () => play("+deck") : null;
  const closed = draws.length ? PILES.indexOf(view.turn?.pile ?? "") : -1;

  // Sheets
  const [looking, look] = useState(-1);
  const [asking, ask] = useState(false);
  const end = useMemo(() => lastEnd(log, view), [log]);
  const [seen, see] = useState(() => {
    const since = log.some(({ number, player }) => player === me && number > (end?.number ?? 0));
    const past = since || message.you < 0 || !live || message.phase === "over";
    return end && past ? end.number : -1;
  });
  const sevens = mine && step === "sevens";
  const showEnd = live && end !== null && end.number > seen;
  const lookAtEnd = !live && end !== null && end.number === message.decision - 1;

  useKeys((pressed) => {
    if (!live) return false;
    const low = pressed.toLowerCase();
    const place = PILES.indexOf(pressed.toUpperCase());
    if (sevens && /^\d$/.test(pressed)) {
      const effects = message.legal.filter((text) => /^\*\w/.test(text)).sort(byEffect);
      const chosenOne = pressed === "0" ? "*" : effects[Number(pressed) - 1];
      if (chosenOne && message.legal.includes(chosenOne)) play(chosenOne);
    } else if (/^[0-7]$/.test(pressed)) mark(oneMore(hand, marked, Number(pressed), choosing, fits));
    else if (place >= 0) (offer(place)?.act ?? (() => look(place)))();
    else if (low === "d" && drawDeck) drawDeck();
    else if (low === "r" && announcing) announce();
    else if (low === "r" && mayAnnounce) setAnnouncing(true);
    else if (low === "s") turnSort();
    else if (pressed === "Escape" && announcing) setAnnouncing(false);
    else if (pressed === "Escape" && chosen.length) clear();
    else return false;
    return true;
  });

  /** @param {Tracked} card */
  const tap = (card) => {
    setAnnouncing(false);
    const next = new Set(chosen.map(({ id }) => id));
    if (next.has(card.id)) next.delete(card.id);
    else if (choosing && chosen.length && !fits(card)) {
      say(t("rainbow7.anew", { card: cardWords(t, card.card, effects) }));
      return mark(new Set([card.id]));
    } else next.add(card.id);
    mark(next);
  };

  const watching = message.you < 0 && live;
  const seats = watching ? [me, ...others(view.players, me)] : others(view.players, me);
  const tray = html`<${Tray}
    props=${props}
    shown=${shown}
    laid=${placing && laid.length > 1 ? laid : []}
    toTop=${toTop}
  />`;
  return html`<div
    class=${classes("r7", `players-${view.players}`, sevens && "choosing-effect")}
    ref=${root}
  >
    <${Bow}
      seats=${seats}
      show=${(/** @type {number} */ seat) => html`<${Place}
        props=${props}
        seat=${seat}
        tracked=${tracked}
      />
        `}
    />
    <section class="r7-middle" aria-label=${t("rainbow7.piles")}>
      <${About} props=${props} ask=${() => ask(true)} />
      <${Piles}
        props=${props}
        tracked=${tracked}
        offer=${offer}
        draw=${drawDeck}
        closed=${closed}
        look=${look}
      />
      ${watching && tray}
    </section>
    ${
      !watching &&
      html`<section class="near" aria-label=${t("rainbow7.own")}>
        <div class="own-row">
          <${Place} props=${props} seat=${me} tracked=${tracked} own=${true} />
          <${Total} props=${props} cards=${cardsOf(hand)} low=${mayAnnounce} />
          <button
            type="button"
            class="sort"
            aria-label=${t(`rainbow7.sorted.${sort}`)}
            title=${t(`rainbow7.sorted.${sort}`)}
            onClick=${turnSort}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M7 4v15M3.5 15.5 7 19l3.5-3.5M17 20V5M13.5 8.5 17 5l3.5 3.5" /></svg>
            <span aria-hidden="true">${t(`rainbow7.by.${sort}`)}</span>
          </button>
        </div>
        ${sevens ? html`<${Effects} props=${props} />` : tray}
        ${
          live &&
          message.phase === "running" &&
          html`<${Prompt}
            props=${props}
            words=${promptWords(props, { choosing, chosen: cardsOf(chosen), laid: cardsOf(laid), placing, announcing })}
          >
            ${
              announcing
                ? html`<${Announcing} props=${props} total=${total(cardsOf(hand))} announce=${announce} back=${() => setAnnouncing(false)} />`
                : html`
                  ${
                    chosen.length > 0 &&
                    html`<button
                      type="button"
                      class="button quiet clear"
                      aria-label=${t("rainbow7.clear")}
                      title=${t("rainbow7.clear")}
                      onClick=${clear}
                    >
                      ✕
                    </button>`
                  }
                  ${placing && html`<${PileButtons} props=${props} offer=${offer} />`}
                  ${draws.length > 0 && html`<${DrawButtons} props=${props} draws=${draws} />`}
                  ${
                    mayAnnounce &&
                    !chosen.length &&
                    html`<button
                      type="button"
                      class="button rainbow-button"
                      onClick=${() => setAnnouncing(true)}
                    >
                      <${Sign} kind="rainbow" />${t("rainbow7.rainbow")}
                    </button>`
                  }
                  ${
                    !placing &&
                    !draws.length &&
                    !sevens &&
                    html`<button type="button" class="button action" disabled>
                      ${actionWords(props, cardsOf(chosen))}
                    </button>`
                  }
                `
            }
          <//>`
        }
        ${
          hand.length > 0 &&
          html`<${Hand}
            label=${t("rainbow7.hand", { total: total(cardsOf(hand)) })}
            cards=${cardsOf(hand)}
            show=${(/** @type {number} */ place, /** @type {number} */ turn) => {
              const card = hand[place];
              const known = isKnown(view, me, hand, place);
              const words = cardWords(t, card.card, effects);
              return html`<${Card}
                key=${card.id}
                card=${card.id}
                turn=${turn}
                face=${faceOf(card.card, effects)}
                label=${known ? t("rainbow7.seen_by_all", { card: words }) : words}
                chosen=${marked.has(card.id)}
                dim=${choosing && chosen.length > 0 && !marked.has(card.id) && !fits(card)}
                more=${known ? "known" : ""}
                press=${live ? () => tap(card) : undefined}
              />`;
            }}
          />`
        }
      </section>`
    }
    ${
      looking >= 0 &&
      html`<${PileSheet}
        props=${props}
        place=${looking}
        words=${offer(looking)?.words ?? ""}
        act=${
          offer(looking) &&
          (() => {
            offer(looking)?.act();
            look(-1);
          })
        }
        close=${() => look(-1)}
      />`
    }
    ${asking && html`<${AboutSheet} props=${props} close=${() => ask(false)} />`}
    ${
      lookAtEnd &&
      html`<section class="r7-end look-end" aria-label=${endTitle(props, end)}>
        <${EndBody} props=${props} end=${end} />
      </section>`
    }
    ${
      showEnd &&
      html`<${EndSheet} key=${end.number} props=${props} end=${end} close=${() => see(end.number)} />`
    }
  </div>`;
}

/** @param {Tracked[]} tracked */
const cardsOf = (tracked) => tracked.map(({ card }) => card);

/**
 * Whether all others know that you hold a card.
 * @param {Position} view @param {number} me @param {Tracked[]} hand @param {number} place
 */
function isKnown(view, me, hand, place) {
  const { card } = hand[place];
  const known = open(view.known?.hands[me]).filter((each) => each === card).length;
  const before = hand.slice(0, place).filter((each) => each.card === card).length;
  return before < known;
}

/**
 * What is chosen after a key: one card more of a value that goes together with the others; if there
 * is none, no card of this value; if none was chosen, this one alone.
 * @param {Tracked[]} hand
 * @param {Set<number>} marked
 * @param {number} value
 * @param {boolean} choosing
 * @param {(card: Tracked) => boolean} fits
 */
function oneMore(hand, marked, value, choosing, fits) {
  const next = new Set(hand.filter(({ id }) => marked.has(id)).map(({ id }) => id));
  const alike = hand.filter(({ card }) => valueOf(card) === value);
  const free = alike.filter(({ id }) => !next.has(id));
  const more = free.find((card) => !choosing || !next.size || fits(card));
  if (more) next.add(more.id);
  else if (free.length < alike.length) alike.forEach(({ id }) => next.delete(id));
  else if (free.length) return new Set([free[0].id]);
  return next;
}

// What is asked

/**
 * What stands above the hand, where it is not the server's words.
 * @param {GameProps} props
 * @param {{choosing: boolean, chosen: string[], laid: string[], placing: boolean,
 *   announcing: boolean}} wants
 */
function promptWords({ t, message }, { choosing, chosen, laid, placing, announcing }) {
  if (announcing) return t("rainbow7.announcing");
  if (placing) {
    const words = comboWords(t, choosing ? chosen : laid);
    if (message.view.turn?.step === "order") return t("rainbow7.lay_order");
    return t("rainbow7.where", { combo: words });
  }
  if (choosing && chosen.length) return whyNoCombo(t, chosen);
  return undefined;
}

/** What the button says while it cannot be pressed. @param {GameProps} props @param {string[]} chosen */
function actionWords({ t, mine }, chosen) {
  if (!chosen.length) return t(mine ? "rainbow7.choose" : "rainbow7.wait");
  return comboWords(t, chosen) || t("rainbow7.no_combo");
}

/**
 * The piles as buttons near the thumb.
 * @param {{props: GameProps, offer: import("./rainbow7/parts.js").Offer}} wants
 */
function PileButtons({ props, offer }) {
  const { message } = props;
  /** @type {Position} */
  const view = message.view;
  return PILES.map((pile, place) => {
    const offered = offer(place);
    const top = open(view.piles[place]).at(-1);
    return (
      offered &&
      html`<button
        type="button"
        key=${pile}
        class="button primary on-pile"
        aria-label=${offered.words}
        onClick=${offered.act}
      >
        <span aria-hidden="true">→ ${pile}</span>
        ${
          top &&
          html`<${Card} face=${faceOf(top, printed(view))} label="" hidden=${true} more="mini" />`
        }
      </button>`
    );
  });
}

/**
 * What may be drawn, as buttons near the thumb.
 * @param {{props: GameProps, draws: string[]}} wants
 */
function DrawButtons({ props, draws }) {
  const { message, t, play } = props;
  /** @type {Position} */
  const view = message.view;
  return html`<${Row} label=${t("rainbow7.draw")} more="takes">
    ${draws.map((draw) => {
      const place = PILES.indexOf(draw.slice(1));
      const top = place >= 0 ? open(view.piles[place]).at(-1) : undefined;
      const words =
        top === undefined
          ? t("rainbow7.draw_deck")
          : `${t("rainbow7.draw_from", { pile: PILES[place] })}: ${cardWords(t, top, printed(view))}`;
      return html`<button
        type="button"
        class="button take"
        key=${draw}
        aria-label=${words}
        onClick=${() => play(draw)}
      >
        <${Card}
          face=${top ? faceOf(top, printed(view)) : BACK}
          label=""
          hidden=${true}
          more="mini"
        />
        <span aria-hidden="true" class=${place < 0 ? "deck-word" : ""}>${place < 0 ? t("rainbow7.deck") : PILES[place]}</span>
      </button>`;
    })}
  <//>`;
}

/**
 * Asks once more before it rains.
 * @param {{props: GameProps, total: number, announce: () => void, back: () => void}} wants
 */
function Announcing({ props, total: sum, announce, back }) {
  const { t } = props;
  return html`<button type="button" class="button quiet" onClick=${back}>${t("rainbow7.back")}</button>
    <button type="button" class="button rainbow-button action" onClick=${announce}>
      <${Sign} kind="rainbow" />${t("rainbow7.announce", { total: sum })}
    </button>`;
}

// Above the hand

/** What your cards add up to. @param {{props: GameProps, cards: string[], low: boolean}} wants */
function Total({ props, cards, low }) {
  const { t } = props;
  return html`<div class=${classes("total", low && "low")}>
    <small>${t("rainbow7.total")}</small>${" "}<b>${total(cards)}</b>
  </div>`;
}

/**
 * The round, the tokens that end the game, the sevens; more at a tap.
 * @param {{props: GameProps, ask: () => void}} wants
 */
function About({ props, ask }) {
  const { t, message } = props;
  /** @type {Position} */
  const view = message.view;
  const facts = [
    view.struck
      ? t("rainbow7.last_round", { round: view.round + 1 })
      : t("rainbow7.round", { round: view.round + 1 }),
    t.count("rainbow7.ends_at", view.options.tokens_to_end),
    t("rainbow7.sevens", { number: view.players + 2 }),
  ];
  return html`<button
    type="button"
    class=${classes("about", view.struck && "struck")}
    aria-haspopup="dialog"
    onClick=${ask}
  >
    ${facts.join(" · ")}
    <svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="9.5" /><path d="M12 11v5.5M12 7.5v.2" /></svg>
  </button>`;
}

/**
 * The cards to be laid in their order; or those that somebody shows; or the last turn.
 * @param {{props: GameProps, shown: Tracked[], laid: Tracked[],
 *   toTop: (id: number) => void}} wants
 */
function Tray({ props, shown, laid, toTop }) {
  const { t, message, name, log } = props;
  /** @type {Position} */
  const view = message.view;
  const effects = printed(view);
  const turn = useMemo(() => turnsOf(log).at(-1), [log]);
  if (laid.length) {
    return html`<div class="tray ordering">
      <small aria-hidden="true">${t("rainbow7.bottom")}</small>
      <${Row} label=${t("rainbow7.order")} more="laid" style=${{ "--n": laid.length }}>
        ${laid.map(({ id, card }, place) => {
          const top = place === laid.length - 1;
          const words = cardWords(t, card, effects);
          return html`<${Card}
            key=${id}
            card=${shown.length ? id : undefined}
            face=${faceOf(card, effects)}
            label=${t(top ? "rainbow7.is_on_top" : "rainbow7.put_on_top", { card: words, number: place + 1 })}
            press=${() => toTop(id)}
            more=${top ? "top" : ""}
          />`;
        })}
      <//>
      <small aria-hidden="true" class="up">${t("rainbow7.on_top")}</small>
      <small class="tray-hint" aria-hidden="true">${t("rainbow7.tap_top")}</small>
    </div>`;
  }
  if (shown.length) {
    const shows =
      view.to_move === message.you
        ? t("rainbow7.shows.you")
        : t("rainbow7.shows", { name: name(view.to_move) });
    return html`<div class="tray" aria-label=${shows}>
      <small>${shows}</small>
      <span class="laid" style=${{ "--n": shown.length }}>
        ${shown.map(
          ({ id, card }) => html`<${Card}
          key=${id}
          card=${id}
          face=${faceOf(card, effects)}
          label=${cardWords(t, card, effects)}
        />
          `,
        )}
      </span>
    </div>`;
  }
  return html`<div class="tray told">
    ${turn && !turn.ended && html`<${TurnLine} props=${props} turn=${turn} />`}
  </div>`;
}

/** In which order effects are offered: clouds, which need an aim, last. */
const OFFERED = ["*downpour", "*shelter", "*sunshine"];

/** @param {string} one @param {string} other */
const byEffect = (one, other) =>
  (OFFERED.indexOf(one) + 1 || 9) - (OFFERED.indexOf(other) + 1 || 9) || (one < other ? -1 : 1);

/**
 * The effects of a seven, to choose from.
 * @param {{props: GameProps}} wants
 */
function Effects({ props }) {
  const { t, message, play, name } = props;
  /** @type {Position} */
  const view = message.view;
  const { legal } = message;
  const effects = legal.filter((text) => /^\*\w/.test(text)).sort(byEffect);
  const clouds = effects.filter((text) => text.startsWith("*cloud:"));
  const plain = effects.filter((text) => !clouds.includes(text));
  return html`<${Row} label=${t("rainbow7.effects")} more="effects">
    ${plain.map((text) => {
      const kind = text.slice(1);
      return html`<button type="button" class="effect" key=${kind} onClick=${() => play(text)}>
        <${Sign} kind=${kind} />
        <span><b>${t(`rainbow7.effect.${kind}`)}</b><small>${t(`rainbow7.what.${kind}`)}</small></span>
      </button>`;
    })}
    ${
      clouds.length > 0 &&
      html`<div class="effect cloud-over" role="group" aria-label=${t("rainbow7.effect.cloud")}>
        <${Sign} kind="cloud" />
        <span><b>${t("rainbow7.effect.cloud")}</b><small>${t("rainbow7.what.cloud")}</small></span>
        <div class="targets">
          ${clouds.map((text) => {
            const seat = Number(text.slice("*cloud:".length));
            const words = t.count("rainbow7.cloud_over", view.tokens[seat], { name: name(seat) });
            return html`<button
              type="button"
              class="button small"
              key=${text}
              aria-label=${words}
              onClick=${() => play(text)}
            >
              <span class="name">${name(seat)}</span>
              <small>${view.tokens[seat]} → ${view.tokens[seat] + 1}</small>
            </button>`;
          })}
        </div>
      </div>`
    }
    ${
      legal.includes("*") &&
      html`<button type="button" class="effect unused" onClick=${() => play("*")}>
        <span><b>${t("rainbow7.effect.none")}</b></span>
      </button>`
    }
  <//>`;
}
