import { compilePattern } from "../../../params/pattern.ts";
import { translateGlob } from "./translate-glob.ts";
import type { GlobDialect } from "./translate-glob.ts";

export type CompiledGlob =
  { readonly ok: true; readonly matches: (path: string) => boolean } | { readonly ok: false; readonly message: string };

/** A glob of a person or a model, ready to match relative paths in linear time.  */
export function compileGlob(glob: string, dialect: GlobDialect = "braces"): CompiledGlob {
  const source = translateGlob(glob, dialect);
  if (source === null) return { ok: false, message: "a bracket is not closed, or the pattern ends with a backslash" };
  const compiled = compilePattern(source);
  return compiled.ok ? { ok: true, matches: (path) => compiled.matches(path) } : compiled;
}
