import type { Config } from "../../config/config.ts";
import type { ManifestIssue } from "../../manifest/manifest.ts";
import type { Tool } from "../../model/tool.ts";
import { expandGroup } from "../../registry/groups/expand-group.ts";
import { listGroups } from "../../registry/groups/list-groups.ts";
import type { RegistrySnapshot } from "../../registry/registry.ts";
import { showText } from "../../text/show-text.ts";
import { CliError } from "../cli-error.ts";
import type { Cli } from "../cli.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { countIssues, renderIssues } from "../output/issues.ts";
import { escapeLine } from "../output/text/escape.ts";
import { renderGroups, renderTools } from "../output/tool.ts";
import type { ToolState } from "../output/tool.ts";
import { warnUntrusted } from "../output/untrusted.ts";

interface ListOptions {
  readonly all?: boolean;
  readonly group?: string;
}

/** The tools that an agent is offered; with `all`, also those that are switched off, denied or that nothing can run. */
export async function listTools(cli: Cli, options: ListOptions): Promise<ExitCode> {
  return cli.withRuntime("all", async (runtime) => {
    const { registry, config } = runtime;
    const offered = await runtime.listTools(await runtime.control.localAgent("cli"));
    const found = options.all === true ? [...registry.snapshot.tools.values()] : offered;
    const tools = options.group === undefined ? found : inGroup(options.group, found, registry.snapshot);
    const names = new Set(offered.map(({ name }) => name));
    const stateOf = (tool: Tool): ToolState => {
      if (!tool.enabled) return "off";
      if (!runtime.canRun(tool)) return "not run here";
      return names.has(tool.name) ? "on" : "denied";
    };
    cli.print(tools, (screen) => renderTools(tools, stateOf, screen));
    warnUntrusted(config.trust, cli);
    if (tools.length === 0) noteNoTools(cli, config, options.group);
    await noteIssues(cli, registry.snapshot.issues);
    return EXIT.ok;
  });
}

/** Every group that there is, with the tools in it that an agent is offered. */
export async function listToolGroups(cli: Cli): Promise<ExitCode> {
  return cli.withRuntime("all", async (runtime) => {
    const groups = listGroups(await runtime.listTools(await runtime.control.localAgent("cli")));
    cli.print(groups, (screen) => renderGroups(groups, screen));
    return EXIT.ok;
  });
}

/** A group is known by all tools, also those that are not shown: an empty answer must not look like a slip. */
function inGroup(name: string, tools: readonly Tool[], { tools: all }: RegistrySnapshot): readonly Tool[] {
  const expanded = expandGroup(name, [...all.values()]);
  if (!expanded.ok)
    throw new CliError("UNKNOWN_GROUP", expanded.message, { hint: "`toolgate tools groups` lists them" });
  const names = new Set(expanded.tools.map((tool) => tool.name));
  return tools.filter((tool) => names.has(tool.name));
}

function noteNoTools(cli: Cli, { configFile, toolFolders, trust }: Config, group: string | undefined): void {
  // Then the reason was given already.
  if (trust.kind === "untrusted") return;
  if (group !== undefined) {
    cli.note(`No tool of the group \`${showText(group)}\` is offered. \`toolgate tools list --all\` shows every tool.`);
    return;
  }
  const folders = toolFolders.map(({ folder }) => folder).join(", ");
  cli.note(
    configFile === null
      ? "No tools. `toolgate init` makes a workspace with two."
      : `No tools. They are looked for in ${escapeLine(folders)}.`,
  );
}

async function noteIssues(cli: Cli, issues: readonly ManifestIssue[]): Promise<void> {
  if (cli.json || issues.length === 0) return;
  cli.err.write(`\n${await renderIssues(issues, cli.err)}`);
  cli.note(countIssues(issues));
}
