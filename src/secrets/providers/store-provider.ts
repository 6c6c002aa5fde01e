import type { SecretProvider } from "./secret-provider.ts";

/** Secrets of the database, which were opened to see whom they are bound to. */
export const STORE_PROVIDER: SecretProvider = {
  place: () => "the store",
  find: ({ stored }) =>
    Promise.resolve(stored === null ? { kind: "absent", note: null } : { kind: "found", value: stored }),
};
