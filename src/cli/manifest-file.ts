import { open } from "node:fs/promises";
import path from "node:path";
import type { ManifestFormat, ManifestResult } from "../manifest/manifest.ts";
import { parseManifest, toFormat } from "../manifest/parse-manifest.ts";
import { getModuleEvaluator } from "../registry/files/module-evaluator.ts";
import { loadToolcladProject } from "../registry/files/toolclad-project.ts";
import { CliError } from "./cli-error.ts";

/** What tool folders refuse as well. */
const MAX_BYTES = 1024 * 1024;

/**
 * Reads one tool file that somebody named, with the `toolclad.toml` that belongs to its folder. Throws when it cannot be
 * read at all.
 */
export async function readManifest(file: string, given?: ManifestFormat): Promise<ManifestResult> {
  const text = await readText(file);
  const absolute = path.resolve(file);
  const format = given ?? toFormat(absolute, text);
  const folder = { layer: "project", folder: path.dirname(absolute) } as const;
  const shared = format === "toolclad" ? loadToolcladProject(folder, undefined, null) : null;
  const result = parseManifest(text, {
    file: absolute,
    layer: "project",
    format,
    project: shared?.project ?? undefined,
    evaluateModule: format === "capability" ? await getModuleEvaluator() : undefined,
  });
  return { tools: result.tools, issues: [...(shared?.issues ?? []), ...result.issues] };
}

/** The text of a file that somebody named, up to 1 MiB. */
export async function readText(file: string): Promise<string> {
  const handle = await open(file).catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CliError("UNREADABLE", `cannot read ${file}: ${code === "ENOENT" ? "there is no such file" : message}`);
  });
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new CliError("UNREADABLE", `${file} is not a file`);
    if (stat.size > MAX_BYTES) throw new CliError("UNREADABLE", `${file} is larger than 1 MiB`);
    return await handle.readFile("utf8");
  } finally {
    await handle.close();
  }
}
