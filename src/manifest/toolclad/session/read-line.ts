import type { ArgPart } from "../../../model/arg-node.ts";
import type { ParamSpec } from "../../../model/param.ts";
import { findForbiddenCharacter } from "../../../params/characters.ts";
import { compilePattern } from "../../../params/pattern.ts";
import { parseArgTemplate } from "../../../template/parse-arg-template.ts";
import { suggestNearest } from "../../../text/find-nearest.ts";
import { escapeControls, showText } from "../../../text/show-text.ts";
import type { TableSource } from "../../toml/fields.ts";
import { addError } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import type { Place } from "../../toml/toml-document.ts";

interface LineContext {
  readonly source: TableSource;
  readonly declared: readonly string[];
  readonly args: readonly ParamSpec[];
  readonly pattern: string;
}

/** Reads `line`: the text to type, with places for arguments. `null` after an error was reported. */
export function readLine(text: string, context: LineContext, log: IssueLog): readonly ArgPart[] | null {
  const place = { path: [...context.source.path, "line"], part: "value" } as const;
  const parts = parseLine(text, place, log);
  if (parts === null) return null;
  const before = log.found.length;
  const used = parts.flatMap((part) => (part.kind === "param" ? [part.name] : []));
  for (const name of new Set(used)) checkPlace(name, place, context, log);
  for (const name of context.declared.filter((known) => !used.includes(known))) {
    const message = `the argument \`${name}\` is declared but never used in \`line\``;
    const where = { path: [...context.source.path, "args", name], part: "key" } as const;
    addError(log, "unused-param", where, message, `Write {${name}} where its value belongs, or delete it.`);
  }
  if (used.length === 0) checkFixed(text, context.pattern, place, log);
  return log.found.length > before ? null : parts;
}

function parseLine(text: string, place: Place, log: IssueLog): readonly ArgPart[] | null {
  const hidden = findForbiddenCharacter(text, true);
  if (hidden !== null) {
    const message = `\`line\` is one line of visible text, but holds ${hidden}`;
    addError(log, "control-character", place, message, "Make a command of each line.");
    return null;
  }
  const secret = /\{_secret:[^}]*\}?/.exec(text)?.[0];
  if (secret !== undefined) {
    const message = "secrets are never typed into a session, whose transcript is kept";
    addError(log, "misplaced-secret", { ...place, fragment: secret }, message);
    return null;
  }
  const parsed = parseArgTemplate(text, "single");
  if (parsed.ok) return parsed.parts;
  addError(log, "bad-placeholder", place, escapeControls(parsed.issue.message));
  return null;
}

function checkPlace(name: string, place: Place, { declared, args }: LineContext, log: IssueLog): void {
  const here = { ...place, fragment: `{${name}}` };
  if (!declared.includes(name)) {
    const shown = showText(name);
    const message = `nothing is named \`${shown}\`${suggestNearest(name, declared)}`;
    addError(log, "undeclared-placeholder", here, message, `Declare it in \`args\`, or correct the placeholder.`);
    return;
  }
  const spec = args.find((arg) => arg.name === name);
  if (spec === undefined || spec.required || spec.default !== undefined) return;
  const message = `without \`${name}\` another line would be typed`;
  addError(log, "optional-in-line", here, message, "Add `required = true` or a `default`, or make two commands.");
}

function checkFixed(text: string, pattern: string, place: Place, log: IssueLog): void {
  const compiled = compilePattern(pattern);
  if (!compiled.ok || compiled.matches(text)) return;
  addError(
    log,
    "line-mismatch",
    place,
    "`line` does not match `pattern`, so it could never be typed",
    "Correct one of the two.",
  );
}
