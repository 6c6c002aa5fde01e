import { findProgramKnowledge } from "./programs/programs.ts";

/** Without a home, programs take the working folder's or the account's settings for a person's own. */
const NO_HOME = "/nonexistent";

/**
 * Variables that keep settings of a person and helpers of a project out of a program with a credential. One that is sealed
 * with the tool keeps its value.
 */
export function toFixedEnvironment(binary: string, sealed: readonly string[]): Readonly<Record<string, string>> {
  const fixed = { HOME: NO_HOME, ...findProgramKnowledge(binary)?.environment };
  return Object.fromEntries(Object.entries(fixed).filter(([name]) => !sealed.includes(name)));
}
