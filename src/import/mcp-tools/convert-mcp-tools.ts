import { isObject, toObject } from "../../model/json.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import { listAt, objectAt, own, textAt } from "../document/members.ts";
import { ImportError } from "../import-result.ts";
import type { Dropped, Generated, GeneratedFile } from "../import-result.ts";
import { toToolName, toUniqueNames } from "../naming/to-unique-names.ts";
import { convertTool } from "./convert-tool.ts";

const MAX_TOOLS = 1000;
const SERVER = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

/**
 * Makes a manifest of every tool in a server's answer to `tools/list`. Names are those that MCP clients use
 * (`mcp__SERVER__TOOL`), so that rules of a client fit them.
 *
 * @param server what the server is called in `[mcp.servers]`
 */
export function convertMcpTools(document: JsonValue, server: string, source: string): Generated {
  if (!SERVER.test(server)) {
    throw new ImportError("--server must be a name of 1 to 64 of A-Z a-z 0-9 _ . -, beginning with a letter or digit");
  }
  const { tools, isWhole } = readTools(document);
  const dropped: Dropped[] = isWhole ? [] : [INCOMPLETE(source)];
  const named: { readonly tool: JsonObject; readonly name: string }[] = [];
  for (const [index, tool] of tools.entries()) {
    const name = isObject(tool) ? textAt(tool, "name") : null;
    const problem = findNameProblem(name, named);
    if (isObject(tool) && name !== null && problem === null) named.push({ tool, name });
    else dropped.push({ source: name ?? `tool ${index + 1}`, what: "the tool", reason: problem ?? "", hint: null });
  }
  const names = toUniqueNames(
    named.map(({ name }) => `mcp__${server.replace(/[^A-Za-z0-9_-]/g, "_")}__${name}`),
    toToolName,
  );
  const files: GeneratedFile[] = [];
  for (const [index, { tool, name }] of named.entries()) {
    const made = convertTool({ tool, upstream: name, name: names[index] ?? "", server, source });
    files.push(...made.files);
    dropped.push(...made.dropped);
  }
  return { files, dropped: [...dropped, ...reportHints(named.map(({ tool }) => tool))] };
}

function readTools(document: JsonValue): { readonly tools: readonly JsonValue[]; readonly isWhole: boolean } {
  const top = toObject(document);
  const answer = isObject(top["result"]) ? top["result"] : top;
  const tools = Array.isArray(document) ? (document as readonly JsonValue[]) : listAt(answer, "tools");
  if (tools.length === 0) throw new ImportError("there is no tool in this list");
  if (tools.length > MAX_TOOLS)
    throw new ImportError(`the list has ${tools.length} tools; at most ${MAX_TOOLS} are read`);
  return { tools, isWhole: textAt(answer, "nextCursor") === null };
}

const INCOMPLETE = (source: string): Dropped => ({
  source,
  what: "further tools",
  reason: "the list has a `nextCursor`: it is one page of several",
  hint: "save the other pages and import them too",
});

function findNameProblem(name: string | null, named: readonly { readonly name: string }[]): string | null {
  if (name === null || name.trim() === "") return "it has no name";
  if (name.length > 128 || /[\s{}\p{C}]/u.test(name)) return "a tool cannot be called so";
  return named.some((other) => other.name === name) ? "another tool of the list has the same name" : null;
}

/** What a server says about itself is no reason to believe it. */
function reportHints(tools: readonly JsonObject[]): readonly Dropped[] {
  const named = tools.filter((tool) => {
    const hints = objectAt(tool, "annotations");
    return own(hints, "readOnlyHint") === true || own(hints, "destructiveHint") === false;
  });
  if (named.length === 0) return [];
  const what = `the annotations of ${named.length} tool${named.length === 1 ? "" : "s"} (read-only, not destructive)`;
  const hint = 'where you know better, write `effect = "read"` into [tool]';
  return [{ source: "annotations", what, reason: "a server's word is not believed; all tools count as writing", hint }];
}
