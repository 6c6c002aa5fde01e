import type { HttpBackend, HttpBody, HttpMethod, TextTemplate } from "../../../model/backend.ts";
import { showText } from "../../../text/show-text.ts";
import { addError, addWarning } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import type { HttpNames } from "./http-names.ts";
import { readTemplate } from "./read-template.ts";
import { scanJson } from "./scan-json.ts";

const PLACE = { path: ["http", "body_template"], part: "value" } as const;

/** Reads `body_template`; its kind is the author's `Content-Type`, or what the text looks like. */
export function readBody(
  text: string | undefined,
  request: { readonly method: HttpMethod; readonly headers: HttpBackend["headers"] },
  names: HttpNames,
  log: IssueLog,
): HttpBody | null {
  if (text === undefined) return null;
  if (request.method === "GET" || request.method === "HEAD") {
    const message = `a ${request.method} request has no body`;
    addError(log, "body-not-sent", { ...PLACE, part: "key" }, message, "Use POST, PUT or PATCH, or delete it.");
  }
  const parts = readTemplate(text, PLACE, names, log);
  const bad = /[^\t\n\r\P{Cc}]/u.exec(text)?.[0];
  if (bad !== undefined) {
    const message = `the body holds the control character "${showText(bad)}"`;
    addError(log, "control-character", { ...PLACE, fragment: bad }, message, "Delete it.");
    return null;
  }
  return parts === null ? null : toBody(parts, findType(request.headers), log);
}

/** The media type that a header states, in lower case and without its parameters. */
function findType(headers: HttpBackend["headers"]): string | null {
  const value = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1];
  const [first, ...others] = value ?? [];
  if (first?.kind !== "text" || others.length > 0) return null;
  return first.text.split(";")[0]?.trim().toLowerCase() ?? null;
}

function toBody(parts: TextTemplate, type: string | null, log: IssueLog): HttpBody | null {
  if (type === "application/x-www-form-urlencoded") return { kind: "form", parts };
  const isStated = type !== null && /^(?:application|text)\/(?:[\w.+-]+\+)?json$/.test(type);
  if (!isStated && (type !== null || !startsAsJson(parts))) {
    if (parts.some((part) => part.kind !== "text")) warnText(log);
    return { kind: "text", parts };
  }
  const scanned = scanJson(parts);
  if (scanned.ok) return { kind: "json", parts: scanned.parts };
  const part = scanned.part === null ? undefined : parts[scanned.part];
  const name =
    part === undefined || part.kind === "text" ? null : part.kind === "param" ? part.name : `_secret:${part.name}`;
  const place = name === null ? PLACE : { ...PLACE, fragment: `{${name}}` };
  const message = `\`body_template\` cannot be used: ${scanned.message}`;
  const hint = isStated
    ? "Placeholders stand inside strings, or where a whole value belongs."
    : "It looks like JSON; state a Content-Type in [http.headers] when it is something else.";
  addError(log, "bad-body", place, message, hint);
  return null;
}

/** Whether an author most likely means JSON; a text that begins with a value tells nothing. */
function startsAsJson([first]: TextTemplate): boolean {
  return first?.kind === "text" && /^\s*[[{"]/.test(first.text);
}

function warnText(log: IssueLog): void {
  const message = "the body is neither JSON nor a form, so values are only escaped as they are in JSON strings";
  addWarning(log, "body-not-json", { ...PLACE, part: "key" }, message, "Let no value stand where it means something.");
}
