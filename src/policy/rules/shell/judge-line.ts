import type { CommandAnalysis, CommandItem } from "../../../shell/analysis.ts";
import { toDenyViews } from "../../../shell/views/to-deny-views.ts";
import type { PolicyAnswer, Rule } from "../../policy.ts";
import { toNote } from "../describe-rule.ts";
import type { PathJudge } from "../path/judge-path.ts";
import { coverCommand } from "./cover-command.ts";
import { findCommandRules } from "./find-command-rules.ts";
import { judgeDenials } from "./judge-denials.ts";
import { judgeOperands } from "./judge-operands.ts";
import { judgeRedirects } from "./judge-redirects.ts";
import { showSource } from "./show-source.ts";

export interface LineRules {
  /** Every rule that names the tool: always the same list. */
  readonly named: readonly Rule[];
  /** Whether one of them says something about this call. */
  readonly speaks: (rule: Rule) => boolean;
  /** Allow rules for every command of the tool. */
  readonly whole: readonly Rule[];
}

/** Lines are judged more than once for one decision; what is in them stays the same. */
type Analyze = (text: string) => CommandAnalysis;

/**
 * What rules say of a command line. A deny or ask fires if any command anywhere in it is meant, or any file that it names;
 * an allow needs every command and every redirect covered. Each command gets an answer that says what covered it; the last
 * one speaks for the line.
 */
export function judgeLine(
  line: CommandAnalysis,
  rules: LineRules,
  paths: PathJudge,
  analyze: Analyze,
): readonly PolicyAnswer[] {
  const judged = line.items.map((item) => judgeItem(item, line.text, rules, paths, analyze));
  const answers = judged.flatMap((one) => one.answers);
  const blamed = judged.find(({ open }) => open !== null);
  if (judged.length === 0) return [judgeEmpty(line)];
  if (blamed !== undefined) return [...answers, toNote(`not allowed: ${blamed.open ?? ""}`, blamed.about)];
  const readOnly = judged.every((one) => one.readOnly);
  const reason = readOnly ? "every command of the line only reads" : "every command of the line is allowed";
  return [
    ...answers,
    { source: "rules", verdict: "allow", code: readOnly ? "ALLOWED_READ_ONLY" : "ALLOWED_BY_RULE", reason },
  ];
}

/** `[[ … ]]` and arithmetic start no program; a line that could not be read may hold any. */
function judgeEmpty({ problems }: CommandAnalysis): PolicyAnswer {
  if (problems.length > 0) return toNote("no command of the line is known, so no rule covers it");
  return {
    source: "rules",
    verdict: "allow",
    code: "ALLOWED_READ_ONLY",
    reason: "the line tests, and starts no program",
  };
}

interface JudgedItem {
  readonly about: string;
  readonly answers: readonly PolicyAnswer[];
  /** Why nothing lets it run; `null`: something does. */
  readonly open: string | null;
  readonly readOnly: boolean;
}

function judgeItem(item: CommandItem, text: string, rules: LineRules, paths: PathJudge, analyze: Analyze): JudgedItem {
  const about = showSource(item, text);
  const views = toDenyViews(item, analyze);
  const speaking = findCommandRules(rules.named, views).filter(rules.speaks);
  const scoped = speaking.filter(({ effect }) => effect === "allow");
  const forbidding = speaking.filter(({ effect }) => effect !== "allow");
  const coverage = coverCommand(item, { whole: rules.whole, scoped }, { text, facts: paths.facts, views });
  const redirects = judgeRedirects(item, text, paths);
  const open = coverage.covered ? redirects.open : coverage.reason;
  const rule = coverage.covered ? coverage.rule : null;
  const note = toNote(open === null ? `allowed: ${coverage.reason}` : `not allowed: ${open}`, about);
  return {
    about,
    answers: [
      ...judgeDenials(item, views, forbidding, about),
      ...judgeOperands(item, views, paths),
      ...redirects.answers,
      rule === null ? note : { ...note, ruleId: rule.id },
    ],
    open,
    readOnly: coverage.covered && coverage.readOnly && !redirects.writes,
  };
}
