import { showText } from "../../../text/show-text.ts";
import type { ToolcladProfile } from "../../manifest.ts";
import { addError, addWarning } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";

/** Signatures bind a version and compare it with the one before, so it has to be one that can be compared. */
export function checkVersion(version: string, profile: ToolcladProfile, log: IssueLog): void {
  if (matchSemver(version)) return;
  const message = `\`version\` must be a semantic version like 1.2.0, but is "${showText(version)}"`;
  const hint = "Write MAJOR.MINOR.PATCH, each a number without leading zeros.";
  const add = profile === "strict" ? addError : addWarning;
  add(log, "bad-version", { path: ["tool", "version"], part: "value" }, message, hint);
}

function matchSemver(version: string): boolean {
  if (version.length > 128) return false;
  const match = /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-([\dA-Za-z.-]+))?(?:\+([\dA-Za-z.-]+))?$/.exec(
    version,
  );
  if (match === null) return false;
  const [, before = "x", build = "x"] = match;
  const identifiers = [...before.split("."), ...build.split(".")];
  return identifiers.every((part) => part !== "") && before.split(".").every((part) => !/^0\d+$/.test(part));
}
