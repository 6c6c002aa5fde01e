import type { Effect, RiskTier, Tool } from "../../../model/tool.ts";
import type { SandboxSpec } from "../../../model/sandbox.ts";
import type { ManifestOptions, ToolcladProfile } from "../../manifest.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import type { PlacedDraft } from "../../manifest.ts";
import type { FileTable } from "../shape.ts";

/** What `[tool]` says, with the defaults of the format. The tools of a session or a browser share it. */
export interface ToolHeader {
  readonly name: string;
  readonly title: string | null;
  readonly description: string;
  readonly version: string | null;
  readonly group: string | null;
  /** The program as the author names it; what runs is said by the back end. */
  readonly binary: string | null;
  readonly mode: "oneshot" | "session" | "browser" | null;
  readonly dispatch: "exec" | "callback";
  readonly timeoutMs: number;
  readonly riskTier: RiskTier;
  /** `null`: from the risk tier. */
  readonly effect: Effect | null;
  readonly humanApproval: boolean;
  readonly enabled: boolean;
  readonly overrides: boolean;
  readonly environment: readonly string[];
  readonly cedar: Tool["cedar"];
  readonly evidence: Tool["evidence"];
  /** `null`: the file says nothing. */
  readonly sandbox: SandboxSpec | null;
  readonly profile: ToolcladProfile;
}

/** Reads the tables of one kind of back end. What is wrong goes to `log`; drafts only count without errors. */
export type BackendReader = (
  file: FileTable,
  header: ToolHeader,
  log: IssueLog,
  options: ManifestOptions,
) => readonly PlacedDraft[];
