import { realpathSync } from "node:fs";
import path from "node:path";
import { isWithin, resolvePath } from "../../params/posix-path.ts";
import { showText } from "../../text/show-text.ts";
import type { Purpose } from "./access/reach.ts";
import { findRuleFile, findSecret } from "../../policy/protected-paths/denied-files.ts";
import { foldPath } from "../../policy/protected-paths/fold-path.ts";
import { compileGlob } from "./glob/compile-glob.ts";

/** What is kept from file tools, by name alone: existence never changes an answer. */
export interface Denials {
  /** An absolute path (it and all below), a name (`*.sqlite`, anywhere), or a path from a root (`private/notes`). @throws TypeError */
  readonly deny: (...patterns: readonly string[]) => void;
  /** The reason in words for a model, or `null`. `path` is absolute. */
  find(path: string, purpose: Purpose): string | null;
  /** Every absolute path among the denials. */
  pinned(): readonly string[];
}

export interface DenialOptions {
  readonly roots: readonly string[];
  readonly deny: readonly string[];
  /** Absolute files and folders that may be read and never changed: configuration, tool folders, the scope file. */
  readonly rules: readonly string[];
}

/** @throws TypeError for a pattern that cannot be read: a denial that denies nothing is worse than none */
export function createDenials({ roots, deny, rules }: DenialOptions): Denials {
  const prefixes: string[] = [];
  const patterns: ((path: string) => boolean)[] = [];
  const unchangeable = rules.flatMap(spellings);
  const add = (...written: readonly string[]): void => {
    // All are read before any holds, so that a bad one leaves nothing half done.
    const read = written.map((text) =>
      text.startsWith("/") ? toPlaces(text) : { places: [], ...toPattern(text, roots) },
    );
    prefixes.push(...read.flatMap(({ places }) => places));
    patterns.push(...read.flatMap(({ matches }) => (matches === null ? [] : [matches])));
  };
  add(...deny);
  return {
    deny: add,
    find(place, purpose) {
      const reason = findReason(place, purpose, { prefixes, patterns, unchangeable });
      return reason === null ? null : `'${showText(place, 300)}' is kept from tools: ${reason}`;
    },
    pinned: () => [...prefixes, ...unchangeable],
  };
}

interface Denied {
  readonly prefixes: readonly string[];
  readonly patterns: readonly ((path: string) => boolean)[];
  readonly unchangeable: readonly string[];
}

function findReason(place: string, purpose: Purpose, { prefixes, patterns, unchangeable }: Denied): string | null {
  const folded = foldPath(place);
  const isBelow = (folder: string): boolean => isWithin(folded, foldPath(folder));
  if (prefixes.some(isBelow) || patterns.some((matches) => matches(folded))) return "the operator denied it";
  const secret = findSecret(place);
  if (secret !== null || purpose === "read") return secret;
  return unchangeable.some(isBelow) ? "it says what tools may do, and no tool may change that" : findRuleFile(place);
}

/** `/a/[id]` is a folder of that name, and may also be meant as a pattern: both are denied. */
function toPlaces(written: string): { places: readonly string[]; matches: ((path: string) => boolean) | null } {
  const places = spellings(written);
  const compiled = /[*?[{]/.test(written) ? compileGlob(foldPath(resolvePath("/", written)).slice(1)) : null;
  return {
    places,
    matches: compiled?.ok === true ? (place) => beginnings(place, "").some(compiled.matches) : null,
  };
}

/** As written, and where it really leads: a check may see either. */
function spellings(written: string): readonly string[] {
  const plain = resolvePath("/", written);
  const real = realPlace(plain);
  return real === plain ? [plain] : [plain, real];
}

function realPlace(place: string): string {
  try {
    return realpathSync.native(place);
  } catch {
    // Not there yet: what exists of it is followed.
    return place === "/" ? place : path.join(realPlace(path.dirname(place)), path.basename(place));
  }
}

/** A name matches any part of a path; a path from a root also all below it. */
function toPattern(written: string, roots: readonly string[]): { matches: (path: string) => boolean } {
  const glob = foldPath(written).replace(/^\.\//, "").replace(/\/$/, "");
  const compiled = compileGlob(glob);
  if (glob === "" || !compiled.ok || glob.split("/").includes("..")) {
    const message = compiled.ok ? "expected a name or a path without `..`" : compiled.message;
    throw new TypeError(`the denied path ${JSON.stringify(written)} cannot be used: ${message}`);
  }
  const { matches } = compiled;
  if (!glob.includes("/")) {
    return { matches: (place) => place.split("/").some((part) => part !== "" && matches(part)) };
  }
  const bases = roots.map((root) => foldPath(root));
  return { matches: (place) => bases.some((base) => isWithin(place, base) && beginnings(place, base).some(matches)) };
}

/** `a`, `a/b`, `a/b/c` for `<base>/a/b/c`. */
function beginnings(place: string, base: string): readonly string[] {
  const parts = place
    .slice(base.length)
    .split("/")
    .filter((part) => part !== "");
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}
