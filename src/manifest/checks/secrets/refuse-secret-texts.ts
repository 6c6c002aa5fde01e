import { addError, isFull } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import { isTable } from "../../toml/toml-document.ts";
import type { TomlPath, TomlTable, TomlValue } from "../../toml/toml-document.ts";

export interface SecretRefusal {
  readonly message: string;
  readonly hint: string;
}

/** What people and models read is sent nowhere. */
const SHOWN: readonly (string | number)[] = ["description", "title"];

/**
 * Reports every `{_secret:NAME}` below a place where none may stand: there it would be plain text for somebody.
 * @param except keys of the value itself that others look into
 */
export function refuseSecretTexts(
  value: TomlValue | undefined,
  path: TomlPath,
  { refusal, except = [] }: { readonly refusal: SecretRefusal; readonly except?: readonly (string | number)[] },
  log: IssueLog,
): void {
  if (typeof value === "string") {
    report(value, path, refusal, log);
    return;
  }
  if (typeof value !== "object" || value instanceof Date) return;
  const steps: readonly (string | number)[] = isTable(value) ? Object.keys(value) : [...value.keys()];
  for (const step of steps.filter((key) => !SHOWN.includes(key) && !except.includes(key))) {
    refuseSecretTexts((value as TomlTable)[step], [...path, step], { refusal }, log);
  }
}

function report(text: string, path: TomlPath, { message, hint }: SecretRefusal, log: IssueLog): void {
  const fragment = /\{_secret:[^}]*\}?/.exec(text)?.[0];
  if (fragment === undefined || isFull(log)) return;
  addError(log, "misplaced-secret", { path, part: "value", fragment }, message, hint);
}
