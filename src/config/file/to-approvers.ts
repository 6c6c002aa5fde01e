import { addError } from "../../manifest/toml/issue-log.ts";
import type { IssueLog } from "../../manifest/toml/issue-log.ts";
import type { TomlDocument } from "../../manifest/toml/toml-document.ts";
import { ROLES } from "../../model/caller.ts";
import { suggestNearest } from "../../text/find-nearest.ts";
import { showText } from "../../text/show-text.ts";
import type { ApproverRule } from "../config.ts";
import { toLabel } from "./label.ts";
import type { ApproverData } from "./data/permission-data.ts";

const ROLE = "role:";

/** `[[approvals.who]]` of a file; a role that does not exist would leave nobody who may answer, and is reported. */
export function toApprovers(
  layer: "user" | "project",
  rows: readonly ApproverData[],
  document: TomlDocument,
  log: IssueLog,
): readonly ApproverRule[] {
  return rows.map(({ tools = "*", effects = [], approvers }, row) => {
    for (const [index, approver] of approvers.entries()) {
      const role = approver.startsWith(ROLE) ? approver.slice(ROLE.length) : null;
      if (role === null || ROLES.some((known) => known === role)) continue;
      const message = `there is no role "${showText(role)}"${suggestNearest(role, ROLES)}`;
      const place = { path: ["approvals", "who", row, "approvers", index], part: "value" } as const;
      addError(log, "unknown-role", place, message, `Roles are: ${ROLES.join(", ")}.`);
    }
    const { line } = document.locate({ path: ["approvals", "who", row], part: "value" });
    return {
      tools: typeof tools === "string" ? [tools] : tools,
      effects,
      approvers,
      source: `${toLabel(layer)}:${line}`,
    };
  });
}
