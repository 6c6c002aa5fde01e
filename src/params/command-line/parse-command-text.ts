import { parseSimpleScript } from "../../shell/parse-simple-script.ts";
import { escapeControls } from "../../text/show-text.ts";
import type { CommandLineSpec } from "../../model/tool.ts";
import { refuse } from "../refuse.ts";
import type { Refusal } from "../refuse.ts";
import { showValue } from "../show-value.ts";
import { findOperators, toUnquotedText } from "./find-operators.ts";

/** Takes a line as it would be typed apart: the program's own name, then its arguments. Nothing is expanded. */
export function parseCommandText(
  line: string,
  { binary, binaryPath }: Pick<CommandLineSpec, "binary" | "binaryPath">,
): { readonly ok: true; readonly args: readonly string[] } | Refusal {
  if (line.trim() === "") return refuse("command", "empty", `Expected a line that begins with ${binary}, got none.`);
  const operators = findOperators(line);
  if (operators.length > 0) {
    const shown = operators.map((operator) => (/[\n\r]/.test(operator) ? "a line break" : operator)).join("  ");
    const message = `No shell runs the line, so these have no meaning outside of quotes: ${shown}.`;
    return refuse("command", "characters", message);
  }
  if (/(?:^|\s)#/.test(toUnquotedText(line))) {
    return refuse("command", "characters", "`#` would begin a comment; quote it to mean the character.");
  }
  const parsed = parseSimpleScript(line);
  if (!parsed.ok) return refuse("command", "type", toMessage(parsed.issues[0]?.message));
  const [step, ...others] = parsed.steps;
  const [stage, ...piped] = step?.stages ?? [];
  if (stage === undefined || others.length + piped.length + stage.redirects.length > 0) {
    return refuse("command", "type", "Expected one program with its arguments and nothing else.");
  }
  const [program, ...args] = stage.words.map(({ text }) => text);
  if (program === binary || program === binaryPath) return { ok: true, args };
  return refuse(
    "command",
    "not_allowed",
    `Expected a line that begins with ${binary}, got ${showValue(program ?? "")}.`,
  );
}

function toMessage(problem: string | undefined): string {
  return `Expected a line that can be read without a shell: ${escapeControls(problem ?? "it cannot")}.`;
}
