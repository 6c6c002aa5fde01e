import { addError } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import type { TomlPath } from "../../toml/toml-document.ts";
import type { AuthFlowTable } from "./browser-shape.ts";

/** Checks that the second factor has what its handler needs, and nothing that no handler reads. */
export function checkMfa(read: AuthFlowTable, path: TomlPath, log: IssueLog): void {
  const { mfa_handler: handler } = read;
  const needed =
    handler === undefined ? [] : handler === "totp" ? ["mfa_selector", "mfa_secret_ref"] : ["mfa_selector"];
  for (const key of needed) {
    if (read[key as "mfa_selector"] !== undefined) continue;
    const message = `\`mfa_handler = "${handler ?? ""}"\` needs \`${key}\``;
    addError(log, "missing-key", { path: [...path, "mfa_handler"], part: "key" }, message, `Add \`${key}\`.`);
  }
  for (const key of ["mfa_selector", "mfa_secret_ref"] as const) {
    if (read[key] === undefined || needed.includes(key)) continue;
    const message =
      handler === undefined ? "there is no `mfa_handler`" : `\`mfa_handler = "${handler}"\` does not use it`;
    addError(log, "misplaced-key", { path: [...path, key], part: "key" }, `\`${key}\` means nothing: ${message}`);
  }
}
