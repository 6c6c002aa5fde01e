import type { McpServer } from "../config/mcp/mcp-server.ts";

/** Values that were handed to upstream servers, so that nothing that comes back may hold them. */
export interface ServerSecrets {
  /** Keeps the values that are opened for a server, from then on. */
  readonly remember: (server: string, values: readonly string[]) => void;
  /** With those variables of Toolgate's that hold a secret by their names. */
  readonly valuesOf: (server: string) => readonly string[];
  /** Of every server. */
  readonly all: () => readonly string[];
}

/** Names that people give to variables of the environment that others must not know. */
const SECRET_NAME = /TOKEN|SECRET|PASS|KEY|AUTH|CREDENTIAL|PAT$/i;
const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]{0,127})\}/g;
/** Shorter values stand in too many texts by chance. */
const MIN_LENGTH = 6;

export function createServerSecrets(
  servers: readonly McpServer[],
  environment: Readonly<Record<string, string | undefined>>,
  loginsOf: (server: McpServer) => readonly string[],
): ServerSecrets {
  const known = new Map(servers.map((server) => [server.name, new Set(listVariables(server, environment))]));
  const valuesOf = (name: string): readonly string[] => {
    const server = servers.find((one) => one.name === name);
    return [...(known.get(name) ?? []), ...(server === undefined ? [] : loginsOf(server))];
  };
  return {
    remember: (name, values) => {
      for (const value of values) known.get(name)?.add(value);
    },
    valuesOf,
    all: () => servers.flatMap(({ name }) => valuesOf(name)),
  };
}

function listVariables(
  { env = {}, headers = {}, args = [], target }: McpServer,
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const texts = [...Object.values(env), ...Object.values(headers), ...args, target];
  const names = texts.flatMap((text) => [...text.matchAll(VARIABLE)].flatMap(([, name]) => name ?? []));
  return names.flatMap((name) => {
    const value = SECRET_NAME.test(name) && Object.hasOwn(environment, name) ? environment[name] : undefined;
    return value === undefined || value.length < MIN_LENGTH ? [] : [value];
  });
}
