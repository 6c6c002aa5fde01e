import { z } from "zod";
import { DENY_PACKS } from "../policy/policy.ts";
import type { ConfigData } from "./file/data/config-data.ts";
import { DEFAULTS } from "./defaults.ts";
import { mcp } from "./mcp/server-schema.ts";
import { approvals } from "./schema/approvals.ts";
import { cedar } from "./schema/cedar.ts";
import { place } from "./schema/common.ts";
import { limits } from "./schema/limits.ts";
import { network } from "./schema/network.ts";
import { output } from "./schema/output.ts";
import { permissions } from "./schema/permissions.ts";
import { policy } from "./schema/policy.ts";
import { sandbox } from "./schema/sandbox.ts";
import { secrets } from "./schema/secrets.ts";
import { server } from "./server/server-schema.ts";
import { log, telemetry } from "./telemetry/telemetry-schema.ts";

const registry = z.strictObject({
  paths: z.array(place()).optional().meta({
    description: "Folders with tool files (`*.toml`), relative to this file.",
    default: DEFAULTS.toolPaths,
  }),
  reload: z.enum(["watch", "frozen"]).optional().meta({
    description: "`watch` follows changes to tool files; `frozen` serves what was there at start.",
    default: DEFAULTS.reload,
  }),
});

const workspace = z.strictObject({
  roots: z
    .array(place())
    .min(1)
    .optional()
    .meta({
      description: "Folders that tools may work in, relative to this file. Relative arguments start at the first.",
      default: ["."],
    }),
});

const scope = z.strictObject({
  file: place().optional().meta({
    description: "File with the targets that tools may reach, relative to this file.",
    default: "scope/scope.toml",
  }),
  required: z.boolean().optional().meta({
    description: "Whether calls with a target are refused when there is no scope file.",
    default: true,
  }),
});

const audit = z.strictObject({
  durability: z.enum(["process", "fsync"]).optional().meta({
    description: "`process` survives the death of every process; `fsync` also power loss, and is slower.",
    default: DEFAULTS.durability,
  }),
});

const packs = z.strictObject({
  fs: z.boolean().optional().meta({
    description: "Serves the file tools (`fs.read`, `fs.write` and so on), confined to the workspace.",
    default: DEFAULTS.packFs,
  }),
  fs_deny: z
    .array(place())
    .max(1000)
    .optional()
    .meta({
      description:
        "Files and folders kept from the file tools besides those that always are: a path, relative to this file, or a " +
        "name in which `*` stands for any characters. What any file says is joined.",
      default: [],
    }),
  shell: z.boolean().optional().meta({
    description: "Serves `shell.exec`, which runs command lines.",
    default: DEFAULTS.packShell,
  }),
  deny_pack: z
    .enum(DENY_PACKS)
    .optional()
    .meta({
      description:
        "Which built-in denials hold for command lines: `standard`, or `extended` with more of them. `off` only counts in " +
        "your own file; of two files the stricter word counts.",
      default: DEFAULTS.denyPack,
    }),
});

/** A name, an address, or `*.name`; a port or a scheme would never match. */
const HOST = /^(?:(?:\*\.)?[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*|[0-9A-Fa-f:]*:[0-9A-Fa-f]*:[0-9A-Fa-f.]*)$/;

const capabilities = z.strictObject({
  net: z
    .array(z.string().max(253).regex(HOST, "a host such as `api.example.com` or `*.example.com`"))
    .max(1000)
    .optional()
    .meta({
      description:
        "Hosts that modules may reach at most; `*.example.com` is every name below `example.com` and itself. Not said: no " +
        "ceiling. `[]`: none.",
    }),
  commands: z
    .enum(["any", "argvOnly", "none"])
    .optional()
    .meta({
      description:
        "Which commands modules may declare at most: `any`, `argvOnly` (no shell lines), or `none`. Of two files the " +
        "stricter word counts.",
      default: DEFAULTS.capabilityCommands,
    }),
});

const storage = z.strictObject({
  data_folder: place().optional().meta({
    description: "Folder of the database and the keys. Only read from your own configuration, never from a project's.",
  }),
});

/** The one description of `toolgate.toml`: the check, the messages and the published JSON Schema come from it. */
export const configSchema: z.ZodType<ConfigData> = z
  .strictObject({
    registry: registry.optional().meta({ description: "Where tools are declared." }),
    workspace: workspace.optional().meta({ description: "Where tools may work." }),
    permissions: permissions.optional().meta({ description: "Which calls may run." }),
    policy: policy
      .optional()
      .meta({ description: "Which tools are shown to whom. What is not shown cannot be called." }),
    cedar: cedar.optional().meta({ description: "Policies in the Cedar language, which count beside the rules." }),
    approvals: approvals.optional().meta({ description: "Who may answer when a human is asked." }),
    scope: scope.optional().meta({ description: "Which targets tools may reach." }),
    server: server.optional().meta({ description: "Where `toolgate serve` listens." }),
    limits: limits.optional().meta({ description: "How much may happen, and how often." }),
    audit: audit.optional().meta({ description: "How the evidence is kept." }),
    packs: packs.optional().meta({ description: "Which built-in tools are served." }),
    sandbox: sandbox.optional().meta({ description: "How programs are confined." }),
    network: network.optional().meta({ description: "What requests may reach besides public addresses." }),
    secrets: secrets.optional().meta({ description: "Where secrets are, and who gets them." }),
    output: output.optional().meta({ description: "What happens to what tools bring." }),
    capabilities: capabilities.optional().meta({ description: "What modules may declare at most." }),
    mcp: mcp.optional().meta({ description: "Which MCP servers exist upstream." }),
    telemetry: telemetry.optional().meta({ description: "What leaves Toolgate so that people see how it is doing." }),
    log: log.optional().meta({ description: "What is written to standard error." }),
    storage: storage.optional().meta({ description: "Where state is kept." }),
  })
  .meta({ title: "toolgate.toml", description: "Configuration of Toolgate." });
