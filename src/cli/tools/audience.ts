import type { Command } from "commander";
import type { StoredTool } from "../../storage/repositories.ts";
import { usageError } from "../cli-error.ts";

export interface AudienceOptions {
  readonly agent?: string;
  readonly session?: string;
}

/** The options of every command about a tool that not everybody may have. */
export function addAudienceOptions(command: Command): Command {
  return command
    .option("--agent <name>", "only for this agent (default: everybody)")
    .option("--session <id>", "only for this session; it ends with it");
}

/** Whom a tool is for. @throws CliError when both are said */
export function toAudience({ agent, session }: AudienceOptions): StoredTool["audience"] {
  if (agent !== undefined && session !== undefined) {
    throw usageError("give --agent or --session, not both", "a session belongs to an agent already");
  }
  if (agent === "" || session === "") throw usageError("the name after --agent or --session is empty");
  if (agent !== undefined) return { kind: "agent", key: agent };
  return session === undefined ? { kind: "everybody" } : { kind: "session", key: session };
}

/** Such as `the agent cursor`. */
export function describeAudience(audience: StoredTool["audience"]): string {
  return audience.kind === "everybody" ? "everybody" : `the ${audience.kind} ${audience.key}`;
}
