import { createHash } from "node:crypto";

const MAX_LENGTH = 64;

/**
 * Names that differ from each other, also where letters' case makes no difference, in the order of the wanted ones: a
 * later one gets `_2`, `_3` and so on.
 *
 * @param fit makes any text a permitted name of at most 60 characters
 */
export function toUniqueNames(wanted: readonly string[], fit: (text: string) => string): readonly string[] {
  const taken = new Set<string>();
  // Who already has a good name keeps it, whoever else would become the same.
  const isGood = wanted.map((text, index) => fit(text) === text && wanted.indexOf(text) === index);
  const claim = (text: string): string => {
    let name = text;
    for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${text.slice(0, 60)}_${count}`;
    taken.add(name.toLowerCase());
    return name;
  };
  const names = wanted.map((text, index) => (isGood[index] === true ? claim(text) : null));
  return names.map((name, index) => name ?? claim(fit(wanted[index] ?? "")));
}

/** A name that manifests, file systems and MCP clients all carry. A long one ends with a hash of the whole. */
export function toToolName(text: string): string {
  return shorten(text.replace(/[^A-Za-z0-9_.-]+/g, "_").replace(/^[^A-Za-z0-9]+/, "") || "tool", text);
}

/** A name that an argument can have. */
export function toArgName(text: string): string {
  return shorten(text.replace(/[^A-Za-z0-9_]+/g, "_").replace(/^[^A-Za-z0-9]+/, "") || "value", text);
}

function shorten(name: string, whole: string): string {
  if (name.length <= MAX_LENGTH) return name;
  return `${name.slice(0, 51)}_${createHash("sha256").update(whole).digest("hex").slice(0, 8)}`;
}
