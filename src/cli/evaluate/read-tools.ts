import type { Tool } from "../../model/tool.ts";
import { CliError } from "../cli-error.ts";
import type { Cli } from "../cli.ts";
import { readManifest } from "../manifest-file.ts";
import { countIssues, renderIssues } from "../output/issues.ts";

/** The tools of a file of any format; its mistakes are shown, and without a tool the command fails. */
export async function readTools(cli: Cli, file: string): Promise<readonly Tool[]> {
  const { tools, issues } = await readManifest(file);
  cli.err.write(await renderIssues(issues, cli.err));
  if (tools.length > 0) return tools;
  throw new CliError("MANIFEST", `${file} declares no tool: ${countIssues(issues)}`);
}
