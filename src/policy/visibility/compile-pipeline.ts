import type { CallerHints } from "../../model/caller.ts";
import type { PolicyRequest, PolicyTool, VisibilityPolicy } from "../policy.ts";
import { compileEntries } from "./compile-entries.ts";
import type { EntryMatch } from "./compile-entries.ts";
import { compileProfile } from "./compile-profile.ts";

/** Says why a tool of this name is hidden. */
export type HiddenReason = (name: string) => string;

/** Why a tool is hidden, in words only once they are asked for; `null`: it is shown. */
export type Pipeline = (tool: PolicyTool) => HiddenReason | null;

type Viewer = Pick<PolicyRequest, "caller" | "hints">;

interface Step {
  /** What people call it. */
  readonly name: string;
  readonly passes: EntryMatch;
}

interface ExplainedStep extends Step {
  readonly explain: HiddenReason;
}

/**
 * The tables of one file for one caller. In order:
 * 1. profile · 2. profile of the provider · 3. `allow` · 4. `allow` of the provider · 5. `allow` of the agent ·
 * 6. `allow` of the agent with this provider · 7. `allow` of the group that the request names
 * 8. `deny`, and the agent's: final
 * 9. `also_allow`, and the agent's: brings back what 1 to 7 took away, never what 8 did
 * 10. what agents that others started may not have
 */
export function compilePipeline(policy: VisibilityPolicy, viewer: Viewer): Pipeline {
  const key = toKey(viewer);
  const known = CACHE.get(policy) ?? new Map<string, Pipeline>();
  CACHE.set(policy, known);
  const pipeline = known.get(key) ?? compile(policy, viewer);
  // Hints are texts of the caller: a flood of them must not fill the memory.
  if (known.size >= MOST_VIEWERS) known.clear();
  known.set(key, pipeline);
  return pipeline;
}

const CACHE = new WeakMap<VisibilityPolicy, Map<string, Pipeline>>();
const MOST_VIEWERS = 100;

function toKey({ caller, hints = {} }: Viewer): string {
  const { provider, group, depth = 0, leaf = false } = hints;
  return JSON.stringify([caller.agent, caller.provider ?? null, provider ?? null, group ?? null, depth > 0, leaf]);
}

function compile(policy: VisibilityPolicy, { caller, hints = {} }: Viewer): Pipeline {
  const agent = own(policy.agents, caller.agent);
  const { source } = policy;
  const provider = caller.provider ?? hints.provider ?? null;
  const narrowing = [
    ...toProfileSteps(policy, caller.provider ?? null, hints.provider ?? null),
    ...toAllowSteps(policy, agent, { provider, group: hints.group ?? null }),
  ].map((step) => explain(step, (name) => `${step.name} of ${source} does not name \`${name}\``));
  const denying = [toStep("`deny`", policy.deny), toStep(`\`deny\` of agent ${caller.agent}`, agent?.deny ?? [])].map(
    (step) => explain(step, (name) => `${step.name} of ${source} hides \`${name}\``),
  );
  const alsoAllowed = compileEntries([...policy.alsoAllow, ...(agent?.alsoAllow ?? [])]);
  const delegated = toDelegationSteps(policy, hints).map((step) =>
    explain(step, (name) => `${step.name} of ${source} keeps \`${name}\` from agents that others started`),
  );
  return (tool) => {
    for (const { passes, explain: why } of denying) if (passes(tool)) return why;
    for (const { passes, explain: why } of narrowing) {
      if (!passes(tool)) {
        if (alsoAllowed(tool)) break;
        return why;
      }
    }
    const kept = delegated.find(({ passes }) => passes(tool));
    return kept?.explain ?? null;
  };
}

function explain(step: Step, reason: HiddenReason): ExplainedStep {
  return { ...step, explain: reason };
}

/** A provider that the credential names chooses its profile; one that only the request names can narrow, no more. */
function toProfileSteps(policy: VisibilityPolicy, trusted: string | null, claimed: string | null): readonly Step[] {
  const chosen = trusted === null ? null : (own(policy.byProvider, trusted)?.profile ?? null);
  const narrower = claimed === null ? null : (own(policy.byProvider, claimed)?.profile ?? null);
  const names = [chosen ?? policy.profile, ...(trusted === null ? [narrower] : [])];
  return names.flatMap((name) =>
    name === null ? [] : [{ name: `profile \`${name}\``, passes: compileProfile(name, policy.profiles) }],
  );
}

function toAllowSteps(
  policy: VisibilityPolicy,
  agent: VisibilityPolicy["agents"][string] | undefined,
  { provider, group }: { readonly provider: string | null; readonly group: string | null },
): readonly Step[] {
  const lists: readonly (readonly [name: string, entries: readonly string[] | null | undefined])[] = [
    ["`allow`", policy.allow],
    [`\`allow\` of provider ${provider ?? ""}`, provider === null ? null : own(policy.byProvider, provider)?.allow],
    ["`allow` of the agent", agent?.allow],
    [
      `\`allow\` of the agent with provider ${provider ?? ""}`,
      provider === null || agent === undefined ? null : own(agent.byProvider, provider)?.allow,
    ],
    [`\`allow\` of group ${group ?? ""}`, group === null ? null : own(policy.groups, group)?.allow],
  ];
  return lists.flatMap(([name, entries]) => (entries == null ? [] : [toStep(name, entries)]));
}

function toDelegationSteps(
  { delegation }: VisibilityPolicy,
  { depth = 0, leaf = false }: CallerHints,
): readonly Step[] {
  return [
    ...(depth > 0 ? [toStep("`delegation.deny`", delegation.deny)] : []),
    ...(leaf ? [toStep("`delegation.leaf_deny`", delegation.leafDeny)] : []),
  ];
}

function toStep(name: string, entries: readonly string[]): Step {
  return { name, passes: compileEntries(entries) };
}

/** A name such as `constructor` must not find what every object has. */
function own<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
