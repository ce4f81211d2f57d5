// The texts of the pages, from the catalog of the page's language.

/**
 * A text with its names filled in. `t.count` picks "key.one" or "key.many" and fills in {number};
 * `t.has` tells whether there is such a text.
 * @typedef {((key: string, fields?: Record<string, unknown>) => string) & {
 *   count: (key: string, number: number, fields?: Record<string, unknown>) => string,
 *   has: (key: string) => boolean, language: string}} Translate
 */

/**
 * @param {Record<string, string>} catalog
 * @param {string} language
 * @returns {Translate}
 */
export function translator(catalog, language) {
  /** @param {string} key @param {Record<string, unknown>} [fields] */
  const t = (key, fields = {}) =>
    (catalog[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) =>
      name in fields ? String(fields[name]) : whole,
    );
  return Object.assign(t, {
    /** @param {string} key @param {number} number @param {Record<string, unknown>} [fields] */
    count: (key, number, fields = {}) =>
      t(`${key}.${number === 1 ? "one" : "many"}`, { number, ...fields }),
    /** @param {string} key */
    has: (key) => key in catalog,
    language,
  });
}

/** The language of the page. */
export function pageLanguage() {
  return document.documentElement.lang === "de" ? "de" : "en";
}

/** @returns {Promise<Translate>} */
export async function loadTexts() {
  const language = pageLanguage();
  const answer = await fetch(`/catalog/${language}.json`);
  return translator(await answer.json(), language);
}
