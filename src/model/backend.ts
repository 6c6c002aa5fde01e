import type { ArgNode, ArgPart } from "./arg-node.ts";
import type { ParamSpec } from "./param.ts";

/** What runs an admitted call. A kind that this gateway has no back end for is declared, checked and never called. */
export type BackendSpec =
  | CommandBackend
  | ScriptBackend
  | ShellBackend
  | HandlerBackend
  | InternalBackend
  | HttpBackend
  | McpBackend
  | SessionBackend
  | BrowserBackend
  | CapabilityBackend
  | AppBackend;

/** A program started with an argument vector, never through a shell. */
export interface CommandBackend {
  readonly kind: "command";
  /** Bare name (looked up on PATH at each call), or a path; relative paths start at the workspace root. */
  readonly binary: string;
  /** The arguments after the program. Empty in free mode, where the caller's checked list is used. */
  readonly args: readonly ArgNode[];
  /** Author-written values for placeholders that are not parameters. */
  readonly constants: Readonly<Record<string, string>>;
  /** Working folder as written (may start with `$SESSION_DIR`), or `null` for the workspace root. */
  readonly cwd: string | null;
  /**
   * Environment variables that Toolgate sets from the call's values; one with an absent value is left out.
   * @default none
   */
  readonly variables?: Readonly<Record<string, readonly ArgPart[]>> | undefined;
  /** What the program reads from standard input; left out when a value in it is absent. @default nothing */
  readonly stdin?: readonly ArgPart[] | undefined;
}

/** Several programs joined as a shell would join them, and run without one. */
export interface ScriptBackend {
  readonly kind: "script";
  /** In order; each runs or not as its operator says of the one before it. */
  readonly steps: readonly ScriptStep[];
  readonly cwd: string | null;
}

export interface ScriptStep {
  /** How it follows the step before it; the first one says `;`. */
  readonly operator: ";" | "&&" | "||";
  /** Standard output of each is standard input of the next. */
  readonly stages: readonly ScriptStage[];
}

export interface ScriptStage {
  readonly binary: string;
  readonly args: readonly ArgNode[];
  readonly redirects: readonly Redirect[];
}

/** An author-written redirect; never made from a value of a call. */
export type Redirect =
  | {
      readonly stream: "stdin" | "stdout" | "stderr";
      readonly mode: "read" | "write" | "append";
      /** Relative to the working folder, inside the workspace; or `/dev/null`. */
      readonly file: string;
    }
  | { readonly stream: "stderr" | "stdout"; readonly mode: "join"; readonly with: "stdout" | "stderr" };

/** A command line of the caller: as programs without a shell where it can be, else as a real shell, approved each time. */
export interface ShellBackend {
  readonly kind: "shell";
  /** The parameter that holds the line. */
  readonly line: string;
  /** The parameter that holds the folder to work in. */
  readonly folder: string;
}

/** A function of the embedding program, or of a built-in pack: trusted code, run in-process. */
export interface HandlerBackend {
  readonly kind: "handler";
}

/** A named built-in API, such as `fs.read_file`. */
export interface InternalBackend {
  readonly kind: "internal";
  readonly api: string;
}

/** A text with places for values; `secret` is resolved at execution and never shown. */
export type TemplatePart = ArgPart | { readonly kind: "secret"; readonly name: string };
export type TextTemplate = readonly TemplatePart[];

export const HTTP_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"] as const;
export type HttpMethod = (typeof HTTP_METHODS)[number];

/** One HTTP request. Each part is rendered by the rules of the place it goes to. */
export interface HttpBackend {
  readonly kind: "http";
  readonly method: HttpMethod;
  readonly url: UrlTemplate;
  /** A header with an absent value is left out. No name is there twice, in any case of letters. */
  readonly headers: readonly (readonly [name: string, value: TextTemplate])[];
  readonly body: HttpBody | null;
  /** Empty: 200 to 299, or everything outside `errorStatus` when only that is given. */
  readonly successStatus: readonly number[];
  readonly errorStatus: readonly number[];
}

/**
 * An absolute URL, cut where its parts meet, so that a value is encoded for its part and can never begin another one.
 * With a secret anywhere in the request, host and port are author-written.
 */
export interface UrlTemplate {
  readonly scheme: "http" | "https";
  /**
   * A value is a whole host (`scope_target`, `ip_address`), or an author-written choice inside a name (`enum`). Of a
   * target, a block is no host, and an IPv6 address still needs its brackets.
   */
  readonly host: TextTemplate;
  /** Empty: the port of the scheme. */
  readonly port: TextTemplate;
  /** Begins with `/`. Its values are required or have defaults; none may become a `.` or `..` segment. */
  readonly path: TextTemplate;
  /** Without the `?`; a pair with an absent value is left out. */
  readonly query: TextTemplate | null;
}

export type HttpBody =
  /** Sent as `application/json` unless a header says otherwise. */
  | { readonly kind: "json"; readonly parts: readonly JsonBodyPart[] }
  /** `form`: values are percent-encoded. `text`: escaped as inside a JSON string. */
  | { readonly kind: "form" | "text"; readonly parts: TextTemplate };

