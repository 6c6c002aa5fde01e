import type { CommandItem } from "../../../shell/analysis.ts";
import type { DenyView } from "../../../shell/views/deny-view.ts";
import type { PolicyAnswer, Rule } from "../../policy.ts";
import { toDoubtAnswer, toRuleAnswer } from "../describe-rule.ts";
import type { CommandPattern } from "./pattern/command-pattern.ts";
import { meansCommand, toBaseName } from "./pattern/means-command.ts";
import { toCommandPattern } from "./pattern/to-command-pattern.ts";

/**
 * What deny and ask rules say of one command, whatever stands around it: wrappers, text for a shell, other spellings. A
 * rule that may be meant, because a word is not known or an unknown program may start what its words say, asks.
 */
export function judgeDenials(
  item: CommandItem,
  views: readonly DenyView[],
  rules: readonly Rule[],
  about: string,
): readonly PolicyAnswer[] {
  if (item.words.length === 0) return [];
  const byProgram = Map.groupBy(views, ({ words: [program = null] }) =>
    program === null ? null : toBaseName(program),
  );
  return rules.flatMap((rule) => judgeRule(rule, views, byProgram, about) ?? []);
}

type ViewsByProgram = ReadonlyMap<string | null, readonly DenyView[]>;

/** Those that a rule may be about; most begin with the plain name of a program. */
function findViews(
  { words: [first] }: CommandPattern,
  views: readonly DenyView[],
  byProgram: ViewsByProgram,
): readonly DenyView[] {
  const name = first?.kind === "word" && first.pieces.length === 1 ? first.pieces[0] : undefined;
  if (name === undefined) return views;
  return [...(byProgram.get(toBaseName(name)) ?? []), ...(byProgram.get(null) ?? [])];
}

function judgeRule(
  rule: Rule,
  views: readonly DenyView[],
  byProgram: ViewsByProgram,
  about: string,
): PolicyAnswer | null {
  const parsed = toCommandPattern(rule);
  // A deny that cannot be read may be about anything.
  if (!parsed.ok) return toRuleAnswer(rule, about);
  let doubt: string | null = null;
  for (const { kind, words } of findViews(parsed.pattern, views, byProgram)) {
    const meant = meansCommand(parsed.pattern, words);
    if (meant === "yes" && kind !== "suffix") return toRuleAnswer(rule, about);
    if (meant === "yes") doubt ??= "a program that is not known may start what a rule is about";
    if (meant === "maybe" && kind !== "suffix")
      doubt ??= "a word is only known when a shell runs it, and a rule may be about it";
  }
  return doubt === null ? null : toDoubtAnswer(rule, doubt, about);
}
