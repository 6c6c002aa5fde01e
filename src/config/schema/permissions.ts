import { z } from "zod";
import { MODES, RULE_EFFECTS } from "../../policy/policy.ts";
import { DEFAULTS } from "../defaults.ts";
import type { PermissionData } from "../file/data/permission-data.ts";
import { ownId, remark } from "./common.ts";

const examples = (): z.ZodArray<z.ZodString> => z.array(z.string().max(10_000)).max(100);
const RULE_KEYS = {
  tool: z.string().min(1).max(200).meta({ description: "A tool by name; `*` stands for any characters." }),
  specifier: z.string().max(10_000).optional().meta({
    description: "What the calls must be about, as between the parentheses of `Tool(specifier)`. Not said: every call.",
  }),
  params: z
    .record(z.string().min(1).max(200), z.string().max(10_000))
    .optional()
    .meta({
      description:
        "Argument = pattern that its value must match, all of them; `*` stands for any characters. A call without the " +
        "argument never matches.",
    }),
  reason: remark().optional().meta({ description: "Why, for whoever the rule stops or is asked." }),
  id: ownId()
    .optional()
    .meta({ description: "Its name in explanations and in the audit. Every id stands for one rule." }),
  expires_at: z.string().min(1).max(64).optional().meta({
    description: "From then on the rule says nothing: a date and time with its zone, or a date (its beginning in UTC).",
  }),
  match: examples().optional().meta({
    description: "Examples of specifiers that the rule must match; one that it does not is an error.",
  }),
  not_match: examples().optional().meta({
    description: "Examples of specifiers that it must not match; one that it does is an error.",
  }),
};

const entry = z.union([z.string().max(10_000), z.strictObject(RULE_KEYS)]);
const list = (): z.ZodArray<typeof entry> => z.array(entry).max(10_000);
const row = z.strictObject({
  effect: z.enum(RULE_EFFECTS).meta({ description: "What it does with the calls that it matches." }),
  ...RULE_KEYS,
});

/** `[permissions]`: the rules, and what happens to calls that none speaks about. */
export const permissions: z.ZodType<PermissionData> = z.strictObject({
  mode: z
    .enum(MODES)
    .optional()
    .meta({
      description:
        "What happens to a call that no rule speaks about: `default` asks unless the tool only reads, `plan` refuses " +
        "everything that changes something, `acceptEdits` lets edits of files in the workspace through, `dontAsk` " +
        "refuses instead of asking, `autonomous` lets it run.",
      default: DEFAULTS.mode,
    }),
  allow: list()
    .optional()
    .meta({
      description:
        "Calls that run without asking: `Tool`, `Tool(specifier)`, or a table with the keys of `[[permissions.rules]]` " +
        "but `effect`.",
      default: [],
    }),
  ask: list().optional().meta({
    description: "Calls that a human is asked about each time. Wins over allow.",
    default: [],
  }),
  deny: list().optional().meta({
    description: "Calls that never run. Wins over everything.",
    default: [],
  }),
  headless: z.boolean().optional().meta({
    description: "Nobody is there to be asked: every ask is a deny.",
    default: false,
  }),
  approval_timeout_seconds: z.int().min(1).max(86_400).optional().meta({
    description: "How long a call waits for a human before it is denied.",
    default: DEFAULTS.approvalTimeoutSeconds,
  }),
  rules: z.array(row).max(10_000).optional().meta({ description: "Rules as tables, for what a text cannot say." }),
});