/** `string`: between quotes, where the value is escaped. `value`: a JSON value of its own, quotes included. */
export type JsonBodyPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "param" | "secret"; readonly name: string; readonly position: "string" | "value" };

/** What may be asked of an upstream server besides the call of a tool. */
export const UPSTREAM_REQUESTS = ["resources/read", "prompts/get", "completion/complete"] as const;
export type UpstreamRequest = (typeof UPSTREAM_REQUESTS)[number];

/** Asked in place of `resources/read` by whoever wants to hear of changes; judged as reading. */
export type UpstreamSubscribe = "resources/subscribe";

/** A tool of an upstream MCP server, or something else that is asked of it. */
export interface McpBackend {
  readonly kind: "mcp";
  /** Name of the server in `[mcp.servers]`. */
  readonly server: string;
  /** As the server calls it; empty where `request` is for no tool. */
  readonly tool: string;
  /** What is asked of the server. @default "tools/call" */
  readonly request?: UpstreamRequest | undefined;
  /** Our parameter → theirs; a parameter that is not named keeps its name. */
  readonly fieldMap: Readonly<Record<string, string>>;
}

/** One command of an interactive program that is kept running. */
export interface SessionBackend {
  readonly kind: "session";
  readonly program: SessionProgram;
  /** Name of the command; the tool is `<tool>.<command>`. */
  readonly command: string;
  /** What the whole line must match; linear-time engine. */
  readonly pattern: string;
  /** The line to send, made of the caller's values; `null` when the caller sends it as `command`. */
  readonly line: readonly ArgPart[] | null;
  /** What the named groups of `pattern` must be when the caller sends the line; one that matched nothing is absent. */
  readonly captures: readonly ParamSpec[];
  /** Targets in the line are checked against the scope. */
  readonly extractTarget: boolean;
}

export interface SessionProgram {
  readonly binary: string;
  readonly args: readonly string[];
  readonly readyPattern: string;
  readonly startupTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly sessionTimeoutMs: number;
  readonly maxInteractions: number;
  readonly inputSanitize: readonly string[];
  readonly outputMaxBytes: number;
  readonly outputWaitMs: number;
  readonly childDetection: { readonly pattern: string; readonly type: string; readonly manifest: string } | null;
  readonly events: {
    readonly maxQueueDepth: number;
    readonly pollIntervalMs: number;
    readonly eventTypes: readonly string[];
    readonly ttlMs: number;
  } | null;
}

/** One command of a browser. */
export interface BrowserBackend {
  readonly kind: "browser";
  readonly browser: BrowserProgram;
  readonly command: string;
}

export interface BrowserProgram {
  readonly engine: "cdp" | "cdp-direct" | "playwright";
  readonly connect: "launch" | "live";
  readonly headless: boolean;
  readonly extractMode: "accessibility_tree" | "html" | "text";
  readonly startupTimeoutMs: number;
  readonly sessionTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly maxInteractions: number;
  readonly allowedDomains: readonly string[];
  readonly blockedDomains: readonly string[];
  readonly allowExternal: boolean;
  readonly stateFields: readonly string[];
  readonly authFlows: readonly BrowserAuthFlow[];
}

/** What must hold for a login to count as done. */
export const BROWSER_INDICATORS = ["url_contains", "text_contains", "selector"] as const;
export type BrowserIndicator = (typeof BROWSER_INDICATORS)[number];

export interface BrowserAuthFlow {
  readonly name: string;
  readonly loginUrl: string;
  readonly usernameSelector: string;
  readonly passwordSelector: string;
  readonly submitSelector: string;
  readonly successIndicator: { readonly kind: BrowserIndicator; readonly value: string };
  readonly secretRef: string;
  readonly mfaHandler: "totp" | "sms" | "manual" | null;
  readonly mfaSelector: string | null;
  readonly mfaSecretRef: string | null;
}

/** A handler that a module file declares, with what it may reach. Its code runs isolated. */
export interface CapabilityBackend {
  readonly kind: "capability";
  /** Where the handler stands: the module's content and the order of its `defineTool` call in it. */
  readonly module: { readonly sha256: string; readonly index: number };
  readonly commands: Readonly<Record<string, CapabilityCommand>>;
  /** Hosts that its HTTP may reach; empty: any public host. `null`: none, by the operator's ceiling. */
  readonly net: readonly string[] | null;
  /** Other tools that it may call. */
  readonly tools: readonly string[];
  readonly exposed: boolean;
}

export interface CapabilityCommand {
  /** `argv`: each entry one argument. `shell`: an author-written line; values arrive as positional parameters. */
  readonly run:
    | { readonly kind: "argv"; readonly args: readonly (readonly ArgPart[])[] }
    | { readonly kind: "shell"; readonly line: string; readonly params: readonly string[] };
  /** Names of the values it needs, in the order they appear. */
  readonly params: readonly string[];
  readonly timeoutMs: number;
  /** Names of variables of the gateway that it may see besides PATH. */
  readonly environment: readonly string[];
  readonly cwd: string | null;
  readonly output: "text" | "json" | "lines";
  readonly persistent: boolean;
}

/** A tool whose handler lives in a connected application. */
export interface AppBackend {
  readonly kind: "app";
  readonly declared: "agentTool" | "command" | "layout";
}
