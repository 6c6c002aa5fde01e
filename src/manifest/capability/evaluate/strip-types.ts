import { stripTypeScriptTypes } from "node:module";
import { showText } from "../../../text/show-text.ts";
import type { ModuleResult } from "../../manifest.ts";

export type Stripped =
  | { readonly ok: true; readonly code: string }
  | { readonly ok: false; readonly failure: ModuleResult; readonly isBroken: boolean };

/**
 * JavaScript from TypeScript whose types can be blanked out, so that every place keeps its line and column. Says with
 * `isBroken` that the stripper itself failed: Node's then fails for every later text, too.
 */
export function stripTypes(source: string): Stripped {
  try {
    return { ok: true, code: stripTypeScriptTypes(source, { mode: "strip" }) };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    const isAnswer = code === "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX" || code === "ERR_INVALID_TYPESCRIPT_SYNTAX";
    if (!isAnswer || !(error instanceof Error)) return { ok: false, failure: BROKEN, isBroken: true };
    const says = showText(error.message.split("\n")[0] ?? "", 200);
    const isUnsupported = code === "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX";
    const message = isUnsupported
      ? `${says}; only types that can be deleted are read, so write enums, namespaces and the like as plain JavaScript`
      : `the module is no TypeScript: ${says}`;
    const failure: ModuleResult = {
      ok: false,
      code: "module-syntax",
      message,
      ...findPlace(error.stack ?? "", source),
    };
    return { ok: false, failure, isBroken: false };
  }
}

const BROKEN: ModuleResult = {
  ok: false,
  code: "module-syntax",
  message: "the TypeScript of the module cannot be read; it may be nested too deeply",
  line: 1,
  column: 1,
};

/** The stack begins with `:LINE`, the line itself, and carets below the place. */
function findPlace(stack: string, source: string): { readonly line: number; readonly column: number } {
  const line = Number(/^:(\d{1,9})\n/.exec(stack)?.[1] ?? 1);
  const text = source.split("\n")[line - 1];
  const carets = stack.split("\n").find((shown) => /^\s*\^+$/.test(shown)) ?? "^";
  if (text === undefined) return { line: 1, column: 1 };
  return { line, column: Math.min(carets.indexOf("^"), text.length) + 1 };
}
