import type { StoredServerGrant, StoredSubject } from "../../../storage/upstream-repositories.ts";
import { usageError } from "../../cli-error.ts";

export interface SubjectOptions {
  readonly agent?: string;
  readonly user?: string;
}

/** Whom a command is about: exactly one of `--agent` and `--user`. */
export function readSubject({ agent, user }: SubjectOptions): StoredSubject {
  if (agent !== undefined && user === undefined) return { kind: "agent", name: agent };
  if (user !== undefined && agent === undefined) return { kind: "user", name: user };
  throw usageError("give one of --agent and --user", "an agent has its name from its token, a user is the principal");
}

/** `a,b` and repeated options → one list. */
export function readNames(given: readonly string[] | undefined, option: string): readonly string[] {
  const names = (given ?? []).flatMap((text) => text.split(",")).map((name) => name.trim());
  if (!names.includes("")) return names;
  throw usageError(`${option} takes names separated by commas, none of them empty`, "without it, all tools are meant");
}

/** What a grant covers, for people. */
export function renderTools({ toolAllow, toolDeny }: Pick<StoredServerGrant, "toolAllow" | "toolDeny">): string {
  const allowed = toolAllow.length === 0 ? "all tools" : toolAllow.join(", ");
  return toolDeny.length === 0 ? allowed : `${allowed} but ${toolDeny.join(", ")}`;
}

export function renderSubject({ kind, name }: StoredSubject): string {
  return `${kind} ${name}`;
}
