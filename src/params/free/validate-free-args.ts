import type { JsonValue } from "../../model/json.ts";
import type { ParamIssue } from "../../model/param.ts";
import type { FreeArgsSpec } from "../../model/tool.ts";
import type { ParamContext, PathNeed } from "../param-type.ts";
import type { Refusal } from "../refuse.ts";
import { checkOption } from "./check-option.ts";
import { confinePathOperand, refuseEscape, refuseHiddenEscape, toPathNeed } from "./confine-operand.ts";
import { refuseEntry } from "./free-issue.ts";
import type { OptionTable } from "./option-table.ts";
import { matchSubcommand } from "./match-subcommand.ts";
import type { MatchedSubcommand } from "./match-subcommand.ts";
import { findOptionTable } from "./option-tables.ts";
import { readEntries } from "./read-entries.ts";

export type FreeArgsResult =
  | { readonly ok: true; readonly args: readonly string[]; readonly paths: readonly PathNeed[] }
  | { readonly ok: false; readonly issues: readonly ParamIssue[] };

/**
 * Checks the list of a free-mode call: an allowed subcommand first, then only options that the program's shipped table
 * or the author permits, and operands that stay in the workspace. The first thing that is wrong is reported.
 */
export function validateFreeArgs(spec: FreeArgsSpec, args: JsonValue, context: ParamContext): FreeArgsResult {
  const read = readEntries(args);
  if (!read.ok) return read;
  const matched = matchSubcommand(spec, findOptionTable(spec.binary), read.entries);
  if (!matched.ok) return matched;
  const rest = read.entries.slice(matched.length);
  const end = rest.indexOf("--");
  const before = checkBefore(end === -1 ? rest : rest.slice(0, end), spec, matched, context);
  if (!before.ok) return before;
  const after = checkAfter(end === -1 ? [] : rest.slice(end), spec, matched, context);
  if (!after.ok) return after;
  return { ok: true, args: read.entries, paths: [...before.paths, ...after.paths] };
}

type Checked = { readonly ok: true; readonly paths: readonly PathNeed[] } | Refusal;

/** Options and operands before `--`. */
function checkBefore(
  entries: readonly string[],
  spec: FreeArgsSpec,
  matched: MatchedSubcommand,
  context: ParamContext,
): Checked {
  const { rules, subcommand } = matched;
  const table = findOptionTable(spec.binary);
  const options = new Set<string>();
  const operands: string[] = [];
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index] ?? "";
    if (!entry.startsWith("-")) {
      operands.push(entry);
      continue;
    }
    const option = checkOption({ spec, table, rules, subcommand, entry, next: entries[index + 1] });
    if (!option.ok) return option;
    options.add(option.name);
    if (option.takesNext) index += 1;
  }
  return checkOperands({ operands, options, table }, matched, context);
}

interface GivenOperands {
  readonly operands: readonly string[];
  readonly options: ReadonlySet<string>;
  readonly table: OptionTable | null;
}

function checkOperands(
  { operands, options, table }: GivenOperands,
  { rules, subcommand }: MatchedSubcommand,
  context: ParamContext,
): Checked {
  const [first] = operands;
  if (first === undefined) return { ok: true, paths: [] };
  if (rules?.operands === "none") {
    return refuseEntry("option", `Expected nothing but options after ${subcommand}`, first);
  }
  const needed = rules?.operandsNeed ?? [];
  if (needed.length > 0 && !needed.some((option) => options.has(option))) {
    const expected = `${subcommand} with a name would change something; add one of ${needed.join(", ")}`;
    return refuseEntry("option", expected, first);
  }
  const isPattern = rules?.operands === "pattern-then-paths" && !options.has("-e");
  const paths: PathNeed[] = [];
  for (const operand of isPattern ? operands.slice(1) : operands) {
    const refusal =
      refuseOperand(table, operand) ?? (rules === null ? refuseHiddenEscape(operand) : refuseEscape(operand));
    if (refusal !== null) return refusal;
    const need = rules?.operands === "names" ? null : toPathNeed(operand, context);
    if (need !== null) paths.push(need);
  }
  return { ok: true, paths };
}

function refuseOperand(table: OptionTable | null, operand: string): Refusal | null {
  if (table?.neverOperands.pattern.test(operand) !== true) return null;
  return refuseEntry("outside", table.neverOperands.expected, operand);
}

/** `--` and what follows it: paths, where the subcommand takes any. */
function checkAfter(
  entries: readonly string[],
  { binary }: FreeArgsSpec,
  { rules, subcommand }: MatchedSubcommand,
  context: ParamContext,
): Checked {
  if (entries.length > 0 && (rules?.operands === "none" || rules?.operands === "names")) {
    return refuseEntry("option", `${subcommand} takes no paths`, "--");
  }
  const paths: PathNeed[] = [];
  for (const entry of entries.slice(1)) {
    // An option that swallowed the `--` as its value would turn what follows into options again.
    if (entry.startsWith("-")) {
      return refuseEntry("leading_dash", "Expected a path that does not begin with '-' (write ./-name)", entry);
    }
    const refusal = refuseOperand(findOptionTable(binary), entry);
    if (refusal !== null) return refusal;
    const confined = confinePathOperand(entry, context);
    if (!confined.ok) return confined;
    paths.push(...confined.paths);
  }
  return { ok: true, paths };
}
