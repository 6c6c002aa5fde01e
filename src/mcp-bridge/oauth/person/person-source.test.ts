import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readClaims } from "../../../../test/fixtures/identity/authorization-server.ts";
import type { UpstreamAuthData } from "../../../config/mcp/upstream-auth.ts";
import { UpstreamError } from "../../upstream.ts";
import type { ServerOAuth } from "../create-server-auth.ts";
import { logIn } from "../login/log-in.ts";
import type { OAuthWorld } from "../oauth.fixture.ts";
import { createOAuthWorld } from "../oauth.fixture.ts";

let oauth: OAuthWorld;

beforeEach(async () => {
  oauth = await createOAuthWorld();
});

afterEach(() => oauth.close());

const refusal = (status: number, challenge: string): Response =>
  new Response(null, { status, headers: { "www-authenticate": challenge } });
const forbid = (scope: string): Response => refusal(403, `Bearer error="insufficient_scope", scope="${scope}"`);
const asked = (): readonly (string | null)[] => oauth.remote.pages.map((page) => page.get("scope"));
const kept = async (): Promise<unknown> => {
  const server = oauth.server();
  return oauth.parts.credentials.read(server, server.target);
};

/** What a request comes to that the server answers so. */
async function call(auth: ServerOAuth, answer: (token: string) => Response): Promise<Response | UpstreamError> {
  const token = (await auth.provider?.token()) ?? "";
  const send = auth.sign((_, init) =>
    Promise.resolve(answer(new Headers(init?.headers).get("authorization")?.replace(/^\w+ /, "") ?? "")),
  );
  try {
    const response = await send(oauth.remote.serverUrl, { headers: { authorization: `Bearer ${token}` } });
    if (response.status === 401) await auth.provider?.onUnauthorized?.({ response } as never);
    return response;
  } catch (error) {
    expect(error).toBeInstanceOf(UpstreamError);
    expect(JSON.stringify([(error as Error).message, (error as UpstreamError).hint])).not.toContain(token);
    return error as UpstreamError;
  }
}

const message = (result: Response | UpstreamError): string =>
  result instanceof UpstreamError ? `${result.message} | ${result.hint}` : `HTTP ${result.status}`;

describe("a login that is not enough", () => {
  const login = async (auth?: UpstreamAuthData): Promise<unknown> => oauth.logIn(oauth.server(auth));

  it("says how to get more, and the next one asks for all of it, in whatever process", async () => {
    oauth.remote.challenge = 'Bearer scope="read"';
    await login();
    const auth = oauth.auth();
    expect(message(await call(auth, () => forbid("write")))).toContain(
      "its login is not for `write`, which this needs (HTTP 403) | log in again, which asks for it: toolgate servers login docs",
    );
    await call(oauth.auth(), () => forbid("admin"));
    // Neither asks anybody for anything, nor takes the login away.
    expect(oauth.remote.tokenRequests).toHaveLength(1);
    expect(message(await call(auth, () => new Response("ok")))).toBe("HTTP 200");
    await login();
    expect(asked()).toEqual(["read", "read write admin"]);
    expect(await kept()).not.toHaveProperty("wanted");
    await login();
    expect(asked().at(-1)).toBe("read");
  });

  it("sends a call again where somebody logged in with more meanwhile", async () => {
    await login();
    const auth = oauth.auth();
    await call(auth, () => forbid("write"));
    let isFirst = true;
    const token = await auth.provider?.token();
    const send = auth.sign(async (_, init) => {
      const sent = new Headers(init?.headers).get("authorization");
      if (sent === `Bearer ${token ?? ""}` && isFirst) {
        isFirst = false;
        await login();
        return forbid("write");
      }
      return new Response(sent);
    });
    const answer = await send(oauth.remote.serverUrl, { headers: { authorization: `Bearer ${token ?? ""}` } });
    expect(await answer.text()).toBe(`Bearer ${(await auth.provider?.token()) ?? ""}`);
  });

  it("sends nobody to log in again and again", async () => {
    oauth.remote.challenge = 'Bearer scope="read write"';
    await login();
    const shown = message(await call(oauth.auth(), () => forbid("write")));
    expect(shown).toContain("was asked for at the login");
    expect(shown).not.toContain("servers login");
    for (let n = 0; n < 120; n += 1) await call(oauth.auth(), () => forbid(`scope-${n}`));
    expect(message(await call(oauth.auth(), () => forbid("one-more")))).toContain("ever more");
    expect(oauth.remote.tokenRequests).toHaveLength(1);
  });

  it("asks for nothing that the operator did not list", async () => {
    const server = oauth.server({ scopes: ["read"] });
    await oauth.logIn(server);
    expect(message(await call(oauth.auth(server), () => forbid("write")))).toContain("lists read");
    await oauth.logIn(server);
    expect(asked()).toEqual(["read", "read"]);
  });

  it.each([
    [String.raw`Bearer error="insufficient_scope", scope="\"><script> ‮"`, "does not say what would be"],
    ['Bearer error="insufficient_scope"', "does not say what would be"],
    [`Bearer error="insufficient_scope", scope="${"a ".repeat(4500)}"`, "HTTP 403"],
    ['Bearer error="insufficient_scope", error_description="scope=evil", scope="write"', "not for `write`"],
  ])("is told in words of Toolgate's, whatever stands in %j", async (challenge, expected) => {
    await login();
    // What no header can hold is sent as its bytes.
    const text = Buffer.from(challenge).toString("latin1");
    const shown = message(await call(oauth.auth(), () => refusal(403, text)));
    expect(shown).toContain(expected);
    expect(shown).not.toMatch(/script|evil|\u202e/);
  });
});

