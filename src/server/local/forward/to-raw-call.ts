import type { Runtime } from "../../../call/runtime.ts";
import type { RawCall } from "../../../model/call.ts";
import { fromTexts } from "../../../params/json-schema/from-texts.ts";
import { findTool } from "../../../registry/find-tool.ts";
import type { CallRequest } from "./call-wire.ts";

/** The call that was described, by whichever process makes it: typed texts are read by the schema of the tool that is served. */
export async function toRawCall(request: CallRequest, agent: string, runtime: Runtime): Promise<RawCall> {
  const { tool, timeoutMs, hold, hints } = request;
  const caller = await runtime.control.localAgent(agent);
  const args = { ...request.args, ...(await readTexts(request, caller, runtime)) };
  return { entry: "cli", tool, args, caller, hold, hints, ...(timeoutMs === null ? {} : { timeoutMs }) };
}

async function readTexts(
  { tool, texts }: CallRequest,
  caller: RawCall["caller"],
  runtime: Runtime,
): Promise<CallRequest["args"]> {
  if (Object.keys(texts).length === 0) return {};
  // Whoever looks at the list has what any process changed until now.
  await runtime.listTools(caller);
  const found = findTool(runtime.registry.snapshot, tool, { agent: caller.agent, session: null });
  // Typed parameters take texts themselves.
  return fromTexts(found?.input.kind === "schema" ? found.input.schema : {}, texts);
}

/** Whether what is served under the name is the definition that was meant. */
export function isServed({ tool, definitionHash }: CallRequest, { registry }: Pick<Runtime, "registry">): boolean {
  return definitionHash === null || registry.snapshot.tools.get(tool)?.definitionHash === definitionHash;
}
