import type { ArgNode, ArgPart } from "../../model/arg-node.ts";
import type { JsonObject } from "../../model/json.ts";
import { isScalarSchema } from "../../params/custom/scalar-schema.ts";
import type { Span, StaticWord } from "../../shell/simple-script.ts";
import { suggestNearest } from "../../text/find-nearest.ts";
import { showText } from "../../text/show-text.ts";
import { addError } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import type { Place } from "../toml/toml-document.ts";

/** What compiling a command line needs of its surroundings. */
export interface Line {
  /** The declared parameters. */
  readonly properties: JsonObject;
  readonly log: IssueLog;
  /** Whether the parameters are right; otherwise what they make impossible is said there. */
  readonly isDeclared: boolean;
  readonly toPlace: (span: Span) => Place;
}

const PLACEHOLDER = /\{\{\s*\.([A-Za-z0-9][A-Za-z0-9_.-]*)\s*\}\}/g;

/** Turns a word into one argument. A placeholder stands within one run of quoting, so `'{''{'` is how to write braces. */
export function toArg(word: StaticWord, line: Line): ArgNode {
  const parts = word.pieces.flatMap((piece) => toParts(piece));
  for (const part of parts) {
    if (part.kind === "param") checkParam(part.name, word, line);
  }
  if (holdsOpenBraces(word)) {
    const message = "`{{` opens a placeholder, and this is none";
    const hint = "A placeholder is `{{.name}}`. To write braces as text, split the quotes: '{''{…}}'.";
    addError(line.log, "bad-placeholder", line.toPlace(word), message, hint);
  }
  return { kind: "arg", parts: join(parts) };
}

/** Whether a word holds a placeholder, or what looks like the beginning of one. */
export function hasPlaceholder({ pieces }: StaticWord): boolean {
  return pieces.some((piece) => piece.includes("{{"));
}

function holdsOpenBraces({ pieces }: StaticWord): boolean {
  return pieces.some((piece) => piece.replaceAll(PLACEHOLDER, "").includes("{{"));
}

function toParts(piece: string): readonly ArgPart[] {
  const parts: ArgPart[] = [];
  let end = 0;
  for (const found of piece.matchAll(PLACEHOLDER)) {
    if (found.index > end) parts.push({ kind: "text", text: piece.slice(end, found.index) });
    parts.push({ kind: "param", name: found[1] ?? "" });
    end = found.index + found[0].length;
  }
  if (end < piece.length) parts.push({ kind: "text", text: piece.slice(end) });
  return parts;
}

/** Text that was written in several runs of quoting is one text. */
function join(parts: readonly ArgPart[]): readonly ArgPart[] {
  const joined: ArgPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.kind === "text" && last?.kind === "text")
      joined[joined.length - 1] = { ...last, text: last.text + part.text };
    else joined.push(part);
  }
  return joined;
}

function checkParam(name: string, word: StaticWord, { properties, isDeclared, log, toPlace }: Line): void {
  const shown = showText(name);
  if (!isDeclared && Object.keys(properties).length === 0) return;
  if (!Object.hasOwn(properties, name)) {
    const message = `no parameter \`${shown}\` is declared${suggestNearest(name, Object.keys(properties))}`;
    const hint = `Add "${shown}" to the \`properties\` of \`parameters\`, or correct the placeholder.`;
    addError(log, "undeclared-placeholder", toPlace(word), message, hint);
  } else if (isDeclared && !isScalarSchema(properties[name])) {
    const message = `\`${shown}\` may be something else than one text, so it cannot become an argument`;
    const hint = "Give it a `type` of string, number, integer or boolean, or an `enum` of such values.";
    addError(log, "not-scalar", toPlace(word), message, hint);
  }
}
