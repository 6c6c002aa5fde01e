import { readFileSync } from "node:fs";
import path from "node:path";
import type { Leg, Revision } from "./legs.ts";
import type { ScenarioResult } from "./run-suite.ts";

export const RESULTS_FILE: string = path.resolve(import.meta.dirname, "../../test/vectors/conformance.json");

/** What came of each leg the last time that `npm run conformance` ran. */
export type Results = Readonly<Record<Revision, Readonly<Record<Leg, readonly ScenarioResult[]>>>>;

export function readResults(): Results {
  return JSON.parse(readFileSync(RESULTS_FILE, "utf8")) as Results;
}
