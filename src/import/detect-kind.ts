import { isObject } from "../model/json.ts";
import type { JsonValue } from "../model/json.ts";
import { listAt, objectAt, own } from "./document/members.ts";
import type { SourceKind } from "./import-result.ts";
import { hasServers } from "./mcp-clients/list-servers.ts";

/** What a document is, as far as its content tells; `null` when it could be anything. */
export function detectKind(document: JsonValue): SourceKind | null {
  if (Array.isArray(document)) return detectList(document as readonly JsonValue[]);
  if (!isObject(document)) return null;
  if (own(document, "openapi") !== undefined || own(document, "swagger") !== undefined) return "openapi";
  if (hasServers(document)) return "mcp-clients";
  if (isObject(own(document, "permissions"))) return "claude-permissions";
  const tools = [...listAt(document, "tools"), ...listAt(objectAt(document, "result"), "tools")];
  if (tools.length > 0) return detectList(tools);
  const isManifest = own(document, "command") !== undefined || own(document, "tool") !== undefined;
  return isManifest || own(document, "kind") !== undefined ? "manifests" : null;
}

function detectList(tools: readonly JsonValue[]): SourceKind | null {
  const [first] = tools.filter(isObject);
  if (first === undefined) return null;
  if (own(first, "inputSchema") !== undefined) return "mcp-tools";
  return own(first, "command") === undefined ? null : "manifests";
}
