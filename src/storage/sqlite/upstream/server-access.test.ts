import { describe, expect, it } from "vitest";
import { attack, inFolder, open, withStore } from "../../temporary-store.fixture.ts";
import type { Store } from "../../store.ts";
import type { AccessReview, StoredAccessRequest, StoredServerGrant } from "../../upstream-repositories.ts";

const NOW = Date.now();
const at = (seconds: number): string => new Date(NOW + seconds * 1000).toISOString();

function grant(change: Partial<StoredServerGrant> = {}): StoredServerGrant {
  return {
    id: "g1",
    server: "github",
    workspace: null,
    subject: { kind: "agent", name: "claude" },
    enabled: true,
    toolAllow: ["list_*"],
    toolDeny: ["delete_*"],
    overrides: { timeout_seconds: 5 },
    expiresAt: at(60),
    request: null,
    grantedBy: "ada",
    createdAt: at(0),
    updatedAt: at(0),
    ...change,
  };
}

function request(change: Partial<StoredAccessRequest> = {}): StoredAccessRequest {
  return {
    id: "r1",
    server: "github",
    workspace: null,
    subject: { kind: "agent", name: "claude" },
    status: "pending",
    reason: "triage",
    toolAllow: ["list_issues"],
    requestedBy: "ada",
    requestedWith: "local-agent:claude",
    createdAt: at(0),
    reviewedBy: null,
    reviewedAt: null,
    reviewNote: null,
    ...change,
  };
}

function review(given: StoredServerGrant | null, by = "bob"): AccessReview {
  return { by, at: at(1), note: "fine", grant: given };
}

/** Two connections to one database, as two processes have them. */
function withTwo(work: (one: Store, other: Store, folder: string) => Promise<void>): Promise<void> {
  return inFolder(async (folder) => {
    const [one, other] = [await open(folder), await open(folder)];
    try {
      await work(one, other, folder);
    } finally {
      await one.close();
      await other.close();
    }
  });
}

describe("grants of servers", () => {
  it("come back as they were written, of the user and of one workspace", () =>
    withStore(async ({ serverGrants }) => {
      const own = grant({ id: "g2", workspace: "/w", expiresAt: null, enabled: false, overrides: {} });
      const user = grant({ id: "g3", subject: { kind: "user", name: "claude" }, request: "r9" });
      for (const one of [grant(), own, user]) expect(await serverGrants.put(one)).toEqual(one);
      await serverGrants.put(grant({ id: "g4", workspace: "/elsewhere" }));
      expect(await serverGrants.list("/w")).toEqual([grant(), own, user]);
      expect(await serverGrants.list("/x")).toEqual([grant(), user]);
    }));

  it("take the place of an earlier one whole, but keep its id and the time it was made", () =>
    withStore(async ({ serverGrants }) => {
      await serverGrants.put(grant());
      const next = grant({ id: "g2", toolAllow: [], toolDeny: [], overrides: {}, expiresAt: null, enabled: false });
      const written = await serverGrants.put({ ...next, createdAt: at(9), updatedAt: at(9), grantedBy: "bob" });
      expect(written).toEqual({ ...next, id: "g1", createdAt: at(0), updatedAt: at(9), grantedBy: "bob" });
      expect(await serverGrants.list("/w")).toEqual([written]);
    }));

  it("are seen, and gone, in another process at its next look", () =>
    withTwo(async (one, other) => {
      const before = other.revision();
      await one.serverGrants.put(grant());
      const given = other.revision();
      expect(given).toBeGreaterThan(before);
      expect(await other.serverGrants.list("/w")).toEqual([grant()]);
      expect(await other.serverGrants.remove("g1")).toBe(true);
      expect(one.revision()).toBeGreaterThan(given);
      expect(await one.serverGrants.list("/w")).toEqual([]);
      expect(await one.serverGrants.remove("g1")).toBe(false);
    }));

  it("belong to a tenant", () =>
    inFolder(async (folder) => {
      const [one, other] = [await open(folder), await open(folder, { tenant: "else" })];
      await one.serverGrants.put(grant());
      await one.accessRequests.create(request());
      expect(await other.serverGrants.list("/w")).toEqual([]);
      expect(await other.serverGrants.remove("g1")).toBe(false);
      expect(await other.accessRequests.list("/w")).toEqual([]);
      expect(await other.accessRequests.review("r1", review(grant()))).toBe(false);
      expect(await one.serverGrants.list("/w")).toHaveLength(1);
      await one.close();
      await other.close();
    }));
});

