import { isObject } from "../../model/json.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import { own, textAt } from "../document/members.ts";
import { ImportError } from "../import-result.ts";
import type { Dropped } from "../import-result.ts";

/** One custom tool as it can be saved. */
export interface CustomTool {
  readonly name: string;
  readonly text: string;
}

/** Columns of the other system's table that are no part of a definition. */
const COLUMNS: ReadonlySet<string> = new Set(
  "id created_by created_at updated_at metadata tenant_id tags requires has_env".split(" "),
);

/** The tools of a file: one object, a list, or the answer of the API that lists them. @throws ImportError for no tool */
export function splitCustomTools(
  document: JsonValue,
  source: string,
): { readonly tools: readonly CustomTool[]; readonly dropped: readonly Dropped[] } {
  const listed =
    isObject(document) && Array.isArray(document["tools"]) ? (document["tools"] as readonly JsonValue[]) : null;
  const entries = listed ?? (Array.isArray(document) ? (document as readonly JsonValue[]) : [document]);
  const dropped: Dropped[] =
    isObject(document) && listed !== null ? reportMissing(document, listed.length, source) : [];
  const left = new Set<string>();
  const tools = entries.flatMap((entry, index): readonly CustomTool[] => {
    const name = isObject(entry) ? textAt(entry, "name") : null;
    if (!isObject(entry) || name === null) {
      const reason = "it is not an object with `name` and `command`";
      dropped.push({ source: `tool ${index + 1}`, what: "the tool", reason, hint: null });
      return [];
    }
    const kept = Object.entries(entry).filter(([key, value]) => {
      if (COLUMNS.has(key)) left.add(key);
      if (key === "env" && value !== null) dropped.push(toLostValues(name));
      return !COLUMNS.has(key) && key !== "env" && value !== null;
    });
    return [{ name, text: `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n` }];
  });
  if (entries.length === 0) throw new ImportError("no tool stands in this file");
  if (left.size > 0) dropped.push(toColumns(source, [...left]));
  return { tools, dropped };
}

function reportMissing(answer: JsonObject, count: number, source: string): Dropped[] {
  const total = own(answer, "total");
  if (typeof total !== "number" || total <= count) return [];
  const reason = `the answer has ${count} of ${total}`;
  return [{ source, what: "further tools", reason, hint: "save the other pages and import them too" }];
}

function toLostValues(name: string): Dropped {
  const hint = `give them again: \`toolgate tools update ${name} FILE --env NAME\``;
  return {
    source: name,
    what: "the values of its environment",
    reason: "they are sealed, or must not stand in files",
    hint,
  };
}

function toColumns(source: string, keys: readonly string[]): Dropped {
  const what = keys.map((key) => `\`${key}\``).join(", ");
  return { source, what, reason: "it belongs to the other system's database, not to a tool", hint: null };
}
