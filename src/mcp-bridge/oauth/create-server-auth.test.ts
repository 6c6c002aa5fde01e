import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { attack } from "../../storage/temporary-store.fixture.ts";
import { rotateKey } from "../../secrets/keys/rotate-key.ts";
import { isSecretName } from "../../secrets/secret-name.ts";
import { UpstreamError } from "../upstream.ts";
import type { OAuthWorld } from "./oauth.fixture.ts";
import { createOAuthWorld } from "./oauth.fixture.ts";

let oauth: OAuthWorld;
const printed: string[] = [];

beforeEach(async () => {
  oauth = await createOAuthWorld();
  printed.splice(0);
  for (const method of ["log", "warn", "error", "info"] as const) {
    vi.spyOn(console, method).mockImplementation((...words) => void printed.push(words.join(" ")));
  }
});

afterEach(async () => {
  vi.restoreAllMocks();
  await oauth.close();
  expect(printed).toEqual([]);
});

const grants = (): readonly (string | null)[] => oauth.remote.tokenRequests.map(({ form }) => form.get("grant_type"));

async function failure(work: Promise<unknown>): Promise<UpstreamError> {
  const error: unknown = await work.then(
    () => new Error("it went well"),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UpstreamError);
  for (const { form } of oauth.remote.tokenRequests) {
    for (const name of ["refresh_token", "code", "code_verifier"]) {
      const sent = form.get(name);
      if (sent !== null)
        expect(JSON.stringify([(error as Error).message, (error as UpstreamError).hint])).not.toContain(sent);
    }
  }
  return error as UpstreamError;
}

