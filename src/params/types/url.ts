import type { ParamSpec } from "../../model/param.ts";
import { parseUrl } from "../../scope/parse-url.ts";
import { findMetacharacter } from "../characters.ts";
import type { ParamTypeDefinition } from "../param-type.ts";
import { MAX_VALUE_BYTES, readText } from "../read-text.ts";
import { refuse } from "../refuse.ts";
import { showValue } from "../show-value.ts";
import { acceptInScope } from "../accept-in-scope.ts";
import { IPV6_LIKE, LABELS, PORT } from "./address-patterns.ts";

type UrlSpec = Extract<ParamSpec, { type: "url" }>;

const DEFAULT_SCHEMES = ["http", "https"];

/** An absolute URL that every client reads alike; its host is checked against the scope when the tool asks for that. */
export const url: ParamTypeDefinition<"url"> = {
  type: "url",
  validate(spec, value, context) {
    const read = readText(spec.name, value, { expected: "a URL" });
    if (!read.ok) return read;
    const schemes = spec.schemes.length === 0 ? DEFAULT_SCHEMES : spec.schemes.map((scheme) => scheme.toLowerCase());
    const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(read.text)?.[1]?.toLowerCase();
    if (scheme !== undefined && !schemes.includes(scheme)) {
      const message = `Expected a URL that begins with ${schemes.join(":// or ")}://, got ${showValue(read.text)}.`;
      return refuse(spec.name, "not_allowed", message);
    }
    const metacharacter = findUrlMetacharacter(read.text, spec.refuseAmpersand === true);
    if (metacharacter !== null) {
      const message = `Expected a URL without shell metacharacters (percent-encode them), got ${metacharacter} in`;
      return refuse(spec.name, "characters", `${message} ${showValue(read.text)}.`);
    }
    const parsed = parseUrl(read.text);
    if (parsed === null || !isCleanRest(parsed.rest)) {
      const message =
        "Expected an absolute URL in ASCII without a user name, spaces or a numeric spelling of an address";
      return refuse(spec.name, "type", `${message}, got ${showValue(read.text)}.`);
    }
    return spec.scopeCheck ? acceptInScope(spec.name, read.text, context) : accept(read.text);
  },
  toJsonSchema: (spec) => ({
    type: "string",
    format: "uri",
    maxLength: MAX_VALUE_BYTES,
    pattern: toUrlPattern(spec),
  }),
};

/** What may stand unescaped in a path, and whole percent-escapes. */
const PATH_CHARACTERS = "A-Za-z0-9._~'*+,=:@/-";

/** Everything but the host exactly; of the host its characters and labels. */
function toUrlPattern({ schemes, refuseAmpersand }: UrlSpec): string {
  const some = (others: string): string => `(?:[${others}${PATH_CHARACTERS}]|%[0-9A-Fa-f]{2})*`;
  const scheme = (schemes.length === 0 ? DEFAULT_SCHEMES : schemes).map(toAnyCase).join("|");
  const query = some(refuseAmpersand === true ? "?" : "?&");
  return `^(?:${scheme})://(?:${LABELS}|\\[${IPV6_LIKE}\\])(?::${PORT})?(?:/${some("")})?(?:\\?${query})?(?:#${some("?")})?$`;
}

/** `http` as `[hH][tT][tT][pP]`: patterns have no flags in JSON Schema. */
function toAnyCase(scheme: string): string {
  const letters = Array.from(scheme.toLowerCase());
  return letters.map((one) => (/[a-z]/.test(one) ? `[${one}${one.toUpperCase()}]` : `[${one}]`)).join("");
}

/** `[` and `]` are legal around an IPv6 host, `&` in the query unless that is refused; nowhere else. */
function findUrlMetacharacter(text: string, refuseAmpersand: boolean): string | null {
  const withoutHost = text.replace(/^([^/?#]*:\/\/)\[[0-9A-Fa-f:.]*\]/, "$1");
  const [, before = "", query = "", fragment = ""] = /^([^?#]*)(\?[^#]*)?(.*)$/s.exec(withoutHost) ?? [];
  return findMetacharacter(before + (refuseAmpersand ? query : query.replaceAll("&", "")) + fragment);
}

/** Only the characters that the URL standard allows unescaped, and whole percent-escapes. */
function isCleanRest(rest: string): boolean {
  return /^(?:[A-Za-z0-9\-._~'*+,=:@/?#&]|%[0-9A-Fa-f]{2})*$/.test(rest) && rest.split("#").length <= 2;
}

function accept(text: string): { ok: true; value: string; text: string } {
  return { ok: true, value: text, text };
}
