import type { UpstreamAuth } from "../../../config/mcp/upstream-auth.ts";
import { UpstreamError } from "../../upstream.ts";
import { joinScopes } from "../challenge/scopes.ts";
import type { HeldTokens } from "../credentials.ts";
import { findAuthorizationServer } from "../find-authorization-server.ts";
import type { FoundAuthorizationServer } from "../find-authorization-server.ts";
import type { ProofAlgorithm, ProofKey } from "../proof/proof-key.ts";
import { chooseProof, expectProof } from "../proof/choose-proof.ts";
import type { TokenClient } from "../token/authenticate-with.ts";
import { requestTokens } from "../token/request-tokens.ts";
import { signAsClient } from "../token/sign-as-client.ts";
import type { SourceOfServer } from "../token-source.ts";
import { exchangeIdentity } from "./exchange-identity.ts";
import { expectJwt } from "./expect-jwt.ts";

/** What a machine has to ask for tokens. */
export interface MachineAsking extends SourceOfServer {
  /** Opens a secret that is bound to the server and to this host. */
  readonly open: (name: string, host: string) => Promise<string>;
  /** Takes a value that must not be printed. */
  readonly remember: (value: string) => void;
  readonly keyFor: (algorithm: ProofAlgorithm) => Promise<ProofKey>;
  /** What the server asked for since. */
  readonly wanted: readonly string[];
}

/** Tokens for a machine. What it has goes to the issuers that the operator named and to no other. */
export async function requestMachineTokens(asking: MachineAsking): Promise<HeldTokens> {
  const { server, url, fetch, wanted } = asking;
  const { auth = null } = server;
  if (auth?.issuer == null) throw incomplete();
  const found = await findAuthorizationServer({ url, issuer: auth.issuer }, fetch);
  const { metadata, resource } = found;
  const scopes = auth.scopes.length > 0 ? auth.scopes : joinScopes(found.scopes, wanted);
  const client = await toClient(auth, auth.issuer, found, asking);
  const params = await toGrant(auth, { issuer: auth.issuer, found, scopes, asking });
  const algorithm = chooseProof(auth.dpop, found);
  const proofKey = algorithm === null ? null : await asking.keyFor(algorithm);
  const tokens = await requestTokens({ metadata, client, params, resource, scopes, proofKey }, asking);
  expectProof(auth.dpop, tokens);
  // Without a person there is nothing to renew: a machine asks again.
  return { ...tokens, refreshToken: null };
}

async function toClient(
  { clientId, clientSecret, privateKey }: UpstreamAuth,
  issuer: string,
  { metadata }: FoundAuthorizationServer,
  { open }: MachineAsking,
): Promise<TokenClient | null> {
  if (clientId === null) return null;
  const host = hostOf(issuer);
  if (privateKey !== null) {
    const known = metadata.token_endpoint_auth_signing_alg_values_supported ?? [];
    return {
      client_id: clientId,
      sign: signAsClient(clientId, await open(privateKey.secret, host), privateKey, known),
    };
  }
  return { client_id: clientId, ...(clientSecret === null ? {} : { client_secret: await open(clientSecret, host) }) };
}

interface GrantPlace {
  readonly issuer: string;
  readonly found: FoundAuthorizationServer;
  readonly scopes: readonly string[];
  readonly asking: MachineAsking;
}

const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

async function toGrant(auth: UpstreamAuth, place: GrantPlace): Promise<Readonly<Record<string, string>>> {
  const { assertion, identityProvider } = auth;
  const { issuer, found, scopes, asking } = place;
  switch (auth.grant) {
    case "login":
    case "client_credentials":
      if (auth.clientId === null || (auth.clientSecret === null && auth.privateKey === null)) throw incomplete();
      return { grant_type: "client_credentials" };
    case "workload_identity": {
      if (assertion === null) throw incomplete();
      const text = await asking.open(assertion, hostOf(issuer));
      return { grant_type: JWT_BEARER, assertion: expectJwt(text, "assertion", asking.now()) };
    }
    case "enterprise": {
      if (identityProvider === null) throw incomplete();
      const { clientSecret, idToken } = identityProvider;
      const host = hostOf(identityProvider.issuer);
      const wish = {
        provider: identityProvider,
        clientSecret: clientSecret === null ? null : await asking.open(clientSecret, host),
        idToken: expectJwt(await asking.open(idToken, host), "id_token", asking.now()),
        audience: found.issuer,
        resource: found.resource,
        scopes,
      };
      const grant = await exchangeIdentity(wish, asking);
      asking.remember(grant);
      return { grant_type: JWT_BEARER, assertion: grant };
    }
  }
}

function hostOf(url: string): string {
  return new URL(url).hostname;
}

function incomplete(): UpstreamError {
  return new UpstreamError(
    "its `auth` does not say what a machine needs to log in",
    "complete it in the configuration",
  );
}
