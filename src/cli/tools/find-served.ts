import type { Runtime } from "../../call/runtime.ts";
import type { Tool } from "../../model/tool.ts";
import { suggestNearest } from "../../text/find-nearest.ts";
import { CliError } from "../cli-error.ts";

/** The tool that everybody gets by this name. @throws CliError with the nearest name */
export function findServed({ registry, config }: Runtime, name: string): Tool {
  const tool = registry.snapshot.tools.get(name);
  if (tool !== undefined) return tool;
  const hint =
    config.trust.kind === "untrusted"
      ? "this folder is not trusted, so its tools are left out: see `toolgate trust`"
      : "`toolgate tools list --all` shows what there is";
  const near = suggestNearest(name, registry.snapshot.tools.keys());
  throw new CliError("UNKNOWN_TOOL", `there is no tool \`${name}\`${near}`, { hint });
}
