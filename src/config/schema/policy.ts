import { z } from "zod";
import { MODES } from "../../policy/policy.ts";
import type { PolicyData } from "../file/data/permission-data.ts";
import { partyName, toolEntries } from "./common.ts";

const profileName = (): z.ZodString => z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, "the name of a profile");

const allowOnly = z.strictObject({
  allow: toolEntries()
    .optional()
    .meta({ description: "The only tools that are shown. Not said: this narrows nothing." }),
});

const provider = z.strictObject({
  profile: profileName().optional().meta({ description: "Stands in the place of `policy.profile`." }),
  allow: toolEntries().optional().meta({ description: "The only tools that are shown to models of this provider." }),
});

const agent = z.strictObject({
  allow: toolEntries().optional().meta({ description: "The only tools that are shown to this agent." }),
  deny: toolEntries()
    .optional()
    .meta({ description: "Tools that are kept from it, whatever allows them.", default: [] }),
  also_allow: toolEntries().optional().meta({
    description: "Tools that it is shown besides, where nothing denies them.",
    default: [],
  }),
  mode: z.enum(MODES).optional().meta({ description: "Its own mode, instead of the one in `[permissions]`." }),
  by_provider: z.record(partyName(), allowOnly).optional().meta({
    description: "By provider of the model that the agent runs with.",
  }),
});

const delegation = z.strictObject({
  deny: toolEntries().optional().meta({
    description: "Tools that are kept from every agent that another one started.",
    default: [],
  }),
  leaf_deny: toolEntries().optional().meta({
    description: "Tools that are kept from agents that may start no further one.",
    default: [],
  }),
});

/** `[policy]`: which tools are shown to whom. What is not shown cannot be called. */
export const policy: z.ZodType<PolicyData> = z.strictObject({
  profile: profileName().optional().meta({
    description: "What is shown at most: `full`, `minimal`, `coding`, `messaging`, or a profile of your own.",
    default: "full",
  }),
  allow: toolEntries().optional().meta({
    description: "The only tools that are shown: names, names with `*`, or `group:NAME`. `[]` shows none.",
  }),
  deny: toolEntries().optional().meta({
    description: "Tools that are shown to nobody. Wins over everything.",
    default: [],
  }),
  also_allow: toolEntries().optional().meta({
    description: "Tools that are shown besides what the profile and the allow lists leave, where nothing denies them.",
    default: [],
  }),
  profiles: z.record(profileName(), toolEntries()).optional().meta({
    description: "Profiles of your own: name = list of tools and groups.",
  }),
  by_provider: z.record(partyName(), provider).optional().meta({ description: "By provider of the model." }),
  agents: z.record(partyName(), agent).optional().meta({ description: "By agent." }),
  groups: z.record(partyName(), allowOnly).optional().meta({ description: "By group of chats that a request names." }),
  delegation: delegation.optional().meta({ description: "What agents may not have that other agents started." }),
});
