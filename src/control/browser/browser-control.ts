import type { Caller } from "../../model/caller.ts";

/** People who answer in a browser: where that is, and how they get in. */
export interface BrowserControl {
  /**
   * Says that this process serves the page at `base` from now on. `null`: none can be served here.
   * @param base such as `http://127.0.0.1:4815`
   * @param forClients whether clients may send their people there: whoever opens it must reach this very gateway
   */
  serve(base: string, forClients: boolean): Promise<ServedPage | null>;
  /** A fresh link into the page of the gateway of this workspace, whichever process that is; `null`: none is known. */
  link(approvalId: string | null): Promise<LoginLink | null>;
}

/** The page of this process. */
export interface ServedPage {
  /** @param approvalId leads right to this question */
  link(approvalId: string | null): LoginLink;
  /** Takes a code of one of those links, once. `null`: it is not in order, was used, or its time is over. */
  logIn(code: string): Promise<Caller | null>;
  close(): Promise<void>;
}

export interface LoginLink {
  /** Lets whoever opens it answer; good for one login. */
  readonly url: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}
