import { toNetwork } from "../../manifest/checks/confine/read-sandbox.ts";
import type { SandboxSpec } from "../../model/sandbox.ts";
import { toResourceLimits } from "../file/to-resource-limits.ts";
import type { McpServerData } from "./mcp-server.ts";

/** What the table of a server says of its confinement; `null`: nothing. */
export function toServerSandbox(data: McpServerData["sandbox"]): SandboxSpec | null {
  if (data === undefined) return null;
  const { profile = null, writable = [], readable = [], network, ...limits } = data;
  return {
    profile,
    writable,
    readable,
    network: network === undefined ? null : toNetwork(network),
    limits: toResourceLimits(limits),
  };
}
