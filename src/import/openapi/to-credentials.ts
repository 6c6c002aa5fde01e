import { createHash } from "node:crypto";
import { isObject } from "../../model/json.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import { showText } from "../../text/show-text.ts";
import { listAt, objectAt, own, textAt } from "../document/members.ts";
import { followReference } from "../schema/flatten-schema.ts";
import type { Flat } from "../schema/flatten-schema.ts";

/** What a request carries so that the other side knows who sends it. Values are only named. */
export interface Credentials {
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Pairs of the query. */
  readonly query: readonly string[];
  /** Names to set, and what belongs there. */
  readonly secrets: readonly { readonly name: string; readonly what: string }[];
}

export const NO_CREDENTIALS: Credentials = { headers: [], query: [], secrets: [] };

/**
 * The first of the ways to identify oneself that a manifest can state. Names of secrets begin with the host: a document
 * must not be able to ask for a secret that belongs to another service by calling a scheme like it.
 */
export function toCredentials(document: JsonObject, operation: JsonObject, host: string): Flat<Credentials> {
  const own_ = own(operation, "security") === undefined ? document : operation;
  const ways = listAt(own_, "security").filter(isObject);
  if (ways.length === 0) return { ok: true, value: NO_CREDENTIALS };
  let reason = "";
  // A way without any scheme is taken only when no other can be.
  const ordered = ways.toSorted((one, other) => Number(isEmpty(one)) - Number(isEmpty(other)));
  for (const way of ordered) {
    const made = toWay(document, Object.keys(way), host);
    if (made.ok) return made;
    reason = made.reason;
  }
  return { ok: false, reason };
}

function isEmpty(way: JsonObject): boolean {
  return Object.keys(way).length === 0;
}

function toWay(document: JsonObject, names: readonly string[], host: string): Flat<Credentials> {
  const schemes = objectAt(objectAt(document, "components"), "securitySchemes");
  let all = NO_CREDENTIALS;
  for (const name of names) {
    const made = toScheme(own(schemes, name), name, document, host);
    if (!made.ok) return made;
    all = {
      headers: [...all.headers, ...made.value.headers],
      query: [...all.query, ...made.value.query],
      secrets: [...all.secrets, ...made.value.secrets],
    };
  }
  const headers = all.headers.map(([header]) => header.toLowerCase());
  if (new Set(headers).size === headers.length) return { ok: true, value: all };
  return { ok: false, reason: "two of its security schemes use the same header" };
}

function toScheme(given: JsonValue | undefined, name: string, document: JsonObject, host: string): Flat<Credentials> {
  const followed = followReference(given, document);
  const shown = showText(name);
  if (!followed.ok) return { ok: false, reason: `the security scheme \`${shown}\` is not described` };
  const scheme = followed.value;
  const secret = toSecretName(host, name);
  const place = `{_secret:${secret}}`;
  const kind = [textAt(scheme, "type"), (textAt(scheme, "scheme") ?? textAt(scheme, "in") ?? "").toLowerCase()].join(
    " ",
  );
  const field = textAt(scheme, "name") ?? "";
  const give = (part: Partial<Credentials>, what: string): Flat<Credentials> => ({
    ok: true,
    value: { ...NO_CREDENTIALS, ...part, secrets: [{ name: secret, what }] },
  });
  switch (kind) {
    case "http bearer":
      return give({ headers: [["Authorization", `Bearer ${place}`]] }, "the token");
    case "http basic":
      return give({ headers: [["Authorization", `Basic ${place}`]] }, "base64 of USER:PASSWORD");
    case "apiKey header":
      return give({ headers: [[field, place]] }, "the key");
    case "apiKey query":
      return give({ query: [`${encodeName(field)}=${place}`] }, "the key");
    case "apiKey cookie":
      return /^[\w.-]+$/.test(field)
        ? give({ headers: [["Cookie", `${field}=${place}`]] }, "the cookie's value")
        : { ok: false, reason: `the cookie of \`${shown}\` has no name that could be sent` };
    default:
      return { ok: false, reason: `the security scheme \`${shown}\` is of the kind ${showText(kind.trim())}` };
  }
}

/** Braces would be read as a placeholder, so they are encoded like everything that is not plain. */
export function encodeName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * No two hosts have a name in common: dots become `_`, `__` ends the host, and where that could be read in two ways a hash
 * of the host tells them apart.
 */
function toSecretName(host: string, scheme: string): string {
  const toWords = (text: string): string =>
    text
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, "_")
      .replace(/^_+|_+$/g, "");
  const hash = createHash("sha256").update(host).digest("hex").slice(0, 10).toUpperCase();
  const name = `${toWords(host)}${/^[a-z0-9.]{1,40}$/.test(host) ? "" : `_${hash}`}__${toWords(scheme)}`;
  return name.length <= 64 ? name : `${name.slice(0, 20)}_${hash}__${toWords(scheme).slice(-30)}`;
}
