import type { JsonSchema, JsonValue } from "./json.ts";

/** A canonical, typed argument value. */
export type ParamValue = JsonValue;

interface Common {
  readonly name: string;
  readonly description: string | null;
  /** Must be sent by the caller. A parameter with a default, or an optional one, is not required. */
  readonly required: boolean;
  /** Author-written value used when the caller sends none; checked like a caller's value when the manifest loads. */
  readonly default: JsonValue | undefined;
  /** Order among the tool's parameters in schemas and help. */
  readonly position: number;
  /** Lets a value begin with `-` although it becomes an argument of its own. @default false */
  readonly allowLeadingDash: boolean;
}

/**
 * One declared parameter. `syntax: "whitelist" | "toolclad"` picks between the two grammars where the formats give one
 * type name two meanings.
 */
export type ParamSpec = Common &
  (
    | {
        readonly type: "path";
        readonly syntax: "whitelist" | "toolclad";
        /** Folder that confines the value, as written (`$SESSION_DIR` allowed); `null`: the workspace roots. */
        readonly allowedPrefix: string | null;
        /** Refuses files that nobody should show to a model: see `packs/fs/denied-files.ts`. @default false */
        readonly guarded?: boolean | undefined;
      }
    | { readonly type: "duration"; readonly syntax: "whitelist" | "toolclad" }
    | {
        readonly type: "integer";
        readonly min: number | null;
        readonly max: number | null;
        readonly clamp: boolean;
      }
    | {
        readonly type: "number";
        readonly min: number | null;
        readonly max: number | null;
        readonly clamp: boolean;
      }
    | {
        readonly type: "boolean";
        /** `whitelist` also takes `1 0 yes no` in any case; `toolclad` takes exactly `true` and `false`. */
        readonly syntax: "whitelist" | "toolclad";
        /** Takes `True` and `FALSE` too, and hands them on in lower case; `toolclad` only. @default false */
        readonly anyCase?: boolean | undefined;
      }
    | { readonly type: "enum"; readonly values: readonly string[] }
    | {
        readonly type: "text";
        /** Searched, not anchored; linear-time engine. */
        readonly pattern: string | null;
        /** ToolClad strings refuse shell metacharacters whatever the pattern says. */
        readonly refuseMetacharacters: boolean;
        readonly allowEmpty: boolean;
      }
    | { readonly type: "identifier" }
    | { readonly type: "port" }
    | { readonly type: "scope_target" }
    | {
        readonly type: "url";
        readonly schemes: readonly string[];
        readonly scopeCheck: boolean;
        /** Refuses `&` in the query, like every other metacharacter. @default false */
        readonly refuseAmpersand?: boolean | undefined;
      }
    | { readonly type: "ip_address" }
    | { readonly type: "cidr" }
    /** Text of any characters, such as the content of a file; for handlers, never for an argument of a program. */
    | { readonly type: "content"; readonly maxBytes: number; readonly allowEmpty: boolean }
    /** Whatever a JSON Schema accepts; for handlers. */
    | { readonly type: "json"; readonly schema: JsonSchema }
    | {
        /** `KEY VALUE` pairs joined with `;`. */
        readonly type: "msf_options";
        /** Takes `set KEY VALUE` too. @default false */
        readonly allowSet?: boolean | undefined;
      }
    /** A relative path to an existing regular file that can be read. */
    | { readonly type: "credential_file" }
  );

export type ParamType = ParamSpec["type"];

/** Why one argument was refused. One issue per parameter. */
export interface ParamIssue {
  /** The parameter's name; `""` for the argument object as a whole. */
  readonly param: string;
  readonly code: ParamIssueCode;
  /** Says what was expected and what came. Control characters are shown escaped. */
  readonly message: string;
}

export type ParamIssueCode =
  /** A required parameter was not sent. */
  | "missing"
  /** The tool declares no such parameter. */
  | "unknown"
  /** The JSON type or the grammar of the value is wrong. */
  | "type"
  /** A number outside its bounds. */
  | "range"
  /** Not one of the listed values. */
  | "not_allowed"
  /** Does not match the declared pattern. */
  | "pattern"
  /** Empty where something must be said. */
  | "empty"
  /** Longer than the limit. */
  | "too_long"
  /** NUL, newline, bidi or zero-width control, or a shell metacharacter where it is refused. */
  | "characters"
  /** Begins with `-` and would be read as an option. */
  | "leading_dash"
  /** A path that leaves its folder. */
  | "outside"
  /** A path to something that is neither a file nor a folder, or not the file that must be there. */
  | "not_a_file"
  /** A file or folder that is kept from tools, whether it exists or not. */
  | "denied_path"
  /** A target outside the declared scope, or no scope where one is required. */
  | "out_of_scope"
  /** A free-mode subcommand or option that is not permitted. */
  | "option";
