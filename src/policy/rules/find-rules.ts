import type { PolicyTool, Rule } from "../policy.ts";
import { matchName } from "./match-name.ts";

type Named = Pick<PolicyTool, "name" | "aliases">;

interface RuleIndex {
  readonly byName: ReadonlyMap<string, readonly Numbered[]>;
  readonly globs: readonly Numbered[];
  readonly found: Map<string, readonly Rule[]>;
}

interface Numbered {
  readonly rule: Rule;
  readonly at: number;
}

/** More tools than any workspace has; beyond them everything is found again. */
const MOST_TOOLS = 20_000;

const INDEXES = new WeakMap<readonly Rule[], RuleIndex>();

/**
 * The rules that name a tool, in their order, whatever they say about the call. A rule that takes something away is meant
 * under every name that the tool has elsewhere; one that allows, only where that name cannot be another tool's.
 */
export function findRules(rules: readonly Rule[], tool: Named): readonly Rule[] {
  const index = INDEXES.get(rules) ?? createIndex(rules);
  INDEXES.set(rules, index);
  const key = [tool.name, ...(tool.aliases ?? [])].join(" ");
  const found = index.found.get(key) ?? search(index, tool);
  if (index.found.size >= MOST_TOOLS) index.found.clear();
  index.found.set(key, found);
  return found;
}

function createIndex(rules: readonly Rule[]): RuleIndex {
  const numbered = rules.map((rule, at) => ({ rule, at }));
  const exact = numbered.filter(({ rule }) => !rule.tool.includes("*"));
  return {
    byName: Map.groupBy(exact, ({ rule }) => rule.tool),
    globs: numbered.filter(({ rule }) => rule.tool.includes("*")),
    found: new Map(),
  };
}

function search({ byName, globs }: RuleIndex, tool: Named): readonly Rule[] {
  const names = [...new Set([tool.name, ...(tool.aliases ?? [])])];
  const found = [...names.flatMap((name) => byName.get(name) ?? []), ...globs];
  const named = found.filter(({ rule }) => isNamed(rule, tool));
  return named.sort((one, other) => one.at - other.at).map(({ rule }) => rule);
}

function isNamed({ tool: pattern, effect, specifier }: Rule, { name, aliases = [] }: Named): boolean {
  if (matchName(pattern, name)) return true;
  if (effect !== "allow") return aliases.some((alias) => matchName(pattern, alias));
  // A tool of one's own may well be called `exec` or `search`; with a specifier it is clear what is meant.
  const isClear = specifier != null || /^[A-Z]|\./.test(pattern);
  return isClear && aliases.includes(pattern);
}
