import path from "node:path";
import type { Config } from "../config/config.ts";
import { resolvePath } from "../facts/resolve-path.ts";

/**
 * The data folder, what calls printed, the person's configuration and tools, and files that hold secrets or the way to
 * them. Absolute, links followed.
 */
export function listProtectedFolders({
  dataFolder,
  output,
  toolFolders,
  secrets,
  telemetry,
}: Config): readonly string[] {
  const kept = secrets.providers.flatMap((provider) => {
    if (provider.kind === "file") return [provider.folder];
    return provider.kind === "vault" && "file" in provider.token ? [provider.token.file] : [];
  });
  const sent = telemetry.traces.headers.flatMap(({ source }) => ("file" in source ? [source.file] : []));
  const own = toolFolders.filter(({ layer }) => layer === "user").map(({ folder }) => path.dirname(folder));
  return [dataFolder, output.evidence.folder, ...own, ...kept, ...sent].map((folder) => resolvePath(folder).resolved);
}
