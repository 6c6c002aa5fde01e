import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBrowser, tokenOf } from "../../support/browser.ts";
import { servePage } from "./page.fixture.ts";
import type { Browser } from "../../support/browser.ts";
import type { PageGateway } from "./page.fixture.ts";

let place: PageGateway;
let browser: Browser;
beforeAll(async () => {
  place = await servePage();
  browser = createBrowser(place.base);
  await browser.open(place.server.page?.link(null).url ?? "");
});
afterAll(() => place.close());

describe("the page where approvals are answered", () => {
  it("logs a browser in with a link, and leads on without the code", async () => {
    const other = createBrowser(place.base);
    const page = await other.open(place.server.page?.link(null).url ?? "");
    expect([page.status, page.headers["location"]]).toEqual([303, "/approvals"]);
    expect(String(page.headers["set-cookie"])).toMatch(
      /^toolgate_approvals_\d+=[\w-]{43}; Path=\/approvals; HttpOnly; SameSite=Strict; Max-Age=1800$/,
    );
    const list = await other.get("/approvals");
    expect(list.text).toContain("No call waits for a human.");
    const logout = { token: tokenOf(list, "/approvals/logout") };
    expect((await other.post("/approvals/logout", logout)).status).toBe(303);
    expect((await other.get("/approvals")).text).toContain("toolgate approvals link");
  });

  it("shows exactly what would run, and lets it run once", async () => {
    const { asked, outcome } = await place.ask("fs.write", { path: "a.txt", content: "one\n  two <b>\n" });
    const path = `/approvals/${asked.id}`;
    expect((await browser.get("/approvals")).text).toContain(`href="${path}"`);
    const page = await browser.get(path);
    for (const part of [
      "May fs.write run?",
      `asked by`,
      "a.txt",
      "one\n  two &lt;b&gt;\n",
      "Approve once",
      "no rule",
    ]) {
      expect(page.text).toContain(part);
    }
    const answered = await browser.post(path, { token: tokenOf(page, path), verdict: "approve" });
    expect([answered.status, answered.headers["location"]]).toEqual([303, path]);
    expect(await outcome).toMatchObject({ status: "success" });
    const after = await browser.get(path);
    expect(after.text).toMatch(/Approved<\/strong>\s+by \S+ \(browser\)/);
    expect(after.text).not.toContain("Approve once");
    const again = await browser.post(path, { token: tokenOf(page, path), verdict: "deny" });
    expect([again.status, again.text]).toEqual([409, expect.stringContaining("it was answered already")]);
  });

  it("tells the model why not", async () => {
    const { asked, outcome } = await place.ask("fs.write", { path: "b.txt", content: "x" });
    const path = `/approvals/${asked.id}`;
    const token = tokenOf(await browser.get(path), path);
    await browser.post(path, { token, verdict: "deny", reason: "  use c.txt  " });
    const { error } = await outcome;
    expect([error?.code, error?.message]).toEqual(["APPROVAL_DENIED", expect.stringMatching(/use c\.txt$/)]);
    expect((await browser.get(path)).text).toMatch(/Denied<\/strong>[^]*use c\.txt/);
  });

  it("allows from now on what was suggested, where and as long as it says", async () => {
    const { asked, outcome } = await place.ask("fs.write", { path: "d.txt", content: "x" });
    const path = `/approvals/${asked.id}`;
    const page = await browser.get(path);
    const form = { token: tokenOf(page, path), verdict: "always", suggestion: "1", scope: "project", lasts: "hour" };
    for (const [change, status] of [
      [{ scope: "everywhere" }, 400],
      [{ lasts: "constructor" }, 400],
      [{ verdict: "" }, 400],
      [{ suggestion: "99" }, 409],
    ] as const) {
      expect((await browser.post(path, { ...form, ...change })).status).toBe(status);
    }
    expect((await browser.post(path, form)).status).toBe(303);
    expect(await outcome).toMatchObject({ status: "success" });
    const [grant] = await place.gateway.runtime.control.listGrants();
    expect(grant).toMatchObject({ approval: asked.id, layer: "project" });
    expect(Date.parse(grant?.expiresAt ?? "")).toBeLessThanOrEqual(Date.now() + 3_600_000);
    expect(await place.gateway.call("fs.write", { path: "d.txt", content: "y" })).toMatchObject({
      status: "success",
    });
  });

  it("says what became of a question that is over, and that there is none", async () => {
    const gone = new AbortController();
    const call = place.gateway.call("fs.write", { path: "e.txt", content: "x" }, { signal: gone.signal });
    const [asked] = await expect
      .poll(() => place.gateway.runtime.control.approvals.listPending())
      .toHaveLength(1)
      .then(() => place.gateway.runtime.control.approvals.listPending());
    gone.abort();
    await call;
    expect((await browser.get(`/approvals/${asked?.id ?? ""}`)).text).toContain("The call that asked has ended");
    const unknown = await browser.get("/approvals/00000000-0000-4000-8000-000000000000");
    expect([unknown.status, unknown.text]).toEqual([404, expect.stringContaining("no such question")]);
    expect((await browser.get("/approvals/other")).status).toBe(404);
    expect((await browser.get("/approvals?code=x")).status).toBe(404);
  });

  it("leads right to a question, and leads somebody who came from elsewhere on to themselves", async () => {
    const { asked, outcome } = await place.ask("fs.write", { path: "f.txt", content: "x" });
    const path = `/approvals/${asked.id}`;
    const other = createBrowser(place.base);
    const page = await other.open(place.server.page?.link(asked.id).url ?? "");
    expect(page.headers["location"]).toBe(path);
    // Browsers keep the cookie back when a link of another site is followed.
    const fromElsewhere = { cookie: "", "sec-fetch-site": "cross-site", "sec-fetch-dest": "document" };
    const leads = await other.get(path, fromElsewhere);
    expect(leads.text).toContain(`content="0; url=${path}/"`);
    expect((await other.get(`${path}/`)).text).toContain("Approve once");
    const lost = await other.get(`${path}/`, fromElsewhere);
    expect([lost.status, lost.text]).toEqual([403, expect.stringContaining(`approvals link ${asked.id.slice(0, 8)}`)]);
    await other.post(path, { token: tokenOf(await other.get(path), path), verdict: "deny" });
    await outcome;
  });

  it("records logins and answers", async () => {
    const records = await place.gateway.runtime.control.audit.query({ kind: "admin", limit: 100 });
    expect(records.map(({ status }) => status)).toEqual(expect.arrayContaining(["browser.login", "approval.answer"]));
    expect(JSON.stringify(records)).toContain('"agent":"browser"');
  });

  it("is found by other processes as long as it is served", async () => {
    const other = await place.workspace.open({ parts: "control" });
    const link = await other.runtime.control.browser.link(null);
    expect((await createBrowser(place.base).open(link?.url ?? "")).status).toBe(303);
    await place.server.page?.close();
    expect(await other.runtime.control.browser.link(null)).toBeNull();
  });
});
