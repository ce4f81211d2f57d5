// The panel beside the table: the log, and the rules with what you may do now.

import { html, useEffect, useRef, useState } from "./html.js";
import { classes } from "./parts.js";
import { Sentence } from "./sentence.js";
import { askText } from "./server.js";

/** @typedef {import("./types.js").GameProps} GameProps */

/**
 * @param {{show: ""|"log"|"rules", choose: (which: ""|"log"|"rules") => void, props: GameProps,
 *   game: string, clauses: string[]}} wants
 */
export function Panel({ show, choose, props, game, clauses }) {
  const { message, t } = props;
  const may = message.you < 0 ? "table.rules" : "table.may";
  const head = useRef(/** @type {HTMLElement|null} */ (null));
  const opener = useRef(/** @type {HTMLElement|null} */ (null));
  useEffect(() => {
    if (show) {
      opener.current ??= /** @type {HTMLElement|null} */ (document.activeElement);
      head.current?.focus({ preventScroll: true });
    } else if (opener.current) {
      opener.current.focus();
      opener.current = null;
    }
  }, [show]);
  return html`<aside
    id="panel"
    class=${classes("panel", show && "open")}
    hidden=${!show}
    aria-label=${t("panel")}
  >
    ${
      show &&
      html`<header class="panel-head">
        <h2
          ref=${head}
          tabindex="-1"
          class="unseen"
        >
          ${t(show === "log" ? "table.log" : may)}
        </h2>
        <div class="tabs">
          ${["rules", "log"].map(
            (which) => html`<button
              type="button"
              class="tab"
              aria-pressed=${show === which}
              onClick=${() => choose(/** @type {"log"|"rules"} */ (which))}
            >
              ${t(which === "log" ? "table.log" : may)}
            </button>`,
          )}
        </div>
        <button
          type="button"
          class="round"
          aria-label=${t("close")}
          onClick=${() => choose("")}
        >
          ✕
        </button>
      </header>
      ${
        show === "log"
          ? html`<${Log}
        props=${props}
      />
        `
          : html`<${Rules} props=${props} game=${game} clauses=${clauses} />`
      }`
    }
  </aside>`;
}

/** All that was heard, the newest at the end. @param {{props: GameProps}} wants */
function Log({ props }) {
  const { lines, t, speech } = props;
  const box = useRef(/** @type {HTMLElement|null} */ (null));
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [lines]);
  return html`<ol class="log panel-body" ref=${box} tabindex="0" aria-label=${t("table.log")}>
    ${lines.map(
      ({ words, own, kind }, place) =>
        html`<li
          key=${place}
          class=${classes(own && "own", kind && `kind-${kind.replace(/ /g, "-")}`)}
        >
          <${Sentence} words=${words} t=${t} speech=${speech} />
        </li>`,
    )}
    ${lines.length === 0 && html`<li class="quiet">${t("log.empty")}</li>`}
  </ol>`;
}

/** @type {Map<string, Promise<string>>} */
const pages = new Map();

/** The rules of a game as HTML, read once. @param {string} game */
function rulesOf(game) {
  const page = pages.get(game) ?? askText(`/rules/${game}?fragment=1`);
  pages.set(game, page);
  page.catch(() => pages.delete(game));
  return page;
}

/**
 * What is asked now, the game in short, the clauses that say what is asked, and below them all
 * rules. Clauses that were asked for come first.
 * @param {{props: GameProps, game: string, clauses: string[]}} wants
 */
function Rules({ props, game, clauses }) {
  const { message, t, speech } = props;
  const [page, setPage] = useState("");
  const [failed, fail] = useState(false);
  const whole = useRef(/** @type {HTMLDetailsElement|null} */ (null));
  useEffect(() => {
    rulesOf(game).then(setPage, () => fail(true));
  }, [game]);
  const shown = clauses.length ? clauses : message.clauses;
  const texts = page ? clauseTexts(page, shown) : new Map();
  return html`<div class="panel-body rules">
    <p class="now"><${Sentence} words=${message.now} t=${t} speech=${speech} /></p>
    ${!clauses.length && html`<${Short} props=${props} game=${game} />`}
    ${shown.map(
      (id) => html`<section class="clause" key=${id} aria-label=${id}>
        <h3>${id}</h3>
        ${
          texts.has(id) &&
          html`<div
          class="clause-text"
          dangerouslySetInnerHTML=${{ __html: texts.get(id) }}
        />
          `
        }
        <a href=${`#${id}`} onClick=${(/** @type {Event} */ event) => {
          event.preventDefault();
          if (whole.current) whole.current.open = true;
          whole.current
            ?.querySelector(`#${CSS.escape(id)}`)
            ?.scrollIntoView({ block: "start", behavior: "smooth" });
        }}>${t("rules.in_place")}</a>
      </section>`,
    )}
    ${clauses.length > 0 && html`<${Short} props=${props} game=${game} />`}
    ${failed && html`<p>${t("rules.failed")}</p>`}
    ${
      page &&
      html`<details class="whole" ref=${whole}>
      <summary>${t("rules.all")}</summary>
      <div class="prose" dangerouslySetInnerHTML=${{ __html: page }} />
    </details>`
    }
  </div>`;
}

/** The game on half a screen. @param {{props: GameProps, game: string}} wants */
function Short({ props, game }) {
  const { message, t } = props;
  const parts = ["goal", "turn", "round", "points", "end"].filter((part) =>
    t.has(`short.${game}.${part}`),
  );
  /** @param {string} part */
  const words = (part) => {
    const key = `short.${game}.${part}`;
    const two = message.seats.length === 2 && t.has(`${key}.2`);
    return t(two ? `${key}.2` : key, message.view?.options);
  };
  return html`<section class="short">
    <h3>${t("short")}</h3>
    <dl>
      ${parts.map(
        (part) => html`<div key=${part}>
          <dt>${t(`short.${part}`)}</dt>
          <dd>${words(part)}</dd>
        </div>`,
      )}
    </dl>
  </section>`;
}

/**
 * The HTML of single clauses, without what marks them in the page.
 * @param {string} page @param {string[]} ids
 */
function clauseTexts(page, ids) {
  const parsed = new DOMParser().parseFromString(page, "text/html");
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const id of ids) {
    const place = parsed.getElementById(id)?.closest("li, p, section, div");
    if (!place) continue;
    const copy = /** @type {Element} */ (place.cloneNode(true));
    copy.removeAttribute("id");
    copy.querySelectorAll("[id]").forEach((each) => each.removeAttribute("id"));
    const mark = copy.querySelector("strong, b");
    if (mark?.textContent?.includes(id)) mark.remove();
    found.set(id, copy.innerHTML);
  }
  return found;
}
