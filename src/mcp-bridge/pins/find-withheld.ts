import { canonicalJson } from "../../model/canonical-json.ts";
import type { Withheld } from "../../model/tool.ts";
import type { OpenServer } from "../open-server.ts";

type Known = Pick<OpenServer, "server" | "pins" | "live" | "isWanted">;

/**
 * Why a tool of a server must not be called now; `null`: what the server offers is what was accepted. What this process's
 * own connection was told counts; without one, what any process was told last.
 */
export function findWithheld({ server: { name }, pins, live, isWanted }: Known, tool: string): Withheld | null {
  // Manifests may name it all the same, those of a project too.
  if (tool !== "" && !isWanted(tool)) return leaveOut(name, tool);
  const identity = judge("", { pins, live });
  if (identity !== null && identity !== "missing") {
    return withhold(`the MCP server ${quote(name)} is another one than the one whose tools were accepted`, name);
  }
  const state = judge(tool, { pins, live });
  switch (state) {
    case null:
      return null;
    case "missing":
      return withhold(`the MCP server ${quote(name)} has no tool ${quote(tool)}`, name);
    case "added":
      return withhold(`the MCP server ${quote(name)} added ${quote(tool)}, and nobody has accepted it yet`, name);
    case "changed":
      return withhold(`the MCP server ${quote(name)} changed what ${quote(tool)} is since it was accepted`, name);
    case "removed":
      return withhold(`the MCP server ${quote(name)} has taken ${quote(tool)} away`, name);
  }
}

type Judgement = "missing" | "added" | "changed" | "removed" | null;

function judge(tool: string, { pins, live }: Pick<Known, "pins" | "live">): Judgement {
  const pin = pins.get(tool);
  if (pin === undefined) return "missing";
  const definition = live?.get(tool);
  const now = live === null ? pin.offered : definition === undefined ? null : canonicalJson(definition);
  if (pin.accepted === null) return now === null ? "missing" : "added";
  if (now === null) return "removed";
  return now === pin.accepted ? null : "changed";
}

function withhold(message: string, server: string): Withheld {
  const hint = `a person looks with \`toolgate pin diff ${server}\`, and accepts with \`toolgate pin accept ${server}\``;
  return { code: "TOOL_QUARANTINED", message, hint };
}

function leaveOut(server: string, tool: string): Withheld {
  const message = `the configuration of the MCP server ${quote(server)} leaves out ${quote(tool)}`;
  return { code: "TOOL_QUARANTINED", message, hint: "`tools_allow` and `tools_deny` of the server say which are used" };
}

function quote(name: string): string {
  return JSON.stringify(name);
}
