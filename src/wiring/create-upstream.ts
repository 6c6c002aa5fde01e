import type { Gate } from "../call/gate.ts";
import { secretVariables } from "../backends/command/secret-variables.ts";
import type { Config } from "../config/config.ts";
import type { McpServer } from "../config/mcp/mcp-server.ts";
import type { EgressClient } from "../egress/egress.ts";
import { findProgram } from "../facts/find-program.ts";
import type { McpBridge } from "../mcp-bridge/bridge.ts";
import { createUpstreamConnection } from "../mcp-bridge/connect/create-upstream-connection.ts";
import { createBridge } from "../mcp-bridge/create-bridge.ts";
import type { ServerAuthParts } from "../mcp-bridge/oauth/create-server-auth.ts";
import type { ProcessRunner } from "../process/process-runner.ts";
import type { Registry } from "../registry/registry.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { SecretSource } from "../secrets/secret-source.ts";
import type { Store } from "../storage/store.ts";
import { OWN_VERSION } from "../setup/own-version.ts";
import { createServerConfinement } from "./confine-server.ts";
import type { ConfineServerParts } from "./confine-server.ts";
import { toServerTool } from "./to-server-tool.ts";
import { createServerLogins } from "./create-oauth.ts";
import { createServerSecrets } from "./server-secrets.ts";

export interface UpstreamWiring {
  readonly config: Config;
  readonly registry: Pick<Registry, "setUpstream">;
  readonly store: Pick<Store, "pins">;
  readonly runner: ProcessRunner;
  readonly egress: EgressClient;
  readonly secrets: Pick<SecretSource, "open">;
  /** What logins run on. */
  readonly oauth: ServerAuthParts;
  readonly sandbox: Sandbox;
  /** Absolute, links followed. */
  readonly home: string;
  readonly protectedFolders: readonly string[];
  readonly openProxy: ConfineServerParts["openProxy"];
  /** Folders in which programs are found, separated by `:`. */
  readonly searchPath: string;
  /** Takes secrets that are known everywhere, and the given ones, out of what a server says of itself. */
  readonly scrub: (text: string, secrets: readonly string[]) => string;
  readonly logFailure: (id: string, cause: unknown) => void;
}

/** Of one message of a server: what is larger is no result but a flood. */
const MAX_RESULT_BYTES = 16 * 1024 * 1024;

/** Puts together what reaches upstream MCP servers. Nothing is started before somebody asks for it. */
export function createUpstream({ config, registry, store, secrets, searchPath, ...parts }: UpstreamWiring): McpBridge {
  const logins = createServerLogins(parts.oauth);
  const given = createServerSecrets(config.mcpServers, process.env, logins.secretsOf);
  const connecting = {
    ...parts,
    scrub: (text: string) => parts.scrub(text, given.all()),
    confine: createServerConfinement({ ...parts, config }),
    environment: process.env,
    isSecretVariable: secretVariables(config.secrets, config.telemetry),
    workspace: config.workspace,
    findProgram: (name: string, cwd: string) => {
      const found = findProgram(name, searchPath.split(":"), cwd);
      return found.found ? found.file : null;
    },
    openSecrets: async (names: readonly string[], server: McpServer) => {
      const opened = await secrets.open(names, toUse(server));
      given.remember(server.name, Object.values(opened));
      return opened;
    },
    privateAddresses: config.privateAddresses,
    authFor: logins.authFor,
    maxResultBytes: config.output.maxTotalBytes ?? MAX_RESULT_BYTES,
    version: OWN_VERSION,
  };
  return createBridge({
    servers: config.mcpServers,
    workspace: config.workspace,
    pins: store.pins,
    open: (server, listeners) => createUpstreamConnection(server, connecting, listeners),
    publish: (tools, issues) => registry.setUpstream(tools, issues),
    now: () => new Date(),
    secretsOf: given.valuesOf,
    logFailure: parts.logFailure,
  });
}

/** They go to its program, or to the host that it is at. */
function toUse(server: McpServer): Parameters<SecretSource["open"]>[1] {
  const { transport, target } = server;
  return { tool: toServerTool(server), host: transport === "stdio" ? null : hostOf(target) };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, "") : "";
}

/** Everything declared at a moment, with the tools of upstream servers as any process has found or accepted them. */
export function followUpstream(
  currentTools: Gate["currentTools"],
  upstream: Pick<McpBridge, "refresh" | "servers">,
  store: Pick<Store, "revision">,
): Gate["currentTools"] {
  if (upstream.servers().length === 0) return currentTools;
  return async (wanted = store.revision()) => {
    await upstream.refresh(wanted);
    return currentTools(wanted);
  };
}
