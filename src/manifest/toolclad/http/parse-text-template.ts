import type { TemplatePart } from "../../../model/backend.ts";
import { SECRET_NAME } from "../../checks/secrets/secret-name.ts";

export type ParsedText =
  | { readonly ok: true; readonly parts: readonly TemplatePart[] }
  /** `fragment` is the piece of the text that the message is about. */
  | { readonly ok: false; readonly message: string; readonly fragment: string };

/**
 * Reads the places of an author-written text: `{name}` for a value and `{_secret:NAME}` for a secret. Any other brace is
 * text. It runs when the manifest loads, so what a caller sends is never searched for places.
 */
export function parseTextTemplate(text: string): ParsedText {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const place of text.matchAll(/\{_secret:([^{}]*)\}|\{(\w+)\}/g)) {
    const [whole, secret, name = ""] = place;
    if (secret !== undefined && !SECRET_NAME.test(secret)) {
      const message = "a secret's name is 1 to 64 of A-Z a-z 0-9 _";
      return { ok: false, message, fragment: whole };
    }
    if (place.index > end) parts.push({ kind: "text", text: text.slice(end, place.index) });
    parts.push(secret === undefined ? { kind: "param", name } : { kind: "secret", name: secret });
    end = place.index + whole.length;
  }
  if (end < text.length) parts.push({ kind: "text", text: text.slice(end) });
  const [fragment] = parts.flatMap((part) => (part.kind === "text" ? (ALMOST_SECRET.exec(part.text) ?? []) : []));
  if (fragment === undefined) return { ok: true, parts };
  return { ok: false, message: "a secret is written {_secret:NAME}", fragment };
}

/** `{secret:NAME}` and the like would be sent as they stand, to a host that then refuses the call. */
const ALMOST_SECRET = /\{_secret|\{\s*_?secrets?\s*[:.]\s*[\w.-]+\s*\}/i;
