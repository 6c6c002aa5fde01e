import type { McpServer } from "../../config/mcp/mcp-server.ts";
import { keepCanonicalJson } from "../../model/canonical-json.ts";
import { isObject } from "../../model/json.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import { findForbiddenCharacter } from "../../params/characters.ts";
import { showText } from "../../text/show-text.ts";
import type { Offer } from "../pins/observe-listing.ts";
import { isDeeper } from "../is-deeper.ts";
import type { UpstreamListing } from "../upstream.ts";

export interface ReadListing {
  /** What the server offers, by the name of the tool; itself under `""`. */
  readonly offer: Offer;
  /** Why a tool is not among it. For people, one line each. */
  readonly problems: readonly string[];
}

/** Bytes of one definition as JSON; a tool that needs more does not fit into any model's context either. */
const MAX_DEFINITION_BYTES = 256 * 1024;
const MAX_DEPTH = 64;
const MAX_NAME = 128;

/** Reads what a server says of its tools as far as it can be named and kept; whether it may be used is judged later. */
export function readListing({ software, tools }: UpstreamListing, server: McpServer): ReadListing {
  const offer = new Map<string, JsonObject>([["", toIdentity(server, software)]]);
  const problems: string[] = [];
  const twice = findTwice(tools);
  for (const [index, tool] of tools.entries()) {
    const problem = findProblem(tool, index, twice);
    if (problem !== null) problems.push(problem);
    else offer.set(nameOf(tool) ?? "", tool as JsonObject);
  }
  // Each is compared with what was accepted at every look from now on.
  for (const definition of offer.values()) keepCanonicalJson(definition);
  return { offer, problems: [...new Set(problems)] };
}

/** By what a server is known again: where it is, and what it calls itself. A new version of it is still the same. */
function toIdentity({ transport, target, args = [], cwd }: McpServer, software: JsonObject | null): JsonObject {
  return { transport, target, args: [...args], cwd, name: software?.["name"] ?? null };
}

function findProblem(tool: JsonValue, index: number, twice: ReadonlySet<string>): string | null {
  const name = nameOf(tool);
  if (name === null) return `entry ${index + 1} of its list is no tool: a tool has a name`;
  const shown = JSON.stringify(showText(name, MAX_NAME));
  if (name === "" || name.length > MAX_NAME) return `${shown} cannot be a tool's name: 1 to ${MAX_NAME} characters`;
  const hidden = findForbiddenCharacter(name, false);
  if (hidden !== null) return `${shown} cannot be a tool's name: it holds ${hidden}`;
  if (twice.has(name)) return `${shown} is listed more than once, so none of them is used`;
  if (isDeeper(tool, MAX_DEPTH)) return `${shown} is nested more than ${MAX_DEPTH} deep`;
  const bytes = Buffer.byteLength(JSON.stringify(tool));
  return bytes > MAX_DEFINITION_BYTES
    ? `${shown} is ${bytes} bytes long; at most ${MAX_DEFINITION_BYTES} are taken`
    : null;
}

function nameOf(tool: JsonValue): string | null {
  const name = isObject(tool) ? tool["name"] : null;
  return typeof name === "string" ? name : null;
}

function findTwice(tools: readonly JsonValue[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const tool of tools) {
    const name = nameOf(tool);
    if (name === null) continue;
    if (seen.has(name)) twice.add(name);
    seen.add(name);
  }
  return twice;
}
