import { open } from "node:fs/promises";
import path from "node:path";
import type { ManifestResult } from "../manifest/manifest.ts";
import { parseManifest } from "../manifest/parse-manifest.ts";
import { CliError } from "./cli-error.ts";

/** What tool folders refuse as well. */
const MAX_BYTES = 1024 * 1024;

/** Reads one tool file that somebody named. Throws when it cannot be read at all. */
export async function readManifest(file: string): Promise<ManifestResult> {
  return parseManifest(await readText(file), { file: path.resolve(file), layer: "project" });
}

/** The text of a file that somebody named, up to 1 MiB. */
export async function readText(file: string): Promise<string> {
  const handle = await open(file).catch((error: unknown) => {
    throw new CliError("UNREADABLE", `cannot read ${file}: ${(error as Error).message}`);
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
