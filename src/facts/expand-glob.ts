import { readdirSync } from "node:fs";
import path from "node:path";
import { compileGlob } from "../packs/fs/glob/compile-glob.ts";

/** More names than this are no pattern that anybody meant to type. */
const MOST_NAMES = 2_000;

/**
 * The names that fit a shell pattern, sorted by their bytes, as relative or absolute as the pattern is. `null`: none fits,
 * too many do, or the pattern is none. Names that begin with a dot only fit a part that does.
 */
export function expandGlob(pattern: string, folder: string): readonly string[] | null {
  let found: readonly string[] = [pattern.startsWith("/") ? "/" : ""];
  const parts = pattern.split("/").filter((part) => part !== "");
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const next = found.flatMap((base) => expandPart(base, part, folder, isLast));
    if (next.length > MOST_NAMES) return null;
    found = next;
  }
  if (found.length === 0 || parts.length === 0) return null;
  const end = pattern.endsWith("/") ? "/" : "";
  return found.map((name) => name + end).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

function expandPart(base: string, part: string, folder: string, isLast: boolean): readonly string[] {
  if (!/[*?[]/.test(part)) return [join(base, part)];
  const compiled = compileGlob(part, "git");
  if (!compiled.ok) return [];
  return listNames(path.resolve(folder, base), isLast)
    .filter((name) => (!name.startsWith(".") || part.startsWith(".")) && compiled.matches(name))
    .map((name) => join(base, name));
}

function join(base: string, name: string): string {
  return base === "" || base.endsWith("/") ? base + name : `${base}/${name}`;
}

/** What cannot be read has no names, as for a shell. */
function listNames(folder: string, withFiles: boolean): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries
      .filter((entry) => withFiles || entry.isDirectory() || entry.isSymbolicLink())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}
