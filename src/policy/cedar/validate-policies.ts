import type { ManifestIssue } from "../../manifest/manifest.ts";
import type { Tool } from "../../model/tool.ts";
import { suggestNearest } from "../../text/find-nearest.ts";
import { showText } from "../../text/show-text.ts";
import type { CedarEngine } from "./cedar-engine.ts";
import type { ParsedPolicy } from "./parse/parse-policies.ts";
import { toIssue, toPolicyIssue } from "./parse/to-issue.ts";
import { renderCedarSchema } from "./schema/render-cedar-schema.ts";

/** The tools whose arguments a policy is checked with. */
export type ArgumentScope = (policy: ParsedPolicy) => readonly Tool[];

/** Type errors and doubtful policies, against the schema of the tools; and names of tools that nobody has. */
export function validatePolicies(
  policies: readonly ParsedPolicy[],
  tools: readonly Tool[],
  scopeOf: ArgumentScope,
  engine: CedarEngine,
): readonly ManifestIssue[] {
  const issues = [...Map.groupBy(policies, scopeOf)].flatMap(([scope, group]) =>
    validateGroup(group, tools, scope, engine),
  );
  return [...issues, ...findUnknownTools(policies, tools)];
}

function validateGroup(
  policies: readonly ParsedPolicy[],
  tools: readonly Tool[],
  scope: readonly Tool[],
  engine: CedarEngine,
): readonly ManifestIssue[] {
  const byId = new Map(policies.map((policy) => [policy.id, policy]));
  const staticPolicies = Object.fromEntries(policies.map(({ id, source }) => [id, source.text]));
  const answer = engine.validate({ schema: renderCedarSchema(tools, scope), policies: { staticPolicies } });
  if (answer.type === "failure") {
    return policies
      .slice(0, 1)
      .flatMap(({ source }) =>
        answer.errors.map((error) => toIssue({ ...source, text: "" }, error, "cedar-type", "error")),
      );
  }
  const found = [
    ...answer.validationErrors.map((error) => ({ ...error, code: "cedar-type", severity: "error" as const })),
    ...answer.validationWarnings.map((error) => ({ ...error, code: "cedar-doubtful", severity: "warning" as const })),
  ];
  return found.flatMap(({ policyId, error, code, severity }) => {
    const policy = byId.get(policyId);
    return policy === undefined ? [] : [toIssue(policy.source, error, code, severity)];
  });
}

function findUnknownTools(policies: readonly ParsedPolicy[], tools: readonly Tool[]): readonly ManifestIssue[] {
  const known = new Set(tools.map(({ name }) => name));
  return policies.flatMap(({ reach, source }) =>
    [...(reach.names ?? [])]
      .filter((name) => !known.has(name))
      .map((name) => {
        const message = `the policy is about \`${showText(name)}\`, and no tool has that name${suggestNearest(name, known)}`;
        return toPolicyIssue(source, { severity: "warning", code: "cedar-unknown-tool", message, hint: null });
      }),
  );
}
