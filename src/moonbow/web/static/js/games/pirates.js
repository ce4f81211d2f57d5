// The table of Rainbow Pirates: the islands of the others, what lies between them, the own island
// and hand. Its parts lie in pirates/.

import { html, useEffect, useMemo, useRef, useState } from "../html.js";
import { useFlip } from "../motion.js";
import { Prompt, Row, classes, others, useKeys } from "../parts.js";
import { Sentence, marked as asCards } from "../sentence.js";
import { inZone, track } from "../track.js";
import { useDrag } from "./pirates/drag.js";
import { useDraft } from "./pirates/draft.js";
import { Tile, cardWords, cardsWords, isBlack } from "./pirates/faces.js";
import { full, kindOfText, listed, textOf } from "./pirates/groups.js";
import { Island } from "./pirates/island.js";
import { Market } from "./pirates/market.js";
import { Other, groupZones } from "./pirates/others.js";
import { BlockButtons, Stage, useQuestion } from "./pirates/stage.js";
import { effectWords } from "./pirates/words.js";

/** @typedef {import("../types.js").GameProps} GameProps */
/** @typedef {import("../types.js").Heard} Heard */
/** @typedef {import("../track.js").Tracked} Tracked */
/** @typedef {import("./pirates/words.js").Position} Position */
/** @typedef {import("./pirates/draft.js").Draft} Draft */
/** @typedef {import("./pirates/groups.js").Held} Held */
/** @typedef {import("./pirates/groups.js").Group} Group */

/** @type {[string, string][]} */
export const keys = [
  ["1–7 0 P", "pirates.keys.cards"],
  ["B", "pirates.keys.black"],
  ["N", "pirates.keys.new"],
  ["Z", "pirates.keys.undo"],
  ["Y", "pirates.keys.tidy"],
  ["Enter", "pirates.keys.enter"],
  ["D F", "pirates.keys.draw"],
  ["A B", "pirates.keys.answer"],
  ["Esc", "pirates.keys.clear"],
];

export const recent = "pirates.recent";
export { speech } from "./pirates/words.js";

/** @type {import("../types.js").GameModule["begins"]} */
export const begins = (view, before) =>
  (view.turn?.player ?? view.to_move) !== (before.turn?.player ?? before.to_move);

/** Where all cards of a view lie. @param {Position} view */
function zones(view) {
  const turn = view.turn?.player ?? view.to_move;
  const hands = view.hands.map((cards, seat) => ({
    zone: `hand:${seat}`,
    cards: listed(cards),
    from: ["draw", `isle:${seat}:`, "faceup", "isle:", "discard"],
  }));
  const islands = view.islands.flatMap((texts, seat) => {
    const names = groupZones(seat, texts);
    return texts.map((text, place) => ({
      zone: names[place],
      cards: textCards(text),
      from: [`hand:${seat}`, `isle:${seat}:`],
    }));
  });
  return [
    ...hands,
    ...islands,
    { zone: "faceup", cards: listed(view.faceup), from: ["draw"] },
    { zone: "discard", cards: listed(view.discard), from: [`hand:${turn}`, "isle:"] },
  ];
}

/** @param {string} text */
const textCards = (text) =>
  kindOfText(text) === "black" ? text.split("+") : text.replace("=", "").split("");

/**
 * The cards where the draft shows them; `me` is whose draft it is.
 * @param {Tracked[]} tracked @param {Group[]} groups @param {Held[]} hand @param {number} me
 */
function asDrafted(tracked, groups, hand, me) {
  const names = groupZones(me, groups.map(textOf));
  const places = new Map(hand.map(({ id }) => [id, `hand:${me}`]));
  groups.forEach(({ cards }, place) => cards.forEach(({ id }) => places.set(id, names[place])));
  return tracked.map((each) => ({ ...each, zone: places.get(each.id) ?? each.zone }));
}

