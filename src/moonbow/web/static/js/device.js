// A link that lets another device go on as the same person.

import { html, render } from "./html.js";
import { ask } from "./server.js";
import { loadTexts } from "./text.js";

const place = /** @type {HTMLElement} */ (document.getElementById("device"));

const token = location.hash.slice(1);

/** This device goes on as the person whose link it was. */
async function claim() {
  history.replaceState(null, "", location.pathname);
  try {
    await ask("/api/device/claim", { token });
    location.assign("/");
  } catch (refused) {
    const { message } = /** @type {Error} */ (refused);
    render(html`<p class="wrong" role="alert">${message}</p>`, place);
  }
}

async function make() {
  const [t, { link, qr }] = await Promise.all([loadTexts(), ask("/api/device", {})]);
  place.replaceChildren();
  const picture = { __html: qr };
  const select = (/** @type {any} */ event) => event.target.select();
  render(
    html`<div class="in-rows">
      <div class="qr" role="img" aria-label=${t("device.qr")} dangerouslySetInnerHTML=${picture} />
      <label>${t("device.link")}<br /><input readonly value=${link} onFocus=${select} /></label>
    </div>`,
    place,
  );
}

if (token) claim();
document.getElementById("device-make")?.addEventListener("click", () => {
  make().catch((refused) => place.append(refused.message));
});
