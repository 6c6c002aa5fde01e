import type { Runtime } from "../../call/runtime.ts";
import { toInputSchema } from "../../manifest/to-input-schema.ts";
import { suggestNearest } from "../../text/find-nearest.ts";
import type { Config } from "../../config/config.ts";
import type { ManifestIssue } from "../../manifest/manifest.ts";
import type { Tool } from "../../model/tool.ts";
import { CliError } from "../cli-error.ts";
import type { Cli } from "../cli.ts";
import { renderJson } from "../cli.ts";
import { examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { escapeLine } from "../output/text/escape.ts";
import { countIssues, renderIssues } from "../output/issues.ts";
import { renderTool, renderTools } from "../output/tool.ts";
import { warnUntrusted } from "../output/untrusted.ts";

export const defineTools: DefineCommand = (command, act) => {
  command.addHelpText("after", examples("tools list", "tools show repo.log", "tools schema repo.log"));
  command
    .command("list")
    .description("the tools that an agent is offered")
    .option("--all", "also those that are switched off or denied")
    .addHelpText("after", examples("tools list", "tools list --all --json"))
    .action(act(listTools));
  command
    .command("show <name>")
    .description("everything about one tool: parameters, what it runs, limits, where it stands")
    .addHelpText("after", examples("tools show repo.log"))
    .action(act(showTool));
  command
    .command("schema <name>")
    .description("the JSON Schema of what a caller may send")
    .addHelpText("after", examples("tools schema repo.log"))
    .action(act(printSchema));
};

async function listTools(cli: Cli, options: { readonly all?: boolean }): Promise<ExitCode> {
  return cli.withRuntime("all", async (runtime) => {
    const { registry, config } = runtime;
    const offered = await runtime.listTools(await runtime.control.localAgent("cli"));
    const tools = options.all === true ? [...registry.snapshot.tools.values()] : offered;
    const names = new Set(offered.map(({ name }) => name));
    cli.print(tools, (screen) => renderTools(tools, names, screen));
    warnUntrusted(config.trust, cli);
    if (tools.length === 0) noteNoTools(cli, config);
    await noteIssues(cli, registry.snapshot.issues);
    return EXIT.ok;
  });
}

function noteNoTools(cli: Cli, { configFile, toolFolders, trust }: Config): void {
  // Then the reason was given already.
  if (trust.kind === "untrusted") return;
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

async function showTool(cli: Cli, name: string): Promise<ExitCode> {
  return cli.withRuntime("all", (runtime) => {
    const tool = findTool(runtime, name);
    cli.print({ ...tool, inputSchema: toInputSchema(tool) }, (screen) => renderTool(tool, screen));
    return EXIT.ok;
  });
}

async function printSchema(cli: Cli, name: string): Promise<ExitCode> {
  return cli.withRuntime("all", (runtime) => {
    const schema = toInputSchema(findTool(runtime, name));
    cli.print(schema, () => renderJson(schema));
    return EXIT.ok;
  });
}

function findTool({ registry, config }: Runtime, name: string): Tool {
  const tool = registry.snapshot.tools.get(name);
  if (tool !== undefined) return tool;
  const hint =
    config.trust.kind === "untrusted"
      ? "this folder is not trusted, so its tools are left out: see `toolgate trust`"
      : "`toolgate tools list --all` shows what there is";
  const near = suggestNearest(name, registry.snapshot.tools.keys());
  throw new CliError("UNKNOWN_TOOL", `there is no tool \`${name}\`${near}`, { hint });
}
