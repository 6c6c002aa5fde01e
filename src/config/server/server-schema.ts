import { z } from "zod";
import { ROLES } from "../../model/caller.ts";
import { DEFAULTS } from "../defaults.ts";
import type { ConfigData } from "../file/data/config-data.ts";
import { partyName } from "../schema/common.ts";
import { disclosure } from "./disclosure-schema.ts";
import { findIssuerProblem } from "./find-issuer-problem.ts";
import { isPlainUrl, isSafeUrl } from "./service-url.ts";
import { SIGNATURE_ALGORITHMS } from "./server-auth.ts";
import type { ServerAuthData } from "./server-auth.ts";
import { TOOL_NAMES } from "./tool-names.ts";

const serviceUrl = (): z.ZodString =>
  z
    .string()
    .max(2000)
    .refine(
      isSafeUrl,
      "a URL such as `https://login.example.com`, with `https` but for this machine, without `?` and `#`",
    );

const claim = (): z.ZodString => z.string().regex(/^[^\p{Cc}]{1,200}$/u, "the name of a claim");
const word = (): z.ZodString =>
  z.string().regex(/^[!\x23-\x5b\x5d-\x7e]{1,200}$/, "a word of ASCII without blanks, quotes and `\\`");
const audienceText = (): z.ZodString => z.string().regex(/^[^\s\p{Cc}]{1,2000}$/u, "a text without blanks");

const issuer = z.strictObject({
  issuer: serviceUrl().meta({ description: "Its identifier: exactly what stands in the claim `iss` of its tokens." }),
  audience: audienceText().optional().meta({
    description: "What must stand in the claim `aud`, character by character. Not said: `resource` of `[server.auth]`.",
  }),
  other_audiences: z.array(audienceText()).max(100).optional().meta({
    description: "What may stand in `aud` beside it. A token for anything else as well is refused.",
    default: [],
  }),
  jwks_uri: serviceUrl().optional().meta({
    description: "Where its keys are. Not said: where its metadata says (RFC 8414, then OpenID Connect).",
  }),
  algorithms: z
    .array(z.enum(SIGNATURE_ALGORITHMS))
    .min(1)
    .optional()
    .meta({ description: "Signatures that count. None with a shared key exists.", default: [...SIGNATURE_ALGORITHMS] }),
  token_types: z
    .array(word())
    .min(1)
    .max(20)
    .optional()
    .meta({ description: "What may stand in the header `typ`.", default: [...DEFAULTS.tokenTypes] }),
  scopes: z
    .array(word())
    .max(100)
    .optional()
    .meta({ description: "Scopes that a token must have, all of them: claim `scope` or `scp`.", default: [] }),
  principal_claim: claim().optional().meta({
    description: "The claim that names the person or service. `email` counts only where `email_verified` is true.",
    default: DEFAULTS.principalClaim,
  }),
  principal_prefix: z
    .string()
    .regex(/^[^\s\p{Cc}]{0,200}$/u, "a text without blanks")
    .optional()
    .meta({
      description: "Put before the name, so that no two issuers can speak of one person. Not said: the issuer and `#`.",
    }),
  agent_claim: claim().optional().meta({
    description: "The claim that names the agent; a token without it is refused. Not said: `client_id`, else `azp`.",
  }),
  agent_prefix: z
    .string()
    .regex(/^[^\s\p{Cc}]{0,199}[#/:|]$/u, "a text without blanks that ends with `#`, `/`, `:` or `|`")
    .optional()
    .meta({
      description:
        "Put before the name of the agent, so that none is taken for one of your own. Not said: the issuer and `#`.",
    }),
  agents: z.record(z.string().min(1).max(200), partyName()).optional().meta({
    description:
      "What agents are called here, by their name at the issuer: without a prefix, as rules and grants name them.",
  }),
  roles_claim: claim().optional().meta({
    description:
      "The claim whose values `roles` maps: a list, or words with blanks between them. `a.b` is `b` inside `a`.",
  }),
  roles: z
    .record(z.string().min(1).max(200), z.array(z.enum(ROLES)).min(1))
    .optional()
    .meta({
      description:
        "Which values give which roles; what is not here gives none. Not said: every token is an agent's, and nothing more.",
    }),
});

/** `[server.auth]`: whose tokens the server takes besides Toolgate's own. */
const auth: z.ZodType<ServerAuthData> = z
  .strictObject({
    resource: z
      .string()
      .max(2000)
      .refine(isPlainUrl, "a URL such as `https://gate.example.com/mcp`, without `?` and `#`")
      .optional()
      .meta({
        description:
          "The URL that clients connect to, where it is not `host` and `port`: behind a proxy. The server answers to its " +
          "host, too.",
      }),
    issuers: z.array(issuer).min(1).max(20).meta({ description: "The identity providers, one table each." }),
  })
  .superRefine(({ resource, issuers }, context) => {
    for (const index of issuers.keys()) {
      const problem = findIssuerProblem(index, issuers, resource);
      if (problem !== null) context.addIssue({ code: "custom", message: problem, path: ["issuers", index] });
    }
  });

/** `[server]`: where `toolgate serve` listens, and for whom. */
export const server: z.ZodType<NonNullable<ConfigData["server"]>> = z.strictObject({
  host: z.string().min(1).max(255).optional().meta({
    description: "Address that `toolgate serve` listens on.",
    default: DEFAULTS.host,
  }),
  port: z.int().min(0).max(65_535).optional().meta({
    description: "Port that `toolgate serve` listens on; 0 takes any free one.",
    default: DEFAULTS.port,
  }),
  page_size: z.int().min(1).max(10_000).optional().meta({
    description: "How many entries one page of a list has: tools, resources, resource templates, prompts.",
    default: DEFAULTS.pageSize,
  }),
  tool_names: z
    .enum(TOOL_NAMES)
    .optional()
    .meta({
      description:
        "What MCP clients call tools whose names hold a dot or are long: `safe` gives them names of `A-Z a-z 0-9 _`, " +
        "`fs_read` for `fs.read`; `plain` gives the names themselves; `auto` is `safe` for the clients that are known to " +
        "refuse such names. Rules, approvals and the audit always have the names themselves.",
      default: DEFAULTS.toolNames,
    }),
  task_after_seconds: z.number().min(0).max(3600).optional().meta({
    description: "After how long a call that still runs becomes a task, for MCP clients that know tasks.",
    default: DEFAULTS.taskAfterSeconds,
  }),
  task_ttl_seconds: z
    .int()
    .min(60)
    .max(604_800)
    .optional()
    .meta({
      description:
        "How long a task is kept, counted from its beginning; one that still runs then is cancelled. A result is kept for " +
        "five minutes at least.",
      default: DEFAULTS.taskTtlSeconds,
    }),
  mcp: disclosure.optional().meta({ description: "What clients are shown where there are many tools." }),
  auth: auth.optional().meta({ description: "Whose tokens it takes besides Toolgate's own." }),
});
