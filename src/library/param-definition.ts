import type { JsonSchema, JsonValue } from "../model/json.ts";
import type { ParamSpec } from "../model/param.ts";
import { prepareSchema } from "../params/json-schema/prepare-schema.ts";
import { compilePattern } from "../params/pattern.ts";

interface Common {
  readonly description?: string | undefined;
  /** @default false; a parameter with a default may be left out too */
  readonly optional?: boolean | undefined;
  readonly default?: JsonValue | undefined;
}

/** One typed parameter of a tool that is declared in code. */
export type ParamDefinition = Common &
  (
    | {
        readonly type: "path";
        /** Folder that confines it; `$SESSION_DIR` allowed. @default the workspace roots */
        readonly allowedPrefix?: string | undefined;
        /** Refuse secret files and what an operator denied. @default false */
        readonly guarded?: boolean | undefined;
      }
    | {
        readonly type: "text";
        /** RE2, searched: write `^…$` to match all of it. */
        readonly pattern?: string | undefined;
        readonly allowEmpty?: boolean | undefined;
      }
    | {
        /** Text of any characters, such as the content of a file. */
        readonly type: "content";
        readonly maxBytes: number;
        /** @default true */
        readonly allowEmpty?: boolean | undefined;
      }
    | { readonly type: "json"; readonly schema: JsonSchema }
    | { readonly type: "integer" | "number"; readonly min?: number | undefined; readonly max?: number | undefined }
    | { readonly type: "enum"; readonly values: readonly string[] }
    | { readonly type: "boolean" | "identifier" | "port" | "duration" }
  );

/** Typed parameters in the order they are written. @throws TypeError for one that could accept nothing */
export function toParamSpecs(tool: string, params: Readonly<Record<string, ParamDefinition>>): readonly ParamSpec[] {
  return Object.entries(params).map(([name, definition], position) => {
    if (!/^[A-Za-z]\w{0,63}$/.test(name)) {
      throw new TypeError(
        `expected parameter names of letters, digits and \`_\` in \`${tool}\`, got ${JSON.stringify(name)}`,
      );
    }
    const common = {
      name,
      description: definition.description ?? null,
      required: definition.optional !== true && definition.default === undefined,
      default: definition.default,
      position,
      allowLeadingDash: true,
    };
    return toParamSpec(`${tool}.${name}`, common, definition);
  });
}

type SpecCommon = Omit<Extract<ParamSpec, { type: "identifier" }>, "type">;

function toParamSpec(where: string, common: SpecCommon, definition: ParamDefinition): ParamSpec {
  switch (definition.type) {
    case "path": {
      const { allowedPrefix = null, guarded = false } = definition;
      return { ...common, type: "path", syntax: "whitelist", allowedPrefix, guarded };
    }
    case "text": {
      const { pattern = null, allowEmpty = false } = definition;
      refusePattern(where, pattern);
      return { ...common, type: "text", pattern, refuseMetacharacters: false, allowEmpty };
    }
    case "integer":
    case "number": {
      const { type, min = null, max = null } = definition;
      if (min !== null && max !== null && min > max) throw new TypeError(`expected min ≤ max for \`${where}\``);
      return { ...common, type, min, max, clamp: false };
    }
    case "content":
      return { ...common, type: "content", maxBytes: definition.maxBytes, allowEmpty: definition.allowEmpty ?? true };
    case "json": {
      const prepared = prepareSchema(definition.schema);
      if (!prepared.ok) throw new TypeError(`the schema of \`${where}\` cannot be used: ${prepared.message}`);
      return { ...common, type: "json", schema: definition.schema };
    }
    case "enum":
      if (definition.values.length === 0) throw new TypeError(`expected at least one value for \`${where}\``);
      return { ...common, type: "enum", values: definition.values };
    case "boolean":
    case "duration":
      return { ...common, type: definition.type, syntax: "whitelist" };
    case "identifier":
    case "port":
      return { ...common, type: definition.type };
  }
}

function refusePattern(where: string, pattern: string | null): void {
  const compiled = pattern === null ? null : compilePattern(pattern);
  if (compiled?.ok === false) throw new TypeError(`the pattern of \`${where}\` cannot be used: ${compiled.message}`);
}
