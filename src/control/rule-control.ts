import { randomUUID } from "node:crypto";
import type { AddRuleResult, ControlPlane, NewRule } from "../call/runtime.ts";
import type { Config } from "../config/config.ts";
import { parseRule } from "../policy/rules/text/parse-rule.ts";
import { validateRule } from "../policy/rules/validate-rule.ts";
import type { RuleIssue } from "../policy/rules/rule-issue.ts";
import type { StoredRule } from "../storage/repositories.ts";
import type { Store } from "../storage/store.ts";

interface Parts extends Pick<ControlPlane, "recordAdmin"> {
  readonly store: Pick<Store, "rules" | "sessions">;
  readonly config: Config;
}

type RuleControl = Pick<ControlPlane, "rules" | "addRule" | "removeRule" | "listGrants" | "revokeGrant">;

/** Rules that people add, and those that came with their answers. */
export function createRuleControl(parts: Parts): RuleControl {
  const { config, recordAdmin } = parts;
  const { rules } = parts.store;
  const listGrants = async (): Promise<readonly StoredRule[]> =>
    (await rules.list(config.workspace)).filter(({ approval }) => approval !== null);
  return {
    rules,
    async addRule(rule, by) {
      const problem = await findProblem(rule, parts);
      if (problem !== null) return problem;
      const stored = toStored(rule, config, by.principal);
      const { id, effect, layer, reason, session, expiresAt } = stored;
      const bounds = { ...(session === null ? {} : { session }), ...(expiresAt === null ? {} : { expiresAt }) };
      await recordAdmin("rule.add", { id, effect, rule: stored.rule, layer, reason, ...bounds }, by);
      await rules.add(stored);
      return { ok: true, id };
    },
    async removeRule(id, by) {
      await recordAdmin("rule.remove", { id }, by);
      return rules.remove(id);
    },
    listGrants,
    async revokeGrant(id, by) {
      await recordAdmin("grant.revoke", { id }, by);
      const isGrant = (await listGrants()).some((grant) => grant.id === id);
      return isGrant && rules.remove(id);
    },
  };
}

const isError = ({ severity }: RuleIssue): boolean => severity === "error";

type Problem = Extract<AddRuleResult, { ok: false }>;

async function findProblem(
  { effect, rule, layer, reason, session = null, expiresAt = null }: NewRule,
  parts: Parts,
): Promise<Problem | null> {
  const parsed = parseRule(rule);
  if (!parsed.ok) return parsed;
  const { tool, specifier } = parsed;
  const bad = validateRule({ id: "", effect, tool, specifier, layer, source: "", reason }).find(isError);
  if (bad !== undefined) return refuse(bad.message, bad.hint);
  if ((layer === "session") !== (session !== null)) {
    return refuse(
      "a rule of a session names it, and no other rule does",
      "Give the layer `session` and the session's id.",
    );
  }
  if (session !== null && (await parts.store.sessions.get(session)) === null) {
    return refuse(`there is no session ${session}`, "It may be over; the records of its calls name it.");
  }
  if (expiresAt === null || Date.parse(expiresAt) > Date.now()) return null;
  return refuse(`the rule would end at ${expiresAt}, which is not a time to come`, "Give a later time, or none.");
}

function refuse(message: string, hint: string): Problem {
  return { ok: false, message, hint };
}

function toStored(rule: NewRule, { workspace }: Config, createdBy: string): StoredRule {
  const { effect, layer, reason, session = null, expiresAt = null } = rule;
  return {
    id: randomUUID(),
    effect,
    rule: rule.rule.trim(),
    layer,
    workspace: layer === "user" ? null : workspace,
    session,
    reason,
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    approval: null,
    createdAt: new Date().toISOString(),
    createdBy,
  };
}
