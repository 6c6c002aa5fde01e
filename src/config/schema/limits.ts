import { z } from "zod";
import { LIMIT_SCOPES } from "../../policy/policy.ts";
import { DEFAULTS } from "../defaults.ts";
import type { ConfigData } from "../file/data/config-data.ts";
import type { LimitRuleData } from "../file/data/permission-data.ts";
import { oneOrMoreTools, ownId } from "./common.ts";

/** How a rate is written. */
const RATE = /^[1-9][0-9]{0,8}\/[smhd]$/;
const amount = (): z.ZodInt => z.int().min(1).max(1_000_000_000);

const keys = z.strictObject({
  id: ownId().optional().meta({ description: "Its name in refusals. Every id stands for one rule." }),
  tools: oneOrMoreTools()
    .optional()
    .meta({ description: "What it counts: a tool, or a list of tools and groups.", default: ["*"] }),
  per: z
    .array(z.enum(LIMIT_SCOPES))
    .min(1)
    .max(LIMIT_SCOPES.length)
    .optional()
    .meta({ description: "What is counted together: calls that agree in all of these.", default: ["session"] }),
  rate: z
    .string()
    .regex(RATE, "a number, `/` and `s`, `m`, `h` or `d`, such as `150/h`")
    .optional()
    .meta({ description: "How many calls in any second, minute, hour or day." }),
  concurrent: amount().optional().meta({ description: "How many calls at once." }),
  daily: amount().optional().meta({ description: "How many calls since midnight UTC." }),
});

const rule: z.ZodType<LimitRuleData> = keys.superRefine(({ rate, concurrent, daily }, context) => {
  const said = [rate, concurrent, daily].filter((value) => value !== undefined);
  if (said.length === 1) return;
  context.addIssue({ code: "custom", message: "exactly one of `rate`, `concurrent` and `daily`" });
});

/** `[limits]`: how much may happen, and how often. */
export const limits: z.ZodType<NonNullable<ConfigData["limits"]>> = z.strictObject({
  max_argument_bytes: z
    .int()
    .min(1024)
    .max(64 * 1024 * 1024)
    .optional()
    .meta({
      description: "Most bytes that the arguments of one call may have as JSON.",
      default: DEFAULTS.maxArgumentBytes,
    }),
  max_concurrent_calls: z.int().min(1).max(10_000).optional().meta({
    description: "Most calls that run at once in one process.",
    default: DEFAULTS.maxConcurrentCalls,
  }),
  drain_seconds: z.int().min(0).max(3600).optional().meta({
    description: "How long running calls may take to finish at shutdown before they are cancelled.",
    default: DEFAULTS.drainSeconds,
  }),
  max_depth: z
    .int()
    .min(0)
    .max(1000)
    .optional()
    .meta({
      description:
        "How many calls may be nested, and how many agents may stand between a person and a caller. Of two files the " +
        "smaller number counts; not said: as many as fit.",
    }),
  rules: z.array(rule).max(1000).optional().meta({
    description: "How often tools may be called. The rules of all files count.",
  }),
});
