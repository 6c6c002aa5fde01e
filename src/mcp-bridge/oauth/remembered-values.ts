/** Values that must not be printed, the last ones that were used. */
export interface RememberedValues {
  add(value: string): void;
  list(): readonly string[];
}

/** Those of many renewals. A server whose tokens live for a moment would otherwise have output searched for all it ever gave. */
const MOST = 64;

export function createRememberedValues(): RememberedValues {
  const values = new Set<string>();
  return {
    add(value) {
      values.delete(value);
      values.add(value);
      const [oldest] = values;
      if (values.size > MOST && oldest !== undefined) values.delete(oldest);
    },
    list: () => [...values],
  };
}
