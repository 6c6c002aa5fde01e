import type { CapabilityCeiling } from "../../manifest.ts";
import { addError, addWarning } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import type { TomlPath } from "../../toml/toml-document.ts";
import { matchHost } from "./match-host.ts";

/** Without a word of the operator. */
export const NO_CEILING: CapabilityCeiling = { net: null, commands: "any" };

/** Refuses a command that the operator does not let modules declare. */
export function checkCommandCeiling(
  kind: "argv" | "shell",
  { commands }: CapabilityCeiling,
  path: TomlPath,
  log: IssueLog,
): void {
  const place = { path, part: "value" } as const;
  if (commands === "none") {
    const message = 'modules may declare no commands here: `[capabilities] commands = "none"`';
    addError(log, "over-ceiling", place, message, "Ask who runs this gateway.");
  } else if (commands === "argvOnly" && kind === "shell") {
    const message = 'modules may declare no shell lines here: `[capabilities] commands = "argvOnly"`';
    addError(log, "over-ceiling", place, message, 'Write `run` as a list: `["git", "status"]`.');
  }
}

/**
 * What is left of the declared hosts under the operator's ceiling. A module that declares none gets the ceiling itself.
 * `null`: none, which an empty list would not say, since that stands for any public host.
 */
export function applyNetCeiling(
  declared: readonly string[] | null,
  { net }: CapabilityCeiling,
  path: TomlPath,
  log: IssueLog,
): readonly string[] | null {
  if (net === null || declared === null) return declared;
  const ceiling = [...new Set(net.map((host) => host.toLowerCase()))];
  const wanted = declared.length === 0 ? ceiling : declared;
  const kept = wanted.filter((host) => ceiling.some((limit) => matchHost(host, limit)));
  for (const host of wanted.filter((entry) => !kept.includes(entry))) {
    const message = `\`${host}\` is left out: it is not within \`[capabilities] net\``;
    addWarning(log, "over-ceiling", { path, part: "value" }, message, "Ask who runs this gateway.");
  }
  return kept.length === 0 ? null : kept;
}
