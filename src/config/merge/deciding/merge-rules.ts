import type { Rule } from "../../../policy/policy.ts";
import { labelSource } from "./permission-set.ts";
import type { PermissionParts } from "./permission-set.ts";

/** The rules of all files, and what restrictions add to them; each once. */
export function mergeRules({ user, project, restrictions }: PermissionParts): readonly Rule[] {
  const rules = [...(user?.layer.rules ?? []), ...(project?.layer.rules ?? [])];
  // A rule of the person's own does not stand in for one of the project: they may part again.
  const seen = new Set((project?.layer.rules ?? []).map(toKey));
  const counts = new Map<string, number>();
  for (const { from, limits } of restrictions) {
    for (const { id, source, reason = null, ...rule } of limits.rules) {
      const key = toKey(rule);
      if (seen.has(key)) continue;
      seen.add(key);
      const name = `${from}:${rule.effect}`;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      const given = from === "project" ? id : undefined;
      rules.push({
        ...rule,
        id: given ?? `${name}:${count}`,
        layer: "project",
        source: labelSource(source, from),
        reason,
      });
    }
  }
  return rules;
}

type Judged = Pick<Rule, "effect" | "tool" | "specifier" | "params" | "expiresAt">;

function toKey({ effect, tool, specifier, params, expiresAt }: Judged): string {
  return JSON.stringify([effect, tool, specifier ?? null, params ?? null, expiresAt ?? null]);
}
