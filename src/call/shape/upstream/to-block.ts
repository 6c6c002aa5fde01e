import { z } from "zod";
import { isObject, toObject } from "../../../model/json.ts";
import type { JsonObject, JsonValue } from "../../../model/json.ts";
import type { BlockNotes, ContentBlock } from "../../../model/outcome.ts";

const TIME = z.iso.datetime({ offset: true });

/**
 * One part of an upstream result with the members that the protocol names, and no others: what is in a member that
 * nobody knows would pass unread. A part of an unknown kind becomes a line that says so. A note or a size that is none is
 * left out: clients refuse a whole result for one.
 */
export function toBlock(raw: JsonObject): ContentBlock {
  const notes = toNotes(raw["annotations"]);
  switch (raw["type"]) {
    case "text":
      return { type: "text", text: textOf(raw["text"]), ...notes };
    case "image":
    case "audio":
      return { type: raw["type"], data: textOf(raw["data"]), mimeType: textOf(raw["mimeType"]), ...notes };
    case "resource_link":
      return {
        type: "resource_link",
        uri: textOf(raw["uri"]),
        name: textOf(raw["name"]),
        ...pickTexts(raw, ["title", "description", "mimeType"]),
        ...(Number.isFinite(raw["size"]) ? { size: raw["size"] as number } : {}),
        ...notes,
      };
    case "resource": {
      const resource = toObject(raw["resource"]);
      const uri = textOf(resource["uri"]);
      const its = pickTexts(resource, ["mimeType", "text", "blob"]);
      if (its.text === undefined && its.blob === undefined) return leaveOut("a resource without content");
      return { type: "resource", resource: { uri, ...its }, ...notes };
    }
    default:
      return leaveOut(`a part of the kind ${JSON.stringify(raw["type"] ?? null)}`);
  }
}

function leaveOut(what: string): ContentBlock {
  return { type: "text", text: `(${what} was left out)` };
}

function pickTexts<Key extends string>(from: JsonObject, keys: readonly Key[]): Partial<Record<Key, string>> {
  const found = keys.flatMap((key) => (typeof from[key] === "string" ? [[key, from[key]] as const] : []));
  return Object.fromEntries(found) as Partial<Record<Key, string>>;
}

function toNotes(raw: JsonValue | undefined): BlockNotes {
  if (!isObject(raw)) return {};
  const { audience, priority, lastModified } = raw;
  const people = Array.isArray(audience) ? audience.filter((one) => one === "user" || one === "assistant") : [];
  const annotations = {
    ...(people.length === 0 ? {} : { audience: people }),
    ...(typeof priority === "number" && priority >= 0 && priority <= 1 ? { priority } : {}),
    ...(typeof lastModified === "string" && TIME.safeParse(lastModified).success ? { lastModified } : {}),
  };
  return Object.keys(annotations).length === 0 ? {} : { annotations };
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}
