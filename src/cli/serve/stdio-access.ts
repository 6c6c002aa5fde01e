import path from "node:path";
import type { Config } from "../../config/config.ts";
import type { StdioAccess } from "./client-entries.ts";

/** What a program may take once a human has answered. */
const RUN_SECONDS = 60;

export const LAUNCHER: string = path.resolve(import.meta.dirname, "../../../bin/toolgate.js");

/** How another program starts this very Toolgate, with this Node, from any folder. */
export function describeStdio(
  { configFile, permissions }: Pick<Config, "configFile" | "permissions">,
  env: NodeJS.ProcessEnv,
): StdioAccess {
  const config = configFile === null ? [] : ["--config", configFile];
  return {
    command: process.execPath,
    args: [LAUNCHER, "serve", "--stdio", ...config],
    env: movedFolders(env),
    toolTimeoutSeconds: Math.ceil(permissions.approvalTimeoutMs / 1000) + RUN_SECONDS,
  };
}

/** Variables without which a program started elsewhere would look for trust, rules and history somewhere else. */
export function movedFolders(env: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  const moved = ["TOOLGATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"].flatMap((name) => {
    const folder = env[name];
    return folder === undefined || folder === "" ? [] : [[name, path.resolve(folder)] as const];
  });
  return Object.fromEntries(moved);
}
