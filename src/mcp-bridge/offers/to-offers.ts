import type { McpServer } from "../../config/mcp/mcp-server.ts";
import { isObject } from "../../model/json.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import { neutralizeText } from "../../output/text/neutralize-text.ts";
import { toIcons } from "../import/to-icons.ts";
import { toToolName } from "../import/to-tool-name.ts";
import type { UpstreamCatalogue } from "../upstream.ts";
import { toLiterals } from "./fits-template.ts";
import { OFFER_REQUESTS } from "./offers.ts";
import type { Offer, Offers } from "./offers.ts";
import { toPassageName } from "./passages.ts";
import { toShownUri } from "./shown-uri.ts";

/** Whose addresses nobody else's may look like. */
const OWN_SCHEME = "toolgate:";
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const MAX_TEXT = 10_000;
const MAX_NAME = 2_000;

/**
 * What a server lists, as offers. What has no name of its own, or one that is too long, is left out, and where a server has
 * no prefix, addresses that are not its to give: those of Toolgate, and templates that could stand for any.
 */
export function toOffers(server: McpServer, { resources, templates, prompts }: UpstreamCatalogue): Offers {
  const { name, prefix } = server;
  const toUri = (uri: string): string => toShownUri({ name, prefix }, uri);
  return {
    resources: convert(server, resources, { kind: "resources", key: "uri", keep: RESOURCE, show: toUri }),
    templates: convert(server, templates, { kind: "templates", key: "uriTemplate", keep: RESOURCE, show: toUri }),
    prompts: convert(server, prompts, {
      kind: "prompts",
      key: "name",
      keep: PROMPT,
      show: (prompt) => toToolName(prefix, prompt),
    }),
  };
}

interface Conversion {
  readonly kind: keyof Offers;
  /** The member that names it. */
  readonly key: "uri" | "uriTemplate" | "name";
  readonly keep: readonly string[];
  readonly show: (original: string) => string;
}

const RESOURCE = ["name", "title", "description", "mimeType", "size"];
const PROMPT = ["title", "description", "arguments"];

function convert(server: McpServer, raw: readonly JsonValue[], conversion: Conversion): readonly Offer[] {
  const { key, keep, show, kind } = conversion;
  return raw.flatMap((one) => {
    const original = isObject(one) ? one[key] : undefined;
    if (!isObject(one) || typeof original !== "string" || original === "" || original.length > MAX_NAME) return [];
    if (neutralizeText(original) !== original) return [];
    if (server.prefix === "" && !isItsOwn(original, key)) return [];
    const shown = show(original);
    const kept = keep.flatMap((member) => {
      const value = toMember(member, one[member]);
      return value === undefined ? [] : [[member, value] as const];
    });
    const named = key === "name" || typeof one["name"] === "string" ? {} : { name: original };
    const icons = toIcons(one["icons"], server).map((icon) => ({ ...icon }));
    const entry = {
      [key]: shown,
      ...named,
      ...Object.fromEntries(kept),
      ...(icons.length === 0 ? {} : { icons }),
    };
    return [{ server: server.name, tool: toPassageName(server.name, OFFER_REQUESTS[kind]), shown, original, entry }];
  });
}

function isItsOwn(original: string, key: Conversion["key"]): boolean {
  if (key === "name") return true;
  const [start = ""] = toLiterals(original);
  const [scheme = ""] = SCHEME.exec(key === "uri" ? original : start) ?? [];
  return scheme.toLowerCase() !== OWN_SCHEME && (key === "uri" || scheme !== "");
}

function toMember(name: string, value: JsonValue | undefined): JsonValue | undefined {
  if (name === "size") return typeof value === "number" ? value : undefined;
  if (name === "arguments") return Array.isArray(value) ? toArguments(value as readonly JsonValue[]) : undefined;
  return typeof value === "string" ? neutralizeText(value).slice(0, MAX_TEXT) : undefined;
}

function toArguments(raw: readonly JsonValue[]): readonly JsonObject[] {
  return raw.flatMap((one) => {
    if (!isObject(one) || typeof one["name"] !== "string") return [];
    const { name, title, description, required } = one;
    return [
      {
        name,
        ...(typeof title === "string" ? { title: neutralizeText(title) } : {}),
        ...(typeof description === "string" ? { description: neutralizeText(description) } : {}),
        ...(typeof required === "boolean" ? { required } : {}),
      },
    ];
  });
}
