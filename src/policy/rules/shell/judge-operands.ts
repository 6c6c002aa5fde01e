import type { CommandItem, ItemWord } from "../../../shell/analysis.ts";
import type { FileOperand } from "../../../shell/knowledge/file-operand.ts";
import { listFileOperands } from "../../../shell/knowledge/operands/list-file-operands.ts";
import type { DenyView } from "../../../shell/views/deny-view.ts";
import { toAllowView } from "../../../shell/views/to-allow-view.ts";
import type { PolicyAnswer, Rule } from "../../policy.ts";
import { withoutFolder } from "../../commands/move-item.ts";
import { movesFolder } from "../../commands/moves-folder.ts";
import { toDoubtAnswer } from "../describe-rule.ts";
import { isInForce } from "../is-in-force.ts";
import { globMayMean } from "../path/glob-may-mean.ts";
import type { PathJudge } from "../path/judge-path.ts";
import { judgePath, meansBelow } from "../path/judge-path.ts";
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
  const added = views.some(({ words }) => ADDS_WORDS.test(words[0] ?? "")) ? [FROM_INPUT] : [];
  const vectors = [own, ...inner.map(({ words }) => [...words.map(toWord), ...added])];
  const moved = movesFolder(views) ? withoutFolder(item) : item;
  const answers = vectors.flatMap((words, at) =>
    (listFileOperands(words) ?? []).flatMap((operand) => judgeOperand(operand, at === 0 ? item : moved, judge)),
  );
  return [...new Map(answers.map((answer) => [`${answer.reason} ${answer.about ?? ""}`, answer])).values()];
}

/** What they start gets further words from what they read. */
const ADDS_WORDS = /^(?:g?xargs|parallel)$/;

function judgeOperand(
  { word, purpose, deep }: FileOperand,
  item: CommandItem,
  judge: PathJudge,
): readonly PolicyAnswer[] {
  const places = toPlaces(word, item, judge.facts);
  if (places === null)
    return word.text === "" ? [] : doubt(purpose, judge, "which file it is, is only known when it runs");
  const answers = places.flatMap((place) => judgePath({ ...place, use: purpose }, judge));
  const forbidden = answers.filter(({ verdict }) => verdict === "deny" || verdict === "ask");
  if (forbidden.length > 0) return forbidden;
  const below = places.flatMap((place) =>
    deep === true
      ? doubt(purpose, judge, "it reads everything below, and a rule is about something there", (rule) =>
          meansBelow(rule, { ...place, use: purpose }, judge.facts),
        )
      : [],
  );
  if (!word.glob || below.length > 0) return below;
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
function toWord(given: string | null): ItemWord {
  // Where `find` and its kind put what they found.
  const text = given?.includes("{}") === true ? null : given;
  const tilde = /^~(?:\/|$)/.test(text ?? "");
  const glob = /[*?[]/.test(text ?? "");
  return { ...FROM_INPUT, text, prefix: text ?? "", dynamic: text === null ? "expansion" : null, tilde, glob };
}
