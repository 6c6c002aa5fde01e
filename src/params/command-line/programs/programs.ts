import { AWS } from "./aws.ts";
import { GCLOUD } from "./gcloud.ts";
import { GH } from "./gh.ts";
import { KUBECTL } from "./kubectl.ts";
import type { ProgramKnowledge } from "./program.ts";
import { TERRAFORM } from "./terraform.ts";

/** Adding a program is adding its file and a row here. */
const PROGRAMS: ReadonlyMap<string, ProgramKnowledge> = new Map([
  ["gh", GH],
  ["gcloud", GCLOUD],
  ["aws", AWS],
  ["kubectl", KUBECTL],
  ["terraform", TERRAFORM],
]);

/** What is known of the program with this bare name. */
export function findProgramKnowledge(binary: string): ProgramKnowledge | null {
  return PROGRAMS.get(binary) ?? null;
}
