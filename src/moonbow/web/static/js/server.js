// Requests to the server that are no moves.

/** What the server refused, in its own words. */
export class Refused extends Error {
  /** @param {string} code @param {string} words @param {string} [detail]  where it is wrong */
  constructor(code, words, detail = "") {
    super(words);
    this.code = code;
    this.detail = detail;
  }
}

/**
 * @param {string} address
 * @param {unknown} [body]  what to send; without it the address is only read
 * @returns {Promise<any>}
 */
export async function ask(address, body) {
  const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  const answer = await fetch(address, { ...sent, headers });
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) {
    throw new Refused(told.code ?? String(answer.status), told.words ?? "", told.detail);
  }
  return told;
}

/** @param {string} address @returns {Promise<string>} */
export async function askText(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Refused(String(answer.status), answer.statusText);
  return answer.text();
}