describe("a login of a person", () => {
  it("is kept sealed, signs requests, and is shared by processes", async () => {
    expect(await oauth.auth().provider?.token()).toBeUndefined();
    expect(await oauth.logIn()).toEqual({ issuer: oauth.remote.issuer, scope: null, renews: true });
    const token = await oauth.auth().provider?.token();
    expect(token).toMatch(/^access-/);
    expect(await oauth.auth().provider?.token()).toBe(token);
    const [row] = await oauth.world.store.secrets.list("/w");
    expect(row?.name).toMatch(/^oauth:docs:[0-9a-f]{32}$/);
    expect(isSecretName(row?.name ?? "")).toBe(false);
    expect(row?.bindings).toEqual([]);
    attack(oauth.world.folder, (db) => {
      expect(JSON.stringify(db.prepare("SELECT * FROM secrets").all())).not.toContain(token);
    });
  });

  it("is no other server's, and no project's", async () => {
    await oauth.logIn();
    for (const change of [
      { layer: "project" },
      { name: "other" },
      { target: "https://attacker.example/mcp" },
      { target: `${oauth.remote.serverUrl}/` },
    ] as const) {
      expect(await oauth.auth(oauth.server(undefined, change)).provider?.token()).toBeUndefined();
    }
  });

  it("still opens with another key, and not when it was moved", async () => {
    await oauth.logIn();
    const token = await oauth.auth().provider?.token();
    await rotateKey(oauth.world.source());
    expect(await oauth.auth().provider?.token()).toBe(token);
    attack(oauth.world.folder, (db) => db.exec("UPDATE secrets SET name = replace(name, 'docs', 'evil')"));
    const evil = oauth.auth(oauth.server(undefined, { name: "evil" }));
    expect((await failure(evil.provider?.token() ?? Promise.resolve())).message).toContain("does not open");
  });

  it("is renewed before its end, once for many calls, with the newest refresh token", async () => {
    await oauth.logIn();
    const auth = oauth.auth();
    const first = await auth.provider?.token();
    for (let turn = 1; turn <= 3; turn++) {
      oauth.ahead += 3_590_000;
      const tokens = await Promise.all(Array.from({ length: 20 }, async () => auth.provider?.token()));
      expect(new Set(tokens).size).toBe(1);
      expect(tokens[0]).not.toBe(first);
      expect(grants()).toHaveLength(1 + turn);
    }
    const sent = oauth.remote.tokenRequests.slice(1).map(({ form }) => form.get("refresh_token"));
    expect(new Set(sent).size).toBe(3);
    expect(oauth.remote.tokenRequests.at(-1)?.form.get("resource")).toBe(oauth.remote.serverUrl);
  });

  it("is renewed once when a server refuses it in many calls", async () => {
    await oauth.logIn();
    const auth = oauth.auth();
    const first = await auth.provider?.token();
    const refused = { response: new Response(null, { status: 401 }) } as never;
    await Promise.all(Array.from({ length: 20 }, async () => auth.provider?.onUnauthorized?.(refused)));
    expect(await auth.provider?.token()).not.toBe(first);
    expect(grants()).toEqual(["authorization_code", "refresh_token"]);
  });

  it("takes what another process renewed meanwhile", async () => {
    await oauth.logIn();
    const [one, other] = [oauth.auth(), oauth.auth()];
    await Promise.all([one.provider?.token(), other.provider?.token()]);
    oauth.ahead += 3_590_000;
    expect(await one.provider?.token()).toBe(await other.provider?.token());
    expect(grants()).toHaveLength(2);
  });

  it("that was taken back asks for another one, and is forgotten", async () => {
    await oauth.logIn();
    oauth.remote.refuseRefresh = true;
    oauth.ahead += 3_700_000;
    const auth = oauth.auth();
    const error = await failure(auth.provider?.token() ?? Promise.resolve());
    expect(error.message).toBe("its login is over or was taken back");
    expect(error.hint).toContain("toolgate servers login docs");
    expect(await oauth.auth().provider?.token()).toBeUndefined();
    expect(await oauth.world.store.secrets.list("/w")).toEqual([]);
  });

  it.each<[string, OAuthWorld["remote"]["answer"], string]>([
    ["is broken", (response) => response.writeHead(500).end("secret-echo"), "gave no token, but HTTP 500"],
    [
      "repeats what it got",
      (response) => response.writeHead(400).end('{"error":"x refresh-echo"}'),
      "gave no token, but HTTP 400",
    ],
    [
      "sends elsewhere",
      (response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
      "gave no token, but HTTP 302",
    ],
    ["gives no token", (response) => response.end("{}"), "something else"],
    ["is endless", (response) => response.end("x".repeat(300_000)), "longer than"],
  ])("outlives an authorization server that %s, and says so when it is over", async (_, answer, message) => {
    await oauth.logIn();
    const auth = oauth.auth();
    const token = await auth.provider?.token();
    oauth.remote.answer = answer;
    oauth.ahead += 3_590_000;
    expect(await auth.provider?.token()).toBe(token);
    oauth.ahead += 20_000;
    const error = await failure(auth.provider?.token() ?? Promise.resolve());
    expect(error.message).toContain(message);
    expect(error.message).not.toContain("echo");
    oauth.remote.answer = null;
    expect(await auth.provider?.token()).not.toBe(token);
  });

  it("names what must not come back in an answer", async () => {
    await oauth.logIn();
    const auth = oauth.auth();
    expect(auth.secretValues()).toEqual([]);
    const token = await auth.provider?.token();
    expect(auth.secretValues()).toContain(token);
    expect(auth.secretValues().some((value) => value.startsWith("refresh-"))).toBe(true);
  });

  it("is nothing that a program has", () => {
    expect(oauth.auth(oauth.server(undefined, { transport: "stdio", target: "npx" })).provider).toBeNull();
  });

  it("that is missing is asked for", async () => {
    const refused = { response: new Response(null, { status: 401 }) } as never;
    const error = await failure(oauth.auth().provider?.onUnauthorized?.(refused) ?? Promise.resolve());
    expect(error.hint).toContain("toolgate servers login docs");
    expect(grants()).toEqual([]);
  });
});

describe("a login of a machine", () => {
  const machine = (): ReturnType<OAuthWorld["server"]> =>
    oauth.server({
      grant: "client_credentials",
      issuer: oauth.remote.issuer,
      client_id: "gate",
      client_secret: "docs-secret",
      scopes: ["read", "write"],
    });

  it("gets a token once for many calls, and another one in time", async () => {
    const auth = oauth.auth(machine());
    const tokens = await Promise.all(Array.from({ length: 10 }, async () => auth.provider?.token()));
    expect(new Set(tokens).size).toBe(1);
    expect(oauth.opened).toEqual(["docs-secret for 127.0.0.1"]);
    const [sent] = oauth.remote.tokenRequests;
    expect(sent?.authorization).toBe(`Basic ${btoa("gate:machine-secret-value")}`);
    expect(Object.fromEntries(sent?.form ?? [])).toMatchObject({
      scope: "read write",
      resource: oauth.remote.serverUrl,
    });
    oauth.ahead += 3_590_000;
    expect(await auth.provider?.token()).not.toBe(tokens[0]);
    expect(grants()).toEqual(["client_credentials", "client_credentials"]);
    expect(await oauth.world.store.secrets.list("/w")).toEqual([]);
    expect(auth.secretValues()).toContain("machine-secret-value");
  });

  it.each([1, 0])("is neither renewed nor remembered without end where tokens live for %i s", async (seconds) => {
    oauth.remote.lifeSeconds = seconds;
    const auth = oauth.auth(machine());
    for (let call = 0; call < 10; call += 1) await auth.provider?.token();
    expect(oauth.remote.tokenRequests).toHaveLength(1);
    for (let call = 0; call < 100; call += 1) {
      oauth.ahead += 6000;
      await auth.provider?.token();
    }
    expect(oauth.remote.tokenRequests).toHaveLength(101);
    const values = auth.secretValues();
    expect(values.length).toBeLessThanOrEqual(64);
    expect(values).toEqual(expect.arrayContaining(["machine-secret-value", await auth.provider?.token()]));
  });

  it("gives its secret to no other authorization server, whatever the server names", async () => {
    const evil = await createOAuthWorld();
    oauth.remote.resource = { authorization_servers: [evil.remote.issuer] };
    expect(await oauth.auth(machine()).provider?.token()).toMatch(/^access-/);
    expect(evil.remote.tokenRequests).toEqual([]);
    await evil.close();
  });

  it("gives it to nobody who answers as somebody else", async () => {
    oauth.remote.metadata = { issuer: "https://login.example.com" };
    const error = await failure(oauth.auth(machine()).provider?.token() ?? Promise.resolve());
    expect(error.message).toContain("another authorization server");
    expect(grants()).toEqual([]);
  });

  it("gives it to no endpoint without encryption", async () => {
    oauth.remote.metadata = { token_endpoint: "http://login.example.com/token" };
    const error = await failure(oauth.auth(machine()).provider?.token() ?? Promise.resolve());
    expect(error.message).toContain("not `https`");
    expect(grants()).toEqual([]);
  });
});
