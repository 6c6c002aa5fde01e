import type { SecretProviderConfig } from "../../../config/config.ts";
import type { EgressRequest, EgressResult } from "../../../egress/egress.ts";
import type { ProviderParts } from "../create-provider.ts";
import type { FoundSecret, SecretProvider } from "../secret-provider.ts";
import { readAnswer } from "./read-answer.ts";
import { readToken } from "./read-token.ts";
import { unavailable } from "./vault-error.ts";

export type VaultConfig = Extract<SecretProviderConfig, { kind: "vault" }>;

const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Secrets of a KV engine, versions 1 and 2, one request for each use: what was changed or taken away there holds at once.
 * The operator wrote the address, so it may be one of this machine or network; no redirect is followed with the token.
 */
export function createVaultProvider(
  config: VaultConfig,
  { environment, egress, signal }: ProviderParts,
): SecretProvider {
  const toUrl = (name: string): string => `${config.url.replace(/\/+$/, "")}/v1/${toPath(config, name)}`;
  return {
    place: toUrl,
    async find({ name }) {
      const url = toUrl(name);
      const token = await readToken(config.token, environment);
      const rules = { hosts: [new URL(url).hostname], permitsAddress: () => true };
      return toFound(await egress.request(toRequest(url, token, config, signal), rules), url, config);
    },
  };
}

function toPath({ mount, path, version }: VaultConfig, name: string): string {
  const steps = [mount, ...(version === 2 ? ["data"] : []), path, name].flatMap((part) => part.split("/"));
  return steps
    .filter((step) => step !== "")
    .map(encodeURIComponent)
    .join("/");
}

function toRequest(url: string, token: string, config: VaultConfig, signal: AbortSignal): EgressRequest {
  const headers: (readonly [string, string])[] = [
    ["accept", "application/json"],
    ["x-vault-request", "true"],
    ["x-vault-token", token],
  ];
  if (config.namespace !== null) headers.push(["x-vault-namespace", config.namespace]);
  const { timeoutMs } = config;
  const limits = { maxRedirects: 0, timeoutMs, maxBodyBytes: MAX_BODY_BYTES };
  return { method: "GET", url, headers, body: null, secretHeaders: ["x-vault-token"], ...limits, signal };
}

function toFound(result: EgressResult, url: string, config: VaultConfig): FoundSecret {
  switch (result.kind) {
    case "answered":
      return readAnswer(result, url, config);
    case "timeout":
      throw unavailable(
        `${url} did not answer within ${config.timeoutMs} ms`,
        "See whether it is up and can be reached.",
      );
    case "cancelled":
      throw unavailable(`the request to ${url} was ended: Toolgate is closing`, "Call again.");
    case "refused":
    case "failed":
      throw unavailable(`${url} cannot be asked: ${result.reason}`, "See whether it is up and can be reached.");
  }
}