/** @param {GameProps} props */
export function Table(props) {
  const { message, me, mine, live, busy, t, play, say } = props;
  /** @type {Position} */
  const view = message.view;
  const root = useRef(/** @type {HTMLElement|null} */ (null));
  const before = useRef(/** @type {Tracked[]} */ ([]));
  const drafted = useRef(/** @type {{groups: Group[], hand: Held[]}|null} */ (null));
  const tracked = useMemo(() => {
    const { groups, hand } = drafted.current ?? {};
    const lying = groups && hand ? asDrafted(before.current, groups, hand, me) : before.current;
    return (before.current = track(lying, zones(view)));
  }, [view]);

  const own = useMemo(() => {
    const texts = view.islands[me];
    const names = groupZones(me, texts);
    const groups = texts.map((text, place) => ({
      key: names[place],
      cards: inZone(tracked, names[place]).map(({ id, card }) => ({ id, card })),
      wish: /** @type {"set"|"rainbow"} */ (kindOfText(text) === "set" ? "set" : "rainbow"),
    }));
    const hand = inZone(tracked, `hand:${me}`).map(({ id, card }) => ({ id, card }));
    return { base: `${view.hands[me]}|${texts.join(" ")}`, hand, groups, texts };
  }, [tracked]);

  const playing = live && message.you >= 0 && message.phase === "running";
  const step = view.turn?.step ?? "";
  const placing = mine && (step === "" || step === "place");
  const draft = useDraft(props, own, placing);
  drafted.current = { groups: draft.groups, hand: draft.hand };
  const question = useQuestion(props, view);
  const [marked, mark] = useState(/** @type {Set<number>} */ (new Set()));
  const [opened, open] = useState("");
  const wide = useWide(root);
  const moves = playing && !question && !draft.sent;

  const lying = draft.groups.flatMap(({ cards }) => cards);
  const chosen = playing ? [...draft.hand, ...lying].filter(({ id }) => marked.has(id)) : [];
  const shown = useMemo(
    () => asDrafted(tracked, draft.groups, draft.hand, me),
    [tracked, draft.groups, draft.hand, opened, wide, Boolean(question), chosen.length > 0],
  );
  useFlip(root, shown);

  const clear = () => mark(new Set());
  useEffect(clear, [own.base]);
  /** @param {number} id */
  const choose = (id) => {
    const next = new Set(chosen.map((held) => held.id));
    if (!next.delete(id)) next.add(id);
    mark(next);
  };
  /** @param {string} to @param {"low"|"high"} [side] */
  const put = (to, side = "high") => {
    if (!moves || !chosen.length) return;
    draft.move(chosen, to, side);
    clear();
    if (to !== opened) open("");
  };
  useDrag(root, {
    on: moves,
    take(id) {
      if (marked.has(id)) return chosen.map((held) => held.id);
      mark(new Set([id]));
      return [id];
    },
    drop(ids, zone, side) {
      const cards = [...draft.hand, ...lying].filter(({ id }) => ids.includes(id));
      clear();
      const to = zone.startsWith("group:") ? zone.slice(6) : zone;
      const home = draft.groups.find((group) => cards.every((held) => group.cards.includes(held)));
      if (home?.key === to) return;
      if (to === "hand" && cards.every((held) => draft.hand.includes(held))) return;
      draft.move(cards, to, side);
    },
  });

  const changed = draft.state !== "same";
  /** @param {string} from */
  const mayDraw = (from) =>
    live &&
    mine &&
    !changed &&
    !draft.sent &&
    !chosen.length &&
    message.legal.includes(`draw ${from}`);
  /** @param {string} from */
  const draw = (from) => {
    if (mayDraw(from)) play(`draw ${from}`);
    else if (mine && (changed || chosen.length)) say(t("pirates.place_first"));
  };
  const single = chosen.length === 1 && draft.hand.includes(chosen[0]) ? chosen[0].card : "";
  const plays =
    placing && !changed && single
      ? message.legal.filter((action) => action.replace(/@\d$/, "") === `play ${single}`)
      : [];
  const aims = plays.map((action) => Number(action.split("@")[1])).filter((seat) => seat >= 0);
  /** @param {number} seat */
  const aim = (seat) => play(`play ${single}@${seat}`);
  const must = mine && !changed ? (message.must ?? []) : [];
  const tidy = async () => {
    clear();
    if (!(await draft.tidy())) say(t("pirates.nothing_to_tidy"));
  };
  const place = async () => {
    if (await draft.place()) clear();
  };

  useKeys((key) => {
    if (!playing) return false;
    const idle = document.activeElement?.closest("button, a") === null;
    if (question) {
      const block = message.legal.find((action) => action.startsWith("block "));
      const asked = question.step === "block";
      if (key === "Enter" && idle && question.ready) question.send();
      else if (asked && (key === "b" || key === "B")) block && question.answer(block);
      else if (asked && (key === "a" || key === "A")) question.answer("pass");
      else return false;
      return true;
    }
    const kind = key === "0" ? "W" : key.toUpperCase();
    if (/^([1-7]|[WP])$/.test(kind) && key !== "w" && key !== "W")
      mark(oneMore(draft.hand, marked, (card) => card === kind));
    else if (key === "b" || key === "B") mark(oneMore(draft.hand, new Set(), isBlack, marked));
    else if (key === "n" || key === "N") put("new");
    else if (key === "z" || key === "Z") draft.undo();
    else if ((key === "y" || key === "Y") && mine && !draft.sent) tidy();
    else if ((key === "d" || key === "D") && message.legal.includes("done")) {
      if (mine && !changed && !draft.sent) play("done");
    } else if (key === "d" || key === "D") draw("pile");
    else if (key === "f" || key === "F") draw("faceup");
    else if (key === "Enter" && idle && draft.state === "fine") place();
    else if (key === "Enter" && idle && plays.length === 1) play(plays[0]);
    else if (key === "Escape" && chosen.length) clear();
    else if (key === "Escape" && opened) open("");
    else return false;
    return true;
  });

  const watching = message.you < 0 && live;
  const seats = watching ? [me, ...others(view.players, me)] : others(view.players, me);
  const bench = { draft, chosen, live: moves, wide, opened, open, choose, put };
  return html`<div
    class=${classes(
      "pirates",
      question && "asking",
      chosen.length > 0 && "choosing",
      watching && "watching",
    )}
    ref=${root}
  >
    <ul class="others" aria-label=${t("pirates.others")}>
      ${seats.map(
        (seat) =>
          html`<${Other}
            key=${seat}
            props=${props}
            view=${view}
            seat=${seat}
            tracked=${shown}
            aim=${aims.includes(seat) ? aim : null}
            aimed=${single}
          />`,
      )}
    </ul>
    <${Market} props=${props} view=${view} tracked=${shown} draw=${draw} may=${mayDraw} />
    ${
      !watching &&
      (question
        ? html`<${Stage} props=${props} view=${view} question=${question} />`
        : html`<${Island} props=${props} view=${view} bench=${bench} />`)
    }
    ${
      !watching &&
      html`<section class="own-hand" aria-label=${t("pirates.own_hand")}>
        ${
          playing &&
          html`<${Prompt}
            props=${props}
            words=${promptWords(props, view, draft, chosen, single, plays, question)}
          >
            ${
              question
                ? html`<${Answers} props=${props} view=${view} question=${question} />`
                : chosen.length
                  ? html`<${Moves}
                      props=${props}
                      draft=${draft}
                      chosen=${chosen}
                      plays=${plays}
                      put=${put}
                      clear=${clear}
                    />`
                  : changed
                    ? html`<${Placing} props=${props} draft=${draft} place=${place} busy=${busy} />`
                    : html`<${Closing}
                        props=${props}
                        view=${view}
                        must=${must}
                        tidy=${tidy}
                        may=${mayDraw}
                        draw=${draw}
                        tap=${play}
                      />`
            }
          <//>`
        }
        <${Cards}
          props=${props}
          draft=${draft}
          must=${must}
          chosen=${chosen}
          choose=${moves ? choose : null}
        />
      </section>`
    }
  </div>`;
}

