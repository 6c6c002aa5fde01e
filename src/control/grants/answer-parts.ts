import type { ControlPlane } from "../../call/runtime.ts";
import type { Config } from "../../config/config.ts";
import type { Policy } from "../../policy/policy.ts";
import type { CommandAnalysis } from "../../shell/analysis.ts";
import type { ApprovalRepository } from "../../storage/repositories.ts";

/** What answering reaches out to. */
export interface AnswerParts {
  readonly approvals: ApprovalRepository;
  readonly approverKey: Uint8Array;
  readonly config: Pick<Config, "workspace">;
  readonly permissions: { readonly current: Pick<Config, "approvers"> };
  readonly recordAdmin: ControlPlane["recordAdmin"];
  readonly judging: {
    /** To be awaited before the first line. */
    prepareLines(): Promise<void>;
    /** Understands a command line with both parsers. */
    analyzeLine(text: string): CommandAnalysis;
    /** The policy of this workspace and moment. */
    currentPolicy(): Promise<Policy>;
  };
}
