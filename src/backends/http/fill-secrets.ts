import { Refused } from "../../model/errors.ts";
import type { PlannedText, SecretPlace } from "../../model/plan.ts";
import { encodeUrlText, isClimbing } from "../../template/http/encode-url-text.ts";
import { escapeJson } from "../../template/http/render-json.ts";

/**
 * The text that is sent: each secret once, encoded for its place and never looked into, so what it holds stays data.
 * @throws Refused for a secret that is not there or has no form in its place, before anything is sent
 */
export function fillSecrets(text: PlannedText, secrets: Readonly<Record<string, string>>): string {
  return text.map((piece) => (piece.kind === "text" ? piece.text : fillOne(piece.name, piece.as, secrets))).join("");
}

function fillOne(name: string, place: SecretPlace, secrets: Readonly<Record<string, string>>): string {
  const value = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
  if (value === undefined) {
    throw new Refused("execute", "SECRET_MISSING", `the secret \`${name}\` was not opened for this call`);
  }
  const reason = value === "" ? "is empty" : value.isWellFormed() ? findReason(value, place) : "is not valid text";
  if (reason === null) return ENCODERS[place](value);
  throw new Refused("execute", "SECRET_UNAVAILABLE", `the secret \`${name}\` ${reason}, so nothing was sent`, {
    hint: `store its value again: \`toolgate secrets set ${name}\``,
    details: { secret: name },
  });
}

/** Why a value cannot stand in its place; never a word of the value itself. */
function findReason(value: string, place: SecretPlace): string | null {
  if (place === "header" && !/^[\t\x20-\x7e]*$/.test(value)) {
    return "holds a line break or another character that no header may hold";
  }
  if (place === "path" && isClimbing(value)) return "would lead out of its place in the path";
  return null;
}

const ENCODERS: Readonly<Record<SecretPlace, (value: string) => string>> = {
  path: encodeUrlText,
  query: encodeUrlText,
  form: encodeUrlText,
  header: (value) => value,
  text: escapeJson,
  "json-string": escapeJson,
  "json-value": (value) => JSON.stringify(value),
};
