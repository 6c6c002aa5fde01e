import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { defineTool } from "../../src/library/define-tool.ts";
import { makeLoginCode } from "../../src/approval/browser/login-code.ts";
import { loadApproverKey } from "../../src/approval/approver-key.ts";
import { open } from "../../src/storage/temporary-store.fixture.ts";
import { PAGE_KEY } from "../../src/storage/setting-keys.ts";
import { createBrowser, tokenOf } from "../support/browser.ts";
import { servePage } from "../integration/approvals/page.fixture.ts";
import type { Browser } from "../support/browser.ts";
import type { PageGateway } from "../integration/approvals/page.fixture.ts";

/** The page lets calls run: whoever is not the person that opened it with a link of theirs gets nothing out of it. */

const HOSTILE = `</title><script>alert(1)</script><img src=x onerror=alert(1)>"'\u202egnp\u0007\u2028`;

let place: PageGateway;
let person: Browser;
let path: string;
let form: Readonly<Record<string, string>>;
beforeAll(async () => {
  const hostile = defineTool({
    name: "hostile",
    description: HOSTILE,
    effect: "write",
    inputSchema: { type: "object", additionalProperties: true },
    handler: () => null,
  });
  place = await servePage("[packs]\nfs = true\n[limits]\ndrain_seconds = 0\n", { tools: [hostile] });
  person = createBrowser(place.base);
  await person.open(place.server.page?.link(null).url ?? "");
  const { asked } = await place.ask("fs.write", { path: "secret-name.txt", content: "x" });
  path = `/approvals/${asked.id}`;
  form = { token: tokenOf(await person.get(path), path), verdict: "approve" };
});
afterAll(() => place.close());

const state = async (): Promise<string | undefined> =>
  (await place.gateway.runtime.control.approvals.get(path.slice("/approvals/".length)))?.state;

describe("a program of another user of this machine", () => {
  // Only root can start one.
  it.runIf(process.platform === "linux" && process.getuid?.() === 0)(
    "gets in with no cookie of a browser",
    async () => {
      const { host, port } = new URL(place.base);
      const head = `GET ${path} HTTP/1.1\\r\\nHost: ${host}\\r\\nCookie: ${person.cookie}\\r\\n`;
      const more = "Sec-Fetch-Mode: navigate\\r\\nSec-Fetch-Dest: document\\r\\nConnection: close\\r\\n\\r\\n";
      const script = `exec 3<>/dev/tcp/127.0.0.1/${port}; printf '${head}${more}' >&3; cat <&3`;
      const run = async (user: number): Promise<string> =>
        (await promisify(execFile)("/bin/bash", ["-c", script], { uid: user, cwd: "/" })).stdout;
      expect(await run(0)).toContain("secret-name");
      const other = await run(65_534);
      expect(other).toContain("HTTP/1.1 403");
      expect(other).not.toContain("secret-name");
    },
  );
});

describe("whoever has not logged in", () => {
  it.each([["agent"], ["approver"], ["admin"]] as const)(
    "opens and answers nothing with a token of an %s",
    async (role) => {
      const authorization = `Bearer ${await place.token(role)}`;
      const other = createBrowser(place.base);
      for (const page of [
        await other.get("/approvals", { authorization }),
        await other.get(path, { authorization }),
        await other.post(path, form, { authorization }),
      ]) {
        expect(page.status).toBe(403);
        expect(page.text).not.toContain("secret-name");
      }
      expect(await state()).toBe("pending");
    },
  );

  it("does not learn which questions there are", async () => {
    const other = createBrowser(place.base);
    const id = "00000000-0000-4000-8000-000000000000";
    const [real, made] = [await other.get(path), await other.get(`/approvals/${id}`)];
    expect(made.status).toBe(real.status);
    expect(made.text.replaceAll(id.slice(0, 8), "ID")).toBe(real.text.replaceAll(path.slice(11, 19), "ID"));
  });

  it.each([
    ["none", ""],
    ["one that was made up", "toolgate_approvals_PORT=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"],
    ["an empty one", "toolgate_approvals_PORT="],
    ["one of another gateway", "toolgate_approvals_1=REAL"],
    ["two", "toolgate_approvals_PORT=REAL; toolgate_approvals_PORT=AAAA"],
  ])("gets in with no cookie but their own: %s", async (_, cookie) => {
    const other = createBrowser(place.base);
    const real = person.cookie.split("=")[1] ?? "";
    other.cookie = cookie.replaceAll("PORT", new URL(place.base).port).replaceAll("REAL", real);
    expect((await other.get(path)).status).toBe(403);
    expect((await other.post(path, form)).status).toBe(403);
    expect(await state()).toBe("pending");
  });

  it("cannot have chosen the login of somebody else", async () => {
    const victim = createBrowser(place.base);
    const port = new URL(place.base).port;
    victim.cookie = `toolgate_approvals_${port}=${"A".repeat(43)}`;
    await victim.open(place.server.page?.link(null).url ?? "");
    expect(victim.cookie).not.toContain("AAAA");
    // An older login of the same browser is over.
    const before = createBrowser(place.base);
    before.cookie = victim.cookie;
    await victim.open(place.server.page?.link(null).url ?? "");
    expect((await before.get("/approvals")).status).toBe(403);
  });
});

