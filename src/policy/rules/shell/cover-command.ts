import type { Facts } from "../../../model/facts.ts";
import type { CommandItem } from "../../../shell/analysis.ts";
import type { DenyView } from "../../../shell/views/deny-view.ts";
import { toAllowView } from "../../../shell/views/to-allow-view.ts";
import { isSafeVariable, isScriptVariable } from "../../../shell/variables.ts";
import type { Rule } from "../../policy.ts";
import { describeRule } from "../describe-rule.ts";
import { findChange } from "./find-change.ts";
import { findCovering } from "./find-covering.ts";
import { showSource } from "./show-source.ts";
import { isUnknowable } from "./unknown-words.ts";

/** Why a command may run, or why not. Its redirects are judged apart. */
export type Coverage =
  | { readonly covered: true; readonly readOnly: boolean; readonly rule: Rule | null; readonly reason: string }
  | { readonly covered: false; readonly reason: string };

export interface CoverRules {
  /** Allow rules for every command of the tool. */
  readonly whole: readonly Rule[];
  /** Allow rules with a specifier. */
  readonly scoped: readonly Rule[];
}

export interface CoverContext {
  readonly text: string;
  readonly facts: Facts;
  /** Everything that the command may start. */
  readonly views: readonly DenyView[];
}

/** Whether a command only reads, or is covered by an allow rule, word by word. */
export function coverCommand(item: CommandItem, rules: CoverRules, context: CoverContext): Coverage {
  const unknown = item.words.slice(1).find((word) => isUnknowable(word, context.text));
  if (unknown !== undefined) {
    return refuse(`${showSource(unknown, context.text)} is only known when a shell runs it`);
  }
  if (item.words.length === 0) return coverBare(item);
  const view = toAllowView(item);
  const change = view.ok ? findChange(view, item, context.text, context.facts) : view.reason;
  const rule = rules.whole[0] ?? (view.ok ? findCovering(view, item, rules.scoped, context) : null);
  const readOnly = change === null;
  if (readOnly || rule !== null) {
    return { covered: true, readOnly, rule, reason: rule === null ? "it only reads" : describeRule(rule) };
  }
  return refuse(`no rule covers it, and it is not known to only read: ${change ?? ""}`);
}

function refuse(reason: string): Coverage {
  return { covered: false, reason };
}

/** Assignments that only the line itself sees change no program; without any there are only redirects. */
function coverBare({ assignments }: CommandItem): Coverage {
  const other = assignments.find(({ name }) => !isSafeVariable(name) && !isScriptVariable(name));
  if (other !== undefined) return refuse(`the variable ${other.name} may change what other programs do`);
  const reason = assignments.length === 0 ? "it starts no program" : "it only sets variables of the line itself";
  return { covered: true, readOnly: true, rule: null, reason };
}
