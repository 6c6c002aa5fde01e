import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Redirect } from "../../model/backend.ts";
import { createProcessRunner } from "../create-process-runner.ts";
import type { ProcessResult } from "../process-runner.ts";
import { isAlive, pidsIn, stdoutOf, toRequest, until } from "../run.fixture.ts";
import type { ScriptOrder, StageOrder } from "./script-order.ts";
import { toScriptRequest } from "./to-script-request.ts";

const runner = createProcessRunner({ killGraceMs: 300 });
const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "toolgate-script-")));
afterAll(async () => {
  await runner.close();
  rmSync(folder, { recursive: true });
});

const sh = (line: string): StageOrder => ({ argv: ["/bin/sh", "-c", line], redirects: [] });
const pipeline = (...stages: readonly StageOrder[]): ScriptOrder => ({ steps: [{ operator: ";", stages }] });
const run = (order: ScriptOrder, changes = {}): Promise<ProcessResult> =>
  runner.run(toScriptRequest(order, toRequest([], { cwd: folder, ...changes })));
const redirected = (stage: StageOrder, ...redirects: readonly Redirect[]): StageOrder => ({ ...stage, redirects });

describe("a script", () => {
  it.each([
    ["echo a | tr a b", pipeline(sh("echo a"), sh("tr a b"))],
    ["echo a | cat | cat | wc -c", pipeline(sh("echo a"), sh("cat"), sh("cat"), sh("wc -c"))],
    ["yes | head -n 3", pipeline(sh("yes"), sh("head -n 3"))],
    ["seq 200000 | tail -n 1", pipeline(sh("seq 200000"), sh("tail -n 1"))],
    [
      "sh -c 'echo out; echo err >&2' 2>&1 | sort",
      pipeline(
        redirected(sh("echo out; echo err >&2"), { stream: "stderr", mode: "join", with: "stdout" }),
        sh("sort"),
      ),
    ],
    [
      "false && echo no; echo yes",
      {
        steps: [
          { operator: ";", stages: [sh("false")] },
          { operator: "&&", stages: [sh("echo no")] },
          { operator: ";", stages: [sh("echo yes")] },
        ],
      },
    ],
    [
      "false || echo yes",
      {
        steps: [
          { operator: ";", stages: [sh("false")] },
          { operator: "||", stages: [sh("echo yes")] },
        ],
      },
    ],
    [
      "true || echo no && echo both",
      {
        steps: [
          { operator: ";", stages: [sh("true")] },
          { operator: "||", stages: [sh("echo no")] },
          { operator: "&&", stages: [sh("echo both")] },
        ],
      },
    ],
    [
      "false | true && echo last decides",
      {
        steps: [
          { operator: ";", stages: [sh("false"), sh("true")] },
          { operator: "&&", stages: [sh("echo last decides")] },
        ],
      },
    ],
  ] as const)("prints what a shell prints: %s", async (line, order) => {
    const result = await run(order);
    expect(stdoutOf(result)).toBe(execFileSync("/bin/bash", ["-c", line], { encoding: "utf8" }));
    expect(result.end).toEqual({ kind: "exited", exitCode: 0 });
  });

  it.each([
    ["the status of the last program", pipeline(sh("exit 3"), sh("exit 4")), { kind: "exited", exitCode: 4 }],
    ["a signal of the last program", pipeline(sh("kill -KILL $$")), { kind: "signalled", signal: "SIGKILL" }],
    [
      "127 for a program that is not there",
      pipeline({ argv: ["/no/such/program"], redirects: [] }),
      { kind: "exited", exitCode: 127 },
    ],
    [
      "126 for a file that is no program",
      pipeline({ argv: ["/etc/passwd"], redirects: [] }),
      { kind: "exited", exitCode: 126 },
    ],
  ])("ends with %s", async (_name, order, end) => {
    expect((await run(order)).end).toEqual(end);
  });

  it("goes on to the end when one stage could not be started", async () => {
    const result = await run(pipeline({ argv: ["/no/such/program"], redirects: [] }, sh("cat; echo end")));
    expect(stdoutOf(result)).toBe("end\n");
    expect(Buffer.from(result.stderr).toString()).toContain("/no/such/program: ");
  });

  it("gives what it reads to its first program, and what that leaves to the next", async () => {
    const steps = [
      { operator: ";" as const, stages: [sh("read -r line; echo first $line"), sh("cat")] },
      { operator: ";" as const, stages: [sh("cat")] },
    ];
    expect(stdoutOf(await run({ steps }, { stdin: "one\ntwo\n" }))).toBe("first one\ntwo\n");
    expect(stdoutOf(await run({ steps }))).toBe("first\n");
    const long = "x".repeat(3_000_000);
    expect(stdoutOf(await run(pipeline(sh("cat"), sh("wc -c")), { stdin: long })).trim()).toBe("3000000");
    expect((await run(pipeline(sh("exit 3")), { stdin: long })).end).toEqual({ kind: "exited", exitCode: 3 });
  });

  it("shows the list of processes its programs and nothing else that was planned", () => {
    const planned = { ...pipeline(sh("true")), stdin: "text", fixedEnvironment: { A: "b" } };
    const { argv } = toScriptRequest(planned, toRequest([]));
    expect(JSON.parse(argv.slice(2).join(""))).toEqual(pipeline(sh("true")));
  });

  it("passes every argument as it is", async () => {
    const hostile = ["$(id)", "`id`", "a b", "'", '"', "*", "é☃"];
    const result = await run(pipeline({ argv: ["/usr/bin/printf", "%s\\n", ...hostile], redirects: [] }, sh("cat")));
    expect(stdoutOf(result)).toBe(`${hostile.join("\n")}\n`);
    const long = await run(
      pipeline({ argv: ["/usr/bin/printf", "%s", "é".repeat(60_000)], redirects: [] }, sh("wc -c")),
    );
    expect(stdoutOf(long).trim()).toBe("120000");
  });

  it("leaves nothing of itself when it runs out of time", async () => {
    const order = pipeline(sh("echo $$ >&2; trap '' TERM; sleep 60"), sh("echo $$ >&2; cat"));
    const result = await run(order, { timeoutMs: 400 });
    expect(result.end).toEqual({ kind: "timeout" });
    const pids = pidsIn(Buffer.from(result.stderr).toString());
    expect(pids).toHaveLength(2);
    await until(() => !pids.some(isAlive));
  });
});

