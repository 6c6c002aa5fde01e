import { z } from "zod";
import { DEFAULTS } from "../defaults.ts";
import type { ConfigData } from "../file/data/config-data.ts";
import { findNameClashes } from "./find-name-clashes.ts";
import { confinement } from "../schema/sandbox.ts";
import { upstreamAuth } from "./auth-schema.ts";
import { MCP_ACCESS, MCP_TRANSPORTS } from "./mcp-server.ts";

/** What manifests may say in `[mcp] server`. */
export const SERVER_NAME: RegExp = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

/** One line in which every `${` begins the name of a variable. */
const VALUE = /^(?:[^$\p{Cc}]|\$(?!\{)|\$\{[A-Za-z_][A-Za-z0-9_]{0,127}\})*$/u;
const ENVIRONMENT_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
const URL_TEXT = /^https?:\/\/[^\s@/?#]+(?:[/?#][^\s\p{Cc}]*)?$/u;

const value = (): z.ZodString =>
  z.string().max(8192).regex(VALUE, "one line without control characters, in which `${NAME}` names a variable");

const PREFIX = /^(?:[A-Za-z0-9][A-Za-z0-9_-]{0,31})?$/;

const patterns = (description: string): z.ZodOptional<z.ZodArray<z.ZodString>> =>
  z.array(z.string().min(1).max(128)).max(1000).optional().meta({ description, default: [] });

const keys = z.strictObject({
  transport: z.enum(MCP_TRANSPORTS).optional().meta({
    description: "`stdio` starts a program; `http` and `sse` reach a URL. Not said: from what else is there.",
  }),
  command: value().min(1).optional().meta({ description: "Program of a `stdio` server." }),
  args: z.array(value()).max(1000).optional().meta({ description: "Its arguments.", default: [] }),
  env: z
    .record(z.string().regex(ENVIRONMENT_NAME, "the name of a variable"), value())
    .optional()
    .meta({ description: "Its environment variables. `${NAME}` is a variable of Toolgate's own environment." }),
  cwd: value().min(1).optional().meta({ description: "Its working folder." }),
  url: value()
    .regex(URL_TEXT, "a URL such as `https://mcp.example.com/mcp`, without a user name")
    .optional()
    .meta({ description: "Address of an `http` or `sse` server." }),
  headers: z
    .record(z.string().regex(HEADER_NAME, "the name of a header"), value())
    .optional()
    .meta({ description: "Headers that are sent to it; `${NAME}` as in `env`." }),
  enabled: z.boolean().optional().meta({ description: "Whether it may be used.", default: true }),
  timeout_seconds: z.int().min(1).max(86_400).optional().meta({
    description: "How long one call may take.",
    default: DEFAULTS.mcpTimeoutSeconds,
  }),
  prefix: z
    .string()
    .regex(PREFIX, "letters, digits, `_` and `-`, or nothing")
    .optional()
    .meta({
      description:
        "Before the names of its tools, with `__` between: `mcp_docs__search`. Empty: they keep their own names. " +
        "Not said: `mcp_` and the name of the server.",
    }),
  tools_allow: patterns(
    "Which of its tools are used, by the names that the server gives them; `*` stands for anything. Empty: all.",
  ),
  tools_deny: patterns("Which of its tools are never used, whatever `tools_allow` says."),
  read_tools: patterns(
    "Tools that you vouch for to change nothing. What a server says of itself is not believed: its tools count as writing.",
  ),
  destructive_tools: patterns("Tools that destroy: rules and modes treat them so."),
  task_tools: patterns(
    "Tools that take so long that no client should wait: their calls are always tasks, and MCP clients that do not know tasks " +
      "are refused.",
  ),
  lazy: z.boolean().optional().meta({
    description: "Whether it is started only when one of its tools is called; its list is known from the last time.",
    default: false,
  }),
  sampling: z.boolean().optional().meta({
    description:
      "Whether it may have the model of the client say something, in the middle of a call. Its words reach that model.",
    default: false,
  }),
  roots: z.boolean().optional().meta({
    description: "Whether it may ask, in the middle of a call, which folders the client works in.",
    default: false,
  }),
  access: z.enum(MCP_ACCESS).optional().meta({
    description:
      "`rules`: the rules decide who may call its tools, and grants only narrow. `granted`: besides, an agent needs a grant.",
    default: "rules",
  }),
  sandbox: confinement.optional().meta({
    description: "How its program is confined; rows of `[sandbox]` for `mcp.NAME` count more.",
  }),
  idle_minutes: z.int().min(1).max(10_080).optional().meta({
    description: "After how long without a call its program is ended, until it is needed again. Not said: never.",
  }),
  auth: upstreamAuth.optional().meta({ description: "How one logs in to it." }),
});

const checked = keys.superRefine((server, context) => {
  const problem = findProblem(server);
  if (problem !== null) context.addIssue({ code: "custom", message: problem });
});

/** `[mcp.servers.NAME]`: which upstream MCP servers exist, with strict keys. */
export const mcp: z.ZodType<NonNullable<ConfigData["mcp"]>> = z.strictObject({
  servers: z
    .record(z.string().regex(SERVER_NAME, "a name of A-Z a-z 0-9 _ . -"), checked)
    .superRefine((servers, context) => {
      const used = Object.keys(servers).filter((name) => servers[name]?.enabled !== false);
      for (const { name, other, both } of findNameClashes(used)) {
        const message = `another name than \`${other}\` has: both are \`${both}\` in rules, grants and for clients, so rename one`;
        context.addIssue({ code: "custom", message, path: [name] });
      }
    })
    .optional()
    .meta({
      description:
        "One table a server, whose tools are served like any other. `${NAME}` in a value " +
        "is a variable of Toolgate's environment, so that no secret stands in this file.",
    }),
});

function findProblem(server: z.infer<typeof keys>): string | null {
  const { transport, command, url, args, env, cwd, headers, auth, sandbox, idle_minutes: idle } = server;
  if ((command === undefined) === (url === undefined)) return "either `command` or `url`";
  if (command === undefined) {
    if (transport === "stdio") return "`command` for the transport `stdio`";
    if (sandbox !== undefined || idle !== undefined) return "no `sandbox` or `idle_minutes` beside `url`";
    if (args !== undefined || env !== undefined || cwd !== undefined) return "no `args`, `env` or `cwd` beside `url`";
  } else {
    if (transport !== undefined && transport !== "stdio") return `\`url\` for the transport \`${transport}\``;
    if (headers !== undefined) return "no `headers` beside `command`";
    if (auth !== undefined) return "no `auth` beside `command`";
  }
  return null;
}
