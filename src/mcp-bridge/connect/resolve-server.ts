import type { McpServer } from "../../config/mcp/mcp-server.ts";
import { UpstreamError } from "../upstream.ts";
import type { UpstreamParts } from "./upstream-parts.ts";

/** A server with every variable and secret in its place. */
export interface ResolvedServer {
  readonly target: string;
  readonly args: readonly string[];
  readonly cwd: string | null;
  readonly env: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

type VariableParts = Pick<UpstreamParts, "environment" | "isSecretVariable">;
type ResolveParts = VariableParts & Pick<UpstreamParts, "openSecrets">;

/** @throws UpstreamError naming the key and the variable or secret that is missing or empty */
export async function resolveServer(server: McpServer, parts: ResolveParts): Promise<ResolvedServer> {
  const { env = {}, headers = {}, args = [], transport, target, cwd } = server;
  const named = [...Object.values(env), ...Object.values(headers)].flatMap(listSecrets);
  const secrets = named.length === 0 ? {} : await parts.openSecrets([...new Set(named)], server);
  const fill = (key: string, text: string): string => fillVariables(text, key, parts);
  const fillAll = (table: string, values: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(values).map(([name, text]) => {
        const key = `${table}.${name}`;
        return [name, fillPlaces(text, key, { parts, secrets })] as const;
      }),
    );
  return {
    target: fill(transport === "stdio" ? "command" : "url", target),
    args: args.map((text, index) => fill(`args[${index}]`, text)),
    cwd: cwd === null ? null : fill("cwd", cwd),
    env: fillAll("env", env),
    headers: fillAll("headers", headers),
  };
}

const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]{0,127})\}/g;
const SECRET = /\{_secret:([^{}]{1,200})\}/g;
const EITHER = /\$\{([A-Za-z_][A-Za-z0-9_]{0,127})\}|\{_secret:([^{}]{1,200})\}/g;

function listSecrets(text: string): readonly string[] {
  return [...text.matchAll(SECRET)].flatMap(([, name]) => name ?? []);
}

/** A text without secrets, its variables filled in. @throws UpstreamError as `resolveServer` does */
export function fillVariables(text: string, key: string, parts: VariableParts): string {
  if (listSecrets(text).length > 0) {
    throw failure(key, "it names a secret, which only `env` and `headers` may hold", "move it there");
  }
  return text.replaceAll(VARIABLE, (_, name: string) => readVariable(name, key, parts));
}

/** In one walk: what a variable or a secret holds is never looked through again. */
function fillPlaces(
  text: string,
  key: string,
  given: { readonly parts: ResolveParts; readonly secrets: Readonly<Record<string, string>> },
): string {
  return text.replaceAll(EITHER, (_, variable: string | undefined, secret: string | undefined) =>
    variable === undefined ? readSecret(secret ?? "", key, given.secrets) : readVariable(variable, key, given.parts),
  );
}

function readVariable(name: string, key: string, parts: VariableParts): string {
  if (parts.isSecretVariable(name)) {
    const hint = `keep it as a secret and write {_secret:NAME}`;
    throw failure(key, `the variable ${name} holds a secret of Toolgate and is handed to no server`, hint);
  }
  const value = Object.hasOwn(parts.environment, name) ? parts.environment[name] : undefined;
  if (value !== undefined && value !== "") return value;
  const what = value === undefined ? "is not set" : "is empty";
  throw failure(key, `the variable ${name} of Toolgate's environment ${what}`, `set ${name} and try again`);
}

function readSecret(name: string, key: string, secrets: Readonly<Record<string, string>>): string {
  const value = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
  if (value !== undefined && value !== "") return value;
  const what = value === undefined ? "is missing" : "is empty";
  throw failure(key, `the secret ${name} ${what}`, `\`toolgate secrets set ${name}\` stores it`);
}

function failure(key: string, reason: string, hint: string): UpstreamError {
  return new UpstreamError(`\`${key}\`: ${reason}`, hint);
}
