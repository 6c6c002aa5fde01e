import type { BackendSpec, UrlTemplate } from "../model/backend.ts";
import { listPrograms } from "../manifest/list-programs.ts";
import type { Tool } from "../model/tool.ts";
import type { Scope } from "../scope/scope.ts";
import type { Reach } from "./analysis.ts";
import { toPrefix } from "./param-space.ts";

/** Everything outside that a tool can touch under a scope; `null`: there is no scope file. */
export function toReach(tool: Tool, scope: Scope | null): Reach {
  const { backend, secretEnvironment = {} } = tool;
  return {
    programs: unique([...listPrograms(tool), ...(backend.kind === "browser" ? ["a browser"] : [])]),
    hosts: unique(toHosts(tool, scope)),
    targets: unique(toTargets(tool, scope)),
    paths: unique(toPaths(tool)),
    environment: unique([...tool.environment, ...toEnvironment(backend), ...Object.keys(secretEnvironment)]),
    secrets: unique([
      ...toSecrets(backend),
      ...Object.values(secretEnvironment),
      ...(tool.sealedEnvironment?.names ?? []),
    ]),
    tools:
      backend.kind === "capability"
        ? backend.tools
        : backend.kind === "mcp"
          ? [`${backend.server}/${backend.tool}`]
          : [],
  };
}

function toHosts({ backend, input, sandbox }: Tool, scope: Scope | null): readonly string[] {
  if (backend.kind === "http") {
    const host = toUrlHost(backend.url);
    return host === null ? toScopeEntries(scope) : [host];
  }
  if (backend.kind === "capability") return backend.net === null ? [] : backend.net.length === 0 ? ["*"] : backend.net;
  if (backend.kind !== "browser") return [...toUrlHosts(input), ...toNetworkHosts(sandbox)];
  const { allowedDomains, allowExternal } = backend.browser;
  return allowExternal ? ["*"] : allowedDomains;
}

/** The host as the author wrote it; `null` where a value decides it. */
function toUrlHost({ host }: UrlTemplate): string | null {
  const texts = host.map((part) => (part.kind === "text" ? part.text : null));
  return texts.includes(null) ? null : texts.join("");
}

/** What its programs may reach where they are confined. */
function toNetworkHosts(sandbox: Tool["sandbox"]): readonly string[] {
  const network = sandbox?.network;
  if (network?.kind === "hosts") return network.hosts;
  return network?.kind === "all" ? ["*"] : [];
}

/** A program that is given an address decides itself what it does with it. */
function toUrlHosts(input: Tool["input"]): readonly string[] {
  const isFree = input.kind === "params" && input.params.some((param) => param.type === "url" && !param.scopeCheck);
  return isFree ? ["*"] : [];
}

const TARGET_TYPES: readonly string[] = ["scope_target", "ip_address", "cidr"];

function toTargets({ input, backend }: Tool, scope: Scope | null): readonly string[] {
  const params = input.kind === "params" ? input.params : [];
  const takes = params.some((param) => TARGET_TYPES.includes(param.type) || (param.type === "url" && param.scopeCheck));
  const extracts = backend.kind === "session" && backend.extractTarget;
  return takes || extracts ? toScopeEntries(scope) : [];
}

function toScopeEntries(scope: Scope | null): readonly string[] {
  return scope === null ? ["*"] : [...scope.networks, ...scope.domains];
}

function toPaths({ input, backend, sandbox }: Tool): readonly string[] {
  const params = input.kind === "params" ? input.params : [];
  const prefixes = params.flatMap((param) =>
    param.type === "path" || param.type === "credential_file" ? [toPrefix(param)] : [],
  );
  const works = backend.kind === "command" || backend.kind === "script" ? [backend.cwd ?? "."] : [];
  const runs = backend.kind === "capability" ? Object.values(backend.commands).map(({ cwd }) => cwd ?? ".") : [];
  return [...prefixes, ...works, ...runs, ...(sandbox?.writable ?? []), ...(sandbox?.readable ?? [])];
}

function toEnvironment(backend: BackendSpec): readonly string[] {
  if (backend.kind === "capability") return Object.values(backend.commands).flatMap(({ environment }) => environment);
  return backend.kind === "command" ? Object.keys(backend.variables ?? {}) : [];
}

function toSecrets(backend: BackendSpec): readonly string[] {
  if (backend.kind === "browser") {
    return backend.browser.authFlows.flatMap(({ secretRef, mfaSecretRef }) =>
      mfaSecretRef === null ? [secretRef] : [secretRef, mfaSecretRef],
    );
  }
  if (backend.kind !== "http") return [];
  const { host, port, path, query } = backend.url;
  const headers = backend.headers.flatMap(([, value]) => value);
  const parts = [...host, ...port, ...path, ...(query ?? []), ...headers, ...(backend.body?.parts ?? [])];
  return parts.flatMap((part) => (part.kind === "secret" ? [part.name] : []));
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
