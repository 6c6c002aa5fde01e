import { z } from "zod";
import type { DisclosureConfig } from "../../registry/disclosure/disclosure-config.ts";
import { DEFAULTS } from "../defaults.ts";

/** `[server.mcp]` as a file says it, checked. */
export interface DisclosureData {
  readonly disclosure?: DisclosureConfig["mode"] | undefined;
  readonly threshold?: number | undefined;
  readonly core?: readonly string[] | undefined;
  readonly groups?: Readonly<Record<string, string>> | undefined;
}

const NAME = /^(?:group:)?[A-Za-z0-9_.:-]{1,100}$/;

/** `[server.mcp]`: what clients are shown where there are many tools. */
export const disclosure: z.ZodType<DisclosureData> = z.strictObject({
  disclosure: z
    .enum(["auto", "all", "search"])
    .optional()
    .meta({
      description:
        "`all` lists every tool that the caller may see; `search` lists `core` and the tools with which agents find and call " +
        "the others; `auto` searches where there are more than `threshold` of them.",
      default: DEFAULTS.disclosure,
    }),
  threshold: z.int().min(0).max(100_000).optional().meta({
    description: "So many visible tools are listed whole with `auto`.",
    default: DEFAULTS.disclosureThreshold,
  }),
  core: z
    .array(z.string().regex(NAME, "a tool's name, or `group:NAME`"))
    .max(200)
    .optional()
    .meta({ description: "What is listed besides, always: names of tools, or `group:NAME`.", default: [] }),
  groups: z.record(z.string().min(1).max(100), z.string().min(1).max(200)).optional().meta({
    description: "What groups are about, by name, for agents that choose one. Not said: some of its tools.",
    default: {},
  }),
});
