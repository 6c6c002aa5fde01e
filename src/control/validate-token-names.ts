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

/** Looks at whom a token is for. Blanks inside a name are fine: people have them. @throws BadNameError */
export function validateTokenNames({
  principal,
  agent,
  provider,
}: Pick<StoredToken, "principal" | "agent" | "provider">): void {
  validateName(principal, "a principal");
  validateName(agent, "an agent");
  if (provider !== null) validateName(provider, "a provider");
}

function validateName(name: string, what: string): void {
  const isPlain = findHidden(name, 0) === -1 && !OTHER_BLANK.test(name) && name.trim() === name;
  if (name !== "" && name.length <= MAX_NAME && isPlain) return;
  const wanted = `expected 1 to ${MAX_NAME} characters that show, and no blanks but plain ones inside`;
  throw new BadNameError(`"${showText(name)}" cannot be the name of ${what}: ${wanted}`);
}
