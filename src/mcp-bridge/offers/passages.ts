import type { McpServer } from "../../config/mcp/mcp-server.ts";
import { definitionHash } from "../../manifest/definition-hash.ts";
import type { ToolDraft } from "../../manifest/manifest.ts";
import type { UpstreamRequest } from "../../model/backend.ts";
import type { ParamSpec } from "../../model/param.ts";
import type { Tool } from "../../model/tool.ts";
import { toPrefix } from "../import/to-tool-name.ts";

const MEBIBYTE = 1024 * 1024;

/**
 * What else than its tools is asked of a server, as tools that walk the same path: decided by the same rules, recorded alike.
 * Their names have a dot where those of its tools have `__`. They are not listed: clients come by way of resources and prompts.
 */
export function toPassages(server: McpServer): readonly Tool[] {
  return (Object.keys(PASSAGES) as UpstreamRequest[]).map((request) => toPassage(server, request));
}

/** The name of the tool that a request to a server is judged as. */
export function toPassageName(server: string, request: UpstreamRequest): string {
  return `${toPrefix(server)}.${PASSAGES[request].name}`;
}

/** The argument of reading a resource with which one asks for word of its changes in place of its content. */
export const WATCH = "watch";

interface Passage {
  readonly name: string;
  readonly description: string;
  readonly params: readonly ParamSpec[];
  /** What rules match: `mcp_files.resources_read(file:///etc/*)`. */
  readonly about: string | null;
}

const ANY = { description: null, required: true, default: undefined, allowLeadingDash: true } as const;
const TEXT = { type: "text", pattern: null, refuseMetacharacters: false, allowEmpty: false } as const;
const FLAG = { type: "boolean", syntax: "toolclad" } as const;
const OBJECT = { type: "json", schema: { type: "object" } } as const;

const PASSAGES: Readonly<Record<UpstreamRequest, Passage>> = {
  "resources/read": {
    name: "resources_read",
    description: "Reads a resource of the MCP server",
    params: [
      { ...ANY, ...TEXT, name: "uri", position: 0 },
      { ...ANY, ...FLAG, name: WATCH, position: 1, required: false },
    ],
    about: "uri",
  },
  "prompts/get": {
    name: "prompts_get",
    description: "Gets a prompt of the MCP server",
    params: [
      { ...ANY, ...TEXT, name: "name", position: 0 },
      { ...ANY, ...OBJECT, name: "arguments", position: 1, required: false },
    ],
    about: "name",
  },
  "completion/complete": {
    name: "complete",
    description: "Asks the MCP server how a value may go on",
    params: [
      { ...ANY, ...OBJECT, name: "ref", position: 0 },
      { ...ANY, ...OBJECT, name: "argument", position: 1 },
      { ...ANY, ...OBJECT, name: "context", position: 2, required: false },
    ],
    about: null,
  },
};

/** The protocol has these three for looking only, and operators who trust a server less deny or ask by name. */
function toPassage(server: McpServer, request: UpstreamRequest): Tool {
  const { description, params, about } = PASSAGES[request];
  const draft: ToolDraft = {
    name: toPassageName(server.name, request),
    title: null,
    description: `${description} ${server.name}`,
    version: null,
    group: null,
    input: { kind: "params", params },
    effect: "read",
    riskTier: null,
    humanApproval: false,
    enabled: true,
    overrides: false,
    backend: { kind: "mcp", server: server.name, tool: "", request, fieldMap: {} },
    limits: { timeoutMs: server.timeoutMs, maxStdoutBytes: MEBIBYTE, maxStderrBytes: MEBIBYTE },
    environment: [],
    // What is read goes to a client, which decides what of it a model gets.
    output: { shape: "value", parser: "text", schema: null, maxModelChars: MEBIBYTE },
    cedar: null,
    specifier: about === null ? null : { text: `{${about}}`, parts: [{ kind: "param", name: about }], kinds: {} },
  };
  const origin = { format: "mcp", layer: server.layer, file: `mcp server ${server.name}`, line: 0, column: 0 } as const;
  return { ...draft, origin, definitionHash: definitionHash(draft) };
}
