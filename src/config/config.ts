import type { CapabilityCeiling } from "../manifest/manifest.ts";
import type { DenyPack, LimitRule, Mode, ModeOverride, Rule, VisibilityPolicy } from "../policy/policy.ts";
import type { ResourceLimits, SandboxEngineName, SandboxNetwork, SandboxProfile } from "../model/sandbox.ts";
import type { Effect } from "../model/tool.ts";
import type { Scope } from "../scope/scope.ts";
import type { DisclosureConfig } from "../registry/disclosure/disclosure-config.ts";
import type { ToolFolder } from "../registry/registry.ts";
import type { McpServer } from "./mcp/mcp-server.ts";
import type { TelemetryConfig } from "./telemetry/telemetry-config.ts";
import type { LogLevel } from "./telemetry/telemetry-data.ts";
import type { ServerAuth } from "./server/server-auth.ts";
import type { ToolNames } from "./server/tool-names.ts";

/** Everything Toolgate was told, checked, with defaults filled in and paths absolute. */
export interface Config {
  /** The folder that holds `toolgate.toml`, or the current folder without one. Absolute, real. */
  readonly workspace: string;
  /** Absolute; `null` when there is none. */
  readonly configFile: string | null;
  readonly workspaceRoots: readonly [string, ...string[]];
  readonly toolFolders: readonly ToolFolder[];
  /** `watch`: follow changes; `frozen`: serve what was there at start. */
  readonly reload: "watch" | "frozen";
  readonly permissions: {
    readonly mode: Mode;
    /** Who set the mode, for people: `command line`, `toolgate.toml`, `user toolgate.toml` or `default`. */
    readonly modeSource: string;
    readonly rules: readonly Rule[];
    /** Nobody is there to be asked: every ask is a deny. */
    readonly headless: boolean;
    readonly approvalTimeoutMs: number;
    /** `[approvals] elicit_form`: whether the person at the client of a call may let it run, where only that call follows. */
    readonly elicitForm: boolean;
    /** `[policy.agents.NAME] mode`: an agent's own mode. */
    readonly modes: readonly ModeOverride[];
  };
  /** `[policy]`: the person's, then the project's; a project that is not trusted can only take away. */
  readonly policy: readonly VisibilityPolicy[];
  readonly cedar: CedarConfig;
  /** `[[approvals.who]]`: every row that is about a call must accept whoever answers. */
  readonly approvers: readonly ApproverRule[];
  readonly scope: { readonly file: string | null; readonly scope: Scope | null; readonly required: boolean };
  readonly server: {
    readonly host: string;
    readonly port: number;
    /** Entries of one page of a list. */
    readonly pageSize: number;
    readonly toolNames: ToolNames;
    readonly tasks: {
      /** After how long a call that still runs becomes a task, for clients that know tasks. */
      readonly afterMs: number;
      /** How long a task is kept, counted from its beginning. */
      readonly ttlMs: number;
    };
    /** What clients are shown where there are many tools. */
    readonly mcp: DisclosureConfig;
    /** `null`: only Toolgate's own tokens count. */
    readonly auth: ServerAuth | null;
  };
  readonly limits: {
    /** Size of the arguments of one call as JSON text. */
    readonly maxArgumentBytes: number;
    /** Calls that may run at once in one process. */
    readonly maxConcurrentCalls: number;
    /** How long running calls may take to finish at shutdown before they are cancelled. */
    readonly drainMs: number;
    /** `[[limits.rules]]`. */
    readonly rules: readonly LimitRule[];
    /** How many calls may be nested and agents delegated; `null`: as many as fit. */
    readonly maxDepth: number | null;
  };
  readonly audit: { readonly durability: "process" | "fsync" };
  readonly packs: {
    /** Serves the `fs.*` tools. */
    readonly fs: boolean;
    /** Paths kept from the `fs.*` tools besides those that always are; absolute, or `name` patterns. */
    readonly fsDeny: readonly string[];
    /** Serves `shell.exec`. */
    readonly shell: boolean;
    readonly denyPack: DenyPack;
  };
  readonly sandbox: SandboxConfig;
  /** Addresses that are not public and may be reached all the same, as in a scope: `127.0.0.1`, `10.0.0.0/8`. */
  readonly privateAddresses: readonly string[];
  readonly secrets: SecretsConfig;
  readonly output: OutputConfig;
  /** What modules may declare at most. */
  readonly capabilities: CapabilityCeiling;
  /** Upstream MCP servers, also those that are switched off. */
  readonly mcpServers: readonly McpServer[];
  readonly telemetry: TelemetryConfig;
  readonly log: { readonly level: LogLevel };
  readonly dataFolder: string;
  /** The person's home folder. Absolute. */
  readonly home: string;
  readonly tenant: string;
  readonly trust: TrustState;
}

