// The shell around the table of every game: bar, seats before the start, log, rules, result.

import { useCoach } from "./coach.js";
import { Ending } from "./ending.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "./html.js";
import { classes, useKeys } from "./parts.js";
import { Panel } from "./panel.js";
import { Opening, Seating } from "./seating.js";
import { spoken } from "./sentence.js";
import { KeysSheet, Menu, RecentSheet } from "./sheets.js";
import { useStore } from "./store.js";

/** @typedef {import("./types.js").TableMessage} TableMessage */
/** @typedef {import("./types.js").GameModule} GameModule */
/** @typedef {import("./types.js").GameProps} GameProps */
/** @typedef {import("./text.js").Translate} Translate */

/** Keys of the shell, with the keys of their texts. @type {[string, string][]} */
export const SHELL_KEYS = [
  ["?", "keys.help"],
  ["W", "keys.may"],
  ["L", "keys.log"],
  ["T", "keys.recent"],
  ["U", "keys.take_back"],
  ["H", "keys.hint"],
  ["M", "keys.menu"],
  ["← →", "keys.arrows"],
];

/**
 * @param {object} wants
 * @param {import("./store.js").Store<import("./table.js").TableState>} wants.store
 * @param {GameModule} wants.module
 * @param {Translate} wants.t
 * @param {string} wants.id
 * @param {string} wants.game
 * @param {string} wants.person
 * @param {GameProps["send"]} wants.send
 * @param {GameProps["play"]} wants.play
 * @param {GameProps["say"]} wants.say
 */
export function Shell({ store, module, t, id, game, person, send, play, say }) {
  const { message, log, lines, connection, busy, pending, notice, closed } =
    useStore(store);
  const [panel, showPanel] = useState(/** @type {""|"log"|"rules"} */ (""));
  const [clauses, showClauses] = useState(/** @type {string[]} */ ([]));
  const [sheet, showSheet] = useState(/** @type {""|"menu"|"keys"|"recent"} */ (""));
  const mine = Boolean(
    message &&
    message.phase === "running" &&
    message.you >= 0 &&
    message.waiting_for.includes(message.you),
  );
  useTitle(message, mine, t);
  const felt = useSettling(mine ? message?.decision : undefined);
  const coach = useCoach(message, mine, send, say);

  /** @param {...string} wanted */
  const explain = (...wanted) => {
    showClauses(wanted);
    showPanel("rules");
  };
  /** @param {"log"|"rules"} which */
  const toggle = (which) => {
    showClauses([]);
    showPanel(panel === which ? "" : which);
  };
  const takeBack = () =>
    message?.can_take_back && send("take_back", { decision: message.decision });

  useKeys((key) => {
    if (key === "?") showSheet("keys");
    else if (key === "l" || key === "L") toggle("log");
    else if (key === "w" || key === "W") toggle("rules");
    else if ((key === "t" || key === "T") && module.Recent) showSheet("recent");
    else if (key === "u" || key === "U") takeBack();
    else if (key === "h" || key === "H") coach.ask();
    else if (key === "m" || key === "M") showSheet("menu");
    else if (key === "Escape" && coach.advice) coach.close();
    else if (key === "Escape" && panel) showPanel("");
    else return false;
    return true;
  });

  if (closed !== null) {
    return html`<main
      class="calm"
    >
      <p>${closed}</p><a class="button" href="/">${t("home")}</a></main>`;
  }
  if (!message)
    return html`<main class="calm" aria-busy="true">
      <p>${t("table.opening")}</p>
    </main>`;

  const me = Math.max(0, message.you);
  /** @type {GameProps} */
  const props = {
    message,
    log,
    lines,
    me,
    mine: mine && !busy,
    live: true,
    busy,
    t,
    speech: module.speech,
    name: (seat) => (seat === message.you ? t("you") : (message.seats[seat]?.name ?? "")),
    play,
    send,
    say,
    coach,
    explain,
  };
  const playing = message.view && message.phase !== "seating" && message.phase !== "opening";

  return html`<div class=${classes(
    "shell",
    panel && "with-panel",
    mine && "my-turn",
    pending > 0 && "pending",
  )}>
    <${Bar}
      props=${props}
      game=${game}
      connection=${connection}
      panel=${panel}
      toggle=${toggle}
      openMenu=${() => showSheet("menu")}
      openRecent=${module.Recent && playing ? () => showSheet("recent") : null}
      recent=${module.recent ?? "table.recent"}
    />
    <main ref=${felt} class=${classes("felt", `felt-${game}`)} aria-label=${t(`game.${game}`)}>
      ${
        message.phase === "seating" &&
        html`<${Seating} props=${props} id=${id} game=${game} person=${person} />`
      }
      ${message.phase === "opening" && html`<${Opening} props=${props} />`}
      ${playing && html`<${Away} props=${props} />`}
      ${playing && html`<${InShort} props=${props} game=${game} />`}
      ${playing && html`<${module.Table} ...${props} />`}
      ${playing && html`<${Watching} props=${props} />`}
      ${
        !message.view &&
        (message.phase === "running" || message.phase === "over") &&
        html`<div class="calm">
          <p>${t(`table.no_view.${message.settings.spectators === "off" ? "off" : "after"}`)}</p>
          <a class="button" href="/">${t("home")}</a>
        </div>`
      }
      ${message.phase === "closed" && html`<p class="calm">${message.now || t("table.closed")}</p>`}
      ${message.phase === "over" && html`<${Ending} props=${props} id=${id} />`}
    </main>
    <${Panel}
      show=${panel}
      choose=${showPanel}
      props=${props}
      game=${game}
      clauses=${clauses}
    />
    <${Spoken} props=${props} mine=${mine} />
    <${Notice} notice=${notice} />
    ${
      sheet === "menu" &&
      html`<${Menu}
      props=${props}
      game=${game}
      close=${() => showSheet("")}
      keys=${() => showSheet("keys")}
      takeBack=${takeBack}
    />`
    }
    ${
      sheet === "keys" &&
      html`<${KeysSheet}
        keys=${[...(module.keys ?? []), ...SHELL_KEYS]}
        t=${t}
        close=${() => showSheet("")}
      />
        `
    }
    ${
      sheet === "recent" &&
      module.Recent &&
      html`<${RecentSheet} module=${module} props=${props} close=${() => showSheet("")} />`
    }
  </div>`;
}

