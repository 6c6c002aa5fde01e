import { describe, expect, it } from "vitest";
import { upstreamAuth } from "./auth-schema.ts";
import { toUpstreamAuth } from "./upstream-auth.ts";
import type { UpstreamAuthData } from "./upstream-auth.ts";

const place = { issuer: "https://login.example.com", client_id: "gate" };
const enterprise = {
  ...place,
  grant: "enterprise",
  idp_issuer: "https://idp.example.com",
  idp_client_id: "gate",
  id_token: "person",
} as const;

const problem = (auth: object): string | null => upstreamAuth.safeParse(auth).error?.issues[0]?.message ?? null;

describe("[mcp.servers.NAME.auth]", () => {
  it.each<UpstreamAuthData>([
    {},
    { dpop: true, scopes: ["read"] },
    { ...place, client_secret: "s" },
    { ...place, grant: "client_credentials", client_secret: "s" },
    { ...place, grant: "client_credentials", private_key: "k", key_id: "1", signing_algorithm: "PS256" },
    { grant: "workload_identity", issuer: place.issuer, assertion: "pod" },
    { ...place, grant: "workload_identity", assertion: "pod", client_secret: "s" },
    enterprise,
    { ...enterprise, idp_client_secret: "i", private_key: "k" },
  ])("%j", (auth) => {
    expect(problem(auth)).toBeNull();
  });

  it.each<[object, string]>([
    [{ grant: "client_credentials", client_id: "gate", client_secret: "s" }, "`issuer`, `client_id` for"],
    [{ ...place, grant: "client_credentials" }, "`client_secret` or `private_key` for"],
    [{ ...place, grant: "client_credentials", client_secret: "s", private_key: "k" }, "either"],
    [{ ...place, grant: "client_credentials", client_secret: "s", assertion: "a" }, "no `assertion` beside"],
    [{ ...place, grant: "client_credentials", client_secret: "s", key_id: "1" }, "`private_key` beside"],
    [{ grant: "workload_identity", assertion: "a" }, "`issuer`, `assertion` for"],
    [
      { grant: "workload_identity", issuer: place.issuer, assertion: "a", client_secret: "s" },
      "`issuer` and `client_id`",
    ],
    [{ ...enterprise, id_token: undefined }, "`id_token` for"],
    [{ ...enterprise, assertion: "a" }, "no `assertion`"],
    [{ id_token: "x", idp_issuer: "https://idp.example.com" }, "no `idp_issuer`, `id_token` beside"],
    [{ ...place, private_key: "k" }, 'no `private_key` beside `grant = "login"`'],
    [{ client_secret: "s" }, "`issuer` and `client_id` beside `client_secret`"],
    [{ ...place, grant: "client_credentials", private_key: "-----BEGIN PRIVATE KEY-----" }, "the name of a secret"],
    [{ ...place, grant: "client_credentials", private_key: "k", signing_algorithm: "HS256" }, "Invalid option"],
    [{ ...enterprise, idp_issuer: "http://idp.example.com" }, "`https`"],
  ])("%j is refused", (auth, message) => {
    expect(problem(auth)).toContain(message);
  });

  it("is filled in", () => {
    expect(toUpstreamAuth({ ...enterprise, private_key: "k" })).toMatchObject({
      privateKey: { secret: "k", keyId: null, algorithm: null },
      identityProvider: { issuer: "https://idp.example.com", clientId: "gate", clientSecret: null, idToken: "person" },
      dpop: null,
      assertion: null,
    });
  });
});
