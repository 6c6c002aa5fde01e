import { describe, expect, it } from "vitest";
import type { StoredTool } from "../repositories.ts";
import { attack, CALLER, inFolder, intent, open } from "../temporary-store.fixture.ts";

/** Takes away what later schemas brought. */
const WITHOUT_UPSTREAM = "DROP TABLE mcp_pins; DROP TABLE mcp_grants; DROP TABLE mcp_requests;";

const TO_FIRST = `${WITHOUT_UPSTREAM}
DROP TABLE scrub_values; DROP TABLE secrets; DROP TABLE sealing_key; DROP TABLE tools; DROP TABLE limit_calls; DROP TABLE limit_days; DROP TABLE rules;
ALTER TABLE tokens DROP COLUMN provider; ALTER TABLE sessions DROP COLUMN cwd;
ALTER TABLE running_calls DROP COLUMN limits; ALTER TABLE approvals DROP COLUMN boot;
ALTER TABLE approvals DROP COLUMN tick; ALTER TABLE approvals DROP COLUMN lifetime_ms;
CREATE TABLE rules(
  tenant TEXT NOT NULL, id TEXT NOT NULL, effect TEXT NOT NULL CHECK (effect IN ('allow', 'ask', 'deny')),
  rule TEXT NOT NULL, layer TEXT NOT NULL CHECK (layer IN ('user', 'project')), workspace TEXT, reason TEXT,
  created_at TEXT NOT NULL, created_by TEXT NOT NULL,
  PRIMARY KEY (tenant, id), CHECK (layer = 'user' OR workspace IS NOT NULL)
) STRICT, WITHOUT ROWID;
INSERT INTO rules VALUES ('local', 'r1', 'deny', 'x', 'project', '/w', 'why', '2026-01-01T00:00:00.000Z', 'bob');
PRAGMA user_version = 1;
`;

const TOOL: StoredTool = {
  id: "t1",
  workspace: "/w",
  audience: { kind: "everybody" },
  format: "custom",
  name: "dns_lookup",
  definition: "{}",
  enabled: true,
  environment: null,
  createdAt: "2026-01-01T00:00:00.000Z",
  createdBy: "ada",
  updatedAt: "2026-01-01T00:00:00.000Z",
};

const NOW = new Date();
const QUESTION = {
  id: "a1",
  tenant: "local",
  workspace: "/w",
  callId: "c1",
  tool: "x",
  binding: "b",
  principal: CALLER.principal,
  agent: CALLER.agent,
  credential: CALLER.credential,
  summary: {},
  createdAt: NOW.toISOString(),
  expiresAt: new Date(NOW.getTime() + 60_000).toISOString(),
};
const ANSWER = {
  verdict: "approve",
  by: "bob",
  credential: "k",
  reason: null,
  at: NOW.toISOString(),
  grant: null,
  mac: "",
} as const;

describe("a database of the first schema", () => {
  it("gets what is new and keeps what it holds", () =>
    inFolder(async (folder) => {
      const first = await open(folder);
      await first.settings.set("mode", "plan");
      await first.approvals.create(QUESTION);
      await first.approvals.answer("a1", ANSWER, NOW);
      await first.close();
      attack(folder, (db) => db.exec(TO_FIRST));
      const store = await open(folder);
      expect(await store.settings.get("mode")).toBe("plan");
      expect(await store.rules.list("/w")).toEqual([
        {
          id: "r1",
          effect: "deny",
          rule: "x",
          layer: "project",
          workspace: "/w",
          session: null,
          reason: "why",
          expiresAt: null,
          approval: null,
          createdAt: "2026-01-01T00:00:00.000Z",
          createdBy: "bob",
        },
      ]);
      expect(await store.tools.create(TOOL)).toBe(true);
      const approval = { id: "a1", binding: "b" };
      expect(await store.audit.appendIntent(intent("c1"), { approval })).toMatchObject({ ok: true });
      await store.close();
      const again = await open(folder);
      expect(await again.tools.get("t1")).toEqual(TOOL);
      await again.close();
    }));
});

describe("a database from before secrets", () => {
  it.each<[string, string, string | null]>([
    ["toolgate-sealed-1.0123456789abcdef.A.B.C", "is known by its envelopes", "0123456789abcdef"],
    ["plain", "is not guessed from what is no envelope", null],
  ])("with %s: the key %s", (sealed, _what, keyId) =>
    inFolder(async (folder) => {
      const first = await open(folder);
      await first.tools.create({ ...TOOL, environment: { names: ["A"], version: "1", sealed } });
      await first.close();
      attack(folder, (db) =>
        db.exec(`${WITHOUT_UPSTREAM} DROP TABLE scrub_values; DROP TABLE secrets; DROP TABLE sealing_key;
          PRAGMA user_version = 3`),
      );
      const store = await open(folder);
      expect([await store.sealing.keyId(), await store.sealing.isInUse()]).toEqual([keyId, true]);
      await store.close();
    }),
  );
});
