import type { JsonObject, JsonValue } from "../../src/model/json.ts";

/** Where the default says nothing to a reader: by key, or by `table.key` where tables differ. */
const EXAMPLES: Readonly<Record<string, JsonValue>> = {
  "permissions.allow": ["repo.log", "shell.exec(git status *)", { tool: "fs.write", specifier: "./docs/**" }],
  "permissions.ask": ["files.archive"],
  "permissions.deny": ["shell.exec(git push *)"],
  "permissions.rules.effect": "deny",
  "permissions.rules.tool": "shell.exec",
  "permissions.rules.specifier": "git push *",
  "permissions.rules.params": { working_dir: "*/release" },
  "permissions.rules.reason": "Releases are pushed by people.",
  "permissions.rules.id": "no-push",
  "permissions.rules.expires_at": "2027-01-31T18:00:00Z",
  "permissions.rules.match": ["git push origin main"],
  "permissions.rules.not_match": ["git pull"],
  "policy.profiles": { docs: ["fs.read", "fs.list"] },
  "policy.delegation.deny": ["group:messaging"],
  "policy.delegation.leaf_deny": ["group:delegation"],
  "policy.agents.NAME.mode": "plan",
  "limits.max_depth": 3,
  "limits.rules.id": "searches",
  "limits.rules.tools": ["group:web"],
  "limits.rules.rate": "150/h",
  "approvals.who.tools": ["group:fs"],
  "approvals.who.effects": ["write", "destructive"],
  "approvals.who.approvers": ["alice", "role:admin"],
  "sandbox.image": "debian:stable-slim",
  "sandbox.tools.tool": "notes.*",
  "sandbox.tools.profile": "isolated",
  "sandbox.tools.writable": ["out"],
  "sandbox.tools.readable": ["~/reference"],
  "sandbox.tools.network": ["api.example.com"],
  memory_mb: 1024,
  processes: 64,
  file_mb: 100,
  cpu_seconds: 60,
  "network.private": ["127.0.0.1", "10.0.0.0/8"],
  "secrets.providers.kind": "vault",
  "secrets.providers.url": "https://vault.example.com",
  "secrets.providers.path": "toolgate",
  "secrets.providers.namespace": "platform",
  "secrets.providers.token_env": "VAULT_TOKEN",
  "secrets.bind.secret": "EXAMPLE_TOKEN",
  "secrets.bind.tools": ["notes.*"],
  "secrets.bind.hosts": ["api.example.com"],
  "output.patterns.name": "badge-number",
  "output.patterns.pattern": "\\bB-[0-9]{6}\\b",
  "output.max_total_mb": 256,
  "output.evidence.folder": "evidence",
  "server.auth.resource": "https://gate.example.com/mcp",
  "server.auth.issuers.issuer": "https://login.example.com",
  "server.auth.issuers.audience": "https://gate.example.com/mcp",
  "server.auth.issuers.jwks_uri": "https://login.example.com/keys",
  "server.auth.issuers.principal_prefix": "corp/",
  "server.auth.issuers.agent_claim": "client_id",
  "server.auth.issuers.agent_prefix": "corp/",
  "server.auth.issuers.agents": { "0oa4x7k2": "cursor" },
  "server.auth.issuers.roles_claim": "groups",
  "server.auth.issuers.roles": { "toolgate-users": ["agent"], "toolgate-leads": ["agent", "approver"] },
  "telemetry.traces": "https://collector.example.com:4318/v1/traces",
  "telemetry.propagate_to": ["*.internal.example"],
  "telemetry.headers.NAME.env": "OTLP_TOKEN",
  "mcp.servers.NAME.sandbox.profile": "isolated",
  "mcp.servers.NAME.sandbox.network": ["api.example.com"],
  "mcp.servers.NAME.sandbox.memory_mb": 512,
  "mcp.servers.NAME.sandbox.processes": 32,
  "mcp.servers.NAME.sandbox.file_mb": 100,
  "mcp.servers.NAME.sandbox.cpu_seconds": 600,
  "mcp.servers.NAME.idle_minutes": 30,
  "mcp.servers.NAME.prefix": "docs",
  "mcp.servers.NAME.auth.issuer": "https://login.example.com",
  "mcp.servers.NAME.auth.client_id": "toolgate",
  "mcp.servers.NAME.auth.client_secret": "docs_client_secret",
  "mcp.servers.NAME.auth.client_metadata_url": "https://gate.example.com/client.json",
  "mcp.servers.NAME.auth.dpop": true,
  profile: "coding",
  environment: "production",
  allow: ["group:fs", "repo.*"],
  deny: ["shell.exec"],
  also_allow: ["session.status"],
  fs_deny: ["./private", "*.key"],
  net: ["api.example.com", "*.example.org"],
  data_folder: "~/toolgate-data",
  transport: "stdio",
  command: "npx",
  args: ["-y", "@modelcontextprotocol/server-everything"],
  env: { GITHUB_TOKEN: "${GITHUB_TOKEN}" },
  cwd: "servers",
  url: "https://mcp.example.com/mcp",
  headers: { Authorization: "Bearer ${EXAMPLE_TOKEN}" },
};

/** What cannot stand beside the key before it. */
const OR_ELSE: Readonly<Record<string, JsonValue>> = {
  "limits.rules.concurrent": 2,
  "limits.rules.daily": 1000,
  "secrets.providers.token_file": "vault-token",
  "telemetry.headers.NAME.file": "otlp-token",
  "telemetry.headers.NAME.secret": "otlp_key",
};

/** What belongs to another kind of table than the one that is shown. */
const OF_ANOTHER: Readonly<Record<string, JsonValue>> = {
  "secrets.providers.prefix": "TOOLCLAD_SECRET_",
  "secrets.providers.folder": "secrets",
  "mcp.servers.NAME.auth.private_key": "docs_key",
  "mcp.servers.NAME.auth.key_id": "2026-01",
  "mcp.servers.NAME.auth.signing_algorithm": "ES256",
  "mcp.servers.NAME.auth.assertion": "pod_token",
  "mcp.servers.NAME.auth.idp_issuer": "https://idp.example.com",
  "mcp.servers.NAME.auth.idp_client_id": "toolgate",
  "mcp.servers.NAME.auth.idp_client_secret": "idp-secret",
  "mcp.servers.NAME.auth.id_token": "id_token",
};

/** The line that a page shows for a key. */
export function renderExample(table: string, key: string, schema: JsonObject): string {
  const other = OR_ELSE[`${table}.${key}`];
  if (other !== undefined) return `# or ${key} = ${toToml(other)}`;
  const foreign = OF_ANOTHER[`${table}.${key}`];
  if (foreign !== undefined) return `# of another kind: ${key} = ${toToml(foreign)}`;
  const example = EXAMPLES[`${table}.${key}`] ?? EXAMPLES[key] ?? schema.default;
  if (example === undefined) throw new Error(`the key ${table}.${key} has no default: give it an example here`);
  return `${key} = ${toToml(example)}`;
}

export function toToml(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map((item: JsonValue) => toToml(item)).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${key} = ${toToml(member ?? null)}`);
  return `{ ${members.join(", ")} }`;
}
