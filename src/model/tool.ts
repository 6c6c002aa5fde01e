import type { ArgPart } from "./arg-node.ts";
import type { BackendSpec } from "./backend.ts";
import type { JsonSchema } from "./json.ts";
import type { ParamSpec } from "./param.ts";
import type { Question } from "./question.ts";
import type { SandboxSpec } from "./sandbox.ts";

/** Where a definition came from, lowest to highest precedence. */
export const LAYERS = ["builtin", "user", "project", "session"] as const;
export type Layer = (typeof LAYERS)[number];

/** The format a definition was written in. Behaviour never depends on it; messages and evidence do. */
export type ToolFormat =
  "whitelist" | "toolclad" | "library" | "capability" | "custom" | "credentialed" | "agent-tool" | "mcp";

/** Where a definition stands, for messages: a file position, or `null` for tools given in code. */
export interface Origin {
  readonly format: ToolFormat;
  readonly layer: Layer;
  readonly file: string | null;
  /** 1-based; 0 when there is no file. */
  readonly line: number;
  readonly column: number;
}

/** What running a tool can do to the world. `edit` creates or changes only files in the workspace. */
export const EFFECTS = ["read", "edit", "write", "destructive"] as const;
export type Effect = (typeof EFFECTS)[number];

export const RISK_TIERS = ["info", "low", "medium", "high", "critical"] as const;
export type RiskTier = (typeof RISK_TIERS)[number];

/** What a caller may send: typed parameters, a free argument list, a program's own command line, or any fitting JSON. */
export type ToolInput =
  | { readonly kind: "params"; readonly params: readonly ParamSpec[] }
  | { readonly kind: "free"; readonly free: FreeArgsSpec }
  | { readonly kind: "command-line"; readonly commandLine: CommandLineSpec }
  | { readonly kind: "schema"; readonly schema: JsonSchema };

/** A free-mode tool takes `args: string[]` whose first entry must be one of `allowedSubcommands`. */
export interface FreeArgsSpec {
  /** The program name as written, which selects the shipped option table. */
  readonly binary: string;
  readonly allowedSubcommands: readonly string[];
  /** Extra options the author permits, for every subcommand (`"--stat"`) or for one (`"log --stat"`). */
  readonly allowedFlags: readonly string[];
}

/** Takes `args: string[]`, or the whole line as `command: string`: anything that the program takes and no list denies. */
export interface CommandLineSpec {
  /** The program's bare name, which selects what Toolgate knows of its command line. */
  readonly binary: string;
  /** Absolute, or `null` for where the name is found. */
  readonly binaryPath: string | null;
  /** RE2 patterns; each is matched with the arguments joined by spaces, and with the subcommands that are meant. */
  readonly denyArgs: readonly string[];
  /** RE2 patterns; each is matched at the start of every argument. */
  readonly denyVerbose: readonly string[];
}

export interface Limits {
  /** Wall-clock limit. */
  readonly timeoutMs: number;
  /** Bytes of each stream that are kept; the rest is read, hashed and dropped. */
  readonly maxStdoutBytes: number;
  readonly maxStderrBytes: number;
}

/** How raw output becomes a structured result. */
export interface OutputSpec {
  /** `process`: `{exitCode, stdout, stderr, …}`; `envelope`: ToolClad's evidence envelope; `value`: a handler's value. */
  readonly shape: "process" | "envelope" | "value";
  /** `custom:` is a program that gets the output and prints JSON. */
  readonly parser: "text" | "lines" | "json" | "jsonl" | "csv" | "xml" | `custom:${string}`;
  readonly schema: JsonSchema | null;
  /**
   * Characters of text that the model gets at most; beyond, the beginning and the end are kept and the cut is said.
   * @default the configuration's
   */
  readonly maxModelChars?: number | undefined;
  /** `both`: the whole text also goes to the person, beside what the model gets. @default "model" */
  readonly audience?: "model" | "both" | undefined;
}

/** The text that rules match, made by the server from validated arguments: author-written pieces and values. */
export interface SpecifierTemplate {
  readonly text: string;
  readonly parts: readonly ArgPart[];
  /** How the value of each place is read, by name. @default "text" for places that are not here */
  readonly kinds?: Readonly<Record<string, SpecifierKind>> | undefined;
}

/** How rules read the value of a place: as text, a command line, a path, or the host of a URL. */
export const SPECIFIER_KINDS = ["text", "shell", "path", "host"] as const;
export type SpecifierKind = (typeof SPECIFIER_KINDS)[number];

export interface EvidenceOptions {
  /** As written, with `{evidence_dir}`, `{scan_id}` and `{session_id}`; `null`: the evidence folder. */
  readonly outputDir: string | null;
  readonly capture: boolean;
  readonly hash: "sha256";
  readonly screenshots: boolean;
}

/** What an agent that calls the tool is told. */
export interface Withheld {
  readonly code: "TOOL_QUARANTINED";
  readonly message: string;
  readonly hint: string;
}

/** A picture. `src` is a `data:` address of a kind that cannot do anything, or one on the server's own host. */
export interface ToolIcon {
  readonly src: string;
  readonly mimeType?: string | undefined;
  /** Such as `48x48`, or `any`. */
  readonly sizes?: readonly string[] | undefined;
  readonly theme?: "light" | "dark" | undefined;
}

/** One declared tool, the same noun whatever format declared it. Immutable. */
export interface Tool {
  readonly name: string;
  readonly title: string | null;
  readonly description: string;
  readonly version: string | null;
  readonly origin: Origin;
  readonly group: string | null;
  readonly input: ToolInput;
  readonly effect: Effect;
  readonly riskTier: RiskTier | null;
  /** Asks a human before every call, in every mode, whatever allows it. */
  readonly humanApproval: boolean;
  readonly enabled: boolean;
  /** Consent to replace a tool of the same name in a lower layer. */
  readonly overrides: boolean;
  readonly backend: BackendSpec;
  readonly limits: Limits;
  /** Names of environment variables of the gateway that the child may see. Values never appear in a plan. */
  readonly environment: readonly string[];
  readonly output: OutputSpec;
  readonly cedar: { readonly resource: string; readonly action: string } | null;
  /** What permission rules match besides the name; `null`: the name alone. @default null */
  readonly specifier?: SpecifierTemplate | null | undefined;
  /** Where output files go, beyond the record that every call leaves. @default null */
  readonly evidence?: EvidenceOptions | null | undefined;
  /** Names of environment variables whose values are kept sealed with the tool, and what marks a change of them. */
  readonly sealedEnvironment?: { readonly names: readonly string[]; readonly version: string } | null | undefined;
  /** How far its programs are confined. @default as the configuration says for tools like it */
  readonly sandbox?: SandboxSpec | null | undefined;
  /** Variable → name of the secret that is its value. @default none */
  readonly secretEnvironment?: Readonly<Record<string, string>> | undefined;
  /** What its client must be able to answer; the call of another is refused. @default nothing */
  readonly needsOfClient?: readonly Question["kind"][] | undefined;
  /**
   * Whether MCP clients that know tasks come back for its result: always, when it takes long, or never. `required`: the
   * calls of other MCP clients are refused. @default "auto"
   */
  readonly task?: "required" | "auto" | "never" | undefined;
  /** Pictures that clients may show beside its name. @default none */
  readonly icons?: readonly ToolIcon[] | undefined;
  /** Why it is declared and must not run until a human has looked at it. @default it may */
  readonly withheld?: Withheld | undefined;
  /** `sha256:<hex>` over the canonical form of everything above but `origin` and `enabled`. */
  readonly definitionHash: string;
}