describe("a server that names another authorization server than at the login", () => {
  it("gets nothing of the old login, which stays; a person is told, and logs in there as somebody new", async () => {
    const other = await createOAuthWorld();
    await oauth.logIn();
    const before = await kept();
    const { refresh_token: secret } = {
      refresh_token: (before as { tokens: { refreshToken: string } }).tokens.refreshToken,
    };
    oauth.remote.resource = { authorization_servers: [other.remote.issuer] };
    const auth = oauth.auth();
    const shown = message(await call(auth, () => refusal(401, "Bearer")));
    expect(shown).toContain(
      `it takes logins of ${other.remote.issuer} now, and no longer those of ${oauth.remote.issuer}`,
    );
    expect([oauth.remote.tokenRequests.length, other.remote.tokenRequests.length]).toEqual([1, 0]);
    expect(await kept()).toEqual(before);
    const moves: string[][] = [];
    await logIn(oauth.server(), oauth.parts, {
      onUrl: (url) => void oauth.remote.browse(url),
      onMoved: (...move) => void moves.push(move),
      signal: AbortSignal.timeout(20_000),
    });
    expect(moves).toEqual([[oauth.remote.issuer, other.remote.issuer]]);
    expect(other.remote.registered).toHaveLength(1);
    expect(JSON.stringify([other.remote.tokenRequests.map(({ form }) => [...form]), other.remote.pages])).not.toContain(
      secret,
    );
    expect(await kept()).toMatchObject({ issuer: other.remote.issuer });
    await other.close();
  });

  it("is not asked where the operator named one, nor believed when it is silent", async () => {
    const server = oauth.server({ issuer: oauth.remote.issuer });
    await oauth.logIn(server);
    oauth.remote.resource = { authorization_servers: ["https://evil.example"] };
    expect(message(await call(oauth.auth(server), () => refusal(401, "Bearer")))).toBe("HTTP 401");
    expect(oauth.remote.tokenRequests.map(({ form }) => form.get("grant_type"))).toEqual([
      "authorization_code",
      "refresh_token",
    ]);
    oauth.remote.resource = { authorization_servers: [] };
    expect(message(await call(oauth.auth(), () => refusal(401, "Bearer")))).toBe("HTTP 401");
  });
});