describe("a link", () => {
  const codeOf = (url: string): string => /login\/([^/]+)/.exec(url)?.[1] ?? "";

  it("is good once, and for a question that it names", async () => {
    const url = place.server.page?.link(null).url ?? "";
    expect((await createBrowser(place.base).open(url)).status).toBe(303);
    for (const replayed of [url, `${url}${path.slice("/approvals".length)}`]) {
      const page = await createBrowser(place.base).open(replayed);
      expect([page.status, page.headers["set-cookie"]]).toEqual([403, undefined]);
    }
  });

  it("is not used up by what looks at it ahead of time, or inside of a page", async () => {
    const url = place.server.page?.link(null).url ?? "";
    const target = url.slice(place.base.length);
    const other = createBrowser(place.base);
    for (const headers of [{ "sec-purpose": "prefetch;prerender" }, { "sec-fetch-dest": "image" }]) {
      expect((await other.get(target, headers)).headers["set-cookie"]).toBeUndefined();
    }
    expect((await other.open(url)).status).toBe(303);
  });

  it("is of one gateway, of a holder of the key, and of the next two minutes", async () => {
    const key = loadApproverKey(place.workspace.dataFolder);
    const good = codeOf(place.server.page?.link(null).url ?? "");
    const [end = "", nonce = "", mac = ""] = good.split(".");
    const later = (Number.parseInt(end, 36) + 1).toString(36);
    const forged = [
      makeLoginCode(key, "another gateway", Date.now()).code,
      makeLoginCode(new Uint8Array(32), "", Date.now()).code,
      `${later}.${nonce}.${mac}`,
      `${end}.${nonce.startsWith("A") ? "B" : "A"}${nonce.slice(1)}.${mac}`,
      `${end}.${nonce}`,
      "..",
      "%2e%2e",
    ];
    for (const code of forged) {
      const page = await createBrowser(place.base).open(`${place.base}/approvals/login/${code}`);
      expect([page.status, page.headers["set-cookie"]]).not.toContain(303);
      expect(page.headers["set-cookie"]).toBeUndefined();
    }
    const now = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 2 * 60_000 + 1);
    const late = await createBrowser(place.base).open(`${place.base}/approvals/login/${good}`);
    now.mockRestore();
    expect(late.status).toBe(403);
  });

  it("leads nowhere else, whatever somebody wrote into the database", async () => {
    const { runtime } = place.gateway;
    const real = await runtime.control.browser.link(null);
    expect(real?.url.startsWith(`${place.base}/approvals/login/`)).toBe(true);
    const store = await open(place.workspace.dataFolder);
    const key = `${PAGE_KEY}${place.workspace.folder}`;
    const text = (await store.settings.get(key)) ?? "";
    for (const row of [text.replace(place.base, "http://127.0.0.1:1"), "{}", "no JSON", '{"gateway":1}']) {
      await store.settings.set(key, row);
      expect(await runtime.control.browser.link(null)).toBeNull();
    }
    await store.settings.set(key, text);
    await store.close();
    expect(await runtime.control.browser.link(null)).not.toBeNull();
  });
});

