import { readFileSync, readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createRuntime } from "../../dist/main.js";
import { median } from "../measure.ts";
import { createWorkspace } from "../workspace.ts";

const BALLAST_MB = 500;
const MAX_CALLS = 500;

/** As in `BareOrder`, with a tool instead of a program. */
export interface GovernedOrder {
  readonly tool: string;
  readonly count: number;
  readonly together: boolean;
}

/** A gateway that has grown large, making governed calls: checked, decided, recorded, run, recorded. */
const confined = '[sandbox]\nprofile = "isolated"\n';
const workspace = createWorkspace(
  new Map([
    ["true", toTool("true", "/bin/true", [])],
    ["wait", toTool("wait", "/bin/sleep", ["0.1"])],
    ["confined-true", toTool("confined-true", "/bin/true", [], confined)],
    ["confined-wait", toTool("confined-wait", "/bin/sleep", ["1"], confined)],
  ]),
  `allow = ["true", "wait", "confined-*"]\n[limits]\nmax_concurrent_calls = ${MAX_CALLS}`,
);
const ballast = Array.from({ length: BALLAST_MB }, () => Buffer.alloc(1024 * 1024, 1));
const runtime = await createRuntime({ cwd: workspace.folder, env: workspace.env });
await runtime.warm();
const caller = await runtime.control.localAgent("bench");

process.on("message", (order: GovernedOrder) => {
  void measure(order).then((value) => process.send?.(value));
});
process.once("disconnect", () => {
  void runtime.close().then(() => workspace.remove());
});
process.send?.(await findConfinement());

function toTool(name: string, binary: string, args: readonly string[], more = ""): string {
  const head = `name = "${name}"\ndescription = "Does nothing"\nkind = "command"\nbinary = "${binary}"\n`;
  return `${head}args = ${JSON.stringify(args)}\n${more}`;
}

async function measure({ tool, count, together }: GovernedOrder): Promise<number> {
  const before = performance.now();
  if (together) {
    await Promise.all(Array.from({ length: count }, () => call(tool)));
    return performance.now() - before;
  }
  const samples: number[] = [];
  for (let index = 0; index < count; index++) samples.push(await call(tool));
  if (ballast.length !== BALLAST_MB) throw new Error("the ballast is gone");
  return median(samples);
}

async function call(tool: string): Promise<number> {
  const before = performance.now();
  const outcome = await runtime.call({ entry: "library", tool, args: {}, caller });
  if (outcome.status !== "success") throw new Error(JSON.stringify(outcome.error));
  return performance.now() - before;
}

/** The very command that confines here, up to the program, as the list of processes shows it; `null`: nothing can. */
async function findConfinement(): Promise<readonly string[] | null> {
  const running = runtime.call({ entry: "library", tool: "confined-wait", args: {}, caller });
  for (let look = 0; look < 200; look++) {
    const argv = readdirSync("/proc").map(readArguments).find(isOurs);
    if (argv !== undefined) {
      await running;
      return toPlain(argv.slice(0, argv.lastIndexOf("--") + 1));
    }
    await sleep(5);
  }
  await running;
  return null;
}

/** Without descriptors, which a bare start has none of: the same places by their paths. */
function toPlain(argv: readonly string[]): readonly string[] {
  const reports = argv.indexOf("--json-status-fd");
  const kept = argv.filter((_, index) => reports === -1 || (index !== reports && index !== reports + 1));
  return kept.map((word, index) => {
    if (kept[index - 1]?.endsWith("bind-fd") === true) return kept[index + 1] ?? "";
    return word.endsWith("bind-fd") ? word.slice(0, -"-fd".length) : word;
  });
}

function isOurs(argv: readonly string[]): boolean {
  return argv[0]?.endsWith("/bwrap") === true && argv.includes(workspace.folder);
}

function readArguments(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").slice(0, -1);
  } catch {
    return [];
  }
}
