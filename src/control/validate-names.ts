import type { StoredToken } from "../storage/repositories.ts";
import { findHidden, showText } from "../text/show-text.ts";

/** A name that nobody could tell from another, or that would change a terminal. */
export class BadNameError extends Error {
  override readonly name = "BadNameError";
  readonly code = "BAD_NAME";
  readonly hint = "choose a name that reads as what it is, such as `cursor`";
}

const MAX_NAME = 200;

/** Every kind of blank but the plain one: they all look like it. */
const OTHER_BLANK = /[^\S ]/u;

/** Looks at whom a token is for. @throws BadNameError */
export function validateTokenNames({
  principal,
  agent,
  provider,
}: Pick<StoredToken, "principal" | "agent" | "provider">): void {
  validateName(principal, "a principal");
  validateAgentName(agent);
  if (provider !== null) validateName(provider, "a provider");
}

/** Looks at what an agent is to be called, whether a token names it or the command line. @throws BadNameError */
export function validateAgentName(agent: string): void {
  validateName(agent, "an agent");
}

/** Why an agent cannot be called so; `null`: it can. */
export function findAgentProblem(agent: string): string | null {
  return findProblem(agent, "an agent");
}

function validateName(name: string, what: string): void {
  const problem = findProblem(name, what);
  if (problem !== null) throw new BadNameError(problem);
}

function findProblem(name: string, what: string): string | null {
  // Blanks inside a name are fine: people have them.
  const isPlain = findHidden(name, 0) === -1 && !OTHER_BLANK.test(name) && name.trim() === name;
  if (name !== "" && name.length <= MAX_NAME && isPlain) return null;
  const wanted = `expected 1 to ${MAX_NAME} characters that show, and no blanks but plain ones inside`;
  return `"${showText(name)}" cannot be the name of ${what}: ${wanted}`;
}
