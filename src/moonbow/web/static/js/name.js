// A person's name, asked once.

import { html, useState } from "./html.js";
import { ask } from "./server.js";

/**
 * `before` is the name so far, which can be kept.
 * @param {{t: import("./text.js").Translate, done: (name: string) => void, before?: string}} wants
 */
export function NameForm({ t, done, before }) {
  const [wrong, refuse] = useState("");
  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const name = String(new FormData(form).get("name")).trim();
    if (!name) return;
    try {
      await ask("/api/name", { name });
      done(name);
    } catch (refused) {
      refuse(/** @type {Error} */ (refused).message || t("failed"));
    }
  };
  return html`<form class="name-form" onSubmit=${submit}>
    <label for="name">${t("name.label")}</label>
    <div class="in-line">
      <input
        id="name"
        name="name"
        maxlength="40"
        autocomplete="nickname"
        required
        autofocus
        placeholder=${t("name.example")}
        defaultValue=${before}
      />
      <button class="button primary">${t("name.done")}</button>
    </div>
    ${wrong && html`<p class="wrong" role="alert">${wrong}</p>`}
  </form>`;
}
