import type { HttpBackend, TextTemplate } from "../../../model/backend.ts";
import { showText } from "../../../text/show-text.ts";
import { reportType } from "../../toml/fields.ts";
import type { TableSource } from "../../toml/fields.ts";
import { addError } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import type { Place, TomlPath, TomlValue } from "../../toml/toml-document.ts";
import type { HttpNames } from "./http-names.ts";
import { readTemplate } from "./read-template.ts";

/** Headers that belong to the connection or to the request as a whole, which Toolgate makes itself. */
const KEPT: ReadonlySet<string> = new Set(
  "host content-length connection keep-alive proxy-connection proxy-authenticate proxy-authorization te trailer transfer-encoding upgrade expect".split(
    " ",
  ),
);
const MAX_HEADERS = 50;

/** Reads `[http.headers]` or `headers = { … }`. */
export function readHeaders(source: TableSource | undefined, names: HttpNames, log: IssueLog): HttpBackend["headers"] {
  const entries = Object.entries(source?.table ?? {});
  if (source !== undefined && entries.length > MAX_HEADERS) {
    const message = `${entries.length} headers are declared; at most ${MAX_HEADERS} are sent`;
    addError(log, "too-many-entries", { path: source.path, part: "key" }, message);
    return [];
  }
  const seen = new Set<string>();
  return entries.flatMap(([name, value]) => {
    const path = [...(source?.path ?? []), name];
    const template = checkName(name, seen, path, log) ? readValue(value ?? "", path, names, log) : null;
    return template === null ? [] : [[name, template] as const];
  });
}

function checkName(name: string, seen: Set<string>, path: TomlPath, log: IssueLog): boolean {
  const lower = name.toLowerCase();
  const place = { path, part: "key" } as const;
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(name)) {
    addError(log, "bad-header", place, `\`${showText(name)}\` cannot be the name of a header`);
  } else if (KEPT.has(lower)) {
    addError(
      log,
      "bad-header",
      place,
      `\`${name}\` is set by Toolgate alone: it decides how a request is cut and sent`,
    );
  } else if (seen.has(lower)) {
    addError(
      log,
      "duplicate-name",
      place,
      `the header \`${name}\` is there twice`,
      "Case makes no difference in header names.",
    );
  } else {
    seen.add(lower);
    return true;
  }
  return false;
}

function readValue(value: TomlValue, path: TomlPath, names: HttpNames, log: IssueLog): TextTemplate | null {
  const place: Place = { path, part: "value" };
  if (typeof value !== "string") {
    reportType("a string", value, path, log);
    return null;
  }
  const template = readTemplate(value, place, names, log);
  const bad = /[^\t\x20-\x7e]/u.exec(value)?.[0];
  if (bad === undefined) return template;
  const message = `a header cannot hold the character "${showText(bad)}"`;
  addError(log, "control-character", { ...place, fragment: bad }, message, "Header values are one line of ASCII.");
  return null;
}
