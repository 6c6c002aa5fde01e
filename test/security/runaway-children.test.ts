import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { hasBubblewrap, toBubblewrap } from "../../src/process/bubblewrap.fixture.ts";
import { createProcessRunner } from "../../src/process/create-process-runner.ts";
import type { ProcessResult } from "../../src/process/process-runner.ts";
import {
  STARTERS,
  childrenOf,
  fixtureFile,
  isAlive,
  pidsIn,
  stdoutOf,
  toRequest,
  toShell,
  until,
} from "../../src/process/run.fixture.ts";
import { readCallMarker } from "../../src/process/tree/marker.ts";
import { readProcessTable } from "../../src/process/tree/process-table.ts";

const MEGABYTE = 1024 * 1024;
const linux = process.platform === "linux";

const fixture = (name: string, ...rest: readonly string[]): readonly string[] => [
  "/bin/sh",
  fixtureFile(name),
  ...rest,
];
const unconfined = (argv: readonly string[]): readonly string[] => argv;
const confined = (argv: readonly string[]): readonly string[] =>
  toBubblewrap(argv, [path.dirname(fixtureFile("flood.js"))]);

/** Commands of the machine's processes that hold the text, but for this one's. */
function running(text: string): readonly number[] {
  return readProcessTable().flatMap(({ pid }) => {
    try {
      return pid !== process.pid && readFileSync(`/proc/${pid}/cmdline`, "latin1").includes(text) ? [pid] : [];
    } catch {
      return [];
    }
  });
}

function marked(callId: string): readonly number[] {
  return readProcessTable().flatMap(({ pid }) => (readCallMarker(pid) === callId ? [pid] : []));
}

function peakOf(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;
}

describe.skipIf(!linux).each([
  { where: "alone", enter: unconfined, skipped: false },
  { where: "in a pid namespace of its own", enter: confined, skipped: !hasBubblewrap },
])("a child $where", ({ where, enter, skipped }) => {
  const alone = where === "alone";

  describe.skipIf(skipped).each(STARTERS)("started by $name", ({ options }) => {
    const runner = createProcessRunner({ killGraceMs: 300, ...options });
    afterAll(() => runner.close());
    /** A number that no other test waits for: it is how the processes of this one are told. */
    const seconds = `3${process.pid % 10_000}.${Math.floor(Math.random() * 1e6)}`;

    async function run(argv: readonly string[], changes = {}): Promise<ProcessResult> {
      const request = toRequest(enter(argv), { ownNamespace: !alone, ...changes });
      const result = await runner.run(request);
      expect(marked(request.callId)).toEqual([]);
      expect(running(seconds)).toEqual([]);
      return result;
    }

    it("that ignores TERM is killed with its own children", async () => {
      const result = await run(fixture("ignore-term.sh"), { timeoutMs: 500 });
      expect(result.end).toEqual({ kind: "timeout" });
      expect(pidsIn(stdoutOf(result))).toHaveLength(2);
      if (alone) expect(pidsIn(stdoutOf(result)).filter(isAlive)).toEqual([]);
    });

    it("that forks twice into a session of its own, with everything closed, leaves nothing", async () => {
      const script = `(setsid sh -c 'exec 0<&- 1>&- 2>&-; exec sleep ${seconds}' &) ; sleep 0.1; exit 4`;
      expect((await run(toShell(script))).end).toEqual({ kind: "exited", exitCode: 4 });
    });

    // Outside of a namespace such a one is not found: what it forgets is all that it could be told by.
    it.runIf(!alone)("that does so and forgets its environment leaves nothing either", async () => {
      const script = `(env -i setsid sh -c 'env -i setsid sleep ${seconds} </dev/null >/dev/null 2>&1 &' &); sleep 0.2`;
      expect((await run(toShell(script))).end).toEqual({ kind: "exited", exitCode: 0 });
    });

    it("that fills a pipe which nobody reads is ended in time", async () => {
      const script = `head -c 200000 /dev/zero | sleep ${seconds}`;
      expect((await run(toShell(script), { timeoutMs: 400 })).end).toEqual({ kind: "timeout" });
    });

    it("that ends while a grandchild holds its output is over at once", async () => {
      const result = await run(toShell(`sleep ${seconds} & printf abc; exit 3`));
      expect([result.end, stdoutOf(result)]).toEqual([{ kind: "exited", exitCode: 3 }, "abc"]);
    });

    it("that ends while its input is still being written is no trouble", async () => {
      const stdin = "x".repeat(6 * MEGABYTE);
      expect((await run(toShell("head -c 1 > /dev/null; exit 5"), { stdin })).end).toMatchObject({ exitCode: 5 });
      expect((await run(toShell(`sleep ${seconds} & exit 6`), { stdin })).end).toMatchObject({ exitCode: 6 });
    });

    it("that starts processes without end, each going on from the last, leaves nothing", async () => {
      expect((await run(fixture("fork-without-end.sh", "setsid"))).end).toEqual({ kind: "exited", exitCode: 0 });
    });
  });

  describe.skipIf(skipped)("that writes without end", () => {
    it.each([
      ["past the limit of all output", { maxTotalBytes: 800 * MEGABYTE, timeoutMs: 20_000 }, "output-limit", 700],
      ["for as long as it may, with everything beyond the caps dropped", { timeoutMs: 2000 }, "timeout", 100],
    ])("is held to little memory: %s", async (_name, limits, kind, readMegabytes) => {
      const before = new Set(childrenOf(process.pid));
      const runner = createProcessRunner({ killGraceMs: 300 });
      await runner.warm();
      const [runnerPid = 0] = childrenOf(process.pid).filter((pid) => !before.has(pid));
      const grown = process.memoryUsage().rss;
      const caps = { maxStdoutBytes: MEGABYTE, maxStderrBytes: MEGABYTE };
      const result = await runner.run(
        toRequest(enter(toShell("yes >&2 & exec yes")), { ...caps, ...limits, ownNamespace: !alone }),
      );
      expect(result.end).toEqual({ kind });
      expect([result.stdout.length, result.stderr.length]).toEqual([MEGABYTE, MEGABYTE]);
      expect(result.stdoutBytes + result.stderrBytes).toBeGreaterThan(readMegabytes * MEGABYTE);
      expect(process.memoryUsage().rss - grown).toBeLessThan(100 * MEGABYTE);
      // How much of what was read is garbage at the worst moment is up to the engine: far less than all of it.
      expect(peakOf(runnerPid)).toBeLessThan(350 * MEGABYTE);
      await runner.close();
      await until(() => !isAlive(runnerPid));
    });
  });
});
