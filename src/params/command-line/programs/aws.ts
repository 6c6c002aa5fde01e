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
  neverOptions: [
    { pattern: /^--endpoint-u/, shown: "--endpoint-url", why: "sends what is signed with the credential elsewhere" },
    { pattern: /^--no-ver/, shown: "--no-verify-ssl", why: "trusts whoever answers" },
  ],
  alsoMeans: null,
  environment: { AWS_PAGER: "" },
};
