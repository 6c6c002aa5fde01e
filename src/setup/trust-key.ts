/** The setting under which the hash of a trusted workspace is recorded. */
export function trustKey(workspace: string): string {
  return `trust:${workspace}`;
}
