import { RISK_TIERS } from "../../../model/tool.ts";
import type { Effect, RiskTier } from "../../../model/tool.ts";
import { showText } from "../../../text/show-text.ts";
import { addError } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import type { TomlPath } from "../../toml/toml-document.ts";
import { matchToolName } from "../../tool-name.ts";
import type { CommandPart } from "./to-draft.ts";
import { toEffect } from "./to-effect.ts";
import type { ToolHeader } from "./tool-header.ts";

/** What a command of a session or a browser may say about itself. */
interface Stated {
  readonly description?: string | undefined;
  readonly risk_tier?: RiskTier | undefined;
  readonly effect?: Effect | undefined;
  readonly human_approval?: boolean | undefined;
}

interface Fallback {
  readonly description?: string;
  /** What the command is at least. */
  readonly riskTier?: RiskTier;
  readonly humanApproval?: boolean;
}

/** A command's own words first, then the tool's; `fallback` is what is known of it when its author says nothing. */
export function toCommandPart(name: string, read: Stated, header: ToolHeader, fallback: Fallback = {}): CommandPart {
  const riskTier = read.risk_tier ?? toHigher(header.riskTier, fallback.riskTier ?? header.riskTier);
  const isOwn = read.risk_tier !== undefined || fallback.humanApproval === true;
  return {
    name,
    description: read.description ?? fallback.description ?? header.description,
    riskTier,
    effect: read.effect ?? (isOwn ? null : header.effect) ?? toEffect(riskTier),
    humanApproval: read.human_approval ?? (fallback.humanApproval === true || header.humanApproval),
  };
}

function toHigher(one: RiskTier, other: RiskTier): RiskTier {
  return RISK_TIERS.indexOf(one) > RISK_TIERS.indexOf(other) ? one : other;
}

/** Reports a command whose tool, `<tool>.<command>`, could not be served, and tells whether it can. */
export function checkCommandName(name: string, header: ToolHeader, path: TomlPath, log: IssueLog): boolean {
  const place = { path, part: "key" } as const;
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(name)) {
    const message = `\`${showText(name)}\` cannot be the name of a command`;
    addError(log, "bad-name", place, message, "Use A-Z a-z 0-9 _ -, beginning with a letter or digit.");
    return false;
  }
  if (!matchToolName(header.name) || matchToolName(`${header.name}.${name}`)) return true;
  const message = `the tool would be called \`${showText(`${header.name}.${name}`, 200)}\`, which is too long`;
  addError(log, "bad-name", place, message, "A name has at most 64 characters, the tool's included.");
  return false;
}
