import { describe, expect, it } from "vitest";
import type { Approval } from "../storage/repositories.ts";
import { CALLER, inFolder, open, TENANT } from "../storage/temporary-store.fixture.ts";
import type { Store } from "../storage/store.ts";
import { sealAnswer } from "./answer-mac.ts";
import type { ApprovalDesk, ApprovalQuestion } from "./approval-desk.ts";
import { createApprovalDesk } from "./create-approval-desk.ts";

const KEY = new Uint8Array(32).fill(7);
const TIMEOUT_MS = 60_000;

interface World {
  readonly store: Store;
  readonly desk: ApprovalDesk;
  readonly clock: { wall: number; passed: number };
}

function withDesk(work: (world: World) => Promise<void>): Promise<void> {
  return inFolder(async (folder) => {
    const clock = { wall: Date.now(), passed: 0 };
    const store = await open(folder, { clock: { boot: "b", tick: () => clock.passed } });
    const desk = createApprovalDesk({
      approvals: store.approvals,
      approverKey: KEY,
      timeoutMs: () => TIMEOUT_MS,
      clock: { now: () => clock.wall, elapsed: () => clock.passed },
    });
    try {
      await work({ store, desk, clock });
    } finally {
      await store.close();
    }
  });
}

function question(change: Partial<ApprovalQuestion> = {}): ApprovalQuestion {
  const { principal, agent, credential } = CALLER;
  return {
    callId: "c1",
    tool: "x",
    binding: "sha256:1",
    workspace: "/w",
    tenant: TENANT,
    principal,
    agent,
    credential,
    summary: {},
    held: true,
    ...change,
  };
}

async function answer({ store }: World, asked: Approval, change: object = {}): Promise<boolean> {
  const at = new Date().toISOString();
  const given = { verdict: "approve", by: "bob", credential: "k", reason: null, at, grant: null } as const;
  return store.approvals.answer(asked.id, { ...sealAnswer(KEY, asked, given), ...change }, new Date(at));
}

const never = new AbortController().signal;

describe("waiting for a human", () => {
  it("ends with the answer", () =>
    withDesk(async (world) => {
      const asked = await world.desk.ask(question());
      const waiting = world.desk.wait(asked, never);
      expect(await answer(world, asked)).toBe(true);
      expect(await waiting).toMatchObject({ kind: "approved", approval: { id: asked.id, state: "approved" } });
    }));

  it("ends when the deadline is over by the time of day", () =>
    withDesk(async ({ desk, clock }) => {
      const asked = await desk.ask(question());
      clock.wall += TIMEOUT_MS;
      expect(await desk.wait(asked, never)).toEqual({ kind: "timeout" });
    }));

  it("ends when the time has passed, although the clock was set back", () =>
    withDesk(async ({ desk, clock, store }) => {
      const asked = await desk.ask(question());
      const waiting = desk.wait(asked, never);
      clock.wall -= 365 * 86_400_000;
      clock.passed += TIMEOUT_MS;
      expect(await waiting).toEqual({ kind: "timeout" });
      expect((await store.approvals.get(asked.id))?.state).toBe("expired");
    }));

  it("ends when the caller goes away, and no answer counts any more", () =>
    withDesk(async (world) => {
      const asked = await world.desk.ask(question());
      const gone = new AbortController();
      const waiting = world.desk.wait(asked, gone.signal);
      gone.abort();
      expect(await waiting).toEqual({ kind: "cancelled" });
      expect(await answer(world, asked)).toBe(false);
    }));

  it("believes no grant that was changed after it was given", () =>
    withDesk(async (world) => {
      const asked = await world.desk.ask(question());
      const grant = { rules: ["fs.delete"], scope: "user", expiresAt: null };
      await answer(world, asked, { grant });
      expect(await world.desk.wait(asked, never)).toMatchObject({ kind: "denied", by: "Toolgate" });
    }));
});

describe("a question that nobody holds", () => {
  it("is over when its time has passed, whatever the time of day is", () =>
    withDesk(async (world) => {
      const { desk, clock } = world;
      const asked = await desk.ask(question({ held: false }));
      await answer(world, asked);
      expect(await desk.findLatest("sha256:1", CALLER.credential)).toMatchObject({ state: "approved" });
      clock.wall -= 86_400_000;
      clock.passed += TIMEOUT_MS;
      expect(await desk.findLatest("sha256:1", CALLER.credential)).toBeNull();
    }));
});
