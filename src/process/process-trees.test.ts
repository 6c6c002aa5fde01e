import { afterAll, describe, expect, it } from "vitest";
import { createProcessRunner } from "./create-process-runner.ts";
import { STARTERS, fixtureFile, isAlive, pidsIn, stdoutOf, toRequest, toShell } from "./run.fixture.ts";
import { readProcessTable } from "./tree/process-table.ts";
import { readCallMarker } from "./tree/marker.ts";

const toScript = (name: string): readonly string[] => ["/bin/sh", fixtureFile(name)];

function alive(callId: string): readonly number[] {
  return readProcessTable().flatMap((entry) => (readCallMarker(entry.pid) === callId ? [entry.pid] : []));
}

describe.each(STARTERS)("started by $name:", ({ options }) => {
  const runner = createProcessRunner({ killGraceMs: 400, ...options });
  afterAll(() => runner.close());

  describe.skipIf(process.platform !== "linux")("what a program leaves behind is dead when its call is", () => {
    it.each([
      ["a daemon: other group, other session, no parent", toScript("double-fork.sh"), 1],
      ["a background child that holds standard output", toScript("hold-stdout.sh"), 1],
      ["several, some without the marker", toShell("sleep 300 & env -i sleep 300 & setsid sleep 300 & sleep 0.1"), 3],
    ])("%s", async (_name, argv, count) => {
      const request = toRequest(argv);
      const result = await runner.run(request);
      expect(result.leftoverProcesses).toBe(count);
      expect(pidsIn(stdoutOf(result)).filter(isAlive)).toEqual([]);
      expect(alive(request.callId)).toEqual([]);
    });

    it("and what it wrote before is there, also when a child held the pipe", async () => {
      const result = await runner.run(toRequest(toShell("sleep 300 & head -c 60000 /dev/zero; exit 3")));
      expect(result).toMatchObject({ end: { kind: "exited", exitCode: 3 }, stdoutBytes: 60000, leftoverProcesses: 1 });
    });

    it("also a stopped one", async () => {
      const request = toRequest(toShell("sleep 300 & kill -STOP $!; echo $!"));
      const result = await runner.run(request);
      expect(result.leftoverProcesses).toBe(1);
      expect(pidsIn(stdoutOf(result)).map(isAlive)).toEqual([false]);
    });

    it.each([
      ["in its group", ["fork-without-end.sh"]],
      ["in a session of its own", ["fork-without-end.sh", "setsid"]],
    ])(
      "also one that goes from process to process faster than a list of them is read, %s",
      async (_name, [name = "", ...rest]) => {
        for (let round = 0; round < 10; round += 1) {
          const request = toRequest([...toScript(name), ...rest]);
          expect((await runner.run(request)).end).toEqual({ kind: "exited", exitCode: 0 });
          expect(alive(request.callId)).toEqual([]);
        }
      },
    );

    it("and other calls go on", async () => {
      const other = runner.run(toRequest(toShell("sleep 1; echo done")));
      await runner.run(toRequest(toScript("double-fork.sh")));
      expect(stdoutOf(await other)).toBe("done\n");
    });
  });

  describe("a program that closes its output", () => {
    it("is waited for", async () => {
      const result = await runner.run(toRequest(toScript("close-and-linger.sh")));
      expect(result).toMatchObject({ end: { kind: "exited", exitCode: 7 }, stdoutBytes: 7 });
    });
  });

  describe("the time limit", () => {
    it("ends a tree that ignores TERM", async () => {
      const result = await runner.run(toRequest(toScript("ignore-term.sh"), { timeoutMs: 300 }));
      expect(result.end).toEqual({ kind: "timeout" });
      expect(pidsIn(stdoutOf(result))).toHaveLength(2);
      expect(pidsIn(stdoutOf(result)).filter(isAlive)).toEqual([]);
    });

    it("lets the whole tree put its things in order first, not only the main program", async () => {
      const result = await runner.run(toRequest(toScript("graceful.sh"), { timeoutMs: 300 }));
      expect(result.end).toEqual({ kind: "timeout" });
      expect(stdoutOf(result)).toBe("ready\ntidy\n");
      expect(result.leftoverProcesses).toBe(0);
    });

    it("reaches a session without the marker whose parent is still there", async () => {
      const script = "echo $$; setsid env -i sleep 300 & echo $!; sleep 300";
      const result = await runner.run(toRequest(toShell(script), { timeoutMs: 300 }));
      expect(result.end).toEqual({ kind: "timeout" });
      expect(pidsIn(stdoutOf(result))).toHaveLength(2);
      expect(pidsIn(stdoutOf(result)).filter(isAlive)).toEqual([]);
    });

    it("ends a stopped program", async () => {
      const result = await runner.run(toRequest(toShell("kill -STOP $$"), { timeoutMs: 200 }));
      expect(result.end).toEqual({ kind: "timeout" });
      expect(isAlive(result.pid ?? 0)).toBe(false);
    });

    it("may be longer than a timer can hold", async () => {
      const result = await runner.run(toRequest(["/bin/true"], { timeoutMs: Number.POSITIVE_INFINITY }));
      expect(result.end).toEqual({ kind: "exited", exitCode: 0 });
    });
  });
});
