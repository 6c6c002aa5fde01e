import type { Facts } from "../../model/facts.ts";
import type { CommandAnalysis } from "../../shell/analysis.ts";
import type { JudgedCommand } from "../commands/list-commands.ts";

export interface DenySubject {
  readonly commands: readonly JudgedCommand[];
  readonly lines: readonly CommandAnalysis[];
  readonly facts: Facts;
}

/** One kind of command that a deny pack refuses. */
export interface DenyCategory {
  /** Kebab-case, for people. */
  readonly name: string;
  /** What was found, for people; `null`: nothing. */
  readonly find: (subject: DenySubject) => string | null;
}

/** The first answer for any command. */
export function findInCommands(
  commands: readonly JudgedCommand[],
  judge: (words: readonly (string | null)[], command: JudgedCommand) => string | null,
): string | null {
  for (const command of commands) {
    const found = judge(command.words, command);
    if (found !== null) return found;
  }
  return null;
}
