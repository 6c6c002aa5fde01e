import { findNearest } from "../../../text/find-nearest.ts";
import { showText } from "../../../text/show-text.ts";
import type { TableSource } from "../../toml/fields.ts";
import { addError } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import { isTable } from "../../toml/toml-document.ts";
import type { TomlTable } from "../../toml/toml-document.ts";
import { ARG_TYPES, toArgType } from "../arg-shape.ts";

const MAX_SHOWN = 10;

/** Reports a base that is no built-in type: another type of the project, with the whole chain, or nothing at all. */
export function checkBase(base: string, { path }: TableSource, types: TomlTable, log: IssueLog): void {
  const place = { path: [...path, "base"], part: "value" } as const;
  if (!Object.hasOwn(types, base)) {
    const nearest = findNearest(base, ARG_TYPES);
    const suggestion = nearest === null ? "" : `, did you mean \`${nearest}\`?`;
    const message = `unknown type \`${showText(base)}\`${suggestion}`;
    addError(log, "unknown-type", place, message, `A type builds on one of: ${ARG_TYPES.join(", ")}.`);
    return;
  }
  const { names, isCircle } = toChain(String(path.at(-1) ?? ""), base, types);
  const shown = names.slice(0, MAX_SHOWN).map((name) => `\`${showText(name)}\``);
  const chain = [...shown, ...(names.length > MAX_SHOWN ? ["…"] : [])].join(" → ");
  if (isCircle) {
    addError(log, "type-cycle", place, `these types build on each other: ${chain}`, HINT);
    return;
  }
  addError(log, "nested-type", place, `a type builds on a built-in type, not on another one: ${chain}`, HINT);
}

const HINT = "Name the built-in type as `base`, and repeat the constraints.";

/** From a type over its bases to the first that is no type of the project, or that was met before. */
function toChain(
  start: string,
  base: string,
  types: TomlTable,
): { readonly names: readonly string[]; readonly isCircle: boolean } {
  const names = new Set([start]);
  let next: string | null = base;
  while (next !== null) {
    if (names.has(next)) return { names: [...names, next], isCircle: true };
    names.add(next);
    next = toArgType(next) === null ? readBase(types, next) : null;
  }
  return { names: [...names], isCircle: false };
}

function readBase(types: TomlTable, name: string): string | null {
  const table = Object.hasOwn(types, name) ? types[name] : undefined;
  const base = isTable(table) ? table["base"] : undefined;
  return typeof base === "string" ? base : null;
}
