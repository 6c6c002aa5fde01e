import type { CommandItem, ItemWord } from "../../../shell/analysis.ts";
import type { FileOperand } from "../../../shell/knowledge/file-operand.ts";
import { listFileOperands } from "../../../shell/knowledge/operands/list-file-operands.ts";
import type { DenyView } from "../../../shell/views/deny-view.ts";
import { toAllowView } from "../../../shell/views/to-allow-view.ts";
import type { PolicyAnswer, Rule } from "../../policy.ts";
import { toDoubtAnswer } from "../describe-rule.ts";
import { isInForce } from "../is-in-force.ts";
import { globMayMean } from "../path/glob-may-mean.ts";
import type { PathJudge } from "../path/judge-path.ts";
import { judgePath } from "../path/judge-path.ts";
import { findForbidding } from "../path/path-roles.ts";
import { FROM_INPUT } from "./from-input.ts";
import { toPlaces } from "./to-places.ts";

/** What the rules about files forbid of the files that a command names, also behind wrappers and in text for a shell. */
export function judgeOperands(
  item: CommandItem,
  views: readonly DenyView[],
  judge: PathJudge,
): readonly PolicyAnswer[] {
  const allow = toAllowView(item);
  const own = allow.ok ? [...allow.words, ...(allow.more ? [FROM_INPUT] : [])] : item.words;
  const inner = views.filter(({ kind }) => kind === "unwrapped" || kind === "nested");
  const vectors = [own, ...inner.map(({ words }) => words.map(toWord))];
  const answers = vectors.flatMap((words) =>
    (listFileOperands(words) ?? []).flatMap((operand) => judgeOperand(operand, item, judge)),
  );
  return [...new Map(answers.map((answer) => [`${answer.reason} ${answer.about ?? ""}`, answer])).values()];
}

function judgeOperand({ word, purpose }: FileOperand, item: CommandItem, judge: PathJudge): readonly PolicyAnswer[] {
  const places = toPlaces(word, item, judge.facts);
  if (places === null)
    return word.text === "" ? [] : doubt(purpose, judge, "which file it is, is only known when it runs");
  const answers = places.flatMap((place) => judgePath({ ...place, use: purpose }, judge));
  const forbidden = answers.filter(({ verdict }) => verdict === "deny" || verdict === "ask");
  if (!word.glob || forbidden.length > 0) return forbidden;
  return places.flatMap(({ path }) =>
    doubt(purpose, judge, "a file that fits the pattern may be meant", (rule) => globMayMean(rule, path, judge.facts)),
  );
}

/** The first rule that may be meant. */
function doubt(
  purpose: FileOperand["purpose"],
  { rules, facts, session }: PathJudge,
  why: string,
  isMeant: (rule: Rule) => boolean = () => true,
): readonly PolicyAnswer[] {
  const held = findForbidding(rules, purpose, true).filter(
    (rule) => rule.params === undefined && isInForce(rule, facts, session) && isMeant(rule),
  );
  const [first] = [...held.filter(({ effect }) => effect === "deny"), ...held];
  return first === undefined ? [] : [toDoubtAnswer(first, why)];
}

/** Words of text inside of other text have lost their quotes: every `~` and `*` is taken to mean something. */
function toWord(text: string | null): ItemWord {
  const tilde = /^~(?:\/|$)/.test(text ?? "");
  const glob = /[*?[]/.test(text ?? "");
  return { ...FROM_INPUT, text, prefix: text ?? "", dynamic: text === null ? "expansion" : null, tilde, glob };
}
