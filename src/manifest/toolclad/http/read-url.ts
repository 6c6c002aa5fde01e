import type { TextTemplate, UrlTemplate } from "../../../model/backend.ts";
import { parseUrl } from "../../../scope/parse-url.ts";
import { showText } from "../../../text/show-text.ts";
import { addError } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import type { Place } from "../../toml/toml-document.ts";
import { checkHost, checkNoUser, checkPort, splitHost } from "./check-host.ts";
import type { HttpNames } from "./http-names.ts";
import { readTemplate } from "./read-template.ts";
import { splitParts } from "./split-parts.ts";

const MAX_LENGTH = 8192;
const ABSOLUTE = "Write it as https://host/path, with the host first.";

/**
 * Reads the URL of a request and cuts it into its parts, so that a value can only ever fill the part it stands in.
 * `null` after an error was reported.
 */
export function readUrl(text: string, place: Place, names: HttpNames, log: IssueLog): UrlTemplate | null {
  const parts = readTemplate(text, place, names, log);
  if (parts === null || !checkText(parts, place, log)) return null;
  const absolute = splitScheme(parts, place, log);
  if (absolute === null) return null;
  const { before: authority, delimiter, after } = splitParts(absolute.rest, "/?#");
  const { before: target, delimiter: hash } = splitParts(after, "#");
  if (delimiter === "#" || hash !== null) {
    addError(log, "bad-url", { ...place, fragment: "#" }, "what follows `#` is never sent", "Delete it from there on.");
    return null;
  }
  if (!checkNoUser(authority, place, log)) return null;
  const { host, port } = splitHost(authority);
  const before = log.found.length;
  checkHost(host, place, names, log);
  checkPort(port, place, names, log);
  if (log.found.length > before || !checkAuthority(host, port, place, log)) return null;
  const { path, query } = splitTarget(delimiter, target);
  return checkPath(path, place, names, log) ? { scheme: absolute.scheme, host, port, path, query } : null;
}

/** The author's text must already be what is sent: nothing that a URL parser would drop, turn or encode. */
function checkText(parts: TextTemplate, place: Place, log: IssueLog): boolean {
  const text = parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
  const bad = /[^\x21-\x7e]|[\\{}<>"^`|]/u.exec(text)?.[0];
  if (bad !== undefined) {
    const message = `a URL cannot hold the character "${showText(bad)}"`;
    const hint =
      bad === "{" || bad === "}"
        ? "A placeholder is {name} of letters, digits and `_`."
        : "Percent-encode it in a path or query; a host is written in ASCII.";
    addError(log, "bad-url", { ...place, fragment: bad }, message, hint);
  } else if (text.length > MAX_LENGTH) {
    addError(log, "bad-url", place, `the URL has more than ${MAX_LENGTH} characters`);
  } else return true;
  return false;
}

interface Absolute {
  readonly scheme: "http" | "https";
  readonly rest: TextTemplate;
}

function splitScheme(parts: TextTemplate, place: Place, log: IssueLog): Absolute | null {
  const [first, ...others] = parts;
  const text = first?.kind === "text" ? first.text : "";
  const match = /^(https?):\/\//i.exec(text);
  if (match !== null) {
    const rest = text.slice(match[0].length);
    const scheme = match[1]?.toLowerCase() === "http" ? "http" : "https";
    return { scheme, rest: rest === "" ? others : [{ kind: "text", text: rest }, ...others] };
  }
  const isOpen = first?.kind === "param" || (first?.kind === "text" && !/[:/]/.test(first.text) && others.length > 0);
  const message = isOpen
    ? "a placeholder cannot stand in the scheme of a URL: the author chooses how to connect, and to what"
    : `the URL must begin with http:// or https://, but is "${showText(text)}"`;
  addError(log, "bad-url", place, message, ABSOLUTE);
  return null;
}

/** Author-written hosts must mean the same to every program; `host.example` stands in for a caller's value. */
function checkAuthority(host: TextTemplate, port: TextTemplate, place: Place, log: IssueLog): boolean {
  const show = (parts: TextTemplate, stand: string): string =>
    parts.map((part) => (part.kind === "text" ? part.text : stand)).join("");
  const shown = show(host, host.length === 1 ? "host.example" : "x");
  const digits = port.length === 0 ? "" : `:${show(port, "1")}`;
  if (parseUrl(`https://${shown}${digits}/`) !== null) return true;
  const message = `"${showText(shown + digits)}" is not a host that every program reads alike`;
  const hint = "Write a host name or an address, without user name, and a port from 1 to 65535.";
  addError(log, "bad-url", place, message, hint);
  return false;
}

function splitTarget(delimiter: string | null, target: TextTemplate): Pick<UrlTemplate, "path" | "query"> {
  const root = { kind: "text", text: "/" } as const;
  if (delimiter !== "/") return { path: [root], query: delimiter === "?" ? target : null };
  const { before, delimiter: mark, after } = splitParts(target, "?");
  const [first, ...others] = before;
  const path: TextTemplate =
    first?.kind === "text" ? [{ kind: "text", text: `/${first.text}` }, ...others] : [root, ...before];
  return { path, query: mark === null ? null : after };
}

/** A path with a hole in it is another path, and so is one with steps that a URL parser takes. */
function checkPath(path: TextTemplate, place: Place, { params }: HttpNames, log: IssueLog): boolean {
  const shown = path.map((part) => (part.kind === "text" ? part.text : "x")).join("");
  if (shown.split("/").some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment))) {
    const message = "`.` and `..` in a path are taken out of it before it is sent";
    addError(log, "bad-url", place, message, "Write the path that is meant.");
  }
  const optional = path.flatMap((part) => {
    const spec = part.kind === "param" ? params.find(({ name }) => name === part.name) : undefined;
    return spec === undefined || spec.required || spec.default !== undefined ? [] : [spec.name];
  });
  for (const name of new Set(optional)) {
    const message = `without \`${name}\` the URL would be another one`;
    const hint = "Add `required = true` or a `default`, or move it into the query.";
    addError(log, "optional-in-url", { ...place, fragment: `{${name}}` }, message, hint);
  }
  return optional.length === 0;
}
