import { DIRECT_TOOLS } from "./direct-tools.ts";
import { runSuite } from "./run-suite.ts";
import type { ScenarioResult } from "./run-suite.ts";
import { serveGateway } from "./serve-gateway.ts";
import path from "node:path";

export const REVISIONS = ["2025-11-25", "2026-07-28"] as const;
export type Revision = (typeof REVISIONS)[number];

/** Tools of the gateway itself; a server behind it; the gateway as the client of a server. */
export const LEGS = ["direct", "aggregated", "client"] as const;
export type Leg = (typeof LEGS)[number];

/** Runs what a revision requires of a gateway in one of its places. */
export async function runLeg(leg: Leg, revision: Revision): Promise<readonly ScenarioResult[]> {
  if (leg === "client") {
    const command = `${process.execPath} ${path.join(import.meta.dirname, "client.ts")}`;
    return runSuite("client", revision, ["--command", command, "--timeout", "150000"]);
  }
  const gateway = await serveGateway(leg, leg === "direct" ? DIRECT_TOOLS : []);
  try {
    return await runSuite("server", revision, ["--url", gateway.url]);
  } finally {
    await gateway.close();
  }
}
