import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

const MODULE = new URL("./log-lost-traces.ts", import.meta.url).href;
const TOKEN = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;

it("is one line that says why, without a stack, a secret or what hides", () => {
  const reason = `the collector said ${TOKEN}\u202e`;
  const script = `import { logLostTraces } from ${JSON.stringify(MODULE)}; logLostTraces(${JSON.stringify(reason)})`;
  const { stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  const { time, pid, ...line } = JSON.parse(stderr) as Record<string, unknown>;
  expect([typeof time, typeof pid]).toEqual(["number", "number"]);
  expect(line).toEqual({
    level: 40,
    id: "telemetry",
    reason: String.raw`the collector said [REDACTED]\u202e`,
    msg: "traces are not sent",
  });
});
