import type { PlannedSandbox, SandboxEngineName } from "../model/sandbox.ts";

/** Whether this machine can confine programs, and if not, why. */
export type EngineState =
  | {
      readonly ok: true;
      readonly engine: SandboxEngineName;
      readonly file: string;
      readonly version: string;
      /** What it cannot hold a program to here, and why: a tool that demands it is refused. */
      readonly cannot: Readonly<Partial<Record<SandboxDemand, string>>>;
    }
  | {
      readonly ok: false;
      readonly engine: SandboxEngineName;
      readonly reason: string;
      readonly hint: string;
      /** `true`: nothing needed it yet, so nobody looked. @default false */
      readonly notLooked?: boolean | undefined;
    };

/** What may be demanded besides a profile. `limits`: any of them; `processes`: the one on how many run at once. */
export type SandboxDemand = "limits" | "processes" | "hosts";

/** Where and with what a confined program runs, besides its plan. */
export interface ConfinedPlace {
  readonly callId: string;
  /** Absolute, links followed; visible in every profile. */
  readonly cwd: string;
  /** Absolute; shown read-only in every profile, such as the program itself. */
  readonly visible: readonly string[];
  /** Links among the names that programs are started by, and the absolute file that each leads to. @default none */
  readonly links?: Readonly<Record<string, string>> | undefined;
  /** Absolute paths that are kept out of sight whatever the profile shows: files and folders, links followed. */
  readonly hidden: readonly string[];
  /** Absolute paths that stay read-only inside what is writable: what sets the rules of Toolgate and of other programs. */
  readonly fixed: readonly string[];
  /** Absolute paths that may be written inside what is writable, but not moved or replaced. @default none */
  readonly held?: readonly string[] | undefined;
  /** Absolute folders, writable, in which nothing new that sets rules may be left behind. */
  readonly guarded: readonly string[];
  /** The same for repositories of git, which have names of their own for what sets rules. @default none */
  readonly repositories?: readonly string[] | undefined;
  /**
   * Absolute paths below what is writable, links not followed, from which programs are started later: those that do not
   * exist must not be there afterwards, and links on the way lead where they led. @default none
   */
  readonly starts?: readonly string[] | undefined;
  /** Names of the variables that the program gets; a container is handed them by name. */
  readonly environment: readonly string[];
  /** The proxy's socket, when hosts are declared. */
  readonly proxySocket: string | null;
}

/** The same program, started inside. */
export interface ConfinedProgram {
  readonly argv: readonly string[];
  /** To be handed on as descriptors from 4 on, so that nobody can exchange them any more. */
  readonly places: readonly string[];
  readonly cwd: string;
  /** Set besides the program's own environment. */
  readonly env: Readonly<Record<string, string>>;
  /** To be run when the call is over, such as removing a container; `null`: nothing is left. */
  readonly cleanup: readonly string[] | null;
  /**
   * To be called once when all its processes have ended: moves aside what the program left that sets rules, and returns
   * where that was. What existed before could not be changed at all.
   */
  settle(): readonly string[];
  /**
   * Why the program never began, of what the engine said on standard error; that it did not begin it says on descriptor 3.
   * `null`: it does not say so.
   */
  readonly explain: ((stderr: string) => NeverBegan) | null;
}

/** `errno`: the system's name of the error where the program itself cannot be started; else `SANDBOX_UNAVAILABLE`. */
export interface NeverBegan {
  readonly errno: string;
  readonly message: string;
}

/** Builds what starts a program confined; starts nothing itself. */
export interface Sandbox {
  /** As far as it was looked at: not ok before the first `prepare`. */
  readonly state: EngineState;
  /** Looks whether the engine works, once; after a failure the next call looks again. Never rejects. */
  prepare(): Promise<void>;
  /** @throws Refused when nothing can confine here, or a place changed under its hands */
  confine(argv: readonly string[], planned: PlannedSandbox, place: ConfinedPlace): ConfinedProgram;
}

/** Runs a short command without input and says how it ended; `code` is `null` when it could not be started or was killed. */
export type SandboxProbe = (
  argv: readonly string[],
) => Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
