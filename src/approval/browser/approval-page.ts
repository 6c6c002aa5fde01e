/** Where this process lets people answer in a browser. */
export interface ApprovalPage {
  /** The page of one question, for whoever is at a client; it holds no secret. `null`: there is none to send anybody to. */
  url(approvalId: string): string | null;
  /** @param base such as `http://127.0.0.1:4815`; `null`: no page any more */
  move(base: string | null): void;
}

/** The path that everything about answering in a browser is below. */
export const APPROVALS_PATH = "/approvals";

export function createApprovalPage(): ApprovalPage {
  let base: string | null = null;
  return {
    url: (approvalId) => (base === null ? null : `${base}${APPROVALS_PATH}/${encodeURIComponent(approvalId)}`),
    move: (to) => void (base = to),
  };
}
