import type { SandboxRow } from "../../../config/config.ts";
import { resolvePath } from "../../../facts/resolve-path.ts";
import { GRANT_HINT, toGrantMessage } from "../../../manifest/checks/confine/check-grant.ts";
import type { GrantLists } from "../../../manifest/checks/confine/check-grant.ts";
import type { ManifestIssue } from "../../../manifest/manifest.ts";
import type { SandboxProfile } from "../../../model/sandbox.ts";
import type { Tool } from "../../../model/tool.ts";
import { isWithin } from "../../../params/posix-path.ts";
import type { WantedPlace } from "../../../sandbox/wanted/choose-confinement.ts";
import { chooseConfinement } from "../../../sandbox/wanted/choose-confinement.ts";
import { showText } from "../../../text/show-text.ts";
import { createGrantJudge } from "./resolve-grants.ts";
import type { GrantGate } from "./resolve-grants.ts";

export interface GrantIssueOptions extends Omit<GrantGate, "home"> {
  /** Where a row of the configuration stands. */
  readonly locate: (source: string) => Pick<ManifestIssue, "file" | "line">;
}

/**
 * What calls would say of granted places, before one is made: errors for those that cannot be granted here, and warnings
 * for those that are not there. Places of a session, and of home folders that differ, are only looked at by a call.
 */
export function findGrantIssues(
  tools: readonly Tool[],
  { config, protectedFolders, locate }: GrantIssueOptions,
): readonly ManifestIssue[] {
  // A session's places are passed over, so nothing lies in this one.
  const gate = { config, protectedFolders, home: resolvePath(config.home).resolved };
  const judge = createGrantJudge(`${config.dataFolder}/sessions/-`, gate);
  const look = (lists: GrantLists, { by, profile, where }: Granter): readonly ManifestIssue[] =>
    (["writable", "readable"] as const).flatMap((key) =>
      lists[key].flatMap((text): readonly ManifestIssue[] => {
        if (/^\$SESSION_DIR(?:\/|$)/.test(text)) return [];
        const { resolved, reason, isMissing } = judge({ text, by }, key === "writable" ? "write" : "read");
        if (reason !== null) return [toIssue("error", toGrantMessage(text, key, reason), GRANT_HINT, where)];
        const canMake = profile === "workspace" && config.workspaceRoots.some((root) => isWithin(resolved, root));
        return isMissing && !canMake && !text.startsWith("~")
          ? [toIssue("warning", toMissing(text, key), MISSING_HINT, where)]
          : [];
      }),
    );
  const { sandbox } = config;
  const ofTools = tools.flatMap((tool) => {
    const { file, line, column } = tool.origin;
    const { profile } = chooseConfinement(tool, sandbox);
    if (tool.sandbox == null || profile === "none") return [];
    return look(tool.sandbox, { by: "tool", profile, where: { file: file ?? tool.name, line, column } });
  });
  const ofRows = sandbox.tools.filter(isGranting).flatMap((row) => {
    const { profile, source } = row;
    return look(row, { by: "operator", profile: profile ?? "workspace", where: { ...locate(source), column: 1 } });
  });
  return [...ofTools, ...ofRows];
}

/** Who grants places, to programs of which profile. */
interface Granter {
  readonly by: WantedPlace["by"];
  readonly profile: SandboxProfile;
  readonly where: Where;
}

type Where = Pick<ManifestIssue, "file" | "line" | "column">;

function isGranting({ onlyNarrows, profile }: SandboxRow): boolean {
  return !onlyNarrows && profile !== "none";
}

function toIssue(severity: ManifestIssue["severity"], message: string, hint: string, where: Where): ManifestIssue {
  const code = severity === "error" ? "bad-folder" : "missing-folder";
  return { severity, code, message, hint, ...where, endColumn: where.column };
}

function toMissing(text: string, key: keyof GrantLists): string {
  return `\`${showText(text)}\` in \`${key}\` is not there, and is left out of the confinement until it is`;
}

const MISSING_HINT = "Make it before the tool is called, or leave it out.";
