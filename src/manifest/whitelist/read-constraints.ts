import type { Limits } from "../../model/tool.ts";
import { checkFolder } from "../checks/check-folder.ts";
import { field } from "../toml/fields.ts";
import type { Field, TableSource } from "../toml/fields.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import { readTable } from "../toml/table-reader.ts";
import { findTopHome } from "./shape.ts";

const DAY_SECONDS = 86_400;
const MEBIBYTE = 1024 * 1024;

/** The keys of `[constraints]`. */
export const CONSTRAINTS_SHAPE: Readonly<
  Record<"timeout_seconds" | "max_stdout_bytes" | "max_stderr_bytes", Field<number>>
> & { readonly cwd: Field<string> } = {
  timeout_seconds: field.integer({ min: 1, max: DAY_SECONDS }),
  cwd: field.string(),
  max_stdout_bytes: field.integer({ min: 0, max: 64 * MEBIBYTE }),
  max_stderr_bytes: field.integer({ min: 0, max: 64 * MEBIBYTE }),
};

/** Reads `[constraints]`: 60 seconds, the workspace root and 1 MiB of each stream unless it says otherwise. */
export function readConstraints(
  source: TableSource | undefined,
  log: IssueLog,
): { readonly limits: Limits; readonly cwd: string | null } {
  const read = readTable(source ?? { table: {}, path: ["constraints"] }, CONSTRAINTS_SHAPE, log, findTopHome);
  if (read.cwd !== undefined) checkFolder(read.cwd, "cwd", { path: ["constraints", "cwd"], part: "value" }, log);
  return {
    limits: {
      timeoutMs: (read.timeout_seconds ?? 60) * 1000,
      maxStdoutBytes: read.max_stdout_bytes ?? MEBIBYTE,
      maxStderrBytes: read.max_stderr_bytes ?? MEBIBYTE,
    },
    cwd: read.cwd ?? null,
  };
}
