import type { DenyPack, Mode } from "../policy/policy.ts";

/** What holds when neither a file nor the command line says anything. */
export const DEFAULTS: {
  readonly toolPaths: readonly string[];
  readonly reload: "watch";
  readonly mode: Mode;
  readonly approvalTimeoutSeconds: number;
  readonly elicitForm: boolean;
  readonly host: string;
  readonly port: number;
  readonly pageSize: number;
  readonly taskAfterSeconds: number;
  readonly taskTtlSeconds: number;
  readonly toolNames: "auto";
  readonly disclosure: "auto";
  /** Models choose worse among more tools than this. */
  readonly disclosureThreshold: number;
  readonly maxArgumentBytes: number;
  readonly maxConcurrentCalls: number;
  readonly drainSeconds: number;
  readonly durability: "process";
  readonly packFs: boolean;
  readonly packShell: boolean;
  readonly denyPack: DenyPack;
  readonly cedarPolicies: readonly string[];
  readonly capabilityCommands: "any";
  readonly mcpTimeoutSeconds: number;
  readonly sandboxEngine: "bubblewrap";
  readonly sandboxProfile: "none";
  readonly sandboxProfileForLines: "workspace";
  readonly sandboxFallback: "refuse";
  readonly maxModelChars: number;
  readonly evidenceKeepDays: number;
  readonly evidenceMaxMegabytes: number;
  readonly secretsPrefix: string;
  readonly vaultMount: string;
  readonly vaultVersion: 2;
  readonly vaultTimeoutSeconds: number;
  readonly telemetrySample: number;
  readonly serviceName: string;
  readonly metricsMaxTools: number;
  readonly logLevel: "error";
  readonly tokenTypes: readonly string[];
  readonly principalClaim: string;
} = {
  toolPaths: ["tools"],
  reload: "watch",
  mode: "default",
  approvalTimeoutSeconds: 120,
  elicitForm: false,
  host: "127.0.0.1",
  port: 4815,
  pageSize: 1000,
  taskAfterSeconds: 2,
  taskTtlSeconds: 3600,
  toolNames: "auto",
  disclosure: "auto",
  disclosureThreshold: 40,
  maxArgumentBytes: 1024 * 1024,
  maxConcurrentCalls: 64,
  drainSeconds: 10,
  durability: "process",
  packFs: false,
  packShell: false,
  denyPack: "standard",
  cedarPolicies: ["policies"],
  capabilityCommands: "any",
  mcpTimeoutSeconds: 60,
  sandboxEngine: "bubblewrap",
  sandboxProfile: "none",
  sandboxProfileForLines: "workspace",
  sandboxFallback: "refuse",
  maxModelChars: 30_000,
  evidenceKeepDays: 30,
  evidenceMaxMegabytes: 1024,
  secretsPrefix: "TOOLCLAD_SECRET_",
  vaultMount: "secret",
  vaultVersion: 2,
  vaultTimeoutSeconds: 5,
  telemetrySample: 1,
  serviceName: "toolgate",
  metricsMaxTools: 200,
  logLevel: "error",
  tokenTypes: ["at+jwt", "JWT"],
  principalClaim: "sub",
};

/** Where a scope file is looked for when none is named, relative to the workspace. */
export const SCOPE_FILES: readonly string[] = ["scope/scope.toml", "scope.toml"];

export const LOCAL_TENANT = "local";
