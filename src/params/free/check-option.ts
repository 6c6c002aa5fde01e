import type { FreeArgsSpec } from "../../model/tool.ts";
import { isTooLong } from "../read-text.ts";
import type { Refusal } from "../refuse.ts";
import { refuseHiddenEscape } from "./confine-operand.ts";
import { refuseEntry } from "./free-issue.ts";
import type { OptionTable, SubcommandRules } from "./option-table.ts";
import { toWords } from "./option-tables.ts";

export interface OptionRequest {
  readonly spec: FreeArgsSpec;
  readonly table: OptionTable | null;
  readonly rules: SubcommandRules | null;
  /** The allowed subcommand that the call begins with. */
  readonly subcommand: string;
  readonly entry: string;
  readonly next: string | undefined;
}

/** An option that may be passed on: its name without a value, and whether the next entry is its value. */
export interface PermittedOption {
  readonly ok: true;
  readonly name: string;
  readonly takesNext: boolean;
}

/** Whether one option may stand where it stands. Spellings must be exact: no clusters, no abbreviations. */
export function checkOption(request: OptionRequest): PermittedOption | Refusal {
  return checkListed(request) ?? checkPermittedByAuthor(request) ?? refuseOption(request);
}

function checkListed({ table, rules, entry, next }: OptionRequest): PermittedOption | Refusal | null {
  if (rules === null) return null;
  if (rules.flags.includes(entry) || (rules.counts && /^-\d{1,9}$/.test(entry))) return permit(entry);
  const { name, value } = splitOption(entry);
  const takesValue = rules.valued.includes(name) || rules.trailing.includes(name);
  if (!takesValue && !rules.joined.includes(name)) return null;
  if (value !== null) return refuseValue(table, entry, value) ?? permit(name);
  if (!takesValue || (next === undefined && rules.trailing.includes(name))) return permit(name);
  if (next === undefined) return refuseEntry("option", "Expected a value after this option", entry);
  if (next.startsWith("-")) {
    return refuseEntry(
      "leading_dash",
      `Expected a value after ${name} (write it as ${joinedForm(name)} if it is one)`,
      next,
    );
  }
  return refuseValue(table, entry, next) ?? { ok: true, name, takesNext: true };
}

/** `--name=value`, `-xvalue`, or a bare name. */
function splitOption(entry: string): { readonly name: string; readonly value: string | null } {
  if (!entry.startsWith("--")) return { name: entry.slice(0, 2), value: entry.length > 2 ? entry.slice(2) : null };
  const equals = entry.indexOf("=");
  return equals === -1
    ? { name: entry, value: null }
    : { name: entry.slice(0, equals), value: entry.slice(equals + 1) };
}

function joinedForm(name: string): string {
  return name.startsWith("--") ? `${name}=value` : `${name}value`;
}

function refuseValue(table: OptionTable | null, entry: string, value: string): Refusal | null {
  if (isTooLong(value)) return refuseEntry("too_long", "Expected a shorter value", entry);
  if (table?.neverInValues.test(value) !== true) return null;
  return refuseEntry("option", "Expected a value that does not start a signature program", value);
}

/** An entry of `allowed_flags` permits exactly itself; one that ends in `=` permits any value that is no outside path. */
function checkPermittedByAuthor(request: OptionRequest): PermittedOption | Refusal | null {
  const { spec, table, subcommand, entry } = request;
  const name = splitOption(entry).name;
  if (table !== null && isNever(table, name)) return null;
  const equals = entry.indexOf("=");
  const open = equals === -1 ? null : entry.slice(0, equals + 1);
  for (const allowed of spec.allowedFlags) {
    const words = toWords(allowed);
    const flag = words.at(-1);
    const where = words.slice(0, -1).join(" ");
    if (where !== "" && where !== subcommand && where !== toWords(subcommand)[0]) continue;
    if (flag === entry) return permit(name);
    if (flag !== open || open === null) continue;
    const value = entry.slice(open.length);
    return refuseValue(table, entry, value) ?? refuseHiddenEscape(value) ?? permit(name);
  }
  return null;
}

/** Programs also take the beginning of a long option for the whole. */
function isNever(table: OptionTable, name: string): boolean {
  return table.neverOptions.some((never) => never === name || (name.startsWith("--") && never.startsWith(name)));
}

function refuseOption({ table, rules, subcommand, entry }: OptionRequest): Refusal {
  if (table !== null && isNever(table, splitOption(entry).name)) {
    const expected = "Options that write files, run programs or move the repository are never passed on";
    return refuseEntry("option", expected, entry);
  }
  const known = rules === null ? "an option that allowed_flags lists" : "a read-only option, spelled out,";
  return refuseEntry("option", `Expected ${known} after ${subcommand}`, entry);
}

function permit(name: string): PermittedOption {
  return { ok: true, name, takesNext: false };
}
