import { toObject } from "../../model/json.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import { listAt, objectAt, own, textAt, textsAt } from "../document/members.ts";
import type { Dropped } from "../import-result.ts";
import { followReference } from "../schema/flatten-schema.ts";
import type { WantedInput } from "../schema/to-inputs.ts";
import type { Operation } from "./operation.ts";

export type Place = "path" | "query" | "header" | "body";

export interface Wanted {
  readonly inputs: readonly WantedInput<Place>[];
  readonly dropped: readonly Dropped[];
  /** Why the operation cannot be carried; `null` when it can. */
  readonly problem: string | null;
}

/** The parameters of path, query and header that one operation takes; its own win over those of its path. */
export function toParameters({ id, path, operation, item }: Operation, document: JsonObject): Wanted {
  const dropped: Dropped[] = [];
  const inputs = new Map<string, WantedInput<Place>>();
  for (const given of [...listAt(item, "parameters"), ...listAt(operation, "parameters")]) {
    const read = readParameter(given, document);
    if (read.kind === "input") inputs.set(`${read.input.place} ${read.input.name}`, read.input);
    else if (read.kind === "problem" && read.required)
      return { inputs: [], dropped, problem: `${read.what}: ${read.reason}` };
    else if (read.kind === "problem")
      dropped.push({ source: id, what: read.what, reason: read.reason, hint: "calls go without it" });
  }
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
  const declared = [...inputs.values()].filter(({ place }) => place === "path").map(({ name }) => name);
  const missing = names.find((name) => !declared.includes(name));
  if (missing !== undefined) return { inputs: [], dropped, problem: `{${missing}} in its path is not described` };
  const used = [...inputs.values()].filter(({ place, name }) => place !== "path" || names.includes(name));
  return { inputs: used, dropped, problem: null };
}

type Read =
  | { readonly kind: "input"; readonly input: WantedInput<Place> }
  | { readonly kind: "problem"; readonly what: string; readonly reason: string; readonly required: boolean }
  | { readonly kind: "ignored" };

/** Headers of the specification's own, which are said elsewhere. */
const IGNORED: ReadonlySet<string> = new Set(["accept", "content-type", "authorization"]);

function readParameter(given: JsonValue, document: JsonObject): Read {
  const followed = followReference(given, document);
  if (!followed.ok) return { kind: "problem", what: "a parameter", reason: followed.reason, required: true };
  const parameter = followed.value;
  const name = textAt(parameter, "name") ?? "";
  const place = textAt(parameter, "in") ?? "";
  const what = `the ${place} parameter \`${name}\``;
  const required = own(parameter, "required") === true || place === "path";
  const refuse = (reason: string): Read => ({ kind: "problem", what, reason, required });
  if (name === "") return refuse("it has no name");
  if (place === "header" && IGNORED.has(name.toLowerCase())) return { kind: "ignored" };
  if (place !== "path" && place !== "query" && place !== "header") return refuse(`tools send nothing in \`${place}\``);
  if (place === "header" && !/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(name))
    return refuse("no header has such a name");
  if (place === "header" && KEPT.has(name.toLowerCase())) return refuse("Toolgate sets this header itself");
  if (own(parameter, "content") !== undefined) return refuse("it is a document of its own (`content`)");
  const style = textAt(parameter, "style");
  if (style !== null && style !== DEFAULT_STYLES[place]) return refuse(`it is written in the style \`${style}\``);
  const description = textAt(parameter, "description");
  return { kind: "input", input: { name, description, schema: own(parameter, "schema"), required, place } };
}

const DEFAULT_STYLES = { path: "simple", query: "form", header: "simple" } as const;
const KEPT: ReadonlySet<string> = new Set(
  "host content-length connection keep-alive proxy-connection proxy-authenticate proxy-authorization te trailer transfer-encoding upgrade expect cookie".split(
    " ",
  ),
);

/** What a body is sent as. */
export type BodyKind = "json" | "form";

/** The members of a flat request body; `kind` is `null` for an operation without one. */
export function toBody(
  { id, method, operation }: Operation,
  document: JsonObject,
): Wanted & { readonly kind: BodyKind | null } {
  const none = { inputs: [], dropped: [], problem: null, kind: null };
  const given = own(operation, "requestBody");
  if (given === undefined) return none;
  const body = followReference(given, document);
  const required = body.ok && own(body.value, "required") === true;
  const refuse = (reason: string): ReturnType<typeof toBody> => {
    if (required) return { ...none, problem: `its request body is required, and ${reason}` };
    return { ...none, dropped: [{ source: id, what: "the request body", reason, hint: "calls go without it" }] };
  };
  if (!body.ok) return refuse(body.reason);
  if (method === "GET" || method === "HEAD") return refuse(`a ${method} request has none`);
  const content = objectAt(body.value, "content");
  const json = Object.keys(content).find((type) => /^application\/(?:[\w.+-]+\+)?json\b/i.test(type));
  const type = json ?? Object.keys(content).find((name) => name.startsWith("application/x-www-form-urlencoded"));
  if (type === undefined) return refuse("it is neither JSON nor a form");
  const merged = mergeObject(own(objectAt(content, type), "schema"), document, 10);
  if (!merged.ok) return refuse(merged.reason);
  const bad = Object.keys(merged.properties).find((name) => /[{}\p{C}]/u.test(name) || name === "__proto__");
  if (bad !== undefined) return refuse("a member of it has a name that no template can hold");
  const inputs = Object.entries(merged.properties).map(([name, schema]) => ({
    name,
    description: null,
    schema,
    required: merged.required.includes(name),
    place: "body" as const,
  }));
  if (inputs.length === 0) return refuse("its members are not described");
  return { inputs, dropped: [], problem: null, kind: json === undefined ? "form" : "json" };
}

type Merged =
  | { readonly ok: true; readonly properties: JsonObject; readonly required: readonly string[] }
  | { readonly ok: false; readonly reason: string };

/** The members of an object, also of one that is put together with `allOf`; what only answers hold is left out. */
function mergeObject(given: JsonValue | undefined, document: JsonObject, depth: number): Merged {
  const followed = followReference(given, document);
  if (!followed.ok) return followed;
  if (depth === 0) return { ok: false, reason: "its schema is nested too deep" };
  const schema = followed.value;
  const type = own(schema, "type");
  if (type !== undefined && type !== "object") return { ok: false, reason: "it is not an object" };
  if (own(schema, "anyOf") !== undefined || own(schema, "oneOf") !== undefined) {
    return { ok: false, reason: "it may have several forms" };
  }
  const parts: Merged[] = listAt(schema, "allOf").map((part) => mergeObject(part, document, depth - 1));
  const properties: [string, JsonValue][] = [];
  const required = [...textsAt(schema, "required")];
  for (const part of parts) {
    if (!part.ok) return part;
    properties.push(...(Object.entries(part.properties) as [string, JsonValue][]));
    required.push(...part.required);
  }
  for (const [name, member] of Object.entries(objectAt(schema, "properties"))) {
    const inner = followReference(member, document);
    if (inner.ok && own(inner.value, "readOnly") === true) continue;
    properties.push([name, toObject(member)]);
  }
  return { ok: true, properties: Object.fromEntries(properties), required };
}