/** Whether there is room for every card by itself. @param {{current: HTMLElement|null}} root */
function useWide(root) {
  const [wide, widen] = useState(innerWidth >= 776);
  useEffect(() => {
    const table = root.current;
    if (!table) return;
    const watch = new ResizeObserver(() => widen(table.clientWidth >= 760));
    watch.observe(table);
    return () => watch.disconnect();
  }, []);
  return wide;
}

/**
 * One card more of those that are `wanted`; after the last of them none.
 * @param {Held[]} hand @param {Set<number>} marked @param {(card: string) => boolean} wanted
 * @param {Set<number>} [last]  what was chosen before, if only one may be
 */
function oneMore(hand, marked, wanted, last) {
  const next = new Set(marked);
  const alike = hand.filter(({ card }) => wanted(card)).map(({ id }) => id);
  if (last) {
    const at = alike.findIndex((id) => last.has(id));
    return alike[at + 1] === undefined ? new Set() : new Set([alike[at + 1]]);
  }
  const free = alike.find((id) => !next.has(id));
  if (free !== undefined) next.add(free);
  else alike.forEach((id) => next.delete(id));
  return next;
}

/**
 * What the line above the hand says.
 * @param {GameProps} props @param {Position} view @param {Draft} draft @param {Held[]} chosen
 * @param {string} single @param {string[]} plays
 * @param {import("./pirates/stage.js").Question|null} question
 */
