/** What servers want to find in the next proof, each for itself: what one gave out is never told to another. */
export interface ProofNonces {
  readonly find: (url: URL) => string | null;
  /** Looks at an answer, which may give out a new one whatever its status. `true`: it did. */
  readonly observe: (url: URL, headers: Headers) => boolean;
}

/** A login speaks with two servers; what is more comes of redirects that nobody follows. */
const MAX_ORIGINS = 8;

export function createProofNonces(): ProofNonces {
  const known = new Map<string, string>();
  return {
    find: ({ origin }) => known.get(origin) ?? null,
    observe({ origin }, headers) {
      const nonce = headers.get("dpop-nonce") ?? "";
      if (!/^[!\x23-\x5b\x5d-\x7e]{1,1000}$/.test(nonce)) return false;
      if (!known.has(origin) && known.size >= MAX_ORIGINS) return false;
      known.set(origin, nonce);
      return true;
    },
  };
}
