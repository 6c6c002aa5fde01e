import type { ArgNode, ArgPart } from "../../model/arg-node.ts";
import { parseArgTemplate } from "../../template/parse-arg-template.ts";
import { suggestNearest } from "../../text/find-nearest.ts";
import { escapeControls, showText } from "../../text/show-text.ts";
import { reportType } from "../toml/fields.ts";
import { addError, isFull } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import type { TomlPath, TomlValue } from "../toml/toml-document.ts";

const PATH: TomlPath = ["args"];

/**
 * Reads `args`. An entry is one argument; it is left out when an optional parameter in it is absent. An entry that is
 * itself a list is a group, left out as a whole: `["--width", "{{width}}"]` also drops the option.
 */
export function readArgs(
  value: TomlValue | undefined,
  declared: ReadonlySet<string>,
  log: IssueLog,
): readonly ArgNode[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    reportType("a list of strings", value, PATH, log);
    return [];
  }
  return (value as readonly TomlValue[]).flatMap((entry, index) => {
    const path = [...PATH, index];
    return Array.isArray(entry) ? readGroup(entry, path, declared, log) : readArg(entry, path, declared, log);
  });
}

function readGroup(
  entries: readonly TomlValue[],
  path: TomlPath,
  declared: ReadonlySet<string>,
  log: IssueLog,
): readonly ArgNode[] {
  if (entries.length === 0) addError(log, "empty-list", { path, part: "value" }, "this group is empty", "Delete it.");
  return [{ kind: "group", args: entries.flatMap((entry, index) => readArg(entry, [...path, index], declared, log)) }];
}

function readArg(value: TomlValue, path: TomlPath, declared: ReadonlySet<string>, log: IssueLog): readonly ArgNode[] {
  if (typeof value !== "string") {
    const expected = path.length === 2 ? "a string, or a list of strings for a group" : "a string";
    reportType(expected, value, path, log);
    return [];
  }
  if (value.includes("\u0000")) {
    addError(log, "control-character", { path, part: "value" }, "an argument cannot hold a NUL character");
    return [];
  }
  const parsed = parseArgTemplate(value, "double");
  if (!parsed.ok) {
    const fragment = value.slice(parsed.issue.offset);
    addError(log, "bad-placeholder", { path, part: "value", fragment }, escapeControls(parsed.issue.message));
    return [];
  }
  for (const part of parsed.parts) checkDeclared(part, value, path, declared, log);
  return [{ kind: "arg", parts: parsed.parts }];
}

function checkDeclared(
  part: ArgPart,
  text: string,
  path: TomlPath,
  declared: ReadonlySet<string>,
  log: IssueLog,
): void {
  if (part.kind === "text" || declared.has(part.name) || isFull(log)) return;
  const fragment = findFragment(text, part.name);
  const message = `no parameter \`${showText(part.name)}\` is declared${suggestNearest(part.name, declared)}`;
  const hint = `Add [params.${showText(part.name)}], or correct the placeholder.`;
  addError(log, "undeclared-placeholder", { path, part: "value", fragment }, message, hint);
}

/** The placeholder as written, spaces and all. */
function findFragment(text: string, name: string): string | undefined {
  for (const [written, inside] of text.matchAll(/\{\{([^{}]*)\}\}/g)) if (inside?.trim() === name) return written;
  return undefined;
}
