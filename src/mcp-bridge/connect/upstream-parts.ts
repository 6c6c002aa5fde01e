import type { AuthProvider, FetchLike } from "@modelcontextprotocol/client";
import type { McpServer } from "../../config/mcp/mcp-server.ts";
import type { EgressClient } from "../../egress/egress.ts";
import type { ProcessRunner } from "../../process/process-runner.ts";
import type { Clock } from "../health/clock.ts";
import type { ConfineServer } from "./transport/server-program.ts";

/** What signs the requests to a server. */
export interface RequestSigner {
  readonly provider: AuthProvider;
  /** Sends what the provider gave a token for, and asks for another one where that is not enough. */
  readonly sign: (next: FetchLike) => FetchLike;
}

/** What connections to upstream servers run on. */
export interface UpstreamParts {
  readonly runner: Pick<ProcessRunner, "open">;
  readonly egress: Pick<EgressClient, "stream">;
  /** Toolgate's own variables. A program gets `PATH`, `HOME` and `LANG` of them, and what its server names. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether one of them holds a secret of Toolgate's, which no server may name. */
  readonly isSecretVariable: (name: string) => boolean;
  /** Absolute: where programs work that name no folder. */
  readonly workspace: string;
  /** The absolute file of a program; `null`: there is none that may be started. */
  readonly findProgram: (name: string, cwd: string) => string | null;
  /** Opens the secrets of one server; rejects with the reason. They go to its program or its host and nowhere else. */
  readonly openSecrets: (names: readonly string[], server: McpServer) => Promise<Readonly<Record<string, string>>>;
  /** Takes secrets out of what a server says, before a person reads it. */
  readonly scrub: (text: string) => string;
  /** `[network] private`. */
  readonly privateAddresses: readonly string[];
  /** Of one message of a server. */
  readonly maxResultBytes: number;
  /** Of Toolgate, for servers to read. */
  readonly version: string;
  /** Confines the program of a server that asks for it. @default none is confined */
  readonly confine?: ConfineServer | undefined;
  /** What signs requests to a server. @default only its own headers */
  readonly authFor?: ((server: McpServer) => RequestSigner | undefined) | undefined;
  /** @default the system's */
  readonly clock?: Clock | undefined;
  /** How long a program has to say that it knows the newest revision, before it is asked for older ones. @default 5000 */
  readonly probeMs?: number | undefined;
}
