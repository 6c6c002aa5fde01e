import type { CapabilityCeiling } from "../manifest/manifest.ts";
import type { Mode, Rule } from "../policy/policy.ts";
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
  };
  readonly scope: { readonly file: string | null; readonly scope: Scope | null; readonly required: boolean };
  readonly server: { readonly host: string; readonly port: number };
  readonly limits: {
    /** Size of the arguments of one call as JSON text. */
    readonly maxArgumentBytes: number;
    /** Calls that may run at once in one process. */
    readonly maxConcurrentCalls: number;
    /** How long running calls may take to finish at shutdown before they are cancelled. */
    readonly drainMs: number;
  };
  readonly audit: { readonly durability: "process" | "fsync" };
  readonly packs: {
    /** Serves the `fs.*` tools. */
    readonly fs: boolean;
    /** Paths kept from the `fs.*` tools besides those that always are; absolute, or `name` patterns. */
    readonly fsDeny: readonly string[];
  };
  /** What modules may declare at most. */
  readonly capabilities: CapabilityCeiling;
  /** Upstream MCP servers: declared, and not connected by this version. */
  readonly mcpServers: readonly McpServer[];
  readonly dataFolder: string;
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
