/** A program to start. Everything is absolute and final: nothing here is looked up or interpreted again. */
export interface ProcessRequest {
  readonly callId: string;
  /** `argv[0]` is an absolute path. */
  readonly argv: readonly string[];
  readonly cwd: string;
  /** The whole environment of the child, apart from the marker that the runner adds. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * What it reads from standard input, as UTF-8; absent: nothing, at once. Together with arguments and environment at most
   * 8 MiB. A program need not read it.
   */
  readonly stdin?: string | undefined;
  /** Its input stays open for what is written while it runs, and `stdin` is not used. @default false */
  readonly interactive?: boolean | undefined;
  /** The gateway may write its input and read its output itself; what was read so is in no count or hash. @default false */
  readonly direct?: boolean | undefined;
  /** Bytes of both streams together after which the tree is ended; absent: it may write on, and is only read. */
  readonly maxTotalBytes?: number | undefined;
  /** The program makes a pid namespace, which has to be gone as well before the call is over. @default false */
  readonly ownNamespace?: boolean | undefined;
  /**
   * What is started confines the program, and writes a document with the key `exit-code` to descriptor 3 when the program
   * has ended, and none when it never began, which is then told apart. @default false
   */
  readonly reportsExit?: boolean | undefined;
  /**
   * Absolute paths without links that it gets as descriptors 4, 5, and so on, to refer to and not to read; 3 is then
   * nothing unless it `reportsExit`. Where one leads elsewhere by now, nothing is started. @default none
   */
  readonly places?: readonly string[] | undefined;
  readonly timeoutMs: number;
  /** Bytes of each stream to keep; the rest is read, hashed and dropped. */
  readonly maxStdoutBytes: number;
  readonly maxStderrBytes: number;
  /** Whether chunks are wanted while the program runs. */
  readonly stream: boolean;
}

export interface ProcessEvents {
  readonly onStarted?: ((pid: number) => void) | undefined;
  /** Only bytes below the caps. */
  readonly onChunk?: ((stream: "stdout" | "stderr", bytes: Uint8Array) => void) | undefined;
}

export type ProcessEnd =
  | { readonly kind: "exited"; readonly exitCode: number }
  | { readonly kind: "signalled"; readonly signal: string }
  | { readonly kind: "timeout" }
  /** It wrote more than `maxTotalBytes`. */
  | { readonly kind: "output-limit" }
  | { readonly kind: "cancelled" }
  /**
   * `errno` is the system's name of the error, such as `ENOENT`. `NEVER_BEGAN`: what was to confine the program ended
   * without having started it, and says why on standard error.
   */
  | { readonly kind: "spawn-failed"; readonly errno: string; readonly message: string }
  | { readonly kind: "runner-lost" };

export interface ProcessResult {
  readonly end: ProcessEnd;
  readonly pid: number | null;
  readonly startedAtMs: number;
  readonly durationMs: number;
  /** At most the cap; whole bytes as written. */
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  /** Every byte written, also beyond the cap. */
  readonly stdoutBytes: number;
  readonly stderrBytes: number;
  /** Lower-case hex SHA-256 over every byte written. */
  readonly stdoutHash: string;
  readonly stderrHash: string;
  /** Processes of the tree found alive after the program ended, and killed. */
  readonly leftoverProcesses: number;
}

/** A program that stays, to be written to and read from. */
export type OpenRequest = Pick<
  ProcessRequest,
  "callId" | "argv" | "cwd" | "env" | "ownNamespace" | "reportsExit" | "places"
>;

/** A program while it runs. It is dead, with all that it started, when the gateway is. */
export interface OpenProcess {
  /** Resolves when the program took it. Rejects when it has ended, or when it leaves more than 32 MiB untouched. */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends its input and its tree: TERM, then KILL. */
  stop(): void;
  /** Without its output, which went to `onChunk`. Rejects only when `onChunk` threw, after which it is dead. */
  readonly ended: Promise<ProcessResult>;
}

/** How programs are started: by a direct call of `posix_spawn`, or by Node.js, which forks. Both do the same. */
export type StarterName = "posix_spawn" | "fork";

/**
 * Starts every child process of Toolgate and owns every process tree. A small process of its own does the work, so that
 * starting stays cheap however large the gateway is, and so that a killed gateway leaves nothing behind.
 */
export interface ProcessRunner {
  /** Never rejects because of what the program does: every end is a result. Aborting `signal` ends the tree. */
  run(request: ProcessRequest, events?: ProcessEvents, signal?: AbortSignal): Promise<ProcessResult>;
  /** Starts a program that stays; where that fails, `ended` says why. All of its output is handed to `onChunk`. */
  open(request: OpenRequest, events: ProcessEvents): OpenProcess;
  /** Starts the runner process ahead of the first call. */
  warm(): Promise<void>;
  /** How the runner process starts programs; undefined while none is ready. */
  starter(): StarterName | undefined;
  /** Ends every tree that still runs, then the runner itself. */
  close(): Promise<void>;
}
