import { z } from "zod";
import { EFFECTS } from "../../model/tool.ts";
import { DENY_PACKS, LIMIT_SCOPES, MODES } from "../../policy/policy.ts";
import { executingLimitsSchema, NO_EXECUTING_LIMITS } from "./executing-limits.ts";
import type { TrustLimits } from "./trust-limits.ts";

const text = z.string();
const texts = z.array(text);
const allow = z.strictObject({ allow: texts.nullable() });

const rule = z.strictObject({
  id: text.optional(),
  effect: z.enum(["ask", "deny"]),
  tool: text,
  specifier: text.nullish(),
  params: z.record(text, text).optional(),
  source: text,
  expiresAt: text.nullish(),
  reason: text.nullish(),
});

const agent = z.strictObject({
  allow: texts.nullable(),
  deny: texts,
  alsoAllow: texts,
  byProvider: z.record(text, allow),
});

const visibility = z.strictObject({
  source: text,
  profile: text.nullable(),
  profiles: z.record(text, texts),
  allow: texts.nullable(),
  deny: texts,
  alsoAllow: texts,
  byProvider: z.record(text, z.strictObject({ profile: text.nullable(), allow: texts.nullable() })),
  agents: z.record(text, agent),
  groups: z.record(text, allow),
  delegation: z.strictObject({ deny: texts, leafDeny: texts }),
});

const limitRule = z.strictObject({
  id: text,
  tools: texts,
  per: z.array(z.enum(LIMIT_SCOPES)),
  kind: z.enum(["rate", "concurrent", "daily"]),
  max: z.number(),
  windowMs: z.number(),
  source: text,
});

const cedar = z.strictObject({
  files: z.array(z.strictObject({ file: text, text })),
  default: z.enum(["nothing", "deny"]),
  environment: text.nullable(),
});

/** Limits as they are kept. Those that were stored before a key existed say nothing of it. */
export const trustLimitsSchema: z.ZodType<TrustLimits> = z.strictObject({
  rules: z.array(rule),
  mode: z.enum(MODES).nullable(),
  modes: z.record(text, z.enum(MODES)).default({}),
  headless: z.boolean(),
  elicitForm: z.literal(false).nullable().default(null),
  visibility: visibility.nullable().default(null),
  limitRules: z.array(limitRule).default([]),
  maxDepth: z.number().nullable().default(null),
  approvers: z
    .array(z.strictObject({ tools: texts, effects: z.array(z.enum(EFFECTS)), approvers: texts, source: text }))
    .default([]),
  cedar: cedar.default({ files: [], default: "nothing", environment: null }),
  denyPack: z.enum(DENY_PACKS).nullable().default(null),
  scope: z
    .strictObject({ networks: texts, domains: texts, excludedNetworks: texts, excludedDomains: texts })
    .nullable(),
  scopeRequired: z.boolean(),
  packs: z
    .strictObject({ fs: z.literal(false).nullable(), shell: z.literal(false).nullable().default(null), fsDeny: texts })
    .default({ fs: null, shell: null, fsDeny: [] }),
  capabilities: z
    .strictObject({ net: texts.nullable(), commands: z.enum(["any", "argvOnly", "none"]) })
    .default({ net: null, commands: "any" }),
  executing: executingLimitsSchema.default(NO_EXECUTING_LIMITS),
});
