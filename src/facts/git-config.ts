/** One setting, or the start of a section (`key` is `null`). */
export interface GitSetting {
  /** As git compares it: the first part in lower case, then `.` and the quoted part as it stands, escapes resolved. */
  readonly section: string;
  /** In lower case. */
  readonly key: string | null;
}

/**
 * Every section and key of a git configuration text, in every spelling that git reads. `null` when the text holds
 * anything whose meaning is not certain; git stops at most of that, too. Values are skipped.
 */
export function parseGitConfig(source: string): readonly GitSetting[] | null {
  const text = source.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  if (text.includes("\0")) return null;
  const found: GitSetting[] = [];
  let section: string | null = null;
  let at = 0;
  while (at < text.length) {
    const piece = readPiece(text, at);
    if (piece === null) return null;
    at = piece.end;
    if (piece.kind === "section") section = piece.name;
    if (piece.kind === "skipped") continue;
    if (section === null) return null;
    found.push({ section, key: piece.kind === "key" ? piece.name : null });
  }
  return found;
}

type Piece =
  | { readonly kind: "skipped"; readonly end: number }
  | { readonly kind: "section" | "key"; readonly name: string; readonly end: number };

const SPACE = /[ \t\r\n]+/y;
const COMMENT = /[#;][^\n]*/y;
/** `[name]`, `[name.sub]` or `[name "sub"]`. */
const SECTION = /\[([A-Za-z0-9.-]*)(?:[ \t\r]+"((?:[^"\\\n]|\\[^\n])*)")?\]/y;
const KEY = /([A-Za-z][A-Za-z0-9-]*)[ \t]*(?==|\r?\n|$)/y;

function readPiece(text: string, at: number): Piece | null {
  const blank = match(SPACE, text, at) ?? match(COMMENT, text, at);
  if (blank !== null) return { kind: "skipped", end: at + blank[0].length };
  const head = match(SECTION, text, at);
  if (head !== null) {
    const base = (head[1] ?? "").toLowerCase();
    const name = head[2] === undefined ? base : `${base}.${head[2].replace(/\\(.)/gsu, "$1")}`;
    return { kind: "section", name, end: at + head[0].length };
  }
  const key = match(KEY, text, at);
  if (key === null) return null;
  const after = at + key[0].length;
  const end = text[after] === "=" ? skipValue(text, after + 1) : after;
  return end === null ? null : { kind: "key", name: (key[1] ?? "").toLowerCase(), end };
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Where the value's last line ends; `null` for a quote that stays open. A backslash carries the value over a line end. */
function skipValue(text: string, start: number): number | null {
  let isQuoted = false;
  let at = start;
  while (at < text.length) {
    const char = text[at];
    if (char === "\n") return isQuoted ? null : at;
    if (!isQuoted && (char === "#" || char === ";")) {
      const end = text.indexOf("\n", at);
      return end === -1 ? text.length : end;
    }
    if (char === '"') isQuoted = !isQuoted;
    if (char === "\\" && !'\n"\\ntb'.includes(text[at + 1] ?? "x")) return null;
    at += char === "\\" ? 2 : 1;
  }
  return isQuoted ? null : at;
}
