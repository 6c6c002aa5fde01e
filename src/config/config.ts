import type { CapabilityCeiling } from "../manifest/manifest.ts";
import type { DenyPack, LimitRule, Mode, ModeOverride, Rule, VisibilityPolicy } from "../policy/policy.ts";
import type { Effect } from "../model/tool.ts";
import type { Scope } from "../scope/scope.ts";
import type { ToolFolder } from "../registry/registry.ts";
import type { McpServer } from "./mcp/mcp-server.ts";

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
    /** `[policy.agents.NAME] mode`: an agent's own mode. */
    readonly modes: readonly ModeOverride[];
  };
  /** `[policy]`: the person's, then the project's; a project that is not trusted can only take away. */
  readonly policy: readonly VisibilityPolicy[];
  readonly cedar: CedarConfig;
  /** `[[approvals.who]]`: every row that is about a call must accept whoever answers. */
  readonly approvers: readonly ApproverRule[];
  readonly scope: { readonly file: string | null; readonly scope: Scope | null; readonly required: boolean };
  readonly server: { readonly host: string; readonly port: number };
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
  /** What modules may declare at most. */
  readonly capabilities: CapabilityCeiling;
  /** Upstream MCP servers: declared, and not connected by this version. */
  readonly mcpServers: readonly McpServer[];
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
