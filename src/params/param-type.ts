import type { JsonSchema, JsonValue } from "../model/json.ts";
import type { ParamIssue, ParamSpec, ParamType, ParamValue } from "../model/param.ts";
import type { Scope } from "../scope/scope.ts";

/** What checking a value needs to know of its surroundings. Nothing is looked up. */
export interface ParamContext {
  /** What `$SESSION_DIR` stands for; absolute. */
  readonly sessionFolder: string;
  /** Absolute; the first is where relative paths start. */
  readonly workspaceRoots: readonly [string, ...string[]];
  /** Where the program will stand, which is where text that is passed on as it was sent starts. @default the first root */
  readonly workingFolder?: string | undefined;
  /** `null`: there is no scope file. */
  readonly scope: Scope | null;
  /** Whether a target needs a scope to be checked against. @default true */
  readonly scopeRequired: boolean;
}

/** A place in the file system that a value names, to be resolved and confined before it is used. */
export interface PathNeed {
  readonly param: string;
  /** Absolute and normalised, links not followed. */
  readonly candidate: string;
  /** The value must resolve to a place in one of these (absolute, links not followed). */
  readonly within: readonly string[];
  /**
   * Real folders that `within` must itself lie in once links are followed; `null` for an absolute folder that the author
   * wrote, which may lead anywhere. A link in a cloned project must not decide what a prefix means.
   */
  readonly anchors: readonly string[] | null;
  /** `absolute`: the resolved path becomes the argument. `as-sent`: the text stays, relative to the working folder. */
  readonly render: "absolute" | "as-sent";
  /** Secret files, and what an operator denied, are refused. @default false */
  readonly guarded?: boolean | undefined;
  /** `file`: a regular file that exists, can be read and has one name; `undefined`: any file, folder or new place. */
  readonly mustBe?: "file" | undefined;
}

export type ParamResult =
  | {
      readonly ok: true;
      /** Typed, for policies. */
      readonly value: ParamValue;
      /** What becomes part of an argument. */
      readonly text: string;
      readonly path?: PathNeed | undefined;
    }
  | { readonly ok: false; readonly issues: readonly ParamIssue[] };

/** Everything about one parameter type; adding a type is adding one of these to the table. */
export interface ParamTypeDefinition<Type extends ParamType> {
  readonly type: Type;
  validate(spec: Extract<ParamSpec, { type: Type }>, value: JsonValue, context: ParamContext): ParamResult;
  toJsonSchema(spec: Extract<ParamSpec, { type: Type }>): JsonSchema;
}
