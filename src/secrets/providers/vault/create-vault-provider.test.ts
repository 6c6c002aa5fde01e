import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createEgressClient } from "../../../egress/client/create-egress-client.ts";
import type { EgressClient } from "../../../egress/egress.ts";
import type { FoundSecret, SecretProvider } from "../secret-provider.ts";
import { createVaultProvider } from "./create-vault-provider.ts";
import type { VaultConfig } from "./create-vault-provider.ts";
import { startVault } from "./vault-server.fixture.ts";
import type { VaultServer } from "./vault-server.fixture.ts";

let vault: VaultServer;
let egress: EgressClient;
let env: NodeJS.ProcessEnv;
beforeEach(async () => {
  vault = await startVault();
  egress = createEgressClient();
  env = { VAULT_TOKEN: "hvs.good" };
});
afterEach(async () => {
  await egress.close();
  await vault.close();
});

function provider(change: Partial<VaultConfig> = {}, signal = new AbortController().signal): SecretProvider {
  const where = { url: vault.url, mount: "team/kv", path: "app", version: 2, namespace: null } as const;
  const config: VaultConfig = { kind: "vault", ...where, token: { env: "VAULT_TOKEN" }, timeoutMs: 5000, ...change };
  return createVaultProvider(config, { egress, environment: env, signal });
}

function find(change: Partial<VaultConfig> = {}, name = "github"): Promise<FoundSecret> {
  return provider(change).find({ name, known: new Set([name]), stored: null });
}

const ABSENT = { kind: "absent", note: null };
const VERSION_ONE = { mount: "kv1", version: 1 } as const;

describe("a key-value engine", () => {
  it.each<[string, string, Partial<VaultConfig>, string]>([
    ["of version 2", "team/kv", {}, "/v1/team/kv/data/app/github"],
    ["of version 1", "kv1", VERSION_ONE, "/v1/kv1/app/github"],
    ["in a namespace", "kv2", { mount: "kv2", namespace: "ns" }, "/v1/kv2/data/app/github"],
  ])("%s gives its field `value`", async (_what, mount, change, requested) => {
    vault.put(mount, "app/github", { value: "line\nline\n{_secret:x}", other: "no" });
    expect(await find(change)).toEqual({ kind: "found", value: "line\nline\n{_secret:x}" });
    expect(vault.seen.map((request) => request.path)).toEqual([requested]);
  });

  it("without a path, and with an address that ends in a slash or has a path", async () => {
    vault.put("kv1", "github", { value: "s3cret" });
    expect(await find({ ...VERSION_ONE, path: "", url: `${vault.url}/` })).toMatchObject({ value: "s3cret" });
    await find({ ...VERSION_ONE, path: "a b/ü", url: `${vault.url}/proxy` }).catch(() => undefined);
    expect(vault.seen.map((request) => request.path)).toEqual(["/v1/kv1/github", "/proxy/v1/kv1/a%20b/%C3%BC/github"]);
  });

  it("is asked anew each time, so that what was changed or deleted there holds at once", async () => {
    vault.put("team/kv", "app/github", { value: "one" });
    expect(await find()).toMatchObject({ value: "one" });
    vault.put("team/kv", "app/github", { value: "two" });
    expect(await find()).toMatchObject({ value: "two" });
    vault.remove("team/kv", "app/github", "delete");
    expect(await find()).toEqual({ kind: "absent", note: "its newest version was deleted" });
    vault.remove("team/kv", "app/github", "destroy");
    expect(await find()).toMatchObject({ kind: "absent" });
  });

  it.each<[string, Partial<VaultConfig>]>([
    ["of version 2", {}],
    ["of version 1", VERSION_ONE],
  ])("%s says when it has no such secret", async (_what, change) => expect(await find(change, "nope")).toEqual(ABSENT));

  it.each<[string, Partial<VaultConfig>, string]>([
    ["another path", { mount: "none" }, "leads to no engine"],
    ["another namespace", { mount: "kv2", namespace: "other" }, "leads to no engine"],
    ["no namespace", { mount: "kv2" }, "leads to no engine"],
    ["the version before", { mount: "team/kv", version: 1 }, "is no path of its engine"],
  ])("is not taken for empty under %s", async (_what, change, message) =>
    expect(find(change)).rejects.toMatchObject({
      code: "SECRET_UNAVAILABLE",
      message: expect.stringContaining(message) as string,
    }),
  );

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ["another field", { password: "s3cret" }],
    ["a number", { value: 5 }],
    ["nothing in it", { value: "" }],
    ["an object", { value: { value: "s3cret" } }],
    ["too much", { value: "s3cret".repeat(20_000) }],
  ])("with %s is refused, and not shown", async (_what, data) => {
    vault.put("team/kv", "app/github", data);
    await expect(find()).rejects.toThrow("has no field `value`");
    await expect(find()).rejects.not.toThrow("s3cret");
  });
});

