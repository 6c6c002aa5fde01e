import type { Cli } from "../cli.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { readManifest } from "../manifest-file.ts";
import { renderIssues } from "../output/issues.ts";

/** `policy generate`: a first set of Cedar policies from what tool files say of their tools. */
export async function generatePolicies(cli: Cli, files: readonly string[]): Promise<ExitCode> {
  const { renderCedarBaseline } = await import("../../policy/cedar/render-baseline.ts");
  const results = await Promise.all(files.map((file) => readManifest(file)));
  const issues = results.flatMap((result) => result.issues);
  if (issues.some(({ severity }) => severity === "error")) {
    cli.err.write(await renderIssues(issues, cli.err));
    return EXIT.failed;
  }
  const { text, skipped } = renderCedarBaseline(results.flatMap((result) => result.tools));
  cli.print({ text, skipped }, () => text);
  if (skipped.length > 0) cli.note(`Left out, for want of a [tool.cedar] table: ${skipped.join(", ")}.`);
  return EXIT.ok;
}
