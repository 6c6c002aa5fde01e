import path from "node:path";
import type { StdioAccess } from "./client-entries.ts";

/** How another program starts this very Toolgate, with this Node, from any folder. */
export function describeStdio(configFile: string | null): StdioAccess {
  const launcher = path.resolve(import.meta.dirname, "../../../bin/toolgate.js");
  const config = configFile === null ? [] : ["--config", configFile];
  return { command: process.execPath, args: [launcher, "serve", "--stdio", ...config] };
}