describe("a redirect", () => {
  const target = path.join(folder, "out.txt");

  it("reads, writes and appends files", async () => {
    const write = redirected(sh("echo one"), { stream: "stdout", mode: "write", file: target });
    const append = redirected(
      sh("echo two; echo err >&2"),
      { stream: "stdout", mode: "append", file: target },
      { stream: "stderr", mode: "join", with: "stdout" },
    );
    const read = redirected(sh("cat"), { stream: "stdin", mode: "read", file: target });
    const steps = [write, append, read].map((stage) => ({ operator: ";" as const, stages: [stage] }));
    expect(stdoutOf(await run({ steps }))).toBe("one\ntwo\nerr\n");
  });

  it("in front of a join decides where the joined one goes, as in a shell", async () => {
    const stage = redirected(
      sh("echo out; echo err >&2"),
      { stream: "stderr", mode: "join", with: "stdout" },
      { stream: "stdout", mode: "write", file: target },
    );
    const result = await run(pipeline(stage));
    expect([stdoutOf(result), readFileSync(target, "utf8")]).toEqual(["err\n", "out\n"]);
  });

  it("may go nowhere", async () => {
    const stage = redirected(sh("echo lost; echo err >&2"), { stream: "stdout", mode: "write", file: "/dev/null" });
    const result = await run(pipeline(stage));
    expect([stdoutOf(result), Buffer.from(result.stderr).toString(), result.end]).toEqual([
      "",
      "err\n",
      { kind: "exited", exitCode: 0 },
    ]);
  });

  it("opens no link, pipe or device that was put in its place", async () => {
    const secret = path.join(folder, "secret");
    writeFileSync(secret, "keep");
    const link = path.join(folder, "link");
    symlinkSync(secret, link);
    const fifo = path.join(folder, "fifo");
    execFileSync("mkfifo", [fifo]);
    mkdirSync(path.join(folder, "dir"));
    for (const file of [link, fifo, "/dev/zero", path.join(folder, "dir")]) {
      const marker = path.join(folder, "ran");
      const stage = redirected(sh(`touch ${marker}; echo lost`), { stream: "stdout", mode: "write", file });
      expect((await run(pipeline(stage))).end).toEqual({ kind: "exited", exitCode: 126 });
      expect(existsSync(marker)).toBe(false);
    }
    expect(readFileSync(secret, "utf8")).toBe("keep");
  });
});
