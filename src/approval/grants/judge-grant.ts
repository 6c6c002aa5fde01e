import { isBannedPrefix } from "../../shell/knowledge/arity.ts";
import { parseRule } from "../../policy/rules/text/parse-rule.ts";
import { showText } from "../../text/show-text.ts";
import type { Covers } from "../suggest-rules.ts";
import { MOST_RULES } from "../suggest-rules.ts";
import { coversEverything } from "./covers-everything.ts";
import { toLiteralPrefix } from "./pattern-text.ts";
import { findObstacle } from "./find-obstacle.ts";
import { isDestructive } from "./risky-commands.ts";
import type { AskedRequest } from "./stored-request.ts";

export type GrantVerdict =
  | { readonly ok: true; readonly rules: readonly string[] }
  /** Says what is wrong and what to do instead. */
  | { readonly ok: false; readonly message: string };

const MOST_CHARACTERS = 1_000;

/**
 * May these rules, as a human wrote or chose them, follow from a yes to this call? Each must be a rule on this very tool
 * and cover nothing that is never allowed for good; together they must cover the call.
 */
export function judgeGrant(rules: readonly string[], asked: AskedRequest, covers: Covers): GrantVerdict {
  const obstacle = findObstacle(asked);
  if (obstacle !== null) return refuse(`only this one call can be allowed: ${obstacle}`);
  if (rules.length === 0 || rules.length > MOST_RULES) {
    return refuse(`a grant has 1 to ${MOST_RULES} rules; this one has ${rules.length}`);
  }
  for (const rule of rules) {
    const problem = findProblem(rule, asked);
    if (problem !== null) return refuse(`\`${showText(rule, 200)}\` ${problem}`);
  }
  if (!covers(rules)) return refuse("these rules would not have let this call through, so they are not about it");
  return { ok: true, rules };
}

function findProblem(rule: string, asked: AskedRequest): string | null {
  if (rule.length > MOST_CHARACTERS) return `has more than ${MOST_CHARACTERS} characters`;
  const parsed = parseRule(rule);
  if (!parsed.ok) return `is not a rule: ${parsed.message}`;
  const { request } = asked;
  const { name } = request.tool;
  if (parsed.tool !== name) return `is not about \`${name}\` alone, which is the tool that asked`;
  const specifier = request.call?.specifier ?? null;
  if (specifier?.ok !== true) return null;
  if (parsed.specifier === null) return `is about every call of \`${name}\`; say which, as in \`${name}(…)\``;
  if (specifier.values.some(({ kind }) => kind === "shell")) return findBan(parsed.specifier);
  return coversEverything(rule, parsed.specifier, asked) ? "is about everything; name a folder or a beginning" : null;
}

function findBan(pattern: string): string | null {
  const words = toLiteralPrefix(pattern);
  const [program] = words;
  if (program === undefined) return "does not say which program; begin it with a name";
  if (isDestructive(program)) return `is about \`${showText(program)}\`, which is asked about each time`;
  const isOpen = /(?<!\\)\*/.test(pattern.replaceAll("\\\\", ""));
  const ban = isOpen ? isBannedPrefix(words) : null;
  return ban === null ? null : `covers too much: ${ban}`;
}

function refuse(message: string): GrantVerdict {
  return { ok: false, message };
}