/**
 * The bar at the top.
 * @param {{props: GameProps, game: string, connection: string, panel: string,
 *   toggle: (which: "log"|"rules") => void, openMenu: () => void, openRecent: (() => void)|null,
 *   recent: string}} wants
 */
function Bar({ props, game, connection, panel, toggle, openMenu, openRecent, recent }) {
  const { t, message } = props;
  const running = message.phase === "running" || message.phase === "over";
  return html`<header class="bar">
    <button
      type="button"
      class="round"
      aria-label=${t("menu")}
      aria-haspopup="dialog"
      onClick=${openMenu}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 7h16M4 12h16M4 17h16" /></svg>
    </button>
    <h1 class="bar-title">${t(`game.${game}`)}</h1>
    ${
      connection !== "open" &&
      html`<p
        class="connection"
        role="status"
      >
        <i aria-hidden="true"></i>${t(`connection.${connection}`)}</p>`
    }
    <div class="bar-buttons">
      ${
        openRecent &&
        html`<button type="button" class="plain" aria-haspopup="dialog" onClick=${openRecent}>
        <svg
          viewBox="0 0 24 24"
          aria-hidden="true"
        >
          <path d="M4.5 12a7.5 7.5 0 1 0 2.3-5.4M4.5 4v4h4M12 8v4l2.5 2" /></svg>
        <span>${t(recent)}</span>
      </button>`
      }
      ${
        running &&
        html`<button
          type="button"
          class="plain"
          aria-expanded=${panel === "rules"}
          aria-controls="panel"
          onClick=${() => toggle("rules")}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5v.2" />
            <circle cx="12" cy="12" r="9" />
          </svg>
          <span>${t(message.you < 0 ? "table.rules" : "table.may")}</span>
        </button>
        <button
          type="button"
          class="plain"
          aria-expanded=${panel === "log"}
          aria-controls="panel"
          onClick=${() => toggle("log")}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 6h14M5 12h14M5 18h9" /></svg>
          <span>${t("table.log")}</span>
        </button>`
      }
    </div>
  </header>`;
}

/** Decisions of one's own after which nobody needs that any more. */
const LEARNT = 6;

/**
 * The game in a sentence or two, in a browser that has not seen it played yet.
 * @param {{props: GameProps, game: string}} wants
 */
