import type { ReceivedCall, ResolvedCall } from "../model/call.ts";
import { Refused } from "../model/errors.ts";
import type { Tool, Withheld } from "../model/tool.ts";
import { findTool } from "../registry/find-tool.ts";
import { listTools } from "../registry/list-tools.ts";
import type { Gate } from "./gate.ts";
import { chooseConfinement } from "../sandbox/wanted/choose-confinement.ts";
import { unavailable } from "./plan/make-plan.ts";
import { unknownTool } from "./resolve/unknown-tool.ts";
import { findGrantedTimeout } from "../policy/grants/find-granted-timeout.ts";
import { toPolicyTool } from "../policy/to-policy-tool.ts";

/** The tool that the name means now, and the session to work in. A running call keeps both until it ends. */
export async function resolve(received: ReceivedCall, gate: Gate): Promise<ResolvedCall> {
  const { call } = received;
  const session = await gate.findSession(call.session, call.caller);
  if (session === null) {
    const message = "the session is unknown: it ended, or it belongs to somebody else";
    throw new Refused("resolve", "UNKNOWN_SESSION", message, { hint: "open a new session" });
  }
  const revision = gate.revision();
  await refreshScrubbing(gate, revision);
  const viewer = { agent: call.caller.agent, session: session.id };
  const snapshot = await gate.currentTools(revision);
  const tool = call.entry === "hook" ? gate.hookTool(call.toolName) : findTool(snapshot, call.toolName, viewer);
  if (tool === undefined) throw await unknownTool(call, listTools(snapshot, viewer), gate);
  if (!tool.enabled) throw disabled(tool);
  const withheld = tool.withheld ?? withheldUpstream(tool, gate);
  if (withheld !== null) throw new Refused("resolve", withheld.code, withheld.message, { hint: withheld.hint });
  if (!call.delegated && !gate.canRun(tool)) throw unavailable(tool.name, tool.backend.kind);
  if (readsLines(tool)) await gate.prepareLines();
  if (isConfined(tool, gate)) await gate.sandbox.prepare();
  const resolved = { ...received, tool, session, revision };
  switch (tool.backend.kind) {
    case "shell":
      return { ...resolved, session: { ...session, cwd: await gate.sessionFolder(session) } };
    case "mcp":
      return { ...resolved, grantedMs: await grantedTimeout(tool, call, gate, revision) };
    default:
      return resolved;
  }
}

async function grantedTimeout(
  tool: Tool,
  { caller }: ReceivedCall["call"],
  gate: Gate,
  revision: number,
): Promise<number | null> {
  return findGrantedTimeout(toPolicyTool(tool), caller, await gate.currentPolicy(revision));
}

/** A value that nobody can read cannot be looked for either: whatever a tool gave could hold it. */
async function refreshScrubbing(gate: Gate, revision: number): Promise<void> {
  try {
    await gate.refreshScrubbing(revision);
  } catch (error) {
    const message = `what has to be taken out of output is not known: ${error instanceof Error ? error.message : String(error)}`;
    throw new Refused("resolve", "SECRET_UNAVAILABLE", message, { hint: "a person looks with `toolgate scrub list`" });
  }
}

function readsLines({ backend, specifier }: Tool): boolean {
  return backend.kind === "shell" || Object.values(specifier?.kinds ?? {}).includes("shell");
}

/** Whether the engine has to be looked at before the call is planned; a parser program is always confined. */
function isConfined(tool: Tool, { config }: Gate): boolean {
  return tool.output.parser.startsWith("custom:") || chooseConfinement(tool, config.sandbox).profile !== "none";
}

/** A manifest of our own may name a tool of a server that changed it since. */
function withheldUpstream({ backend }: Tool, gate: Gate): Withheld | null {
  return backend.kind === "mcp" ? gate.upstream.withheld(backend.server, backend.tool) : null;
}

function disabled(tool: Tool): Refused {
  const where = tool.origin.file === null ? "" : ` (${tool.origin.file})`;
  const message = `\`${tool.name}\` is declared but switched off: \`enabled = false\`${where}`;
  return new Refused("resolve", "TOOL_DISABLED", message);
}
