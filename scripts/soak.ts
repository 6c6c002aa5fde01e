import { readFileSync, readdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { createWorkspace } from "../bench/workspace.ts";
import type { Runtime } from "../dist/call/runtime.js";
import { defineTool } from "../dist/library/define-tool.js";
import { createRuntime } from "../dist/main.js";

/** Makes many calls of every kind and looks for what they leave: processes, descriptors, memory, running rows. */
const { values } = parseArgs({
  options: { rounds: { type: "string", default: "20" }, calls: { type: "string", default: "1000" } },
});
const rounds = Number(values.rounds);
const callsARound = Number(values.calls);
const AT_ONCE = 16;

const program = (name: string, script: string, more = ""): [string, string] => [
  name,
  `name = "${name}"\ndescription = "soak"\nkind = "command"\neffect = "read"\nbinary = "sh"\nargs = ["-c", '${script}']\n${more}`,
];
const tools = new Map([
  program("quick", "exit 0"),
  program("fails", "exit 3"),
  program("prints", "yes | head -c 200000"),
  program("strays", "setsid sleep 60 & exit 0"),
  program("slow", "sleep 60", "[constraints]\ntimeout_seconds = 1\n"),
]);
const noop = defineTool({ name: "noop", description: "soak", effect: "read", handler: () => "done" });
const throws = defineTool({
  name: "throws",
  description: "soak",
  effect: "read",
  handler: () => {
    throw new Error("on purpose");
  },
});

const workspace = createWorkspace(tools, 'deny = ["denied"]');
const runtime = await createRuntime({ cwd: workspace.folder, env: workspace.env, tools: [noop, throws] });
const caller = await runtime.control.localAgent("soak");
const kinds = ["quick", "fails", "prints", "strays", "noop", "throws", "unknown"];

console.log("round  calls  s      rss MB  descriptors  children  running");
for (let round = 1; round <= rounds; round++) {
  const before = performance.now();
  await makeCalls(runtime, callsARound);
  await Promise.all(["slow", "slow"].map((tool) => runtime.call({ entry: "library", tool, args: {}, caller })));
  globalThis.gc?.();
  const running = await runtime.control.running.list();
  const row = [
    String(round).padEnd(6),
    String(callsARound + 2).padEnd(6),
    ((performance.now() - before) / 1000).toFixed(1).padEnd(6),
    String(Math.round(process.memoryUsage().rss / 1e6)).padEnd(7),
    String(readdirSync("/proc/self/fd").length).padEnd(12),
    String(countMarked()).padEnd(9),
    running.length,
  ];
  console.log(row.join(" "));
  if (countMarked() > 0 || running.length > 0) process.exitCode = 1;
}
const verified = await runtime.control.audit.verify();
console.log(verified.ok ? `audit: ${verified.records} records verify` : `audit: ${verified.message}`);
if (!verified.ok) process.exitCode = 1;
await runtime.close();
workspace.remove();

async function makeCalls(gateway: Runtime, count: number): Promise<void> {
  let left = count;
  const worker = async (): Promise<void> => {
    while (left-- > 0) {
      const tool = kinds[left % kinds.length];
      await gateway.call({ entry: "library", tool, args: {}, caller });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Living children of any call, wherever they went. */
function countMarked(): number {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isMarked(name)).length;
}

function isMarked(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").includes("TOOLGATE_CALL=");
  } catch {
    return false;
  }
}
