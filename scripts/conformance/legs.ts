import { DIRECT_TOOLS } from "./direct-tools.ts";
import { TASK_TOOLS } from "./task-tools.ts";
import { runSuite } from "./run-suite.ts";
import type { ScenarioResult } from "./run-suite.ts";
import { serveClient } from "./serve-client.ts";
import { serveGateway } from "./serve-gateway.ts";

export const REVISIONS = ["2025-11-25", "2026-07-28"] as const;
export type Revision = (typeof REVISIONS)[number];

/** Tools of the gateway itself; a server behind it; the gateway as the client of a server. */
export const LEGS = ["direct", "aggregated", "client"] as const;
export type Leg = (typeof LEGS)[number];

/** Runs what a revision requires of a gateway in one of its places. */
export async function runLeg(leg: Leg, revision: Revision): Promise<readonly ScenarioResult[]> {
  if (leg === "client") return runClient(revision);
  const gateway = await serveGateway(leg, leg === "direct" ? [...DIRECT_TOOLS, ...TASK_TOOLS] : []);
  try {
    return await runSuite("server", ["--url", gateway.url, "--requirements", revision]);
  } finally {
    await gateway.close();
  }
}

async function runClient(revision: Revision): Promise<readonly ScenarioResult[]> {
  const client = await serveClient();
  try {
    return await runSuite("client", ["--command", client.command, "--requirements", revision, "--timeout", "60000"]);
  } finally {
    client.close();
  }
}
