import type { ReceivedCall, ResolvedCall } from "../../model/call.ts";
import type { DecisionCode } from "../../model/decision.ts";
import { Refused } from "../../model/errors.ts";
import type { ErrorInfo } from "../../model/errors.ts";
import type { Tool } from "../../model/tool.ts";
import { createListed } from "../../policy/is-listed.ts";
import { toPolicyTool } from "../../policy/to-policy-tool.ts";
import { compileVisibility } from "../../policy/visibility/judge-visibility.ts";
import { findTool } from "../../registry/find-tool.ts";
import { listTools } from "../../registry/list-tools.ts";
import type { Viewer } from "../../registry/registry.ts";
import { findNearest } from "../../text/find-nearest.ts";
import type { Gate } from "../gate.ts";
import { findUnseenServer } from "./find-unseen-server.ts";

type Call = ReceivedCall["call"];

/** Suggests only names that the caller could see in a listing, and names a server only where its tools would stand in it. */
export async function unknownTool(call: Call, listed: readonly Tool[], gate: Gate): Promise<Refused> {
  const { toolName: name, caller, hints } = call;
  const policy = await gate.currentPolicy();
  const isListed = createListed({ caller, hints }, policy, gate.now());
  const visible = listed.filter((tool) => gate.canRun(tool) && isListed(toPolicyTool(tool)));
  const nearest = findNearest(
    name,
    visible.map((tool) => tool.name),
  );
  const suggestion = nearest === null ? "" : `; did you mean \`${nearest}\`?`;
  const message = `no tool is named ${JSON.stringify(name)}${suggestion}`;
  const server = findUnseenServer(name, isListed, gate);
  const hint = server === null ? "list the tools to see what there is" : connectFirst(server);
  return new Refused("resolve", "UNKNOWN_TOOL", message, { hint });
}

function connectFirst(server: string): string {
  const first = `the MCP server \`${server}\` is configured, but its tools are not known yet`;
  return `${first}: a person connects to it with \`toolgate servers test ${server}\`, which says what keeps it; then call again`;
}

/**
 * The same for a refused call of a tool that its caller is not shown: whatever is wrong with the call, it reads as one of a tool
 * that is not there. `null`: the caller is shown the tool, or runs it itself and knows of it.
 */
export async function unseenTool(
  { call, session }: ReceivedCall & Partial<ResolvedCall>,
  { details }: Pick<ErrorInfo, "details">,
  gate: Gate,
): Promise<Refused | null> {
  const { snapshot } = gate.registry;
  const viewer: Viewer = { agent: call.caller.agent, session: session?.id ?? call.session };
  const isDenied = details["decision"] === ("DENIED_NOT_VISIBLE" satisfies DecisionCode);
  const isUnseen = isDenied || (await isHidden(call, findTool(snapshot, call.toolName, viewer), gate));
  return isUnseen ? unknownTool(call, listTools(snapshot, viewer), gate) : null;
}

async function isHidden({ entry, caller, hints }: Call, tool: Tool | undefined, gate: Gate): Promise<boolean> {
  if (entry === "hook" || tool === undefined) return false;
  return compileVisibility({ caller, hints }, await gate.currentPolicy())(toPolicyTool(tool)).length > 0;
}
