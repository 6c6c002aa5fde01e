import type { Word } from "unbash";

/** What an unquoted tilde makes of a word. */
interface Tilde {
  /** The word is `~`, or starts with `~/`. */
  readonly tilde: boolean;
  /** How much of the beginning stays known where another tilde stands in the word; `null`: all of it. */
  readonly known: string | null;
}

const NONE: Tilde = { tilde: false, known: null };

/**
 * Finds the tildes that bash expands: at the start of a word, and after `=` and `:` in what looks like an assignment. A
 * quote or backslash in the name behind it switches that off.
 */
export function readTilde(word: Word): Tilde {
  const { text, parts } = word;
  if (!text.includes("~")) return NONE;
  const first = parts === undefined ? text : parts[0]?.type === "Literal" ? parts[0].text : "";
  const start = first.replaceAll("\\\n", "");
  const isWhole = parts === undefined || parts.length === 1;
  if (start.startsWith("~")) {
    if (start.startsWith("~/") || (start === "~" && isWhole)) return { tilde: true, known: null };
    // `~user`, `~+`, `~$x`: somebody else's folder, or something that is best taken for it.
    const isQuoted = /^~[^/]*\\/.test(start) || (start === "~" && isQuote(parts?.[1]?.type));
    return isQuoted ? NONE : { tilde: false, known: "" };
  }
  const name = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/.exec(start)?.[0];
  if (name === undefined) return NONE;
  const literals =
    parts === undefined ? [start] : parts.flatMap((part) => (part.type === "Literal" ? [part.text] : []));
  return literals.some((literal) => /(?<=[=:])~/.test(literal)) ? { tilde: false, known: name } : NONE;
}

function isQuote(type: string | undefined): boolean {
  return type === "SingleQuoted" || type === "DoubleQuoted" || type === "AnsiCQuoted" || type === "LocaleString";
}
