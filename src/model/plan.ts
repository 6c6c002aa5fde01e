import type { HttpMethod, Redirect, UpstreamRequest, UpstreamSubscribe } from "./backend.ts";
import type { JsonObject } from "./json.ts";
import type { PlannedSandbox } from "./sandbox.ts";

/** Exactly what will run. It is what is shown, hashed, audited and executed; back ends see nothing else. */
export type Plan = ProgramPlan | HttpPlan | McpPlan | HandlerPlan;

/** What starts programs. */
export type ProgramPlan = CommandPlan | ScriptPlan;

export function isProgramPlan(plan: Plan): plan is ProgramPlan {
  return plan.kind === "command" || plan.kind === "script";
}

export interface CommandPlan {
  readonly kind: "command";
  /** `argv[0]` is the absolute path at which the program was found; where it leads is among `paths`. */
  readonly argv: readonly string[];
  /** The line that a real shell is given; absent: no shell has a part in it. */
  readonly line?: string | undefined;
  /** Absolute, resolved. */
  readonly cwd: string;
  /** Names of the environment variables handed on, sorted. Values are read at execution and never recorded. */
  readonly environment: readonly string[];
  /** Variables that Toolgate sets itself, such as those that switch off a program's own helpers. */
  readonly fixedEnvironment: Readonly<Record<string, string>>;
  /** Names of variables whose sealed values are opened at execution. */
  readonly sealedEnvironment: readonly string[];
  /** Variable → name of the secret that is its value, opened at execution; absent: none. */
  readonly secretEnvironment?: Readonly<Record<string, string>> | undefined;
  /** What the program reads from standard input; absent: nothing. */
  readonly stdin?: string | undefined;
  /** What confines the program; absent: nothing does. */
  readonly sandbox?: PlannedSandbox | undefined;
  /** The program that reads the output, confined more closely; among `paths` too. Absent: Toolgate reads it. */
  readonly parser?: PlannedPath | undefined;
  /** Every file-system place that validation resolved; checked again right before the program starts. */
  readonly paths: readonly PlannedPath[];
  /** Values made by Toolgate for this call, by placeholder name (`_scan_id`). */
  readonly injected: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly maxStdoutBytes: number;
  readonly maxStderrBytes: number;
}

/** Several programs joined without a shell: in each step, every stage writes into the next. */
export interface ScriptPlan extends Omit<CommandPlan, "kind" | "argv" | "line"> {
  readonly kind: "script";
  /** The line of the caller with the file names that its patterns stand for; absent: it has no patterns. */
  readonly expanded?: string | undefined;
  /** Where the session's commands work from then on, when all of it succeeded; absent: where they did. */
  readonly endFolder?: string | undefined;
  readonly steps: readonly PlannedStep[];
}

export interface PlannedStep {
  readonly operator: ";" | "&&" | "||";
  readonly stages: readonly PlannedStage[];
  /** Where its programs work; absent: in the plan's `cwd`. Absolute, resolved. A step without stages does nothing. */
  readonly cwd?: string | undefined;
}

export interface PlannedStage {
  readonly argv: readonly string[];
  readonly redirects: readonly Redirect[];
}

/** A path as sent, and what it was when it was checked. */
export interface PlannedPath {
  /** The parameter's name; `""` for the program itself and the working folder. */
  readonly param: string;
  /** The lexical, absolute path before links were followed. */
  readonly candidate: string;
  /** The same with every link followed, also in the existing part of a path that does not exist yet. */
  readonly resolved: string;
  /** Set for a program inside the workspace, where an agent may be able to rewrite it: `sha256:<hex>` of its bytes. */
  readonly contentHash?: string;
  /** Set for a path that must still be a regular file with one name, such as a file of credentials. */
  readonly mustBe?: "file";
}

/** One HTTP request as it leaves, but for its secrets. */
export interface HttpPlan {
  readonly kind: "http";
  readonly method: HttpMethod;
  /** Absolute, in the form that is sent. */
  readonly url: PlannedText;
  /** Where it goes: lower-case host (an IPv6 address without brackets) and port. Author-written when a secret goes along. */
  readonly host: string;
  readonly port: number;
  /** Names are lower-case; among them `content-type` when there is a body. */
  readonly headers: readonly (readonly [name: string, value: PlannedText])[];
  readonly body: PlannedText | null;
  /** As in `HttpBackend`. */
  readonly successStatus: readonly number[];
  readonly errorStatus: readonly number[];
  /** Whether the host was an argument, so that it has to be inside the scope. */
  readonly scopeChecked: boolean;
  readonly injected: Readonly<Record<string, string>>;
  /** The program that reads the answer; among `paths` too. Absent: Toolgate reads it. */
  readonly parser?: PlannedPath | undefined;
  /** A request touches no file. */
  readonly paths: readonly PlannedPath[];
  readonly timeoutMs: number;
  /** Of the answer's body, after it was unpacked. */
  readonly maxBodyBytes: number;
}

/** A text with places for secrets: values of the call are already in it, encoded for where they stand, and stay text. */
export type PlannedText = readonly PlannedPiece[];
export type PlannedPiece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "secret"; readonly name: string; readonly as: SecretPlace };

/** How a secret is written where it stands. `json-value`: with its quotes. */
export type SecretPlace = "path" | "query" | "header" | "form" | "text" | "json-string" | "json-value";

export interface HandlerPlan {
  readonly kind: "handler";
  /** The built-in API that is called; `null` for a handler of its own. */
  readonly api: string | null;
  /** Path values are absolute and resolved. */
  readonly arguments: JsonObject;
  /** Every file-system place that validation resolved; checked again right before the handler runs. */
  readonly paths: readonly PlannedPath[];
  readonly timeoutMs: number;
}

/** One call of a tool of an upstream server, with the arguments exactly as they are sent. */
export interface McpPlan {
  readonly kind: "mcp";
  /** As in `[mcp.servers]`. */
  readonly server: string;
  /** As the server calls it; empty where `request` is for no tool. */
  readonly tool: string;
  /** What is asked of the server. @default "tools/call" */
  readonly request?: UpstreamRequest | UpstreamSubscribe | undefined;
  readonly arguments: JsonObject;
  readonly injected: Readonly<Record<string, string>>;
  /** Every file-system place that validation resolved. */
  readonly paths: readonly PlannedPath[];
  readonly timeoutMs: number;
}
