import type { SandboxNetwork } from "../../model/sandbox.ts";

/** What both let through. Of two lists, entries are compared as they are written. `null`: nothing was declared, so none. */
export function narrowNetwork(declared: SandboxNetwork | null, row: SandboxNetwork): SandboxNetwork {
  if (declared === null || declared.kind === "none") return { kind: "none" };
  if (row.kind !== "hosts") return row.kind === "all" ? declared : row;
  if (declared.kind !== "hosts") return row;
  const hosts = declared.hosts.filter((host) => row.hosts.includes(host));
  return hosts.length === 0 ? { kind: "none" } : { kind: "hosts", hosts };
}