describe("a login that is bound to a key", () => {
  beforeEach(() => {
    oauth.remote.metadata = { dpop_signing_alg_values_supported: ["ES256"] };
    oauth.remote.challenge = "DPoP";
  });

  it("is renewed with that key, also by another process, and worth nothing without it", async () => {
    await oauth.logIn();
    const first = oauth.auth();
    await first.provider?.token();
    oauth.ahead += 3_590_000;
    const second = oauth.auth();
    let proof = "";
    const token = (await second.provider?.token()) ?? "";
    const send = second.sign((_, init) => {
      const headers = new Headers(init?.headers);
      proof = headers.get("dpop") ?? "";
      return Promise.resolve(new Response(headers.get("authorization")));
    });
    const answer = await send(oauth.remote.serverUrl, { headers: { authorization: `Bearer ${token}` } });
    expect(await answer.text()).toBe(`DPoP ${token}`);
    const keys = [...oauth.remote.tokenRequests.map(({ dpop = "" }) => dpop), proof].map((text) =>
      Buffer.from(text.split(".")[0] ?? "", "base64url").toString(),
    );
    expect(new Set(keys).size).toBe(1);
    expect(readClaims(proof)).toHaveProperty("ath");
    expect(JSON.stringify(await oauth.world.store.secrets.list("/w"))).not.toContain('"crv"');
    expect(second.secretValues()).toHaveLength(3);
  });

  it.each<[string, UpstreamAuthData, string | null, boolean]>([
    ["the server does not ask for it", {}, "Bearer", false],
    ["the operator does not want it", { dpop: false }, "DPoP", false],
    ["the operator wants it", { dpop: true }, "Bearer", true],
  ])("is so only as wanted: %s", async (_, auth, challenge, isBound) => {
    oauth.remote.challenge = challenge;
    await oauth.logIn(oauth.server(auth));
    expect(oauth.remote.tokenRequests[0]?.dpop !== undefined).toBe(isBound);
  });

  it("is kept by nobody where it has to be bound and is not", async () => {
    oauth.remote.answer = (response) =>
      response.writeHead(200).end(JSON.stringify({ access_token: "t", token_type: "Bearer" }));
    await expect(oauth.logIn(oauth.server({ dpop: true }))).rejects.toThrow("bound to nothing");
    expect(await kept()).toBeNull();
  });
});

describe("what a server says where it refuses", () => {
  it("leads to what it says of itself, which has to be about this server", async () => {
    const other = await createOAuthWorld();
    const place = `${other.remote.issuer}/.well-known/oauth-protected-resource/mcp`;
    oauth.remote.challenge = `Bearer resource_metadata="${place}"`;
    await expect(oauth.logIn()).rejects.toThrow(`says of itself that it is ${other.remote.serverUrl}, which it is not`);
    other.remote.resource = { resource: oauth.remote.serverUrl };
    expect(await oauth.logIn()).toMatchObject({ issuer: other.remote.issuer });
    await other.close();
  });

  it.each(["http://10.0.0.1/meta", "https://10.0.0.1/meta", "file:///etc/passwd", "https://169.254.169.254/latest"])(
    "does not lead to %s",
    async (place) => {
      oauth.remote.challenge = `Bearer resource_metadata="${place}"`;
      const ended = await oauth.logIn().then(
        () => "as if it were not said",
        (error: unknown) => (error as Error).message,
      );
      expect(ended).toMatch(/as if it were not said|cannot be reached/);
    },
  );

  it("never lets a registration or a token go inside the network", async () => {
    for (const metadata of [
      { registration_endpoint: "https://10.0.0.1/register" },
      { token_endpoint: "https://192.168.0.1/token" },
    ]) {
      oauth.remote.metadata = metadata;
      await expect(oauth.logIn()).rejects.toThrow("cannot be reached");
    }
    expect(oauth.remote.tokenRequests).toEqual([]);
  });
});
