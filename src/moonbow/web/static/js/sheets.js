// The dialogs of the table: menu, keys, the last trick.

import { html } from "./html.js";
import { Sheet } from "./parts.js";
import { nextTheme, setLanguage, theme } from "./page.js";

/** @typedef {import("./types.js").GameProps} GameProps */
/** @typedef {import("./text.js").Translate} Translate */

/**
 * @param {{props: GameProps, game: string, close: () => void, keys: () => void,
 *   takeBack: () => void}} wants
 */
export function Menu({ props, game, close, keys, takeBack }) {
  const { message, t, send } = props;
  const seated = message.you >= 0;
  /** @param {() => void} act */
  const then = (act) => () => {
    close();
    act();
  };
  return html`<${Sheet} title=${t("menu")} close=${close} t=${t} more="menu">
    <ul class="menu-list">
      ${
        message.can_take_back &&
        html`<li><button
          type="button"
          onClick=${then(takeBack)}
        >
          ${t("table.take_back")}
        </button></li>`
      }
      <li><a href=${`/rules/${game}`} target="_blank" rel="noopener">${t("menu.rules")}</a></li>
      <li><button type="button" onClick=${keys}>${t("menu.keys")}</button></li>
      <li><button type="button" onClick=${then(nextTheme)}>${t(`theme.${theme()}`)}</button></li>
      <li><button
        type="button"
        onClick=${() => setLanguage(t.language === "de" ? "en" : "de")}
      >
        ${t("language.other")}
      </button></li>
      <li><a href="/device">${t("menu.device")}</a></li>
      ${
        seated &&
        message.phase === "seating" &&
        html`<li><button
          type="button"
          onClick=${then(() => send("leave"))}
        >
          ${t("seat.leave")}
        </button></li>`
      }
      <li><a href="/">${t("menu.home")}</a></li>
    </ul>
    ${
      message.commitment &&
      html`<details class="small-print">
      <summary>${t("fair.title")}</summary>
      <p>${t("fair.kept")}</p>
      <code class="hash">${message.commitment}</code>
    </details>`
    }
  <//>`;
}

/** @param {{keys: [string, string][], t: Translate, close: () => void}} wants */
export function KeysSheet({ keys, t, close }) {
  return html`<${Sheet} title=${t("menu.keys")} close=${close} t=${t}>
    <dl class="keys">
      ${keys.map(([key, text]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${t(text)}</dd></div>`)}
    </dl>
  <//>`;
}

/** @param {{module: import("./types.js").GameModule, props: GameProps, close: () => void}} wants */
export function RecentSheet({ module, props, close }) {
  return html`<${Sheet}
    title=${props.t(module.recent ?? "table.recent")}
    close=${close}
    t=${props.t}
  >
    <${module.Recent} ...${props} />
  <//>`;
}
