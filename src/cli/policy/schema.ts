import { loadCedarEngine } from "../../setup/load-cedar.ts";
import type { Tool } from "../../model/tool.ts";
import type { Cli } from "../cli.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { readManifest } from "../manifest-file.ts";
import { renderIssues } from "../output/issues.ts";

/** `policy schema`: the Cedar schema that policies are checked with; as Cedar's JSON with `--json`. */
export async function printCedarSchema(cli: Cli, files: readonly string[]): Promise<ExitCode> {
  const tools = files.length === 0 ? await readServed(cli) : await readFiles(cli, files);
  if (tools === null) return EXIT.failed;
  const [{ renderCedarSchema }, { findUnfitTools }, engine] = await Promise.all([
    import("../../policy/cedar/schema/render-cedar-schema.ts"),
    import("../../policy/cedar/schema/find-unfit-tools.ts"),
    loadCedarEngine(),
  ]);
  const unfit = findUnfitTools(tools, engine);
  const left = new Set(unfit.map(({ tool }) => tool));
  const schema = renderCedarSchema(tools.filter((tool) => !left.has(tool)));
  const answer = engine.schemaToText(schema);
  if (answer.type === "failure") throw new Error(answer.errors.map(({ message }) => message).join("; "));
  cli.print(schema, () => answer.text);
  for (const { tool, message } of unfit) cli.note(`Left out: ${tool.name}, because ${message}.`);
  return EXIT.ok;
}

function readServed(cli: Cli): Promise<readonly Tool[]> {
  return cli.withRuntime("all", ({ registry }) => {
    const { tools, overlays } = registry.snapshot;
    return [...tools.values(), ...[...overlays.values()].flatMap((own) => [...own.values()])];
  });
}

async function readFiles(cli: Cli, files: readonly string[]): Promise<readonly Tool[] | null> {
  const results = await Promise.all(files.map((file) => readManifest(file)));
  const issues = results.flatMap((result) => result.issues);
  if (!issues.some(({ severity }) => severity === "error")) return results.flatMap((result) => result.tools);
  cli.err.write(await renderIssues(issues, cli.err));
  return null;
}
