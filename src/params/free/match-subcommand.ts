import type { FreeArgsSpec } from "../../model/tool.ts";
import type { Refusal } from "../refuse.ts";
import { refuseEntry } from "./free-issue.ts";
import type { OptionTable, SubcommandRules } from "./option-table.ts";
import { findSubcommand, toWords } from "./option-tables.ts";

export interface MatchedSubcommand {
  readonly ok: true;
  /** The entry of the manifest's list. */
  readonly subcommand: string;
  /** How many entries of the call make up the subcommand. */
  readonly length: number;
  /** `null` when the shipped table does not know the subcommand: then only `allowed_flags` permit options. */
  readonly rules: SubcommandRules | null;
}

/** Which allowed subcommand a list begins with, and what may follow it. Nothing may stand before it. */
export function matchSubcommand(
  spec: FreeArgsSpec,
  table: OptionTable | null,
  entries: readonly string[],
): MatchedSubcommand | Refusal {
  const first = entries[0] ?? "";
  const subcommand = findSubcommand(spec.allowedSubcommands, entries);
  if (subcommand === null) {
    const permitted = `Subcommand is not allowed (permitted: ${spec.allowedSubcommands.join(", ")})`;
    const reason = first.startsWith("-") ? "No option may stand before the subcommand" : permitted;
    return refuseEntry("option", reason, first);
  }
  const length = toWords(subcommand).length;
  if (table === null) return { ok: true, subcommand, length, rules: null };
  if (findSubcommand(table.neverSubcommands, entries) !== null) {
    return refuseEntry(
      "option",
      "Subcommands that run other programs are never passed on",
      entries.slice(0, 2).join(" "),
    );
  }
  const keys = Object.keys(table.subcommands);
  const key = findSubcommand(keys, entries);
  const keyLength = key === null ? 0 : toWords(key).length;
  // An author who spelled out a longer form ("remote add") meant that form, not the table's.
  if (key !== null && keyLength >= length) {
    return { ok: true, subcommand, length: keyLength, rules: table.subcommands[key] ?? null };
  }
  const forms = keys.filter((known) => known.startsWith(`${first} `));
  if (length === 1 && forms.length > 0) {
    const expected = `Only these forms of ${first} change nothing: ${forms.join(", ")}`;
    return refuseEntry("option", expected, entries.slice(0, 2).join(" "));
  }
  return { ok: true, subcommand, length, rules: null };
}
