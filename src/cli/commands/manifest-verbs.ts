import { toInputSchema } from "../../manifest/to-input-schema.ts";
import type { Tool } from "../../model/tool.ts";
import { addCallOptions } from "../arguments/call-options.ts";
import type { CallIdentityOptions } from "../arguments/call-options.ts";
import { CliError } from "../cli-error.ts";
import type { Cli } from "../cli.ts";
import { renderJson } from "../cli.ts";
import { examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { readManifest } from "../manifest-file.ts";
import { countIssues, renderIssues } from "../output/issues.ts";
import { addRunOptions, runCall } from "./call.ts";
import type { CallOptions } from "./call.ts";
import { dryRun } from "./dry-run.ts";

const MANIFEST = "a tool file, such as tools/whois_lookup.clad.toml";

export const defineRun: DefineCommand = (command, act) => {
  addRunOptions(command.argument("<manifest>", MANIFEST))
    .addHelpText("after", examples("run tools/whois_lookup.clad.toml --arg target=example.com"))
    .action(act(async (cli, file: string, options: CallOptions) => runCall(cli, await readTool(cli, file), options)));
};

export const defineTest: DefineCommand = (command, act) => {
  addCallOptions(command.argument("<manifest>", MANIFEST))
    .addHelpText("after", examples("test tools/whois_lookup.clad.toml --arg target=example.com"))
    .action(
      act(async (cli, file: string, options: CallIdentityOptions) => dryRun(cli, await readTool(cli, file), options)),
    );
};

export const defineSchema: DefineCommand = (command, act) => {
  command
    .argument("<manifest>", MANIFEST)
    .addHelpText("after", examples("schema tools/whois_lookup.clad.toml"))
    .action(act(printSchema));
};

async function printSchema(cli: Cli, file: string): Promise<ExitCode> {
  const schema = toInputSchema(await readTool(cli, file));
  cli.print(schema, () => renderJson(schema));
  return EXIT.ok;
}

/** The tool of the file; with mistakes in it, all of them are shown and the command fails. */
async function readTool(cli: Cli, file: string): Promise<Tool> {
  const { tools, issues } = await readManifest(file);
  if (!cli.json) cli.err.write(await renderIssues(issues, cli.err));
  const [tool] = tools;
  if (tool !== undefined) return tool;
  throw new CliError("MANIFEST", `${file} declares no tool: ${countIssues(issues)}`, {
    details: { issues: issues.map((issue) => ({ ...issue })) },
  });
}