function InShort({ props, game }) {
  const { message, log, t } = props;
  const place = `moonbow.hint.${game}`;
  const [seen, see] = useState(localStorage.getItem(place) === "seen");
  const done = () => {
    localStorage.setItem(place, "seen");
    see(true);
  };
  const mine = log.filter(({ player }) => player === message.you);
  const own = new Set(mine.map(({ number }) => number));
  useEffect(() => {
    if (!seen && own.size >= LEARNT) done();
  }, [own.size]);
  if (seen || message.you < 0 || message.phase !== "running") return null;
  return html`<aside class="hint">
    <p>${t(`hint.${game}`)}</p>
    <button type="button" class="round" aria-label=${t("close")} onClick=${done}>✕</button>
  </aside>`;
}

/** Says that you are watching, and who is to decide. @param {{props: GameProps}} wants */
function Watching({ props }) {
  const { message, t } = props;
  if (message.you >= 0 || message.phase !== "running") return null;
  return html`<p class="watching-line">
    <svg class="kind" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M2.5 12c4-7 15-7 19 0c-4 7-15 7-19 0zM12 9a3 3 0 1 0 0 6a3 3 0 1 0 0-6z" />
    </svg>
    <span>${t("table.watching")} ${message.now}</span>
  </p>`;
}

/** Says that a bot plays for you, and how you come back. @param {{props: GameProps}} wants */
function Away({ props }) {
  const { message, t, send } = props;
  if (message.you < 0 || !message.seats[message.you]?.taken_over) return null;
  return html`<div class="banner" role="status">
    <span>${t("table.taken_over")}</span>
    <button
      type="button"
      class="button small"
      onClick=${() => send("return")}
    >
      ${t("table.return")}
    </button>
  </div>`;
}

/**
 * What has just happened and what is asked, for those who hear the page.
 * @param {{props: GameProps, mine: boolean}} wants
 */
function Spoken({ props, mine }) {
  const { message, t, speech } = props;
  const words = [...message.told, ...(mine ? [message.now] : [])].join(" ");
  return html`<div class="unseen" role="log" aria-live="polite" aria-atomic="false">
    <p key=${`${message.version}`}>${spoken(words, t, speech)}</p>
  </div>`;
}

/**
 * A short word that goes away by itself.
 * @param {{notice: {words: string, number: number}|null}} wants
 */
function Notice({ notice }) {
  const [gone, go] = useState(0);
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => go(notice.number), 6000);
    return () => clearTimeout(timer);
  }, [notice]);
  const shown = notice && notice.number !== gone;
  return html`<div class="notice-place" role="status" aria-live="assertive">
    ${
      shown &&
      html`<button
        type="button"
        class="notice"
        key=${notice.number}
        onClick=${() => go(notice.number)}
      >
      ${notice.words}
    </button>`
    }
  </div>`;
}

/** Milliseconds in which a new question takes no tap. */
const SETTLING = 350;

/**
 * A tap that was meant for what was asked before does not answer the next question: its buttons,
 * which come under the finger, take none for a moment.
 * @param {number|undefined} asked  the decision that is asked for
 */
function useSettling(asked) {
  const felt = useRef(/** @type {HTMLElement|null} */ (null));
  useLayoutEffect(() => {
    const { current } = felt;
    if (asked === undefined || !current) return;
    current.dataset.settling = "";
    const timer = setTimeout(() => delete current.dataset.settling, SETTLING);
    return () => clearTimeout(timer);
  }, [asked]);
  return felt;
}

/**
 * The title of the tab says whose decision it is.
 * @param {TableMessage|null} message
 * @param {boolean} mine
 * @param {Translate} t
 */
function useTitle(message, mine, t) {
  useEffect(() => {
    if (!message) return;
    const game = t(`game.${message.game}`);
    const mover = message.seats[message.to_move]?.name;
    const said = mine
      ? `● ${t("title.yours")}`
      : message.phase === "running" && mover
        ? t("title.theirs", { name: mover })
        : t(`title.${message.phase}`);
    document.title = `${said} · ${game}`;
    const icon = /** @type {HTMLLinkElement|null} */ (document.querySelector("link[rel=icon]"));
    if (icon?.dataset.turn && icon.dataset.rest)
      icon.href = mine ? icon.dataset.turn : icon.dataset.rest;
  }, [message, mine]);
}
