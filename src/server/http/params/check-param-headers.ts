import type { IncomingHttpHeaders } from "node:http";
import { readHints } from "../../../call/receive/read-hints.ts";
import type { Runtime } from "../../../call/runtime.ts";
import type { Caller, CallerHints } from "../../../model/caller.ts";
import { Refused } from "../../../model/errors.ts";
import type { Tool } from "../../../model/tool.ts";
import { readHeaderParams } from "../../../params/json-schema/read-header-params.ts";
import type { HeaderParam } from "../../../params/json-schema/read-header-params.ts";
import type { RegistrySnapshot } from "../../../registry/registry.ts";
import { toRealName } from "../../mcp/names/name-desk.ts";
import { readClientName } from "../../mcp/names/read-client-name.ts";
import { toHints } from "../../mcp/read-list-hints.ts";
import { findParamMismatch } from "./find-param-mismatch.ts";
import type { ParamMismatch } from "./find-param-mismatch.ts";

/** What the protocol calls `HeaderMismatch`. */
const HEADER_MISMATCH = -32020;

/**
 * Holds the `Mcp-Param-*` headers of a call of revision 2026-07-28 against its body; `null`: they agree, or it is no such
 * call. Whatever they say, the call is decided and run by its body alone. Of tools that the caller does not see,
 * nothing is said.
 */
export async function checkParamHeaders(
  body: unknown,
  headers: IncomingHttpHeaders,
  caller: Caller,
  runtime: Runtime,
): Promise<Response | null> {
  const call = readCall(body);
  if (call === null || !hasHeaderParams(runtime.registry.snapshot)) return null;
  const tools = await runtime.listTools(caller, undefined, call.hints);
  const real = await toRealName(call.name, { caller, session: undefined, client: call.client }, runtime);
  const tool = tools.find(({ name }) => name === real);
  const mismatch = tool === undefined ? null : findParamMismatch(listHeaderParams(tool), call.args, headers);
  return mismatch === null ? null : mismatchResponse(call.id, mismatch);
}

interface Call {
  readonly id: unknown;
  readonly name: string;
  readonly client: string | undefined;
  readonly args: unknown;
  readonly hints: CallerHints;
}

/** `null`: it is no call, or is refused for what it says of itself. */
function readCall(body: unknown): Call | null {
  const { method, id, params } = Object(body) as Readonly<Record<string, unknown>>;
  const { name, arguments: args, _meta: meta } = Object(params) as Readonly<Record<string, unknown>>;
  if (method !== "tools/call" || typeof name !== "string") return null;
  try {
    const known = Object(meta) as Readonly<Record<string, unknown>>;
    return { id, name, client: readClientName(known), args, hints: readHints(toHints(known)) };
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

const known = new WeakMap<RegistrySnapshot, boolean>();

/** Hardly any tool has one, and a call of a gateway without such tools must not cost a listing. */
function hasHeaderParams(snapshot: RegistrySnapshot): boolean {
  const has =
    known.get(snapshot) ??
    [snapshot.tools, ...snapshot.overlays.values()].some((tools) =>
      [...tools.values()].some((tool) => listHeaderParams(tool).length > 0),
    );
  known.set(snapshot, has);
  return has;
}

function listHeaderParams({ input }: Tool): readonly HeaderParam[] {
  const read = input.kind === "schema" ? readHeaderParams(input.schema) : null;
  return read?.ok === true ? read.params : [];
}

function mismatchResponse(id: unknown, { header, problem }: ParamMismatch): Response {
  const error = {
    code: HEADER_MISMATCH,
    message: `the header \`${header}\` and the body disagree: ${problem}`,
    data: { mismatch: { header, body: problem } },
  };
  const isId = typeof id === "string" || typeof id === "number";
  const body = JSON.stringify({ jsonrpc: "2.0", id: isId ? id : null, error });
  return new Response(body, { status: 400, headers: { "content-type": "application/json" } });
}
