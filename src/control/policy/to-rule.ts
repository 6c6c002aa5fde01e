import type { Rule } from "../../policy/policy.ts";
import { parseRule } from "../../policy/rules/text/parse-rule.ts";
import type { StoredRule } from "../../storage/repositories.ts";

/** A rule of the database. One that cannot be read any more, where it takes something away, takes away everything. */
export function toRule(stored: StoredRule): Rule {
  const { id, effect, rule, layer, reason, createdBy, expiresAt, session, approval } = stored;
  const source = approval === null ? `rules add, by ${createdBy}` : `granted with approval ${approval}`;
  const parsed = parseRule(rule);
  const common = { id, effect, layer, reason, source, expiresAt, session, approval };
  if (parsed.ok) return { ...common, tool: parsed.tool, specifier: parsed.specifier };
  const unreadable = `cannot be read (${parsed.message}): ${rule}`;
  if (effect === "allow") return { ...common, tool: rule, specifier: null, expiresAt: EXPIRED, reason: unreadable };
  return { ...common, tool: "*", specifier: null, reason: unreadable };
}

const EXPIRED = "1970-01-01T00:00:00.000Z";