/** Whether a project folder's grants count. Its denies, asks and scope limits always do. */
export type TrustState =
  | { readonly kind: "trusted"; readonly hash: string }
  /** Never trusted, or changed since; its tools and allow rules are left out. */
  | { readonly kind: "untrusted"; readonly hash: string; readonly reason: "never" | "changed" }
  /** There is no project folder. */
  | { readonly kind: "none" };

/** How programs are confined. */
export interface SandboxConfig {
  readonly engine: SandboxEngineName;
  /** Where the engine was chosen, such as `user toolgate.toml:12`. @default nowhere */
  readonly engineSource?: string | undefined;
  /** Of a container. */
  readonly image: string | null;
  /** For tools that say nothing themselves. */
  readonly default: SandboxProfile;
  /** The same for `shell.exec` and custom tools, whose lines people and agents write in passing. */
  readonly defaultForLines: SandboxProfile;
  /** Where there is no engine: `refuse` what wanted a default confinement, or run it with `none` and say so. */
  readonly fallback: "refuse" | "none";
  readonly limits: ResourceLimits;
  /** What the operator says of single tools, in order: later rows win, and all win over what a tool says itself. */
  readonly tools: readonly SandboxRow[];
}

export interface SandboxRow {
  /** Tool name, or a pattern with `*` as in rules. */
  readonly tool: string;
  readonly profile: SandboxProfile | null;
  readonly writable: readonly string[];
  readonly readable: readonly string[];
  readonly network: SandboxNetwork | null;
  readonly limits: ResourceLimits;
  /**
   * Of a project that is not trusted: each of its words counts only where it is stricter than what holds without it, and
   * it names no folders.
   */
  readonly onlyNarrows: boolean;
  readonly source: string;
}

/** Where secrets are looked for, first to last, and who gets them. */
export interface SecretsConfig {
  readonly providers: readonly SecretProviderConfig[];
  /** A secret without a row here, or in the store, is released to nobody. */
  readonly bindings: readonly SecretBinding[];
}

export type SecretProviderConfig =
  /** `<prefix><NAME>` in the gateway's environment, in capitals, with `_` for what no name of a variable has. */
  | { readonly kind: "env"; readonly prefix: string }
  /** A file for each secret, named like it; mode without rights of others. Absolute. */
  | { readonly kind: "file"; readonly folder: string }
  | { readonly kind: "store" }
  /** A KV engine of Vault or OpenBao: `<mount>/<path>/<name>`, field `value`. */
  | {
      readonly kind: "vault";
      readonly url: string;
      readonly mount: string;
      readonly path: string;
      readonly version: 1 | 2;
      readonly namespace: string | null;
      /** Where the token stands: a variable of the gateway, or a file. */
      readonly token: { readonly env: string } | { readonly file: string };
      readonly timeoutMs: number;
    };

export interface SecretBinding {
  readonly secret: string;
  /** Tool names or patterns with `*`, with `layer:` before it where the layer is said. */
  readonly tools: readonly string[];
  /** Hosts that it may be sent to, as in a scope; empty: none, only programs get it. */
  readonly hosts: readonly string[];
  /** Whose word it is. As with rules that allow, it is about tools of this layer and of lower ones. */
  readonly layer: "user" | "project";
  readonly source: string;
}

/** What happens to what tools bring. */
export interface OutputConfig {
  /** Names of shipped scrubbing patterns that are switched off. */
  readonly patternsOff: readonly string[];
  /** The operator's own, in RE2 syntax. */
  readonly patterns: readonly { readonly name: string; readonly pattern: string }[];
  /** Characters of text that the model gets at most. */
  readonly maxModelChars: number;
  /** Bytes after which a program is ended; `null`: it is read to its end. */
  readonly maxTotalBytes: number | null;
  readonly evidence: {
    /** Absolute; a folder below the platform's temporary folder where nothing is said. */
    readonly folder: string;
    readonly keepDays: number;
    /** Of all files together; the oldest go first. */
    readonly maxBytes: number;
  };
}

export interface CedarConfig {
  readonly files: readonly CedarFile[];
  /** What a call is that no policy speaks about: left to the rules and the mode, or denied. */
  readonly default: "nothing" | "deny";
  /** For policies: `context.environment`. */
  readonly environment: string | null;
}

export interface CedarFile {
  /** Absolute. */
  readonly file: string;
  readonly text: string;
  readonly layer: "user" | "project";
  /** Of a project that is not trusted only `forbid` counts. */
  readonly forbidOnly: boolean;
}

/** Who may answer for which calls. */
export interface ApproverRule {
  /** Entries as in `VisibilityPolicy`. @default every tool */
  readonly tools: readonly string[];
  /** Only calls of these effects; empty: all. */
  readonly effects: readonly Effect[];
  /** Principals, or `role:NAME`; whoever answers must be one of them. */
  readonly approvers: readonly string[];
  readonly source: string;
}
