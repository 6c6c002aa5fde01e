import type { ErrorInfo, Step } from "./errors.ts";
import type { JsonValue } from "./json.ts";
import type { AskedQuestion } from "./question.ts";
import type { PlannedSandbox } from "./sandbox.ts";

/** What the caller gets, the same over every protocol. */
export interface Outcome {
  readonly callId: string;
  readonly tool: string;
  readonly status: "success" | "refused" | "pending" | "failed";
  /** Set unless `status` is `success`. */
  readonly error: ErrorInfo | null;
  /** Where a refused call ended. */
  readonly step: Step | null;
  /** For the model, already scrubbed. */
  readonly content: readonly ContentBlock[];
  /** For the person beside the model, already scrubbed; absent: what the model gets is for both. */
  readonly forUser?: readonly ContentBlock[] | undefined;
  /** What the tool's output shape promises; `null` when nothing ran. */
  readonly structured: JsonValue;
  /** Set when `status` is `pending`. */
  readonly approval: { readonly id: string; readonly expiresAt: string } | null;
  readonly evidence: Evidence | null;
}

/** One part of a result. Toolgate's own back ends make text; upstream servers send the others too. */
export type ContentBlock = TextBlock | MediaBlock | LinkBlock | ResourceBlock;

export interface TextBlock extends BlockNotes {
  readonly type: "text";
  readonly text: string;
}

/** `data` is base64. */
export interface MediaBlock extends BlockNotes {
  readonly type: "image" | "audio";
  readonly data: string;
  readonly mimeType: string;
}

/** Where more is to be had, from the server that said so. */
export interface LinkBlock extends BlockNotes {
  readonly type: "resource_link";
  readonly uri: string;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
  readonly size?: number | undefined;
}

/** A document inside the result: either `text` or, in base64, `blob`. */
export interface ResourceBlock extends BlockNotes {
  readonly type: "resource";
  readonly resource: {
    readonly uri: string;
    readonly mimeType?: string | undefined;
    readonly text?: string | undefined;
    readonly blob?: string | undefined;
  };
}

/** For whom a part is meant; absent: for both. */
export interface BlockNotes {
  readonly annotations?:
    | {
        readonly audience?: readonly ("user" | "assistant")[] | undefined;
        readonly priority?: number | undefined;
        readonly lastModified?: string | undefined;
      }
    | undefined;
}

/** What Toolgate saw of an execution, whatever the program says of itself. */
export interface Evidence {
  readonly status: EvidenceStatus;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** `sha256:<hex>` over every byte the program wrote, also those beyond the caps. */
  readonly stdoutHash: string | null;
  readonly stderrHash: string | null;
  readonly stdoutBytes: number;
  readonly stderrBytes: number;
  readonly truncated: boolean;
  /** Processes of the tree that were still alive when the program had ended, and were killed. */
  readonly leftoverProcesses: number;
  /** How the tree was found: `process-tree` = by group, session, parents and inherited marker. */
  readonly containment: "pid-namespace" | "process-tree" | "none";
  /** What confined the program; `null`: nothing did. Absent: it was no program. */
  readonly sandbox?: PlannedSandbox | null | undefined;
  /** `host:port` that the program asked for and that was not declared; absent: none. */
  readonly refusedHosts?: readonly string[] | undefined;
  /** What the program left that sets rules, and was renamed to `NAME.left-by-CALL`; absent: none. */
  readonly setAside?: readonly string[] | undefined;
  /** Of a request: its way and the answer's status; `null` without an answer. The URL is without secrets. */
  readonly http?: {
    readonly method: string;
    readonly url: string;
    readonly status: number | null;
    readonly hops: number;
  };
  /** Of a call to an upstream server: which one, and what it said of itself. */
  readonly upstream?: {
    readonly server: string;
    readonly tool: string;
    /** Name and version that the server gave itself; `null`: none. */
    readonly software: string | null;
    readonly protocolVersion: string | null;
  };
  /** What the client was asked meanwhile, in order; absent: nothing. */
  readonly asked?: readonly AskedQuestion[] | undefined;
  /** How many questions were not put to it: too many, or none that it can answer; absent: none. */
  readonly unasked?: number | undefined;
  /** Where the raw output is kept; absent: nowhere. Absolute. */
  readonly outputFile?: string | undefined;
  /** What is kept of the call; absent: nothing. */
  readonly kept?: KeptFiles | undefined;
}

/** The files of one call. */
export interface KeptFiles {
  /** Absolute. */
  readonly folder: string;
  readonly files: readonly KeptFile[];
}

export interface KeptFile {
  /** Its path below the folder. */
  readonly name: string;
  readonly bytes: number;
  /** `sha256:<hex>` of what it held when the call ended; `null`: it was too large to say. */
  readonly hash: string | null;
  /** Its program was given secrets, and may have written them: it is for people alone. Absent: it was not. */
  readonly isWithheld?: true | undefined;
}

/**
 * `delegated`: let through, and run by the agent itself, where Toolgate does not see it. `client_error`, `server_error`: an
 * answer of the classes 4xx and 5xx.
 */
export type EvidenceStatus =
  "success" | "error" | "timeout" | "client_error" | "server_error" | "cancelled" | "interrupted" | "delegated";
