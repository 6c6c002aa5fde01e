import type { JsonObject } from "../../model/json.ts";
import { objectAt, own } from "../document/members.ts";
import type { Dropped } from "../import-result.ts";
import { followReference } from "../schema/flatten-schema.ts";
import { toOutputSchema } from "../schema/to-output-schema.ts";
import type { Operation } from "./operation.ts";

/** `[output]` as the answer of the first successful status describes it. */
export function toOutput(
  { id, operation }: Operation,
  document: JsonObject,
): { readonly table: JsonObject; readonly dropped: readonly Dropped[] } {
  const plain = { table: { format: "text" }, dropped: [] };
  const responses = objectAt(operation, "responses");
  const status = Object.keys(responses).find((code) => /^2(?:\d\d|XX)$/i.test(code));
  const response = followReference(status === undefined ? undefined : own(responses, status), document);
  if (!response.ok) return plain;
  const content = objectAt(response.value, "content");
  const type = Object.keys(content).find((name) => /^application\/(?:[\w.+-]+\+)?json\b/i.test(name));
  if (type === undefined) return { ...plain, table: { format: toFormat(Object.keys(content)) } };
  const schema = own(objectAt(content, type), "schema");
  if (schema === undefined) return { table: { format: "json" }, dropped: [] };
  const made = toOutputSchema(schema, document);
  if (made.ok) return { table: { format: "json", schema: made.value }, dropped: [] };
  const dropped = { source: id, what: "the schema of its answer", reason: made.reason, hint: "answers go unchecked" };
  return { table: { format: "json" }, dropped: [dropped] };
}

/** Formats that are told by their media type alone, and whose schemas say nothing about what a parser makes of them. */
const FORMATS: readonly (readonly [format: string, type: RegExp])[] = [
  ["jsonl", /^application\/(?:x-ndjson|jsonl|x-jsonlines)\b/i],
  ["xml", /^(?:application|text)\/(?:[\w.-]+\+)?xml\b/i],
  ["csv", /^text\/(?:csv|tab-separated-values)\b/i],
];

function toFormat(types: readonly string[]): string {
  const [only, ...others] = types;
  if (only === undefined || others.length > 0) return "text";
  return FORMATS.find(([, type]) => type.test(only))?.[0] ?? "text";
}
