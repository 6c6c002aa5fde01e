/** One place where secrets may be. */
export interface SecretProvider {
  /** Where it looks for a secret of this name, for people. */
  place(name: string): string;
  /** Rejects with `SecretError` where it cannot tell: the next place must not stand in for one that is out of order. */
  find(wanted: WantedSecret): Promise<FoundSecret>;
}

export interface WantedSecret {
  readonly name: string;
  /** Every name that anything is bound to, this one among them. */
  readonly known: ReadonlySet<string>;
  /** The value that the database has for it; `null`: none. */
  readonly stored: string | null;
}

/** `note`: what else is to be said of the place, such as that the newest version was deleted. */
export type FoundSecret =
  { readonly kind: "found"; readonly value: string } | { readonly kind: "absent"; readonly note: string | null };

/** UTF-16 units of one secret. */
export const MAX_SECRET_LENGTH: number = 64 * 1024;
