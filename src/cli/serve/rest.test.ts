import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

it("gives the memory of a large young generation back, and keeps no process running", async () => {
  const program = path.join(import.meta.dirname, "rest.fixture.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [program], { timeout: 30_000 });
  const { grown, rested } = JSON.parse(stdout) as { grown: number; rested: number };
  expect(grown).toBeGreaterThanOrEqual(16_000_000);
  expect(rested).toBeLessThanOrEqual(4 * 1_048_576);
});