function promptWords({ message, mine, t, name }, view, draft, chosen, single, plays, question) {
  if (question) return question.words;
  if (single && isBlack(single)) {
    const aimed = plays.length > 0 && plays[0].includes("@") ? ` ${t("pirates.aim_at")}` : "";
    const late =
      mine && !plays.length && draft.state !== "same" ? ` ${t("pirates.place_first")}` : "";
    return effectWords(t, single) + aimed + late;
  }
  if (single === "W" || single === "P") return effectWords(t, single);
  if (chosen.length)
    return t("pirates.where_to", {
      cards: asCards(chosen.map(({ card }) => card).join(" ")),
    });
  if (mine && draft.state === "fine") {
    const goesOut = view.turn?.step !== "place" && !draft.hand.length && full(draft.groups) >= 2;
    return t(goesOut ? "pirates.goes_out" : "pirates.ready_to_place");
  }
  if (mine && draft.state === "wrong")
    return draft.bad.size ? t.count("pirates.bad_groups", draft.bad.size) : draft.words;
  if (mine && view.turn?.step === "place") {
    const out = view.went_out ?? -1;
    const first = out >= 0 ? `${t("pirates.out_first", { name: name(out) })} ` : "";
    return first + t("pirates.last_placing");
  }
  if (mine && (message.must ?? []).length) return t("pirates.must");
  if (mine && message.legal.some((action) => action.startsWith("draw "))) return t("pirates.turn");
  return undefined;
}

/** What may be done with the chosen cards. @param {{props: GameProps, draft: Draft, chosen: Held[],
 *   plays: string[], put: (to: string) => void, clear: () => void}} wants */
function Moves({ props, draft, chosen, plays, put, clear }) {
  const { t, name, play } = props;
  const fromIsland = chosen.some((held) => !draft.hand.includes(held));
  return html`<button
    type="button"
    class="button quiet"
    onClick=${clear}
  >
    ${t("pirates.clear")}
  </button>
    ${
      fromIsland &&
      html`<button
        type="button"
        class="button"
        onClick=${() => put("hand")}
      >
        ${t("pirates.to_hand")}
      </button>`
    }
    ${
      plays.length === 0 &&
      html`<button
        type="button"
        class="button"
        onClick=${() => put("new")}
      >
        ${t("pirates.new_group")}
      </button>`
    }
    ${plays.map((action) => {
      const seat = action.split("@")[1];
      return html`<button
        type="button"
        key=${action}
        class="button action primary"
        onClick=${() => play(action)}
      >
        ${
          seat === undefined
            ? t("pirates.play")
            : t("pirates.play_at", { name: name(Number(seat)) })
        }
      </button>`;
    })}`;
}

/** @param {{props: GameProps, draft: Draft, place: () => void, busy: boolean}} wants */
function Placing({ props, draft, place, busy }) {
  const { t } = props;
  const ready = draft.state === "fine" && !draft.sent && !busy;
  const states = { asking: "pirates.asking", wrong: "pirates.not_fine" };
  const words = states[/** @type {"asking"|"wrong"} */ (draft.state)] ?? "pirates.place";
  return html`<button
      type="button"
      class="button quiet"
      disabled=${!draft.undoable || draft.sent}
      onClick=${draft.undo}
    >
      ${t("pirates.undo")}
    </button>
    <button type="button" class="button quiet" disabled=${draft.sent} onClick=${draft.reset}>
      ${t("pirates.reset")}
    </button>
    <button
      type="button"
      class=${classes("button action", ready && "primary")}
      disabled=${!ready}
      onClick=${place}
    >
      ${t(words)}
    </button>`;
}

/**
 * The draw that closes the turn; before it, what must be placed.
 * @param {{props: GameProps, view: Position, must: string[], tidy: () => void,
 *   may: (from: string) => boolean, draw: (from: string) => void,
 *   tap: (action: string) => void}} wants
 */
