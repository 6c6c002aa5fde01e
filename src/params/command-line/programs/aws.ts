import type { ProgramKnowledge } from "./program.ts";

/** The program of Amazon Web Services. */
export const AWS: ProgramKnowledge = {
  valueOptions: new Set([
    "--ca-bundle",
    "--cli-binary-format",
    "--cli-connect-timeout",
    "--cli-read-timeout",
    "--color",
    "--endpoint-url",
    "--output",
    "--profile",
    "--query",
    "--region",
  ]),
  prefixes: new Set(),
  never: [{ words: ["configure"], why: "reads and changes stored credentials" }],
  // This program also takes the beginning of an option for the option.
  neverOptions: [
    {
      pattern: /^--(e|en|end|endp|endpo|endpoi|endpoin|endpoint|endpoint-|endpoint-u.*)(=|$)/,
      shown: "--endpoint-url",
      why: "sends what is signed with the credential elsewhere",
    },
    { pattern: /^--(no-v|ca(-|$|=))/, shown: "--no-verify-ssl and --ca-bundle", why: "trusts whoever answers" },
  ],
  alsoMeans: null,
  environment: { AWS_PAGER: "" },
};
