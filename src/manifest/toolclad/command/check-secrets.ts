import type { TableSource } from "../../toml/fields.ts";
import { addError, isFull } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import { isTable } from "../../toml/toml-document.ts";
import type { TomlPath, TomlTable, TomlValue } from "../../toml/toml-document.ts";

/** Reports every `{_secret:NAME}` in a command, wherever it stands: every process can read a command line. */
export function checkSecrets({ table, path }: TableSource, log: IssueLog): void {
  visit(table, path, log);
}

function visit(value: TomlValue | undefined, path: TomlPath, log: IssueLog): void {
  if (typeof value === "string") {
    report(value, path, log);
    return;
  }
  if (typeof value !== "object" || value instanceof Date) return;
  const steps = isTable(value) ? Object.keys(value) : [...value.keys()];
  for (const step of steps) visit((value as TomlTable)[step], [...path, step], log);
}

function report(text: string, path: TomlPath, log: IssueLog): void {
  const fragment = /\{_secret:[^}]*\}?/.exec(text)?.[0];
  if (fragment === undefined || isFull(log)) return;
  const message = "a secret cannot be part of a command, which every process on the machine can read";
  const hint = "Secrets may stand in [http] alone: in `url`, in `headers` and in `body_template`.";
  addError(log, "misplaced-secret", { path, part: "value", fragment }, message, hint);
}
