import { DIRECT_TOOLS } from "./direct-tools.ts";
import { readRequirements } from "./requirements.ts";
import { TASK_TOOLS } from "./task-tools.ts";
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
  if (leg === "client") return runClient(revision);
  const gateway = await serveGateway(leg, leg === "direct" ? [...DIRECT_TOOLS, ...TASK_TOOLS] : []);
  try {
    return await runSuite("server", ["--url", gateway.url, "--requirements", revision]);
  } finally {
    await gateway.close();
  }
}

/** One after the other: the suite would start a gateway for each scenario at once. */
async function runClient(revision: Revision): Promise<readonly ScenarioResult[]> {
  const command = `${process.execPath} ${path.join(import.meta.dirname, "client.ts")}`;
  const { client, not_scored: others } = readRequirements(revision);
  const more = others.filter(({ leg }) => leg === "client").map(({ scenario }) => scenario);
  const results: ScenarioResult[] = [];
  for (const scenario of [...client, ...more].toSorted()) {
    const args = [
      "--command",
      command,
      "--scenario",
      scenario,
      "--spec-version",
      revision,
      "--force",
      "--timeout",
      "60000",
    ];
    const [result] = await runSuite("client", args);
    if (result !== undefined) results.push({ ...result, scenario });
  }
  return results;
}
