import type { JsonBodyPart } from "../../model/backend.ts";
import type { JsonValue } from "../../model/json.ts";
import type { PlannedPiece, PlannedText } from "../../model/plan.ts";
import { joinPieces, standIn } from "./http-values.ts";
import type { HttpValues } from "./http-values.ts";
import { parseJsonTemplate } from "./parse-json-template.ts";
import type { JsonNode, JsonPlace } from "./parse-json-template.ts";

/** Templates are immutable, so they are read once. */
const KNOWN = new WeakMap<readonly JsonBodyPart[], JsonNode>();

/**
 * Puts values into a JSON body: escaped inside a string, whole values outside of one. A member or an item with an absent
 * value is left out; `null` when that is the whole body. The result is parsed once more and must be what was meant.
 * @throws Error when it is not
 */
export function renderJson(parts: readonly JsonBodyPart[], values: HttpValues): PlannedText | null {
  const root = KNOWN.get(parts) ?? parseJsonTemplate(parts);
  KNOWN.set(parts, root);
  if (isAbsent(root, values)) return null;
  const body = joinPieces(renderNode(root, values));
  const sent = JSON.stringify(JSON.parse(standIn(body)));
  if (sent !== JSON.stringify(toMeant(root, values))) throw new Error("the values changed the shape of a JSON body");
  return body;
}

function isAbsent(node: JsonNode, values: HttpValues): boolean {
  const lacks = (place: JsonPlace): boolean => place.kind === "param" && !values.has(place.name);
  if (node.kind === "place") return lacks(node.place);
  return node.kind === "string" && node.parts.some((part) => typeof part !== "string" && lacks(part));
}

function renderNode(node: JsonNode, values: HttpValues): readonly PlannedPiece[] {
  switch (node.kind) {
    case "literal":
      return [text(node.text)];
    case "place":
      return [renderPlace(node.place, values)];
    case "string":
      return [text('"'), ...node.parts.map((part) => renderPart(part, values)), text('"')];
    case "array": {
      const items = node.items.filter((item) => !isAbsent(item, values));
      return [text("["), ...between(items.map((item) => renderNode(item, values))), text("]")];
    }
    case "object": {
      const members = node.members.filter(([, value]) => !isAbsent(value, values));
      const rendered = members.map(([key, value]) => [text(`${key}:`), ...renderNode(value, values)]);
      return [text("{"), ...between(rendered), text("}")];
    }
  }
}

function renderPart(part: string | JsonPlace, values: HttpValues): PlannedPiece {
  return typeof part === "string" ? text(part) : renderPlace(part, values);
}

function renderPlace({ kind, name, position }: JsonPlace, values: HttpValues): PlannedPiece {
  if (kind === "secret") return { kind: "secret", name, as: position === "string" ? "json-string" : "json-value" };
  const value = values.get(name);
  return text(position === "string" ? escapeJson(value?.text ?? "") : JSON.stringify(value?.json ?? null));
}

/** As it stands inside the quotes of a JSON string. */
export function escapeJson(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

function between(lists: readonly (readonly PlannedPiece[])[]): readonly PlannedPiece[] {
  return lists.flatMap((list, index) => (index === 0 ? list : [text(","), ...list]));
}

function text(literal: string): PlannedPiece {
  return { kind: "text", text: literal };
}

/** The same body as a value, made without writing any JSON; `x` stands for secrets. */
function toMeant(node: JsonNode, values: HttpValues): JsonValue {
  switch (node.kind) {
    case "literal":
      return JSON.parse(node.text) as JsonValue;
    case "place":
      return node.place.kind === "secret" ? "x" : (values.get(node.place.name)?.json ?? null);
    case "string":
      return node.parts.map((part) => toMeantText(part, values)).join("");
    case "array":
      return node.items.filter((item) => !isAbsent(item, values)).map((item) => toMeant(item, values));
    case "object": {
      const members = node.members.filter(([, value]) => !isAbsent(value, values));
      return Object.fromEntries(members.map(([key, value]) => [JSON.parse(key) as string, toMeant(value, values)]));
    }
  }
}

function toMeantText(part: string | JsonPlace, values: HttpValues): string {
  if (typeof part === "string") return JSON.parse(`"${part}"`) as string;
  return part.kind === "secret" ? "x" : (values.get(part.name)?.text ?? "");
}
