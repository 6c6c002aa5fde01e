import { toObject } from "../../model/json.ts";
import type { JsonSchema, JsonValue } from "../../model/json.ts";
import type { Tool, ToolInput } from "../../model/tool.ts";
import { tokenize } from "./tokenize.ts";

/** What is searched of a tool: the words of each of its texts. */
export type ToolDocument = Readonly<Record<(typeof SEARCHED)[number], readonly string[]>>;

/** From what says most to what says least. */
export const SEARCHED = ["name", "title", "group", "description", "params"] as const;

/** A description of any length must not make the index grow without limit. */
const MAX_TEXT = 2_000;

/** Tools are immutable, and the lists of several callers have the same ones. */
const KNOWN = new WeakMap<Tool, ToolDocument>();

/** Each word is taken once, from the field where it says most; the others would only repeat it. */
export function toDocument(tool: Tool): ToolDocument {
  const known = KNOWN.get(tool) ?? convert(tool);
  KNOWN.set(tool, known);
  return known;
}

function convert(tool: Tool): ToolDocument {
  const texts: Readonly<Record<(typeof SEARCHED)[number], string>> = {
    // The whole name is a word too, so that who types it finds it first.
    name: `${tool.name} ${tokenize(tool.name).join("")}`,
    title: tool.title ?? "",
    group: tool.group ?? "",
    description: tool.description.slice(0, MAX_TEXT),
    params: toParamText(tool.input).slice(0, MAX_TEXT),
  };
  const seen = new Set<string>();
  const words = SEARCHED.map((field) => {
    const own = tokenize(texts[field]).filter((word) => !seen.has(word));
    for (const word of own) seen.add(word);
    return [field, [...new Set(own)]] as const;
  });
  return Object.fromEntries(words) as Record<(typeof SEARCHED)[number], readonly string[]>;
}

function toParamText(input: ToolInput): string {
  switch (input.kind) {
    case "params":
      return input.params.map(({ name, description }) => `${name} ${description ?? ""}`).join(" ");
    case "free":
      return `${input.free.binary} ${input.free.allowedSubcommands.join(" ")}`;
    case "command-line":
      return input.commandLine.binary;
    case "schema":
      return toSchemaText(input.schema);
  }
}

function toSchemaText(schema: JsonSchema): string {
  const properties = Object.entries(toObject(schema["properties"]));
  return properties.map(([name, property]) => `${name} ${toText(toObject(property)["description"])}`).join(" ");
}

function toText(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}
