/** The setting under which the hash of a trusted workspace is recorded. */
export function trustKey(workspace: string): string {
  return `trust:${workspace}`;
}

/** The setting under which its restrictions are recorded beside the hash. */
export function trustLimitsKey(workspace: string): string {
  return `trust-limits:${workspace}`;
}
