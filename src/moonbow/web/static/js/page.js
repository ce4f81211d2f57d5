// What every page has: the switches for light and language.

import { ask } from "./server.js";

const THEMES = ["auto", "dark", "light"];

/** The theme that is set: "auto" follows the system. */
export const theme = () => document.documentElement.dataset.theme ?? "auto";

export function nextTheme() {
  const next = THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length];
  localStorage.setItem("moonbow.theme", next);
  document.documentElement.dataset.theme = next;
  showTheme();
}

/** @param {string} language */
export async function setLanguage(language) {
  await ask("/api/language", { language });
  location.reload();
}

/** The switch shows the theme that is set. */
function showTheme() {
  for (const each of document.querySelectorAll("[data-themes]")) {
    const button = /** @type {HTMLElement} */ (each);
    const names = JSON.parse(button.dataset.themes ?? "{}");
    button.setAttribute("aria-label", names[theme()]);
    button.title = names[theme()];
  }
}

for (const button of document.querySelectorAll("[data-themes]")) {
  button.addEventListener("click", nextTheme);
}
for (const button of document.querySelectorAll("[data-language]")) {
  const language = /** @type {HTMLElement} */ (button).dataset.language ?? "en";
  button.addEventListener("click", () => setLanguage(language));
}
showTheme();
