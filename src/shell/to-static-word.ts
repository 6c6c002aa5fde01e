import type { DoubleQuotedChild, Word, WordPart } from "unbash";
import { describeNode } from "./describe-node.ts";
import type { ShellIssue, StaticWord } from "./simple-script.ts";

/** Takes quotes and backslashes away; `null` when a shell would have to work the word out, which is reported. */
export function toStaticWord(word: Word, text: string, issues: ShellIssue[]): StaticWord | null {
  const { pos: start, end, value, parts } = word;
  const before = issues.length;
  reportTildes(word, text, issues);
  reportContinuations(word, text, issues);
  const pieces = parts === undefined ? [value] : parts.flatMap((part) => toPiece(part, issues) ?? []);
  return issues.length > before ? null : { text: pieces.join(""), pieces, start, end };
}

function toPiece(part: WordPart | DoubleQuotedChild, issues: ShellIssue[]): string | null {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
      return part.value;
    case "DoubleQuoted":
      return part.parts.map((inner) => toPiece(inner, issues) ?? "").join("");
    default:
      issues.push({ ...describeNode(part.type), start: part.pos, end: part.end });
      return null;
  }
}

/** A tilde counts at the start of a word and, in some shells, after `=` and `:`; quoting any of it switches that off. */
function reportTildes({ pos, end, parts }: Word, text: string, issues: ShellIssue[]): void {
  const unquoted = (parts ?? [{ type: "Literal", pos, end }]).filter(({ type }) => type === "Literal");
  for (const part of unquoted) {
    const source = text.slice(part.pos, part.end);
    const at = source.search(part.pos === pos ? /^~|(?<=[=:](?:\\\n)*)~/ : /(?<=[=:](?:\\\n)*)~/);
    if (at === -1) continue;
    const start = part.pos + at;
    const message = "`~` would only be known when a shell runs it; write the folder, or quote it";
    issues.push({ code: "expansion", message, start, end: start + 1 });
  }
}

/**
 * A shell drops a backslash before a line end first and only then reads `$` and what it belongs to, or a number and the
 * redirect that it belongs to; the parser reads them as two things.
 */
function reportContinuations({ pos, end }: Word, text: string, issues: ShellIssue[]): void {
  const source = text.slice(pos, end);
  const beforeRedirect = /[<>]/.test(text.charAt(end)) ? source.indexOf("\\\n") : -1;
  const at = beforeRedirect === -1 ? source.indexOf("$\\\n") : beforeRedirect;
  if (at === -1) return;
  const message = "a line is continued inside of what belongs together; write it on one line";
  issues.push({ code: "expansion", message, start: pos + at, end: pos + at + 2 });
}
