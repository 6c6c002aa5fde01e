import { renderCommand, renderRule } from "../../policy/rules/text/render-rule.ts";
import { isBannedPrefix, toCommandPrefix } from "../../shell/knowledge/arity.ts";
import type { CommandAnalysis, CommandItem } from "../../shell/analysis.ts";
import { showText } from "../../text/show-text.ts";
import type { Covers, Draft } from "../suggest-rules.ts";
import { isDestructive, isExactOnly, isStarter } from "./risky-commands.ts";

/** More different commands than this are nothing that one yes can be about. */
const MOST_COMMANDS = 40;

interface Candidate {
  readonly exact: string;
  readonly prefix: string | null;
}

/** One rule for each command of a line that needs one: exactly as it is, and with anything after program and subcommand. */
export function suggestForCommands(tool: string, line: CommandAnalysis, covers: Covers): readonly Draft[] {
  const commands = line.items.filter(({ words }) => words.length > 0);
  const candidates = commands.slice(0, MOST_COMMANDS + 1).map((item) => toCandidate(tool, item));
  const known = candidates.filter((candidate) => candidate !== null);
  if (known.length > MOST_COMMANDS || known.length < candidates.length) return [];
  const exact = keepNeeded([...new Set(known.map((candidate) => candidate.exact))], covers);
  const broad = keepNeeded([...new Set(known.map((candidate) => candidate.prefix ?? candidate.exact))], covers);
  return [
    { rules: exact, label: `exactly ${list(exact)}` },
    ...(broad.some((rule) => !exact.includes(rule))
      ? [{ rules: broad, label: `${list(broad)}, with anything for *` }]
      : []),
  ];
}

/** Commands that run anyway, such as those that only read, need no rule. */
function keepNeeded(rules: readonly string[], covers: Covers): readonly string[] {
  if (!covers(rules)) return [];
  return rules.reduce<readonly string[]>((kept, rule) => {
    const without = kept.filter((other) => other !== rule);
    return without.length > 0 && covers(without) ? without : kept;
  }, rules);
}

/** `null`: nothing lasting can follow from this command. */
function toCandidate(tool: string, { words }: CommandItem): Candidate | null {
  const known = words.flatMap(({ text }) => text ?? []);
  const [program] = known;
  if (program === undefined || known.length < words.length || isStarter(program) || isDestructive(program)) return null;
  const exact = renderRule(tool, renderCommand(known));
  return exact === null ? null : { exact, prefix: toPrefix(tool, known) };
}

function toPrefix(tool: string, words: readonly string[]): string | null {
  const prefix = toCommandPrefix(words);
  if (prefix.length === 0 || isBannedPrefix(prefix) !== null || isExactOnly(prefix)) return null;
  const exact = renderRule(tool, renderCommand(prefix));
  return exact === null ? null : `${exact.slice(0, -1)} *)`;
}

function list(rules: readonly string[]): string {
  return rules.map((rule) => `\`${showText(rule, 200)}\``).join(", ");
}
