import { z } from "zod";
import type { CapabilityCeiling } from "../../manifest/manifest.ts";
import { MODES } from "../../policy/policy.ts";
import type { Mode, Rule } from "../../policy/policy.ts";
import type { Scope } from "../../scope/scope.ts";
import { mergeCapabilities } from "../merge/merge-capabilities.ts";
import { resolveDenied } from "../merge/merge-packs.ts";
import type { Project } from "../read-project.ts";

/** What restricts in a project that a person trusted. It outlives edits of its files, until they are trusted again. */
export interface TrustLimits {
  readonly rules: readonly Pick<RestrictingRule, "effect" | "tool" | "source">[];
  readonly mode: Mode | null;
  readonly headless: boolean;
  /** The project has a scope file, with these limits. */
  readonly scope: Scope | null;
  /** The project says itself that a target needs a scope file. */
  readonly scopeRequired: boolean;
  /** `fs: false`: it switches the pack off. Denied paths are absolute. */
  readonly packs: { readonly fs: false | null; readonly fsDeny: readonly string[] };
  readonly capabilities: CapabilityCeiling;
}

type RestrictingRule = Rule & { readonly effect: "ask" | "deny" };

/** @param home what `~/` stands for */
export function toTrustLimits({ layer, scope }: Project, home: string): TrustLimits {
  const { permissions, scope: wanted } = layer.data;
  return {
    rules: layer.rules.filter(isRestricting).map(({ effect, tool, source }) => ({ effect, tool, source })),
    mode: permissions?.mode ?? null,
    headless: permissions?.headless === true,
    scope: scope?.scope ?? null,
    scopeRequired: wanted?.required === true,
    packs: { fs: layer.data.packs?.fs === false ? false : null, fsDeny: resolveDenied(layer, home) },
    capabilities: mergeCapabilities([layer.data.capabilities]),
  };
}

/** Limits as they are kept. */
export function renderTrustLimits(limits: TrustLimits): string {
  return JSON.stringify(limits);
}

/** What `renderTrustLimits` gave. Text that cannot be understood may have denied anything, so it denies everything. */
export function parseTrustLimits(text: string): TrustLimits {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    const source = "restrictions of the trusted project that cannot be read; run `toolgate trust` again";
    return {
      rules: [{ effect: "deny", tool: "*", source }],
      mode: "plan",
      headless: true,
      scope: null,
      scopeRequired: true,
      packs: { fs: false, fsDeny: [] },
      capabilities: { net: [], commands: "none" },
    };
  }
}

function isRestricting(rule: Rule): rule is RestrictingRule {
  return rule.effect !== "allow";
}

const texts = z.array(z.string());

const schema: z.ZodType<TrustLimits> = z.strictObject({
  rules: z.array(z.strictObject({ effect: z.enum(["ask", "deny"]), tool: z.string(), source: z.string() })),
  mode: z.enum(MODES).nullable(),
  headless: z.boolean(),
  scope: z
    .strictObject({ networks: texts, domains: texts, excludedNetworks: texts, excludedDomains: texts })
    .nullable(),
  scopeRequired: z.boolean(),
  // Limits that were stored before these keys existed say nothing of them.
  packs: z.strictObject({ fs: z.literal(false).nullable(), fsDeny: texts }).default({ fs: null, fsDeny: [] }),
  capabilities: z
    .strictObject({ net: texts.nullable(), commands: z.enum(["any", "argvOnly", "none"]) })
    .default({ net: null, commands: "any" }),
});
