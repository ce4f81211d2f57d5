// This player's part in the shuffling, and the check that nobody changed the cards
// (docs/formats.md, "Fairness").

import { sha256 } from "../vendor/sha256.module.js";

/**
 * JSON with sorted keys, no blanks and only ASCII characters.
 * @param {any} value
 * @returns {string}
 */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value && typeof value === "object") {
    const keys = Object.keys(value).sort();
    return `{${keys.map((key) => `${canonical(key)}:${canonical(value[key])}`).join(",")}}`;
  }
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** @param {any} value */
export const commit = (value) => sha256(canonical(value));

/** @param {string} table @param {string} what */
const place = (table, what) => `moonbow.${what}.${table}`;

/** This player's 32 bytes for a table, drawn when first asked for. @param {string} table */
export function ownBytes(table) {
  const kept = localStorage.getItem(place(table, "bytes"));
  if (kept) return kept;
  const drawn = crypto.getRandomValues(new Uint8Array(32));
  const bytes = Array.from(drawn, (byte) => byte.toString(16).padStart(2, "0")).join("");
  localStorage.setItem(place(table, "bytes"), bytes);
  return bytes;
}

/** What this player tells first. @param {string} table @param {number} seat */
export const ownCommitment = (table, seat) => commit({ bytes: ownBytes(table), id: table, seat });

/**
 * The commitment of the frozen list, kept from when it was first told.
 * @param {string} table
 * @param {string} [told]
 */
export function keptCommitment(table, told) {
  const kept = localStorage.getItem(place(table, "commitment"));
  if (kept || !told) return kept;
  localStorage.setItem(place(table, "commitment"), told);
  return told;
}

/**
 * Whether a frozen list is what its own commitment says, with this player's part in it.
 * @param {import("./types.js").Commitments} list
 * @param {string} table
 * @param {number} seat
 */
export function listHolds({ host, people, commitment }, table, seat) {
  const own = people[String(seat)] === ownCommitment(table, seat);
  return own && commit({ host, people }) === commitment;
}

/**
 * Checks a record as `moonbow verify` checks its commitments: each point with whether it holds.
 * @param {any} record
 * @param {string} table
 * @param {number} seat  this player's, or -1
 * @returns {{point: string, holds: boolean, fields?: Record<string, any>}[]}
 */
export function checkRecord(record, table, seat) {
  const told = record.fairness;
  if (!told) return [{ point: "none", holds: false }];
  const host = commit({
    game: record.game,
    id: told.id,
    options: record.options,
    rules: record.rules,
    seats: told.seats,
    secret: told.secret,
  });
  const people = Object.entries(told.people).map(([key, part]) => {
    const holds = commit({ bytes: part.bytes, id: told.id, seat: Number(key) }) === part.commitment;
    return { point: "person", holds, fields: { name: record.names[Number(key)] } };
  });
  const commitments = Object.fromEntries(
    Object.entries(told.people).map(([key, part]) => [key, part.commitment]),
  );
  const list = commit({ host: told.host, people: commitments });
  const points = [
    { point: "host", holds: host === told.host },
    ...people,
    { point: "list", holds: list === told.commitment },
  ];
  const kept = keptCommitment(table);
  if (kept) points.push({ point: "kept", holds: kept === told.commitment });
  const own = localStorage.getItem(place(table, "bytes"));
  if (own && seat >= 0)
    points.push({ point: "own", holds: told.people[String(seat)]?.bytes === own });
  return points;
}

/** The command that checks the same. @param {string} table @param {number} seat */
export function verifyLine(table, seat) {
  const kept = keptCommitment(table);
  const own = localStorage.getItem(place(table, "bytes"));
  const parts = [`moonbow verify moonbow-${table}.json`];
  if (kept) parts.push(`--commitment ${kept}`);
  if (own && seat >= 0) parts.push(`--mine ${ownCommitment(table, seat)}`);
  return parts.join(" ");
}
