import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { OAuthWorld } from "../oauth.fixture.ts";
import { createOAuthWorld } from "../oauth.fixture.ts";
import { UpstreamError } from "../../upstream.ts";
import { logIn } from "./log-in.ts";

let oauth: OAuthWorld;

beforeEach(async () => {
  oauth = await createOAuthWorld();
});

afterEach(() => oauth.close());

async function failure(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => "it went well",
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UpstreamError);
  expect(await oauth.world.store.secrets.list("/w")).toEqual([]);
  return (error as Error).message;
}

describe("logging in", () => {
  it("registers for this login, asks with PKCE, and says what the token is for", async () => {
    const seen: URL[] = [];
    await oauth.logIn(oauth.server({ scopes: ["read"] }), (url) => (seen.push(url), oauth.remote.browse(url)));
    const query = Object.fromEntries(seen[0]?.searchParams ?? []);
    expect(query).toMatchObject({
      response_type: "code",
      client_id: "client-1",
      code_challenge_method: "S256",
      scope: "read",
      resource: oauth.remote.serverUrl,
    });
    expect(query["redirect_uri"]).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    expect(query["state"]).toHaveLength(43);
    expect(oauth.remote.registered).toMatchObject([
      { redirect_uris: [query["redirect_uri"]], token_endpoint_auth_method: "none" },
    ]);
  });

  it.each([
    [{ client_id: "known" }, {}, "known"],
    [
      { client_metadata_url: "https://gate.example/client.json" },
      { client_id_metadata_document_supported: true },
      "https://gate.example/client.json",
    ],
    [{ client_metadata_url: "https://gate.example/client.json" }, {}, "client-1"],
  ])("is as %j with %j", async (auth, metadata, client) => {
    oauth.remote.metadata = metadata;
    const seen: URL[] = [];
    await oauth.logIn(oauth.server(auth), (url) => (seen.push(url), oauth.remote.browse(url)));
    expect(seen[0]?.searchParams.get("client_id")).toBe(client);
  });

  it("is not misled by who guesses where the browser comes back to", async () => {
    const bad: number[] = [];
    await oauth.logIn(oauth.server(), async (url) => {
      const back = url.searchParams.get("redirect_uri") ?? "";
      const state = url.searchParams.get("state") ?? "";
      for (const query of [
        "",
        "?code=evil",
        "?code=evil&state=",
        "?code=evil&state=guess",
        `?code=evil&state=${state}x`,
      ]) {
        bad.push((await oauth.remote.browse(`${back}${query}`)).status);
      }
      bad.push((await oauth.remote.browse(`${back}?code=evil&state=${state}`, "POST")).status);
      bad.push(
        (await oauth.remote.browse(`${back.replace("127.0.0.1", "localhost")}?code=evil&state=${state}`)).status,
      );
      bad.push((await oauth.remote.browse(`${back}/other?code=evil&state=${state}`)).status);
      await oauth.remote.browse(url);
    });
    expect(bad).toEqual([400, 400, 400, 400, 400, 400, 400, 400]);
    expect(oauth.remote.tokenRequests.map(({ form }) => form.get("code"))).not.toContain("evil");
  });

  it.each<[string, Record<string, string>, string]>([
    ["another issuer", { iss: "https://evil.example" }, "another authorization server"],
    [
      "another issuer and an error",
      { iss: "https://evil.example", code: "", error: "access_denied" },
      "another authorization server",
    ],
    ["no issuer where one is promised", { iss: "" }, "another authorization server"],
    ["an issuer with a slash", { iss: "SLASH" }, "another authorization server"],
    ["a refusal", { code: "", error: "access_denied" }, "not granted (access_denied)"],
    ["a refusal that says too much", { code: "", error: "<script>" }, "not granted"],
    ["a code of somebody else", { code: "stolen" }, "login is over or was taken back"],
  ])("ends at %s", async (_, callback, message) => {
    oauth.remote.callback = callback["iss"] === "SLASH" ? { iss: `${oauth.remote.issuer}/` } : callback;
    const pages: Promise<string>[] = [];
    const browse = (url: URL): unknown => pages.push(oauth.remote.browse(url).then((response) => response.text()));
    expect(await failure(oauth.logIn(oauth.server(), browse))).toContain(message);
    // It cannot know yet how the login ends.
    expect((await Promise.all(pages)).join()).toContain("Toolgate says in its terminal how the login went");
    expect(oauth.remote.tokenRequests).toHaveLength(callback["code"] === "stolen" ? 1 : 0);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["metadata of another issuer", { issuer: "https://login.example.com" }, "another authorization server"],
    ["a token endpoint without encryption", { token_endpoint: "http://login.example.com/token" }, "without `https`"],
    ["a page without encryption", { authorization_endpoint: "http://login.example.com/" }, "without `https`"],
    ["a registration without encryption", { registration_endpoint: "http://login.example.com/" }, "without `https`"],
    ["a page that is a script", { authorization_endpoint: "javascript:alert(1)" }, "OAuth"],
    ["no PKCE", { code_challenge_methods_supported: ["plain"] }, "PKCE"],
    ["nothing about PKCE", { code_challenge_methods_supported: undefined }, "PKCE"],
    ["no registration", { registration_endpoint: undefined }, "registers no clients"],
  ])("asks no person to go to a server with %s", async (_, metadata, message) => {
    oauth.remote.metadata = metadata;
    let asked = 0;
    expect(await failure(oauth.logIn(oauth.server(), () => (asked += 1)))).toContain(message);
    expect(asked).toBe(0);
  });

  it("is for the server that was asked for, and not for what it claims to be", async () => {
    oauth.remote.resource = { resource: "https://bank.example/mcp" };
    expect(await failure(oauth.logIn())).toContain("which it is not");
  });

  it("goes to the authorization server that the operator named, and to no other", async () => {
    const evil = await createOAuthWorld();
    oauth.remote.resource = { authorization_servers: [evil.remote.issuer] };
    const { issuer } = await oauth.logIn(oauth.server({ issuer: oauth.remote.issuer }));
    expect(issuer).toBe(oauth.remote.issuer);
    expect(evil.remote.registered).toEqual([]);
    await evil.close();
  });

  it("reaches nothing inside this network that nobody listed", async () => {
    oauth.remote.resource = { authorization_servers: ["http://10.0.0.1"] };
    expect(await failure(oauth.logIn())).toContain("cannot be reached");
  });

  it("ends when nobody comes, and leaves no port open", async () => {
    const seen: URL[] = [];
    const signal = AbortSignal.timeout(200);
    const work = logIn(oauth.server(), oauth.parts, { onUrl: (url) => void seen.push(url), signal });
    await failure(work);
    await expect(oauth.remote.browse(seen[0]?.searchParams.get("redirect_uri") ?? "")).rejects.toThrow();
  });

  it("is nothing for a program", async () => {
    expect(await failure(oauth.logIn(oauth.server(undefined, { transport: "stdio" })))).toContain("is a program");
  });
});
