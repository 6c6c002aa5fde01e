import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ownIdentity, renderIdentity } from "../../../storage/process-identity.ts";
import type { OAuthWorld } from "../oauth.fixture.ts";
import { createOAuthWorld } from "../oauth.fixture.ts";
import { claimRenewal } from "./claim-renewal.ts";
import type { ClaimedRenewal, RenewalPlace } from "./claim-renewal.ts";

const FIXTURE = fileURLToPath(new URL("renewer.fixture.ts", import.meta.url));

let oauth: OAuthWorld;

beforeEach(async () => {
  oauth = await createOAuthWorld();
  await oauth.logIn();
});

afterEach(() => oauth.close());

interface Renewer {
  readonly child: ChildProcess;
  readonly lines: AsyncIterator<string>;
}

async function startRenewer(): Promise<Renewer> {
  const args = [FIXTURE, oauth.world.folder, oauth.remote.serverUrl];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe("ready");
  return { child, lines };
}

describe("processes that share a login", () => {
  it("send each refresh token once, whoever is first, and get the same token", async () => {
    oauth.remote.delayMs = 200;
    const all = await Promise.all([startRenewer(), startRenewer()]);
    for (let turn = 1; turn <= 3; turn += 1) {
      for (const { child } of all) child.stdin?.write("go\n");
      const [one, other] = await Promise.all(all.map(async ({ lines }) => String((await lines.next()).value)));
      expect(one).toMatch(/^\["access-[0-9a-f-]+"\]$/);
      expect(other).toBe(one);
      expect(oauth.remote.tokenRequests).toHaveLength(1 + turn);
    }
    expect(oauth.remote.reuses).toBe(0);
    await Promise.all(
      all.map(async ({ child }) => {
        child.stdin?.write("end\n");
        await once(child, "exit");
      }),
    );
  });
});

describe("a claim", () => {
  const place = (): RenewalPlace => {
    const server = oauth.server();
    const { credentials } = oauth.parts;
    return { credentials, server, url: server.target, now: () => Date.now() + oauth.ahead };
  };
  const token = async (): Promise<string> => {
    const { credentials, server, url } = place();
    return (await credentials.read(server, url))?.tokens.accessToken ?? "";
  };
  const claim = async (): Promise<ClaimedRenewal> => claimRenewal(place(), await token());
  const setRenewal = (process: string, until: number): Promise<unknown> => {
    const { credentials, server, url } = place();
    return credentials.change(server, url, (held) => ({ ...held, renewal: { id: "other", process, until } }));
  };

  it("keeps others waiting until it is given back", async () => {
    const first = await claim();
    const waiting = claim();
    if (first.kind !== "claimed") throw new Error(first.kind);
    await first.end({ ...first.held.tokens, accessToken: "new" });
    expect(await waiting).toMatchObject({ kind: "renewed", held: { tokens: { accessToken: "new" } } });
  });

  it("passes to the next one where nothing came of it", async () => {
    const first = await claim();
    const waiting = claim();
    if (first.kind === "claimed") await first.end(null);
    expect((await waiting).kind).toBe("claimed");
  });

  it("does not outlive its process, nor its time", async () => {
    await setRenewal(renderIdentity({ ...ownIdentity(), pid: 2 ** 30 }), Date.now() + 1e9);
    expect((await claim()).kind).toBe("claimed");
    await setRenewal(renderIdentity(ownIdentity()), Date.now() + 1000);
    oauth.ahead = 1001;
    expect((await claim()).kind).toBe("claimed");
  });

  it("leaves alone what somebody logged in to meanwhile", async () => {
    const claimed = await claim();
    await oauth.logIn();
    const present = await token();
    if (claimed.kind !== "claimed") throw new Error(claimed.kind);
    await claimed.end({ ...claimed.held.tokens, accessToken: "late" });
    await claimed.forget();
    expect(await token()).toBe(present);
  });

  it("is of no use where nobody is logged in", async () => {
    const present = await token();
    const { credentials, server, url } = place();
    await credentials.remove(server, url);
    expect((await claimRenewal(place(), present)).kind).toBe("gone");
  });
});
