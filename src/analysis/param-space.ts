import { toObject } from "../model/json.ts";
import type { JsonObject, JsonSchema, JsonValue } from "../model/json.ts";
import type { ParamSpec } from "../model/param.ts";
import type { Tool } from "../model/tool.ts";
import { isAnchored } from "../manifest/checks/anchored.ts";
import type { ParamSpace } from "./analysis.ts";

type Held = Pick<ParamSpace, "space" | "size" | "held">;

/** The space of every parameter of a tool, in the order of its schema. */
export function toParamSpaces({ input }: Pick<Tool, "input">): readonly ParamSpace[] {
  switch (input.kind) {
    case "params":
      return input.params.map((spec) => ({
        name: spec.name,
        type: spec.type,
        required: spec.required,
        ...toHeld(spec),
      }));
    case "free": {
      const { allowedSubcommands } = input.free;
      const held = `${allowedSubcommands.join(", ")}, then options of the shipped table and confined operands`;
      return [{ name: "args", type: "list", required: true, space: "grammar", size: null, held }];
    }
    case "command-line": {
      const denied = input.commandLine.denyArgs.join(", ");
      const held = denied === "" ? "any argument list" : `any argument list but what ${denied} denies`;
      return [{ name: "args", type: "list", required: true, space: "free", size: null, held }];
    }
    case "schema":
      return toSchemaSpaces(input.schema);
  }
}

function toHeld(spec: ParamSpec): Held {
  switch (spec.type) {
    case "enum":
      return { space: "enumerable", size: spec.values.length, held: spec.values.join(", ") };
    case "boolean":
      return { space: "enumerable", size: 2, held: "true, false" };
    case "port":
      return { space: "bounded", size: 65_535, held: "1 to 65535" };
    case "integer":
      return toBounded(spec.min, spec.max, true);
    case "number":
      return toBounded(spec.min, spec.max, false);
    case "path":
    case "credential_file":
      return { space: "confined", size: null, held: `below ${toPrefix(spec)}` };
    case "scope_target":
    case "ip_address":
    case "cidr":
      return { space: "scoped", size: null, held: "targets of the scope" };
    case "url":
      return spec.scopeCheck
        ? { space: "scoped", size: null, held: `${spec.schemes.join(", ")} URLs of hosts in the scope` }
        : { space: "grammar", size: null, held: `${spec.schemes.join(", ")} URLs of any host` };
    case "identifier":
      return { space: "pattern", size: null, held: "up to 64 letters, digits, `_` and `-`" };
    case "duration":
      return { space: "grammar", size: null, held: "a length of time" };
    case "msf_options":
      return { space: "grammar", size: null, held: "pairs of a name in capitals and a value" };
    case "text":
      return toText(
        spec.pattern,
        spec.refuseMetacharacters ? "text on one line without shell metacharacters" : "text on one line",
      );
    case "content":
      return { space: "free", size: null, held: `text of up to ${spec.maxBytes} bytes` };
    case "json":
      return { space: "grammar", size: null, held: "JSON that a schema describes" };
  }
}

/** The folder that holds a path, as written. */
export function toPrefix(spec: Extract<ParamSpec, { type: "path" | "credential_file" }>): string {
  return spec.type === "path" ? (spec.allowedPrefix ?? ".") : ".";
}

function toText(pattern: string | null, otherwise: string): Held {
  if (pattern === null) return { space: "free", size: null, held: otherwise };
  if (isAnchored(pattern)) return { space: "pattern", size: null, held: pattern };
  return { space: "free", size: null, held: `text with ${pattern} somewhere in it` };
}

function toBounded(min: number | null, max: number | null, whole: boolean): Held {
  const held = `${min ?? "no lower bound"} to ${max ?? "no upper bound"}`;
  if (min === null || max === null) return { space: "bounded", size: null, held };
  return { space: "bounded", size: whole ? Math.max(0, Math.floor(max) - Math.ceil(min) + 1) : null, held };
}

function toSchemaSpaces(schema: JsonSchema): readonly ParamSpace[] {
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const named = Object.entries(toObject(schema["properties"])).map(([name, property]) => ({
    name,
    type: toTypeName(toObject(property)["type"]),
    required: required.includes(name),
    ...toSchemaHeld(toObject(property)),
  }));
  if (schema["additionalProperties"] === false) return named;
  const others = {
    name: "*",
    type: "any",
    required: false,
    space: "free",
    size: null,
    held: "members of any name",
  } as const;
  return [...named, others];
}

function toTypeName(type: JsonValue | undefined): string {
  return typeof type === "string" ? type : "any";
}

function toSchemaHeld(property: JsonObject): Held {
  const listed = Array.isArray(property["enum"]) ? property["enum"] : "const" in property ? [property["const"]] : null;
  if (listed !== null) return { space: "enumerable", size: listed.length, held: listed.map(String).join(", ") };
  const { type, pattern, minimum, maximum } = property;
  if (type === "boolean") return { space: "enumerable", size: 2, held: "true, false" };
  if (type === "integer" || type === "number")
    return toBounded(toNumber(minimum), toNumber(maximum), type === "integer");
  if (type === "string") return toText(typeof pattern === "string" ? pattern : null, "any text");
  return { space: "free", size: null, held: "any JSON that the schema accepts" };
}

function toNumber(value: JsonValue | undefined): number | null {
  return typeof value === "number" ? value : null;
}
