import { HANDED_ON } from "./handed-on.ts";
import type { ProgramKnowledge } from "./program.ts";

/** Google Cloud's program. */
export const GCLOUD: ProgramKnowledge = {
  valueOptions: new Set([
    "--account",
    "--billing-project",
    "--configuration",
    "--filter",
    "--flatten",
    "--format",
    "--impersonate-service-account",
    "--limit",
    "--page-size",
    "--project",
    "--sort-by",
    "--trace-token",
    "--verbosity",
  ]),
  prefixes: new Set(["alpha", "beta", "preview"]),
  never: [
    { words: ["auth", "print-access-token"], why: "prints a credential" },
    { words: ["auth", "print-identity-token"], why: "prints a credential" },
    { words: ["auth", "application-default", "print-access-token"], why: "prints a credential" },
    { words: ["config", "config-helper"], why: "prints a credential" },
    { words: ["config", "set"], why: "changes what later calls do" },
  ],
  neverOptions: [
    {
      pattern: /^--flags-file(=|$)/,
      shown: "--flags-file",
      why: "reads options from a file that no list is held against",
    },
    { pattern: /^--access-token-file(=|$)/, shown: "--access-token-file", why: "uses another credential" },
    {
      pattern: /^--(ssh|scp)-flag(=|$)/,
      shown: "--ssh-flag and --scp-flag",
      why: "can start any program",
    },
    HANDED_ON,
  ],
  alsoMeans: null,
  environment: { CLOUDSDK_CORE_DISABLE_PROMPTS: "1" },
};
