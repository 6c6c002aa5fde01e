import { z } from "zod";
import { EFFECTS } from "../../model/tool.ts";
import { DEFAULTS } from "../defaults.ts";
import type { ConfigData } from "../file/data/config-data.ts";
import { oneOrMoreTools } from "./common.ts";

const who = z.strictObject({
  tools: oneOrMoreTools()
    .optional()
    .meta({ description: "The calls that it is about: a tool, or a list of tools and groups.", default: ["*"] }),
  effects: z.array(z.enum(EFFECTS)).max(EFFECTS.length).optional().meta({
    description: "Only calls of tools with these effects. `[]`: all.",
    default: [],
  }),
  approvers: z
    .array(
      z
        .string()
        .max(200)
        .regex(/^[^\s\p{Cc}]+$/u, "a principal, or `role:NAME`"),
    )
    .min(1)
    .max(1000)
    .meta({ description: "Principals, or `role:NAME`: whoever answers must be one of them." }),
});

/** `[approvals]`: who may answer, and where. */
export const approvals: z.ZodType<NonNullable<ConfigData["approvals"]>> = z.strictObject({
  elicit_form: z
    .boolean()
    .optional()
    .meta({
      description:
        "Whether MCP clients are asked in a form of theirs, too: then whoever runs the client program can approve single calls. " +
        "Never calls of destructive tools, nor what a breaker, Cedar, `human_approval` or a row of `who` is about. Of two files `false` counts.",
      default: DEFAULTS.elicitForm,
    }),
  who: z.array(who).max(1000).optional().meta({
    description: "Who may answer for which calls. Every row that is about a call must accept whoever answers.",
  }),
});