function Closing({ props, view, must, tidy, may, draw, tap }) {
  const { t, mine, message } = props;
  if (!mine) return null;
  if (message.legal.includes("done")) {
    const more = message.legal.some((text) => /^(lay|add) /.test(text));
    return html`${
      more &&
      html`<button type="button" class="button" onClick=${tidy}>
        ${t("pirates.tidy")}
      </button>`
    }
      <button type="button" class="button action primary" onClick=${() => tap("done")}>
        ${t("pirates.done")}
      </button>`;
  }
  const cards = listed(view.faceup);
  const stuck = must.length > 0;
  return html`${
    stuck &&
    html`<button
      type="button"
      class="button action primary"
      onClick=${tidy}
    >
      ${t("pirates.tidy")}
    </button>`
  }
    <button
      type="button"
      class=${classes("button draw-button", !stuck && "action")}
      disabled=${!may("pile")}
      onClick=${() => draw("pile")}
    >
      ${t("pirates.draw.pile")}
      ${
        stuck &&
        html`<span
        class="unseen"
      >
        ${t("pirates.must_first", { cards: cardsWords(t, must) })}
      </span>`
      }
    </button>
    <button
      type="button"
      class=${classes("button draw-button", !stuck && "action")}
      disabled=${!may("faceup")}
      onClick=${() => draw("faceup")}
    >
      <span
        class=${classes(cards.length > 0 && "unseen")}
      >
        ${t("pirates.draw.faceup")}${cards.map((card) => ` ${cardWords(t, card)}`)}
      </span>
      ${
        cards.length > 0 &&
        html`<span aria-hidden="true">${t("pirates.take")}</span>
          <span class="minis" aria-hidden="true">
            ${cards.map(
              (card, place) =>
                html`<${Tile}
                  key=${place}
                  t=${t}
                  kind=${card}
                  small=${true}
                  hidden=${true}
                  more="mini"
                />
                  `,
            )}
          </span>`
      }
    </button>`;
}

/**
 * The buttons of a question.
 * @param {{props: GameProps, view: Position,
 *   question: import("./pirates/stage.js").Question}} wants
 */
function Answers({ props, view, question }) {
  const { t } = props;
  if (question.step === "block")
    return html`<${BlockButtons} props=${props} view=${view} question=${question} />`;
  return html`${
    question.undo &&
    html`<button
      type="button"
      class="button quiet"
      onClick=${question.undo}
    >
      ${t("pirates.undo")}
    </button>`
  }
    <button
      type="button"
      class=${classes("button action", question.ready && "primary")}
      disabled=${!question.ready}
      onClick=${question.send}
    >
      ${question.button}
    </button>`;
}

/**
 * The hand, what must be placed marked.
 * @param {{props: GameProps, draft: Draft, must: string[], chosen: Held[],
 *   choose: ((id: number) => void)|null}} wants
 */
function Cards({ props, draft, must, chosen, choose }) {
  const { t, message } = props;
  const { hand } = draft;
  const due = new Set(must);
  const whose = t(message.you < 0 ? "pirates.hand" : "pirates.own_hand");
  if (!hand.length) {
    return html`<p class="bare hand-bare" data-drop="hand">${t("pirates.hand_empty")}</p>`;
  }
  return html`<div class="hand-drop" data-drop="hand">
    <${Row}
      label=${`${whose}, ${t.count("pirates.cards", hand.length)}`}
      more=${classes("cards-row", hand.length > 14 && "many", hand.length > 21 && "most")}
    >
      ${hand.map(({ id, card }) => {
        const wanted = due.has(card);
        return html`<span class=${classes("held", wanted && "must")} key=${id}>
          <${Tile}
            t=${t}
            kind=${card}
            card=${id}
            label=${cardWords(t, card) + (wanted ? `, ${t("pirates.state.must")}` : "")}
            chosen=${chosen.some((held) => held.id === id)}
            press=${choose ? () => choose(id) : undefined}
          />
          ${wanted && html`<i class="must-sign" aria-hidden="true">!</i>`}
        </span>`;
      })}
    <//>
  </div>`;
}

// The last turn

/** What began a turn or went on with it. */
const OWN_DEEDS = ["lays", "adds", "adds low", "lifts", "plays", "takes face-up", "draws"];

/** The turn that is going on and the one before it, in sentences. @param {GameProps} props */
export function Recent({ log, lines, t, speech }) {
  /** @type {number[]} */
  const begins = [];
  let player = -1;
  for (const heard of log) {
    if (!OWN_DEEDS.includes(heard.kind) || heard.player === player) continue;
    player = heard.player;
    begins.push(heard.number);
  }
  const from = begins[Math.max(0, begins.length - 2)];
  if (from === undefined) return html`<p class="quiet">${t("pirates.recent_none")}</p>`;
  return html`<ol class="log recent-turns">
    ${lines
      .filter((line) => line.number >= from)
      .map(
        (line, place) => html`<li
        key=${place}
        class=${classes(line.own && "own", begins.includes(line.number) && "begins")}
      >
        <${Sentence} words=${line.words} t=${t} speech=${speech} />
      </li>`,
      )}
  </ol>`;
}
