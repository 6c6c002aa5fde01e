import type { Config } from "../../config/config.ts";
import type { ManifestIssue } from "../../manifest/manifest.ts";
import type { Cli } from "../cli.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { countIssues, renderIssues } from "../output/issues.ts";
import { escapeLine } from "../output/text/escape.ts";
import { renderTools } from "../output/tool.ts";
import { warnUntrusted } from "../output/untrusted.ts";

/** The tools that an agent is offered; with `all`, also those that are switched off or denied. */
export async function listTools(cli: Cli, options: { readonly all?: boolean }): Promise<ExitCode> {
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
