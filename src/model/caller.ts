export const ROLES = ["agent", "approver", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** Who is calling. Everything here comes from the credential, never from the request. */
export interface Caller {
  readonly tenant: string;
  readonly principal: string;
  readonly agent: string;
  readonly roles: readonly Role[];
  /** Id of the token or key that was presented. It can never answer an approval of its own call. */
  readonly credential: string;
}
