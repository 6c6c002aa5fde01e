import path from "node:path";
import { prepareFile } from "../../control/tools/file/write-tool-file.ts";
import { TOOLCLAD_PROJECT } from "../../registry/file-kinds.ts";
import { readSmallFile } from "../../registry/read-small-file.ts";
import { ImportError } from "../../import/import-result.ts";
import type { Cli } from "../cli.ts";
import type { ImportContext, ImportReport } from "./report.ts";
import { toShownPath } from "./target.ts";

/** Copies the `toolclad.toml` that manifests need beside them. `null`: there is none. */
export function placeProject(
  { cwd }: Pick<Cli, "cwd">,
  folder: string,
  from: string | null,
  text: string | null,
  { dryRun, force }: Pick<ImportContext, "dryRun" | "force">,
): ImportReport | null {
  if (from === null || text === null) return null;
  const file = path.join(folder, TOOLCLAD_PROJECT);
  const present = readSmallFile(file);
  const nothing = { written: [], dropped: [], issues: [], failed: false };
  if (present.kind === "text" && present.text === text) return nothing;
  const shown = toShownPath(cwd, file);
  if (present.kind !== "absent" && !force) {
    throw new ImportError(
      `${shown} is there already and says something else`,
      "Join the two by hand, then import again.",
    );
  }
  if (!dryRun) prepareFile(file, text).place(present.kind === "absent");
  const action = present.kind === "absent" ? "created" : "replaced";
  return { ...nothing, written: [{ file: shown, action, what: ["types and profile"], from: path.basename(from) }] };
}
