/** Of one login: what is longer is a try to keep somebody busy. */
export const MAX_SCOPES = 100;

const SCOPE = /^[!\x23-\x5b\x5d-\x7e]{1,200}$/;

/** The scopes in a text of somebody else, each once; what none can be is left out. Empty: none, or too many to be meant. */
export function toScopes(text: string | null | undefined): readonly string[] {
  if (text === null || text === undefined || text.length > MAX_SCOPES * 201) return [];
  const scopes = new Set(text.split(/[ \t]+/).filter((scope) => SCOPE.test(scope)));
  return scopes.size > MAX_SCOPES ? [] : [...scopes];
}

/** All of them, each once, in the order in which they came. */
export function joinScopes(...lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())];
}

export function hasScopes(has: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((scope) => has.includes(scope));
}
