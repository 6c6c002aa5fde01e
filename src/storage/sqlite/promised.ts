/** The result of synchronous work as a promise; what it throws becomes a rejection. */
export function promised<T>(work: () => T): Promise<T> {
  return new Promise((resolve) => resolve(work()));
}

/** Refuses to store what belongs to another tenant than the store's. */
export function requireTenant(tenant: string, given: string): void {
  if (given === tenant) return;
  throw new Error(`This store is of tenant ${JSON.stringify(tenant)}; what came is of ${JSON.stringify(given)}.`);
}
