import type { ArgPart } from "../../model/arg-node.ts";
import { parseArgTemplate } from "../../template/parse-arg-template.ts";
import { suggestNearest } from "../../text/find-nearest.ts";
import { escapeControls, showText } from "../../text/show-text.ts";
import { addError, isFull } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import type { TomlPath } from "../toml/toml-document.ts";

/** Reads a text with places for values; `null` after an error that leaves nothing of it. */
export function readParts(
  text: string,
  path: TomlPath,
  declared: ReadonlySet<string>,
  log: IssueLog,
): readonly ArgPart[] | null {
  if (text.includes("\u0000")) {
    addError(log, "control-character", { path, part: "value" }, "an argument cannot hold a NUL character");
    return null;
  }
  const parsed = parseArgTemplate(text, "double");
  if (!parsed.ok) {
    const fragment = text.slice(parsed.issue.offset);
    addError(log, "bad-placeholder", { path, part: "value", fragment }, escapeControls(parsed.issue.message));
    return null;
  }
  for (const part of parsed.parts) checkDeclared(part, text, path, declared, log);
  return parsed.parts;
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
