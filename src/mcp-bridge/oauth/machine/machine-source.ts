import { UpstreamError } from "../../upstream.ts";
import { hasScopes, joinScopes, MAX_SCOPES } from "../challenge/scopes.ts";
import type { HeldTokens } from "../credentials.ts";
import { notListed, unsaid } from "../person/explain-login.ts";
import type { ProofAlgorithm, ProofKey } from "../proof/proof-key.ts";
import { createProofKey } from "../proof/proof-key.ts";
import { createRememberedValues } from "../remembered-values.ts";
import type { SourceOfServer, TokenSource } from "../token-source.ts";
import { showText } from "../../../text/show-text.ts";

/** How often a server may ask for more: an honest one does so a few times. */
const MAX_STEPS = 10;

/** Tokens of a machine: asked for when needed, kept by this process alone, and bound to a key that only it has. */
export function createMachineSource(given: SourceOfServer): TokenSource {
  const { server } = given;
  let held: HeldTokens | null = null;
  let wanted: readonly string[] = [];
  let steps = 0;
  const keys = new Map<ProofAlgorithm, ProofKey>();
  const secrets = createRememberedValues();
  const open = async (name: string, host: string): Promise<string> => {
    const value = await given.openSecret(name, server, host);
    secrets.add(value);
    return value;
  };
  const keyFor = async (algorithm: ProofAlgorithm): Promise<ProofKey> => {
    const key = keys.get(algorithm) ?? (await createProofKey(algorithm));
    keys.set(algorithm, key);
    return key;
  };
  return {
    isMachine: true,
    read: () => Promise.resolve(held),
    async renew() {
      const { requestMachineTokens } = await import("./request-machine-tokens.ts");
      held = await requestMachineTokens({ ...given, open, keyFor, wanted, remember: (value) => secrets.add(value) });
      secrets.add(held.accessToken);
      return held;
    },
    checkIssuer: () => Promise.resolve(),
    want(scopes, { asked = [] }) {
      if (scopes.length === 0) throw unsaid();
      const cap = server.auth?.scopes ?? [];
      if (cap.length > 0 && !hasScopes(cap, scopes)) throw notListed(scopes, cap);
      if (hasScopes(asked, scopes)) throw notGranted(scopes);
      const all = joinScopes(wanted, scopes);
      steps += 1;
      if (all.length > MAX_SCOPES || steps > MAX_STEPS) {
        throw new UpstreamError("it asks for ever more scopes", "ask whoever runs it");
      }
      wanted = all;
      return Promise.resolve();
    },
    secretValues: () => secrets.list(),
  };
}

function notGranted(scopes: readonly string[]): UpstreamError {
  const message = `it wants a token for \`${showText(scopes.join(" "), 200)}\`, which was asked for and is not enough`;
  return new UpstreamError(message, "ask whoever runs its authorization server to grant it to this client");
}