describe("a page of somebody else", () => {
  it.each<[string, Readonly<Record<string, string>>]>([
    ["another site", { origin: "https://evil.example" }],
    ["another port", { origin: "http://127.0.0.1:1" }],
    ["no origin that it would say", { origin: "null" }],
    ["no origin at all", { origin: "" }],
    ["another site, as the browser says", { "sec-fetch-site": "cross-site" }],
    ["another port, as the browser says", { "sec-fetch-site": "same-site" }],
    ["a form of plain text", { "content-type": "text/plain" }],
    ["a name that leads here", { host: "evil.example" }],
    ["a name that leads here, and says so", { host: "evil.example", origin: "http://evil.example" }],
  ])("cannot answer through the browser of the person: %s", async (_, headers) => {
    expect((await person.post(path, form, headers)).status).toBe(403);
    expect(await state()).toBe("pending");
  });

  it.each([
    ["none", ""],
    ["a wrong one", "A".repeat(43)],
    ["the one that logs out", "LOGOUT"],
    ["the one of another question", "OTHER"],
  ])("cannot answer without the token of the form: %s", async (_, token) => {
    const other = await place.ask("hostile", { n: 1 });
    const page = await person.get(`/approvals/${other.asked.id}`);
    const tokens: Readonly<Record<string, string>> = {
      LOGOUT: tokenOf(page, "/approvals/logout"),
      OTHER: tokenOf(page, `/approvals/${other.asked.id}`),
    };
    expect((await person.post(path, { ...form, token: tokens[token] ?? token })).status).toBe(403);
    expect(await state()).toBe("pending");
  });

  it("cannot answer with the token of another login", async () => {
    const own = createBrowser(place.base);
    await own.open(place.server.page?.link(null).url ?? "");
    const token = tokenOf(await own.get(path), path);
    expect((await person.post(path, { ...form, token })).status).toBe(403);
  });

  it("cannot read, frame or embed it", async () => {
    expect((await person.get(path, { host: "evil.example" })).status).toBe(403);
    for (const destination of ["iframe", "image", "script", "empty", "embed"]) {
      const page = await person.get(path, { "sec-fetch-dest": destination });
      expect([page.status, page.text.includes("secret-name")]).toEqual([403, false]);
    }
    const { headers } = await person.get(path);
    expect(headers["content-security-policy"]).toMatch(/default-src 'none';.*frame-ancestors 'none'$/);
    expect(headers["access-control-allow-origin"]).toBeUndefined();
    expect([headers["cache-control"], headers["x-frame-options"]]).toEqual(["no-store", "DENY"]);
  });

  it("learns no cookie under another name of this machine", async () => {
    const { port } = new URL(place.base);
    const page = await person.get(path, { host: `localhost:${port}` });
    expect([page.status, page.headers["location"]]).toEqual([303, `${place.base}${path}`]);
    const sent = await person.post(path, form, { host: `localhost:${port}`, origin: `http://localhost:${port}` });
    expect(sent.status).toBe(403);
  });

  it("sends no form that never ends", async () => {
    const page = await person.post(path, { ...form, reason: "x".repeat(100_000) });
    expect(page.status).toBe(403);
    expect(await state()).toBe("pending");
  });
});

describe("what an agent, a tool or a server wrote", () => {
  it("is text in the page, and nothing acts or hides", async () => {
    const { asked } = await place.ask("hostile", { [HOSTILE]: HOSTILE, nested: { a: HOSTILE } });
    for (const page of [await person.get("/approvals"), await person.get(`/approvals/${asked.id}`)]) {
      expect(page.status).toBe(200);
      expect(page.text).not.toMatch(/<script|<img|onerror=alert\(1\)>"|[\u0007\u202e\u2028]/);
      expect(page.text.match(/<\/title>/g)).toHaveLength(1);
    }
    const { text } = await person.get(`/approvals/${asked.id}`);
    expect(text).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(text).toContain("\\u202egnp");
    expect(text).not.toContain("<script");
    // No attribute but those of the templates holds a value.
    expect(text).not.toMatch(/<[^>]*\son\w+=/);
  });
});
