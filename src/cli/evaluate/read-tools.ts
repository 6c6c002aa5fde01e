import { existsSync } from "node:fs";
import path from "node:path";
import { loadModuleEvaluator } from "../../manifest/capability/evaluate/load-module-evaluator.ts";
import type { ManifestIssue, ManifestOptions } from "../../manifest/manifest.ts";
import { parseManifest, toFormat } from "../../manifest/parse-manifest.ts";
import { parseToolcladProject } from "../../manifest/toolclad/project/parse-toolclad-project.ts";
import type { Tool } from "../../model/tool.ts";
import { CliError } from "../cli-error.ts";
import type { Cli } from "../cli.ts";
import { readText } from "../manifest-file.ts";
import { countIssues, renderIssues } from "../output/issues.ts";

/** The tools of a file of any format; its mistakes are shown, and without a tool the command fails. */
export async function readTools(cli: Cli, file: string): Promise<readonly Tool[]> {
  const shared = await readShared(file);
  const { tools, issues } = parseManifest(await readText(file), {
    file: path.resolve(file),
    layer: "project",
    ...shared.options,
  });
  const all = [...shared.issues, ...issues];
  cli.err.write(await renderIssues(all, cli.err));
  if (tools.length > 0 && !shared.issues.some(({ severity }) => severity === "error")) return tools;
  throw new CliError("MANIFEST", `${file} declares no tool: ${countIssues(all)}`);
}

interface Shared {
  readonly options: Pick<ManifestOptions, "project" | "evaluateModule">;
  readonly issues: readonly ManifestIssue[];
}

/** What the format of the file needs besides its text. */
async function readShared(file: string): Promise<Shared> {
  const format = toFormat(file);
  if (format === "capability") return { options: { evaluateModule: await loadModuleEvaluator() }, issues: [] };
  const shared = format === "toolclad" ? findProject(path.dirname(path.resolve(file))) : undefined;
  if (shared === undefined) return { options: {}, issues: [] };
  const { project, issues } = parseToolcladProject(await readText(shared), shared);
  return { options: project === null ? {} : { project }, issues };
}

/** Manifests stand beside `toolclad.toml` or, as the format lays folders out, in `tools/` below it. */
function findProject(folder: string): string | undefined {
  return [folder, path.dirname(folder)]
    .map((place) => path.join(place, "toolclad.toml"))
    .find((name) => existsSync(name));
}
