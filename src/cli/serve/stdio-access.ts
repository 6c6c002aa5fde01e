import path from "node:path";
import type { Config } from "../../config/config.ts";
import type { StdioAccess } from "./client-entries.ts";

/** What a program may take once a human has answered. */
const RUN_SECONDS = 60;

/** How another program starts this very Toolgate, with this Node, from any folder. */
export function describeStdio(
  { configFile, permissions }: Pick<Config, "configFile" | "permissions">,
  env: NodeJS.ProcessEnv,
): StdioAccess {
  const launcher = path.resolve(import.meta.dirname, "../../../bin/toolgate.js");
  const config = configFile === null ? [] : ["--config", configFile];
  // Without these the client's server would look for trust, rules and history somewhere else.
  const moved = ["TOOLGATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"].flatMap((name) => {
    const folder = env[name];
    return folder === undefined || folder === "" ? [] : [[name, path.resolve(folder)] as const];
  });
  return {
    command: process.execPath,
    args: [launcher, "serve", "--stdio", ...config],
    env: Object.fromEntries(moved),
    toolTimeoutSeconds: Math.ceil(permissions.approvalTimeoutMs / 1000) + RUN_SECONDS,
  };
}
