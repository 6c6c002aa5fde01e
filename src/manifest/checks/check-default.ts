import type { ParamSpec } from "../../model/param.ts";
import type { ParamContext } from "../../params/param-type.ts";
import { validateParam } from "../../params/validate-param.ts";
import { addError } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import type { TomlPath } from "../toml/toml-document.ts";

/**
 * Only what holds in every workspace is judged when a definition loads. Where the call will run and what is in scope
 * are checked again, with the real folders, by each call that uses the default.
 */
const ANYWHERE: ParamContext = {
  sessionFolder: "/session",
  workspaceRoots: ["/"],
  scope: null,
  scopeRequired: false,
};

/** Checks a default like a value that a caller sends; `path` is that of the parameter's table. */
export function checkDefault(spec: ParamSpec, path: TomlPath, log: IssueLog): void {
  if (spec.default === undefined) return;
  const place = { path: [...path, "default"], part: "value" } as const;
  const result = validateParam(spec, spec.default, ANYWHERE);
  if (!result.ok) {
    const message = `\`default\` does not fit the parameter: ${result.issues.map((issue) => issue.message).join(" ")}`;
    addError(log, "bad-default", place, message);
  }
}
