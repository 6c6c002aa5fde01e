import { Refused } from "../../../model/errors.ts";
import type { PlannedPath } from "../../../model/plan.ts";
import type { Tool } from "../../../model/tool.ts";
import { isWithin } from "../../../params/posix-path.ts";
import type { Gate } from "../../gate.ts";
import { locateProgram } from "../../plan/locate-program.ts";

const CUSTOM = "custom:";

/**
 * Where the tool's parser program stands now; `null` when Toolgate reads the output itself, or nobody does.
 * @throws Refused when it is not there, lies outside of the workspace though written relative to it, or nothing could
 * confine it
 */
export function planParser({ name, output }: Tool, gate: Gate): PlannedPath | null {
  if (output.shape === "process" || !output.parser.startsWith(CUSTOM)) return null;
  const written = output.parser.slice(CUSTOM.length);
  const program = locateProgram(written, gate, `the parser program \`${written}\` of \`${name}\``);
  const { workspaceRoots, sandbox } = gate.config;
  if (!written.startsWith("/") && !workspaceRoots.some((root) => isWithin(program.resolved, root))) {
    const message = `the parser ${JSON.stringify(written)} of \`${name}\` leads to ${JSON.stringify(program.resolved)}, which is outside of the workspace`;
    const hint = "put it into the workspace, or write its absolute path";
    throw new Refused("validate", "PROGRAM_NOT_FOUND", message, { hint });
  }
  const { state } = gate.sandbox;
  if (state.ok || sandbox.fallback === "none") return program;
  const message = `the parser program of \`${name}\` has to be confined, and nothing here can: ${state.reason}`;
  throw new Refused("validate", "SANDBOX_UNAVAILABLE", message, { hint: state.hint });
}