describe("the token", () => {
  it("is read at each use, from a variable or a file", async () => {
    vault.put("team/kv", "app/github", { value: "s3cret" });
    const folder = mkdtempSync(path.join(tmpdir(), "toolgate-vault-"));
    const file = path.join(folder, "token");
    writeFileSync(file, "hvs.good\n", { mode: 0o600 });
    expect(await find({ token: { file } })).toMatchObject({ kind: "found" });
    vault.token = "hvs.renewed";
    await expect(find({ token: { file } })).rejects.toThrow("answered 403");
    writeFileSync(file, "hvs.renewed");
    expect(await find({ token: { file } })).toMatchObject({ kind: "found" });
    chmodSync(file, 0o644);
    await expect(find({ token: { file } })).rejects.toThrow("can be read by other users");
    await expect(find({ token: { file: folder } })).rejects.toMatchObject({ code: "SECRET_UNAVAILABLE" });
    await expect(find({ token: { file: `${file}.x` } })).rejects.toThrow("is empty or not there");
    rmSync(folder, { recursive: true });
  });

  it.each([undefined, "", " \n", "two words", "hvs.x\r\nX-Evil: 1", "hvs.ü"])(
    "%j is refused, and nothing is sent",
    async (token) => {
      env["VAULT_TOKEN"] = token;
      const found = find();
      await expect(found).rejects.toMatchObject({ code: "SECRET_UNAVAILABLE" });
      await expect(found).rejects.not.toThrow("hvs");
      expect(vault.seen).toEqual([]);
    },
  );

  it("goes to the address that the operator wrote, and nowhere that it sends to", async () => {
    const other = await startVault();
    vault.answer = (_request, response) => response.writeHead(307, { location: `${other.url}/v1/x` }).end();
    await expect(find()).rejects.toThrow("answered 307");
    expect(other.seen).toEqual([]);
    expect(vault.seen[0]?.headers).toMatchObject({ "x-vault-token": "hvs.good", "x-vault-request": "true" });
    expect(vault.seen[0]?.headers["x-vault-namespace"]).toBeUndefined();
    await other.close();
  });
});

type AnswerWith = (request: IncomingMessage, response: ServerResponse) => void;
const body =
  (status: number, text: string, type = "application/json"): AnswerWith =>
  (_request, response) =>
    response.writeHead(status, { "content-type": type }).end(text);

describe("a vault that fails", () => {
  it.each<[string, AnswerWith, string, RegExp]>([
    ["refuses", body(403, '{"errors":["permission denied s3cret"]}'), "answered 403", /policy/],
    ["does not know who asks", body(401, "{}"), "answered 401", /token/],
    ["does not understand", body(400, "{}"), "answered 400", /namespace/],
    ["is asked too often", body(429, "{}"), "answered 429", /later/],
    ["breaks", body(500, '{"errors":["s3cret"]}'), "answered 500", /log/],
    ["is behind a proxy that breaks", body(502, "<html>s3cret"), "answered 502", /log/],
    ["is sealed", body(503, '{"errors":["Vault is sealed"]}'), "answered 503", /unseal/],
    ["answers nothing", body(204, ""), "answered 204", /url/],
    ["answers HTML", body(200, "<html>s3cret</html>", "text/html"), "something else than JSON", /proxy/],
    ["answers HTML for 404", body(404, "<html>s3cret</html>", "text/html"), "something else than JSON", /proxy/],
    ["answers cut JSON", body(200, '{"data":{"data":{"value":"s3cret"'), "something else than JSON", /proxy/],
    ["answers a list", body(200, '["s3cret"]'), "something else than JSON", /proxy/],
    ["answers `null`", body(200, "null"), "something else than JSON", /proxy/],
    ["answers no data", body(200, '{"data":null}'), "answered in another form", /version/],
    ["answers version 1", body(200, '{"data":{"value":"s3cret"}}'), "answered in another form", /version/],
    [
      "inherits a value",
      body(200, '{"data":{"data":{"__proto__":{"value":"s3cret"}}}}'),
      "has no field `value`",
      /text/,
    ],
    [
      "answers too much",
      body(200, `{"data":{"data":{"value":"s3cret"}},"x":"${"x".repeat(2_000_000)}"}`),
      "too long",
      /proxy/,
    ],
    ["hangs up", (request) => request.socket.destroy(), "cannot be asked", /reached/],
  ])("%s", async (_what, answer, message, hint) => {
    vault.answer = answer;
    const found = find();
    await expect(found).rejects.toMatchObject({
      name: "SecretError",
      code: "SECRET_UNAVAILABLE",
      message: expect.stringContaining(message) as string,
      hint: expect.stringMatching(hint) as string,
    });
    await expect(found).rejects.not.toThrow("s3cret");
  });

  it("is given up after its time, also when the answer never ends", async () => {
    vault.answer = (_request, response) => void response.writeHead(200).write('{"data":');
    await expect(find({ timeoutMs: 100 })).rejects.toThrow("did not answer within 100 ms");
  });

  it("is not there", async () => {
    const { url } = vault;
    await vault.close();
    await expect(find({ url })).rejects.toThrow("cannot be asked");
    vault = await startVault();
  });

  it("is not waited for when Toolgate closes", async () => {
    const closing = new AbortController();
    vault.answer = () => closing.abort();
    const found = provider({}, closing.signal).find({ name: "a", known: new Set(["a"]), stored: null });
    await expect(found).rejects.toThrow("Toolgate is closing");
  });
});
