import type { TextTemplate } from "../../../model/backend.ts";
import type { ParamSpec } from "../../../model/param.ts";
import { isHostname } from "../../../scope/domain.ts";
import { parseIp } from "../../../scope/parse-ip.ts";
import { showText } from "../../../text/show-text.ts";
import { addError } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import type { Place } from "../../toml/toml-document.ts";
import type { HttpNames } from "./http-names.ts";
import { splitParts } from "./split-parts.ts";

/** Cuts the port off; the colons of an address in brackets are its own. */
export function splitHost(authority: TextTemplate): { readonly host: TextTemplate; readonly port: TextTemplate } {
  const [first, ...others] = authority;
  const literal = first?.kind === "text" ? /^\[[^\]]*\]/.exec(first.text)?.[0] : undefined;
  if (literal === undefined || first?.kind !== "text") {
    const { before, delimiter, after } = splitParts(authority, ":");
    // A colon that nothing follows is no port: it stays, and the host cannot be read.
    return after.length === 0 && delimiter !== null ? { host: authority, port: [] } : { host: before, port: after };
  }
  const rest: TextTemplate = [{ kind: "text", text: first.text.slice(literal.length) }, ...others];
  const { before, after } = splitParts(rest, ":");
  const extra = before.filter((part) => part.kind !== "text" || part.text !== "");
  return { host: [{ kind: "text", text: literal }, ...extra], port: after };
}

/** Where a request goes is the author's choice, or a target that the scope is asked about. */
export function checkHost(host: TextTemplate, place: Place, { params }: HttpNames, log: IssueLog): void {
  for (const part of host) {
    if (part.kind === "text") continue;
    if (part.kind === "secret") {
      const here = { ...place, fragment: `{_secret:${part.name}}` };
      addError(log, "secret-in-host", here, "a secret in a host name is told to every name server on the way");
    } else checkHostValue(part.name, host, { ...place, fragment: `{${part.name}}` }, params, log);
  }
}

/** Reports a user name before the host, and tells whether there is none. */
export function checkNoUser(authority: TextTemplate, place: Place, log: IssueLog): boolean {
  if (!authority.some((part) => part.kind === "text" && part.text.includes("@"))) return true;
  const message = "a URL holds no user name or password: they end up in logs, and hide the host";
  addError(log, "url-userinfo", { ...place, fragment: "@" }, message, "Send them in a header.");
  return false;
}

function checkHostValue(
  name: string,
  host: TextTemplate,
  place: Place,
  params: readonly ParamSpec[],
  log: IssueLog,
): void {
  const spec = params.find((param) => param.name === name);
  if (spec === undefined && !name.startsWith("_")) return;
  if (spec?.type === "enum") {
    checkChoices(spec.values, host.length === 1, place, log);
  } else if (spec?.type !== "scope_target" && spec?.type !== "ip_address") {
    const message = `\`${name}\` would choose the host, which only a value that the scope is asked about may do`;
    addError(log, "host-from-caller", place, message, "Give it the type scope_target, ip_address or enum.");
  } else if (host.length > 1) {
    const message = `\`${name}\` is checked against the scope as a whole host, so nothing may be joined to it`;
    addError(log, "host-from-caller", place, message, "Let it stand alone between `//` and `/`.");
  }
  const isOptional = spec !== undefined && !spec.required && spec.default === undefined;
  if (!isOptional) return;
  addError(log, "optional-in-url", place, `without \`${name}\` the URL has no host`, "Add `required = true`.");
}

function checkChoices(values: readonly string[], isWhole: boolean, place: Place, log: IssueLog): void {
  const fits = (value: string): boolean =>
    isWhole ? isHostname(value) || (parseIp(value) !== null && !value.includes(":")) : /^[A-Za-z0-9.-]+$/.test(value);
  const bad = values.find((value) => !fits(value));
  if (bad === undefined) return;
  const message = `"${showText(bad)}" is one of the values here, and cannot stand in a host`;
  addError(log, "bad-url", place, message, "List host names, or pieces of them.");
}

/** A port is the author's, a `port`, or one of a few that the author lists. */
export function checkPort(port: TextTemplate, place: Place, { params }: HttpNames, log: IssueLog): void {
  for (const part of port) {
    if (part.kind === "text") continue;
    const here = { ...place, fragment: part.kind === "secret" ? `{_secret:${part.name}}` : `{${part.name}}` };
    const spec = part.kind === "param" ? params.find(({ name }) => name === part.name) : undefined;
    const fits = spec?.type === "port" || (spec?.type === "enum" && spec.values.every(isPort));
    if (spec === undefined && part.kind === "param" && !part.name.startsWith("_")) continue;
    if (!fits || port.length > 1) {
      const message = "the port must be a number, or an argument of the type port alone";
      addError(log, "bad-url", here, message, 'Write {name} after the colon, with `type = "port"`.');
    } else if (!spec.required && spec.default === undefined) {
      addError(log, "optional-in-url", here, `without \`${spec.name}\` the URL has no port`, "Add `required = true`.");
    }
  }
}

function isPort(text: string): boolean {
  return /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535;
}
