import { toAliases, toCanonicalName } from "../../../registry/aliases.ts";
import type { PathUse, Rule } from "../../policy.ts";
import { findRules } from "../find-rules.ts";

/** The file tool that a use of a path stands for. */
const OWN: Readonly<Record<PathUse, string>> = {
  read: "fs.read",
  list: "fs.list",
  write: "fs.write",
  delete: "fs.delete",
};

/** What is kept from reading is kept from everything: an edit shows it, a list gives its names away. */
const FORBIDDING: Readonly<Record<PathUse, readonly string[]>> = {
  read: ["fs.read"],
  list: ["fs.list", "fs.read"],
  write: ["fs.write", "fs.edit", "fs.create", "fs.read"],
  delete: ["fs.delete", "fs.rename", "fs.write", "fs.edit", "fs.read"],
};

const ALLOWING: Readonly<Record<PathUse, readonly string[]>> = {
  read: ["fs.read"],
  list: ["fs.list", "fs.read"],
  write: ["fs.write", "fs.edit"],
  delete: ["fs.delete"],
};

/** A rule about paths on one of these covers the tool, too. */
const FAMILIES: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...["fs.list", "fs.search", "fs.glob"].map((name) => [name, ["fs.read"]] as const),
  ...["fs.write", "fs.create", "fs.edit", "fs.mkdir"].map((name) => [name, ["fs.write", "fs.edit"]] as const),
]);

/** Whether the specifier of a rule on this name is a path: a file tool, under any of its names. */
export function isPathTool(name: string): boolean {
  return toCanonicalName(name).startsWith("fs.");
}

/** Deny and ask rules about paths that hold for a use, whatever tool makes it. `whole`: also those without a path. */
export function findForbidding(rules: readonly Rule[], use: PathUse, whole: boolean): readonly Rule[] {
  return FORBIDDING[use].flatMap((name) =>
    findFor(rules, name).filter(
      ({ effect, specifier }) => effect !== "allow" && (specifier != null || (whole && name === OWN[use])),
    ),
  );
}

/** Allow rules for a use of a path that no file tool makes: a redirect. */
export function findAllowing(rules: readonly Rule[], use: PathUse): readonly Rule[] {
  const found = ALLOWING[use].flatMap((name) => findFor(rules, name));
  return [...new Set(found)].filter(({ effect }) => effect === "allow");
}

/** Allow rules about paths that cover a file tool although they name another one. */
export function findFamily(rules: readonly Rule[], tool: string): readonly Rule[] {
  const found = (FAMILIES.get(tool) ?? []).flatMap((name) => findFor(rules, name));
  return found.filter(({ effect, specifier }) => effect === "allow" && specifier != null);
}

function findFor(rules: readonly Rule[], name: string): readonly Rule[] {
  return findRules(rules, { name, aliases: toAliases(name) });
}
