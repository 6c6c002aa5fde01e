import { escapeControls } from "../../../text/show-text.ts";
import { parseRule } from "./parse-rule.ts";

/**
 * A rule that matches exactly this text and nothing else; `null` where none can be written: the text is empty, too long, or
 * has characters that are not seen. For a command line, `text` is one command: see `renderCommand`.
 */
export function renderRule(tool: string, text: string): string | null {
  if (text.trim() !== text || escapeControls(text) !== text) return null;
  const rule = `${tool}(${text.replace(/[\\*()]/g, "\\$&")})`;
  return parseRule(rule).ok ? rule : null;
}

/** Words as a shell would read them again: quoted where anything in them means more than itself. */
export function renderCommand(words: readonly string[]): string {
  return words.map(quote).join(" ");
}

function quote(word: string): string {
  return /^[A-Za-z0-9_./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`;
}
