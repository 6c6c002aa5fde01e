import type { CommandRow } from "./command-row.ts";

/** Every command, in the order of the overview. A new one is a file and a row. */
export const COMMANDS: readonly CommandRow[] = [
  {
    name: "init",
    summary: "make a workspace with two small tools, and trust it",
    group: "Start",
    load: async () => (await import("./commands/init.ts")).defineInit,
  },
  {
    name: "trust",
    summary: "show what this folder would be allowed, and accept it",
    group: "Start",
    load: async () => (await import("./commands/trust.ts")).defineTrust,
  },
  {
    name: "serve",
    summary: "serve the tools to agents over MCP",
    group: "Start",
    load: async () => (await import("./commands/serve.ts")).defineServe,
  },
  {
    name: "doctor",
    summary: "check that everything Toolgate needs is in order",
    group: "Start",
    load: async () => (await import("./doctor/doctor.ts")).defineDoctor,
  },
  {
    name: "call",
    summary: "call a tool through the gate",
    group: "Call",
    load: async () => (await import("./commands/call.ts")).defineCall,
  },
  {
    name: "dry-run",
    summary: "show exactly what a call would run, and run nothing",
    group: "Call",
    load: async () => (await import("./commands/dry-run.ts")).defineDryRun,
  },
  {
    name: "explain",
    summary: "show how a call would be decided, and why",
    group: "Call",
    load: async () => (await import("./commands/explain.ts")).defineExplain,
  },
  {
    name: "calls",
    summary: "list and cancel running calls",
    group: "Call",
    load: async () => (await import("./control/calls.ts")).defineCalls,
  },
  {
    name: "approvals",
    summary: "answer calls that wait for a human",
    group: "Decide",
    load: async () => (await import("./control/approvals.ts")).defineApprovals,
  },
  {
    name: "rules",
    summary: "list, add and remove allow, ask and deny rules",
    group: "Decide",
    load: async () => (await import("./control/rules.ts")).defineRules,
  },
  {
    name: "mode",
    summary: "show or set what happens where no rule speaks",
    group: "Decide",
    load: async () => (await import("./control/mode.ts")).defineMode,
  },
  {
    name: "pause",
    summary: "refuse every call from now on",
    group: "Decide",
    load: async () => (await import("./control/pause.ts")).definePause,
  },
  {
    name: "resume",
    summary: "end a pause",
    group: "Decide",
    load: async () => (await import("./control/pause.ts")).defineResume,
  },
  {
    name: "policy",
    summary: "write policies to begin with from the tools' risk tiers",
    group: "Decide",
    load: async () => (await import("./policy/policy.ts")).definePolicy,
  },
  {
    name: "tokens",
    summary: "list, create and revoke the credentials of agents and people",
    group: "Decide",
    load: async () => (await import("./control/tokens.ts")).defineTokens,
  },
  {
    name: "tools",
    summary: "list, search, show, create, change and remove tools",
    group: "Look",
    load: async () => (await import("./tools/tools.ts")).defineTools,
  },
  {
    name: "audit",
    summary: "list, show, verify and export what happened",
    group: "Look",
    load: async () => (await import("./control/audit.ts")).defineAudit,
  },
  {
    name: "validate",
    summary: "check tool files, with every mistake and its place",
    group: "Manifests",
    load: async () => (await import("./commands/validate.ts")).defineValidate,
  },
  {
    name: "import",
    summary: "carry over tools, servers and rules of other systems",
    group: "Manifests",
    load: async () => (await import("./import/import.ts")).defineImport,
  },
  {
    name: "run",
    summary: "call the tool of a manifest file",
    group: "Manifests",
    load: async () => (await import("./commands/manifest-verbs.ts")).defineRun,
  },
  {
    name: "test",
    summary: "dry-run the tool of a manifest file",
    group: "Manifests",
    load: async () => (await import("./commands/manifest-verbs.ts")).defineTest,
  },
  {
    name: "schema",
    summary: "print the input schema of a manifest file's tool",
    group: "Manifests",
    load: async () => (await import("./commands/manifest-verbs.ts")).defineSchema,
  },
  {
    name: "args",
    summary: "check many sets of arguments offline",
    group: "Manifests",
    load: async () => (await import("./evaluate/args.ts")).defineArgs,
  },
  {
    name: "scope",
    summary: "check many targets offline",
    group: "Manifests",
    load: async () => (await import("./evaluate/scope.ts")).defineScope,
  },
];
