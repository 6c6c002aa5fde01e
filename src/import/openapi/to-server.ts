import { isObject } from "../../model/json.ts";
import type { JsonObject } from "../../model/json.ts";
import { showText } from "../../text/show-text.ts";
import { listAt, objectAt, own, textAt } from "../document/members.ts";
import type { Flat } from "../schema/flatten-schema.ts";

export interface Server {
  /** `https://host/base`, without a slash at its end. */
  readonly base: string;
  readonly host: string;
  /** What was decided for the caller, in a few words each. */
  readonly fixed: readonly string[];
}

/** Where requests go: the first server that is an absolute address, or the one that was given. */
export function toServer(levels: readonly JsonObject[], given: string | null): Flat<Server> {
  if (given !== null) return readAddress(given, []);
  const servers = levels.map((level) => listAt(level, "servers")).find((list) => list.length > 0) ?? [];
  let reason = "the document names no server";
  for (const server of servers.filter(isObject)) {
    const made = fillIn(server);
    const read = made.ok ? readAddress(made.value.url, made.value.fixed) : made;
    if (read.ok) return read;
    reason = read.reason;
  }
  return { ok: false, reason };
}

/** A caller must not choose the host, so variables of the address get their defaults. */
function fillIn(server: JsonObject): Flat<{ readonly url: string; readonly fixed: readonly string[] }> {
  const variables = objectAt(server, "variables");
  const fixed: string[] = [];
  let missing: string | null = null;
  const url = (textAt(server, "url") ?? "").replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const variable = own(variables, name);
    const value = isObject(variable) ? textAt(variable, "default") : null;
    if (value === null) missing = name;
    fixed.push(`\`${showText(name)}\` is \`${showText(value ?? "")}\``);
    return value ?? "";
  });
  if (missing !== null) return { ok: false, reason: `the server's variable \`${showText(missing)}\` has no default` };
  return { ok: true, value: { url, fixed } };
}

function readAddress(url: string, fixed: readonly string[]): Flat<Server> {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const shown = showText(url);
  if (parsed === null || !["http:", "https:"].includes(parsed.protocol)) {
    return { ok: false, reason: `the server "${shown}" is not an absolute http or https address` };
  }
  if (parsed.username !== "" || parsed.password !== "" || parsed.search !== "" || parsed.hash !== "") {
    return { ok: false, reason: `the server "${shown}" holds a user, a query or a fragment` };
  }
  if (/[{}]/.test(url) || parsed.pathname.includes("%7B")) {
    return { ok: false, reason: `the server "${shown}" holds a placeholder` };
  }
  const base = `${parsed.protocol}//${parsed.host}${parsed.pathname}`.replace(/\/+$/, "");
  return { ok: true, value: { base, host: parsed.host, fixed } };
}
