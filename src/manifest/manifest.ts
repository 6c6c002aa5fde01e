import type { Place } from "./toml/toml-document.ts";
import type { JsonValue } from "../model/json.ts";
import type { ParamSpec } from "../model/param.ts";
import type { Effect, Layer, Tool, ToolFormat } from "../model/tool.ts";

/** What is wrong with a definition, and where. */
export interface ManifestIssue {
  readonly severity: "error" | "warning";
  /** Stable, kebab-case: `unknown-key`, `unknown-type`, `unused-param`, `undeclared-placeholder`, `duplicate-name` … */
  readonly code: string;
  /** Says what was expected and what came, with a suggestion where there is a near one. */
  readonly message: string;
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
  /** 1-based, exclusive, on `line`; equals `column` when the issue is a point. */
  readonly endColumn: number;
  /** What to write instead, or do. */
  readonly hint: string | null;
}

/** A definition with an error gives no tool; warnings do not stop it. */
export interface ManifestResult {
  readonly tools: readonly Tool[];
  readonly issues: readonly ManifestIssue[];
}

/** The formats that text can be in. */
export type ManifestFormat = Exclude<ToolFormat, "library" | "mcp">;

export interface ManifestOptions {
  /** For messages and `Tool.origin`. */
  readonly file: string;
  readonly layer: Layer;
  /**
   * @default from the file name: `*.clad.toml` is ToolClad, any other `*.toml` a whitelist tool, `*.ts *.mts *.js *.mjs`
   * a module, `*.json` a custom tool, or a credentialed program where `binary_name` stands in it
   */
  readonly format?: ManifestFormat | undefined;
  /** What the `toolclad.toml` of the folder says. @default no types, the strict profile */
  readonly project?: ToolcladProject | undefined;
  /** The built-in APIs that `kind = "internal"` may name. @default those that Toolgate ships */
  readonly apis?: ReadonlyMap<string, InternalApiShape> | undefined;
  /** Needed for modules only: see `loadModuleEvaluator`. */
  readonly evaluateModule?: ModuleEvaluator | undefined;
  /** What the operator lets modules declare. @default everything that the format knows */
  readonly ceiling?: CapabilityCeiling | undefined;
  /** The definition is kept in the database, whose row says who has the tool: then it may name an agent. @default false */
  readonly stored?: boolean | undefined;
}

/** `toolclad.toml`: what all ToolClad manifests of a folder share. */
export interface ToolcladProject {
  /** By name; each is complete: its base is a built-in type. */
  readonly types: ReadonlyMap<string, CustomType>;
  readonly profile: ToolcladProfile;
}

/** `strict`: the intersection of what the format's implementations take. `peer`: wider in syntax, never in an invariant. */
export type ToolcladProfile = "strict" | "peer";

/** A named type: a built-in one with some of its constraints set. What it sets wins over the argument's own. */
export interface CustomType {
  readonly base: string;
  readonly constraints: Readonly<Record<string, JsonValue>>;
}

/** What declaring an internal tool needs to know of its API. */
export interface InternalApiShape {
  readonly name: string;
  readonly effect: Effect;
  /** What the API takes; a tool's parameters must fit them by name and type. */
  readonly params: readonly ParamSpec[];
}

/** Runs the top level of a module, isolated and without any power, and gives what it declared. Never runs a handler. */
export type ModuleEvaluator = (source: string, options: { readonly file: string }) => ModuleResult;

export type ModuleResult =
  | { readonly ok: true; readonly declarations: readonly ModuleDeclaration[] }
  | {
      readonly ok: false;
      readonly code: string;
      readonly message: string;
      readonly line: number;
      readonly column: number;
    };

/** One `defineTool` call: its first argument without the handler. What JSON cannot hold is reported, not dropped. */
export interface ModuleDeclaration {
  readonly manifest: JsonValue;
  readonly hasHandler: boolean;
  /** Paths of members that are no JSON (`allow.net[0]`), and what they are instead. */
  readonly notJson: readonly { readonly path: string; readonly is: string }[];
  /** Where the call stands; 1-based. */
  readonly line: number;
  readonly column: number;
}

export interface CapabilityCeiling {
  /** Hosts that any module may reach; `null`: no ceiling. */
  readonly net: readonly string[] | null;
  readonly commands: "any" | "argvOnly" | "none";
}

/** A tool and where it stands; `null`: where the file says its name. */
export interface PlacedDraft {
  readonly draft: ToolDraft;
  readonly place: Place | null;
}

/** A tool as a format reads it; where it stands and its hash are added once for all formats. */
export type ToolDraft = Omit<Tool, "origin" | "definitionHash">;
