import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { AuditEntry } from "../../dist/audit/audit-log.js";
import { openStore } from "../../dist/storage/open-store.js";
import type { Figure } from "../measure.ts";
import { absoluteFigure } from "../measure.ts";

const RECORDS = 40_000;
const GROUP = 64;
const ROUNDS = 5;

/** Appending in groups of 64, as many connections at once make them; then walking the whole chain. */
export async function run(): Promise<readonly Figure[]> {
  const append: number[] = [];
  const verify: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const dataFolder = mkdtempSync(path.join(tmpdir(), "toolgate-bench-"));
    const store = await openStore({ dataFolder, tenant: "bench", durability: "process" });
    const before = performance.now();
    for (let done = 0; done < RECORDS; done += GROUP) {
      await Promise.all(Array.from({ length: GROUP }, (_, index) => store.audit.append(entry(done + index))));
    }
    const appended = performance.now();
    const verified = await store.audit.verify();
    const end = performance.now();
    if (!verified.ok || verified.records !== RECORDS) throw new Error(`verify failed: ${JSON.stringify(verified)}`);
    await store.close();
    rmSync(dataFolder, { recursive: true, force: true });
    if (round === 0) continue;
    append.push(((appended - before) * 1000) / RECORDS);
    verify.push(((end - appended) * 1000) / RECORDS);
  }
  return [
    absoluteFigure("audit: append in groups (50 µs = 20,000/s)", "µs/record", append, 50),
    absoluteFigure("audit: verify (5 µs = 200,000/s)", "µs/record", verify, 5),
  ];
}

function entry(index: number): AuditEntry {
  return {
    kind: "outcome",
    callId: `call-${index}`,
    tool: "bench.noop",
    status: "success",
    code: null,
    caller: { tenant: "bench", principal: "bench", agent: "bench", roles: ["agent"], credential: "token:bench" },
    workspace: "/workspace",
    data: { evidence: { status: "success", durationMs: 1.25, exitCode: 0, stdoutBytes: 120 }, error: null, step: null },
  };
}
