import { compileGlob } from "./compile-glob.ts";

/** One line of an ignore file. */
export interface IgnoreRule {
  /** Takes back what lines above it ignore. */
  readonly negated: boolean;
  readonly foldersOnly: boolean;
  /** `name`: any entry of that name below; `path`: the path relative to the file's folder. */
  readonly scope: "name" | "path";
  readonly matches: (text: string) => boolean;
}

/** More lines than a person writes are an attack on whoever matches every file against them. */
const MAX_RULES = 2_000;
const MAGIC = /[*?[\\]/;

/** The lines of a `.gitignore`, read as git reads them. A line that cannot be read matches nothing. */
export function parseIgnoreFile(text: string): readonly IgnoreRule[] {
  const lines = text.replace(/^\ufeff/, "").split("\n");
  return lines.slice(0, MAX_RULES).flatMap((line) => {
    const rule = parseLine(trimEnd(line.endsWith("\r") ? line.slice(0, -1) : line));
    return rule === null ? [] : [rule];
  });
}

/** Spaces at the end do not count unless a backslash stands before them. */
function trimEnd(line: string): string {
  const kept = line.replace(/ +$/, "");
  if (kept.length === line.length) return line;
  const backslashes = kept.length - kept.replace(/\\+$/, "").length;
  return backslashes % 2 === 1 ? `${kept} ` : kept;
}

function parseLine(line: string): IgnoreRule | null {
  if (line === "" || line.startsWith("#")) return null;
  const negated = line.startsWith("!");
  const written = negated ? line.slice(1) : line;
  const foldersOnly = written.endsWith("/");
  const pattern = foldersOnly ? written.slice(0, -1) : written;
  const scope = pattern.includes("/") ? "path" : "name";
  const matches = toMatcher(pattern.replace(/^\//, ""), scope);
  return { negated, foldersOnly, scope, matches };
}

function toMatcher(pattern: string, scope: IgnoreRule["scope"]): (text: string) => boolean {
  if (pattern === "") return () => false;
  if (!MAGIC.test(pattern)) return (text) => text === pattern;
  const rest = pattern.slice(1);
  if (scope === "name" && pattern.startsWith("*") && !MAGIC.test(rest)) return (text) => text.endsWith(rest);
  const compiled = compileGlob(pattern, "git");
  return compiled.ok ? (text) => compiled.matches(text) : () => false;
}
