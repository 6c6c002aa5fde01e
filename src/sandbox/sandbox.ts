import type { PlannedSandbox, SandboxEngineName } from "../model/sandbox.ts";

/** Whether this machine can confine programs, and if not, why. */
export type EngineState =
  | { readonly ok: true; readonly engine: SandboxEngineName; readonly file: string; readonly version: string }
  | { readonly ok: false; readonly engine: SandboxEngineName; readonly reason: string; readonly hint: string };

/** Where and with what a confined program runs, besides its plan. */
export interface ConfinedPlace {
  readonly callId: string;
  /** Absolute, links followed; visible in every profile. */
  readonly cwd: string;
  /** Absolute paths that are kept out of sight whatever the profile shows: files and folders. */
  readonly hidden: readonly string[];
  /** Absolute paths that stay read-only inside what is writable: what sets the rules of Toolgate and of its programs. */
  readonly fixed: readonly string[];
  /** The proxy's socket, when hosts are declared. */
  readonly proxySocket: string | null;
}

/** The same program, started inside. */
export interface ConfinedProgram {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** Set besides the program's own environment. */
  readonly env: Readonly<Record<string, string>>;
  /** To be run when the call is over, such as removing a container; `null`: nothing is left. */
  readonly cleanup: readonly string[] | null;
}

/** Builds what starts a program confined; starts nothing itself. */
export interface Sandbox {
  readonly state: EngineState;
  confine(argv: readonly string[], planned: PlannedSandbox, place: ConfinedPlace): ConfinedProgram;
}
