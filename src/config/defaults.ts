import type { Mode } from "../policy/policy.ts";

/** What holds when neither a file nor the command line says anything. */
export const DEFAULTS = {
  toolPaths: ["tools"],
  reload: "watch",
  mode: "default" satisfies Mode,
  approvalTimeoutSeconds: 120,
  host: "127.0.0.1",
  port: 4815,
  maxArgumentBytes: 1024 * 1024,
  maxConcurrentCalls: 64,
  drainSeconds: 10,
  durability: "process",
} as const;

/** Where a scope file is looked for when none is named, relative to the workspace. */
export const SCOPE_FILES: readonly string[] = ["scope/scope.toml", "scope.toml"];

export const LOCAL_TENANT = "local";
