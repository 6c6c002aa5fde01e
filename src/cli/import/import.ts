import { Option } from "commander";
import { ImportError, SOURCE_KINDS } from "../../import/import-result.ts";
import type { SourceKind } from "../../import/import-result.ts";
import { CliError, usageError } from "../cli-error.ts";
import type { Cli } from "../cli.ts";
import { collect, examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { Source } from "./open-source.ts";
import type { FinishedImport, ImportContext, ImportReport } from "./report.ts";

export interface ImportOptions {
  readonly from?: SourceKind;
  readonly out?: string;
  readonly dryRun?: boolean;
  readonly force?: boolean;
  readonly server?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly widen?: boolean;
}

export const defineImport: DefineCommand = (command, act) => {
  command
    .argument("<source>", "a folder of manifests, or a file: see the guide for what is understood")
    .addOption(new Option("--from <kind>", "what the source is (default: told by its content)").choices(SOURCE_KINDS))
    .option("--out <folder>", "where files go (default: the project's tools, or its toolgate.toml)")
    .option("--dry-run", "say what would be written, and write nothing")
    .option("--force", "replace what is there already")
    .option("--server <name-or-url>", "name of the MCP server of a tool list; address for an OpenAPI document")
    .option("--include <pattern>", "only operations whose id fits; `*` stands for anything; repeatable", collect)
    .option("--exclude <pattern>", "no operations whose id fits; repeatable", collect)
    .option("--widen", "carry ask and deny rules about arguments as rules about the whole tool")
    .addHelpText(
      "after",
      examples(
        "import ~/.nevoflux/canvas-tools",
        "import petstore.yaml --include 'pets*' --dry-run",
        "import tools-list.json --server github",
        "import .cursor/mcp.json",
        "import .claude/settings.json --widen",
      ),
    )
    .action(act(runImport));
};

/** Carries over what a source of another system declares, and lists everything that could not be. */
async function runImport(cli: Cli, place: string, options: ImportOptions): Promise<ExitCode> {
  const { openSource } = await import("./open-source.ts");
  const { renderImport } = await import("./render-import.ts");
  try {
    const source = await openSource(cli.cwd, place, options.from ?? null);
    checkOptions(source.kind, options);
    const context = {
      place,
      shown: source.name,
      out: options.out ?? null,
      dryRun: options.dryRun === true,
      force: options.force === true,
    };
    const report = await importSource(cli, source, context, options);
    const finished: FinishedImport = { kind: source.kind, dryRun: context.dryRun, ...report };
    cli.print(finished, (screen) => renderImport(finished, screen));
    const lost = report.dropped.some(({ losesProtection }) => losesProtection === true);
    return report.failed || lost ? EXIT.failed : EXIT.ok;
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    throw new CliError("IMPORT", `${place} cannot be imported: ${error.message}`, { hint: error.hint });
  }
}

async function importSource(
  cli: Cli,
  source: Source,
  context: ImportContext,
  options: ImportOptions,
): Promise<ImportReport> {
  switch (source.kind) {
    case "manifests":
      return (await import("./import-manifests.ts")).importManifests(cli, source, context);
    case "mcp-tools":
    case "openapi":
      return (await import("./import-documents.ts")).importDocument(cli, source, context, options);
    case "mcp-clients":
      return (await import("./import-servers.ts")).importServers(cli, source, context);
    case "claude-permissions":
      return (await import("./import-permissions.ts")).importPermissions(cli, source, context, options.widen === true);
  }
}

/** An option that would do nothing was meant for something else. */
function checkOptions(kind: SourceKind, { server, include, exclude, widen }: ImportOptions): void {
  if (kind === "mcp-tools" && server === undefined) {
    throw usageError("--server is missing", "say what the MCP server of this tool list is called: --server NAME");
  }
  const given: readonly (readonly [string, unknown, readonly SourceKind[]])[] = [
    ["--server", server, ["mcp-tools", "openapi"]],
    ["--include", include, ["openapi"]],
    ["--exclude", exclude, ["openapi"]],
    ["--widen", widen, ["claude-permissions"]],
  ];
  for (const [name, value, kinds] of given) {
    if (value === undefined || kinds.includes(kind)) continue;
    throw usageError(`${name} has no meaning for the kind ${kind}`, `it is for ${kinds.join(" and ")}`);
  }
}