describe("access requests", () => {
  it("are written once for as long as the same waits, whatever the order of its tools", () =>
    withTwo(async ({ accessRequests }, other) => {
      expect(await accessRequests.create(request({ toolAllow: ["b", "a", "b"] }))).toBe(true);
      expect(await other.accessRequests.create(request({ id: "r2", toolAllow: ["a", "b"] }))).toBe(false);
      expect(await other.accessRequests.create(request({ id: "r3", toolAllow: ["a"] }))).toBe(true);
      expect(await accessRequests.create(request({ id: "r4", subject: { kind: "user", name: "claude" } }))).toBe(true);
      expect(await accessRequests.countPending("local-agent:claude")).toBe(3);
      expect((await accessRequests.list("/w")).map(({ id, toolAllow }) => [id, toolAllow])).toEqual([
        ["r1", ["a", "b"]],
        ["r3", ["a"]],
        ["r4", ["list_issues"]],
      ]);
      await accessRequests.review("r1", review(null));
      expect(await accessRequests.create(request({ id: "r2", toolAllow: ["a", "b"] }))).toBe(true);
      expect(await accessRequests.countPending("somebody")).toBe(0);
    }));

  it("are reviewed once, also by two at a time, and only the first one's grant is written", () =>
    withTwo(async (one, other) => {
      await one.accessRequests.create(request());
      const answers = await Promise.all([
        one.accessRequests.review("r1", review(grant({ request: "r1", grantedBy: "bob" }), "bob")),
        other.accessRequests.review("r1", review(null, "eve")),
        other.accessRequests.review("r1", review(grant({ toolAllow: [], request: "r1" }), "eve")),
      ]);
      expect(answers).toEqual([true, false, false]);
      expect(await other.accessRequests.list("/w")).toMatchObject([
        { status: "approved", reviewedBy: "bob", reviewedAt: at(1), reviewNote: "fine" },
      ]);
      expect(await other.serverGrants.list("/w")).toMatchObject([{ toolAllow: ["list_*"], grantedBy: "bob" }]);
    }));

  it("grant in the place of an earlier one, whose denials and overrides stay", () =>
    withStore(async ({ serverGrants, accessRequests }) => {
      await serverGrants.put(grant({ enabled: false, toolAllow: ["get_*"] }));
      await accessRequests.create(request());
      const asked = grant({ id: "g2", toolAllow: ["list_issues"], toolDeny: [], overrides: {}, request: "r1" });
      expect(await accessRequests.review("r1", review({ ...asked, expiresAt: null, updatedAt: at(5) }))).toBe(true);
      expect(await serverGrants.list("/w")).toEqual([
        grant({ toolAllow: ["list_issues"], expiresAt: null, request: "r1", updatedAt: at(5) }),
      ]);
    }));

  it("are neither reviewed nor granted when one of the two cannot be written", () =>
    withStore(async ({ serverGrants, accessRequests }, folder) => {
      await accessRequests.create(request());
      attack(folder, (db) => {
        db.exec("CREATE TRIGGER full BEFORE INSERT ON mcp_grants BEGIN SELECT RAISE(ABORT, 'full'); END");
      });
      await expect(accessRequests.review("r1", review(grant()))).rejects.toThrow("full");
      expect(await accessRequests.list("/w")).toMatchObject([{ status: "pending", reviewedBy: null }]);
      expect(await serverGrants.list("/w")).toEqual([]);
    }));
});
