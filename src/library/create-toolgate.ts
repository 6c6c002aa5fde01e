import type { Explanation, Runtime, ToolHit } from "../call/runtime.ts";
import { validateAgentName } from "../control/validate-names.ts";
import { createRuntime } from "../main.ts";
import type { CallEvent, RawCall } from "../model/call.ts";
import type { Caller } from "../model/caller.ts";
import type { Handler } from "../model/handler.ts";
import type { JsonObject } from "../model/json.ts";
import type { Outcome } from "../model/outcome.ts";
import type { Tool } from "../model/tool.ts";
import type { TraceContext } from "../model/trace.ts";
import type { InternalApi } from "../packs/pack.ts";
import type { DefinedTool } from "./define-tool.ts";

export interface ToolgateOptions {
  /** Where `toolgate.toml` is looked for, upward. @default the current folder */
  readonly cwd?: string | undefined;
  /** A configuration file, or a folder that holds one. */
  readonly configPath?: string | undefined;
  /** @default the environment of this process */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Tools given in code, beside those of the tool folders. */
  readonly tools?: readonly DefinedTool[] | undefined;
  /** Built-in APIs that `kind = "internal"` tools may name, made with `defineApi`. */
  readonly apis?: readonly InternalApi[] | undefined;
  /** By tool name: what runs ToolClad tools with `dispatch = "callback"`. */
  readonly callbacks?: Readonly<Record<string, Handler>> | undefined;
  /** The name that calls are made under when none is given. @default "library" */
  readonly agent?: string | undefined;
}

export interface CallOptions {
  /** Who calls. @default the local owner's agent */
  readonly caller?: Caller | undefined;
  readonly session?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Can only shorten the tool's own limit. */
  readonly timeoutMs?: number | undefined;
  /** Wait for a human where one has to be asked; `false` ends such a call `pending`. @default true */
  readonly hold?: boolean | undefined;
  readonly onEvent?: ((event: CallEvent) => void) | undefined;
  /** Where the call belongs in a trace, such as the `trace` that a handler is told. @default nowhere */
  readonly trace?: TraceContext | null | undefined;
}

/** An embedded gateway: the same gate, policy and audit as the servers. */
export interface Toolgate {
  /** Never rejects: every end is an outcome. */
  call(name: string, args: JsonObject, options?: CallOptions): Promise<Outcome>;
  /** What the same call would be decided, and what it would run; runs and records nothing. */
  explain(name: string, args: JsonObject, options?: CallOptions): Promise<Explanation>;
  list(caller?: Caller): Promise<readonly Tool[]>;
  /** Tools that fit the words, best first. @default 20 of them */
  search(query: string, limit?: number, caller?: Caller): Promise<readonly ToolHit[]>;
  /** Keeps paths from the file tools: absolute ones, names such as `*.sqlite`, or paths from a workspace root. */
  denyPaths(...paths: readonly string[]): void;
  close(): Promise<void>;
}

/**
 * Opens a gateway inside the calling program.
 * @throws ConfigError, StoreError; BadNameError for an `agent` that nobody could tell from another
 */
export async function createToolgate(options: ToolgateOptions = {}): Promise<Toolgate> {
  const { agent = "library" } = options;
  // Before anything is open that would have to be closed again.
  validateAgentName(agent);
  const runtime = await createRuntime({
    cwd: options.cwd ?? process.cwd(),
    env: options.env ?? process.env,
    configPath: options.configPath,
    tools: options.tools,
    apis: options.apis,
    callbacks: options.callbacks,
  });
  return fromRuntime(runtime, await runtime.control.localAgent(agent));
}

function fromRuntime(runtime: Runtime, self: Caller): Toolgate {
  const toRaw = (tool: string, args: JsonObject, { caller = self, ...options }: CallOptions): RawCall => {
    return { entry: "library", tool, args, caller, ...options };
  };
  return {
    call: (name, args, options = {}) => runtime.call(toRaw(name, args, options)),
    explain: (name, args, options = {}) => runtime.explain(toRaw(name, args, options)),
    list: (caller = self) => runtime.listTools(caller),
    search: (query, limit, caller = self) => runtime.searchTools(query, caller, limit === undefined ? {} : { limit }),
    denyPaths: (...paths) => runtime.denyPaths(...paths),
    close: () => runtime.close(),
  };
}
