import type { Tool } from "../../model/tool.ts";
import type { Cli } from "../cli.ts";
import { examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { readManifest } from "../manifest-file.ts";
import { renderIssues } from "../output/issues.ts";

export const definePolicy: DefineCommand = (command, act) => {
  command.addHelpText("after", examples("policy generate nmap_scan.clad.toml"));
  command
    .command("generate <files...>")
    .description("write Cedar policies to begin with, from the risk tiers of tool files")
    .addHelpText("after", examples("policy generate tools/*.clad.toml > policies/baseline.cedar"))
    .action(act(generate));
};

async function generate(cli: Cli, files: readonly string[]): Promise<ExitCode> {
  const { renderCedarBaseline } = await import("../../policy/cedar/render-baseline.ts");
  const results = await Promise.all(files.map((file) => readManifest(file)));
  const issues = results.flatMap((result) => result.issues);
  if (issues.some(({ severity }) => severity === "error")) {
    cli.err.write(await renderIssues(issues, cli.err));
    return EXIT.failed;
  }
  const tools: readonly Tool[] = results.flatMap((result) => result.tools);
  const { text, skipped } = renderCedarBaseline(tools);
  cli.print({ text, skipped }, () => text);
  if (skipped.length > 0) cli.note(`Left out, for want of a [tool.cedar] table: ${skipped.join(", ")}.`);
  return EXIT.ok;
}
