import type { SubcommandRules } from "../option-table.ts";

/** What the options of a subcommand say; everything left out is empty. */
export function defineRules(rules: {
  readonly flags?: readonly string[];
  readonly joined?: readonly string[];
  readonly valued?: readonly string[];
  readonly trailing?: readonly string[];
  readonly counts?: boolean;
  readonly operands: SubcommandRules["operands"];
  readonly operandsNeed?: readonly string[];
  readonly hardening?: readonly string[];
}): SubcommandRules {
  return { flags: [], joined: [], valued: [], trailing: [], counts: false, operandsNeed: [], hardening: [], ...rules };
}

/** Turns one text of options into a list. */
export function toList(text: string): readonly string[] {
  return text.split(/\s+/).filter((option) => option !== "");
}
