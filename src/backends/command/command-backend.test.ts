import { mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import type { AdmittedCall, CallEvent } from "../../model/call.ts";
import type { CommandPlan, ProgramPlan, ScriptPlan } from "../../model/plan.ts";
import { NO_RESOURCE_LIMITS } from "../../model/sandbox.ts";
import type { PlannedSandbox } from "../../model/sandbox.ts";
import { toBridgeArguments } from "../../process/bridge/to-bridge-arguments.ts";
import { ownProgramFiles } from "../../process/own-program-files.ts";
import { hasBubblewrap, toBubblewrap } from "../../process/bubblewrap.fixture.ts";
import { createProcessRunner } from "../../process/create-process-runner.ts";
import type { ProcessResult } from "../../process/process-runner.ts";
import { isAlive, pidsIn, stdoutOf } from "../../process/run.fixture.ts";
import { BARE_PLACE, BARE_SANDBOX } from "../../sandbox/bare.fixture.ts";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import type { ExecutionContext } from "../backend.ts";
import { createCommandBackend } from "./command-backend.ts";
import type { CommandBackendParts } from "./command-backend.ts";
import { secretVariables } from "./secret-variables.ts";

const SECRET = "s3cr3t-value-of-this-test";
/** What a gateway may carry, and no program may see. */
const GATEWAY = {
  PATH: "/usr/bin:/bin",
  SHOWN: "shown",
  TOOLGATE_SECRETS_KEY: SECRET,
  TOOLGATE_TOKEN: SECRET,
  TOOLGATE_HOME: SECRET,
  TOOLCLAD_SECRET_DB: SECRET,
  MY_SECRET_DB: SECRET,
  VAULT_TOKEN: SECRET,
  HTTPS_PROXY: `http://user:${SECRET}@proxy`,
  https_proxy: `http://user:${SECRET}@proxy`,
  NODE_OPTIONS: `--title=${SECRET}`,
  LD_PRELOAD: SECRET,
};
const runner = createProcessRunner({ killGraceMs: 300 });
const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "toolgate-command-")));
afterAll(async () => {
  await runner.close();
  rmSync(folder, { recursive: true });
});

const sandbox: Sandbox = {
  state: { ok: true, engine: "bubblewrap", file: "/usr/bin/bwrap", version: "0", cannot: {} },
  prepare: () => Promise.resolve(),
  confine: (argv, _planned, { proxySocket, visible }) => ({
    argv:
      proxySocket === null
        ? toBubblewrap(argv, visible)
        : toBubblewrap(toBridgeArguments(argv, proxySocket), [...ownProgramFiles(), proxySocket]),
    cwd: "/",
    env: {},
    cleanup: null,
    settle: () => [],
    explain: null,
    places: [],
  }),
};

let lastCall = 0;

function toCall(changes: Partial<CommandPlan> | (Partial<ScriptPlan> & Pick<ScriptPlan, "kind">)): AdmittedCall {
  lastCall += 1;
  const plan = {
    kind: "command",
    argv: ["/usr/bin/env"],
    cwd: "/",
    environment: ["PATH"],
    fixedEnvironment: {},
    sealedEnvironment: [],
    paths: [],
    injected: {},
    timeoutMs: 20_000,
    maxStdoutBytes: 100_000,
    maxStderrBytes: 100_000,
    ...changes,
  } as ProgramPlan;
  const call = { id: `command-${process.pid}-${lastCall}` };
  // Only these parts of an admitted call are for a back end.
  return { call, plan, tool: { name: "probe" } } as unknown as AdmittedCall;
}

const failures: unknown[] = [];
const movedAside: (readonly [string, readonly string[]])[] = [];

async function run(
  call: AdmittedCall,
  context: Partial<ExecutionContext> = {},
  parts: Partial<CommandBackendParts> = {},
): Promise<ProcessResult> {
  const backend = createCommandBackend({
    runner,
    environment: GATEWAY,
    isSecretVariable: secretVariables({
      providers: [
        { kind: "env", prefix: "MY_SECRET_" },
        { kind: "env", prefix: "" },
      ],
    }),
    sandbox,
    toPlace: () => BARE_PLACE,
    openProxy: () => Promise.reject(new Error("no proxy was declared")),
    maxTotalBytes: null,
    logFailure: (_id, cause) => void failures.push(cause),
    logMovedAside: (id, places) => void movedAside.push([id, places]),
    ...parts,
  });
  const signal = new AbortController().signal;
  const produced = await backend.run(call, { signal, sealed: {}, secrets: {}, ...context });
  if (produced.kind !== "process") throw new Error(produced.kind);
  return produced.result;
}

const linesOf = (result: ProcessResult): readonly string[] => stdoutOf(result).trim().split("\n").toSorted();
const script = (...lines: readonly string[]): Pick<ScriptPlan, "kind" | "steps"> => ({
  kind: "script",
  steps: [{ operator: ";", stages: lines.map((line) => ({ argv: ["/bin/sh", "-c", line], redirects: [] })) }],
});

describe.each([
  ["alone", undefined],
  ["confined", BARE_SANDBOX],
])("a program %s", (name, planned) => {
  const skip = name === "confined" && !hasBubblewrap;

  it.skipIf(skip)("gets the variables that its plan names, its secrets, and nothing else of the gateway", async () => {
    const plan = {
      environment: ["PATH", "SHOWN", "NOT_SET"],
      secretEnvironment: { DB_PASSWORD: "db", SHOWN: "shown" },
      fixedEnvironment: { PAGER: "cat" },
      sandbox: planned,
    };
    const call = toCall(plan);
    const result = await run(call, { secrets: { db: "pass\nword", shown: "replaced" }, sealed: { SEALED: "opened" } });
    const own = [
      "DB_PASSWORD=pass",
      "PAGER=cat",
      "PATH=/usr/bin:/bin",
      "SEALED=opened",
      "SHOWN=replaced",
      `TOOLGATE_CALL=${call.call.id}`,
      "word",
    ];
    expect(linesOf(result).filter((line) => !/^(PWD|_)=/.test(line))).toEqual(own);
  });

  it.skipIf(skip)("also as a script, whose own process is started by Toolgate", async () => {
    const call = toCall({ ...script("cat /proc/$PPID/environ | tr '\\0' '\\n'; env"), sandbox: planned });
    expect(stdoutOf(await run(call))).not.toContain(SECRET);
  });

  it.skipIf(skip)("finds no secret of the gateway with the process that started it", async () => {
    const call = toCall({ argv: ["/bin/sh", "-c", "cat /proc/$PPID/environ"], sandbox: planned });
    expect(stdoutOf(await run(call))).not.toContain(SECRET);
  });

  it.skipIf(skip).each([["command"], ["script"]])(
    "has no secret and no input in the list of processes while it runs: %s",
    async (kind) => {
      const look = "read -r line; echo $line >&2; sleep 0.3; echo $KEY | wc -c";
      const program = kind === "script" ? script(look, "cat") : { argv: ["/bin/sh", "-c", look] };
      const call = toCall({ ...program, sandbox: planned, stdin: `${SECRET}\n`, secretEnvironment: { KEY: "key" } });
      const seen = new Set<string>();
      const looking = setInterval(() => allArguments().forEach((line) => seen.add(line)), 20);
      const result = await run(call, { secrets: { key: SECRET } });
      clearInterval(looking);
      expect(Buffer.from(result.stderr).toString()).toBe(`${SECRET}\n`);
      expect(stdoutOf(result).trim()).toBe(String(SECRET.length + 1));
      expect([...seen].some((line) => line.includes("read -r line"))).toBe(true);
      expect([...seen].filter((line) => line.includes(SECRET))).toEqual([]);
    },
  );

  it.skipIf(skip)("reads its input, and a script's first program does", async () => {
    const stdin = "é\n".repeat(500_000);
    expect(stdoutOf(await run(toCall({ argv: ["/usr/bin/wc", "-c"], stdin, sandbox: planned }))).trim()).toBe(
      "1500000",
    );
    const piped = toCall({ ...script("cat", "wc -l"), stdin, sandbox: planned });
    expect(stdoutOf(await run(piped)).trim()).toBe("500000");
  });

  it.skipIf(skip)("has no process left over in the evidence when it left none", async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, () => run(toCall({ argv: ["/bin/true"], sandbox: planned }))),
    );
    expect(results.map((result) => result.leftoverProcesses)).toEqual(results.map(() => 0));
  });

  it.skipIf(skip)("is ended when it writes past the limit of all output", async () => {
    const call = toCall({ argv: ["/usr/bin/yes"], maxStdoutBytes: 10, sandbox: planned });
    const result = await run(call, {}, { maxTotalBytes: 100_000 });
    expect([result.end, stdoutOf(result)]).toEqual([{ kind: "output-limit" }, "y\n".repeat(5)]);
  });

  it.skipIf(skip)("streams whole characters, start first", async () => {
    const events: CallEvent[] = [];
    const argv = ["/bin/sh", "-c", "printf 'a\\303'; sleep 0.2; printf '\\251b'"];
    await run(toCall({ argv, sandbox: planned }), { onEvent: (event) => void events.push(event) });
    expect(events.map((event) => event.kind)).toContain("started");
    expect(events.map((event) => (event.kind === "output" ? event.text : "")).join("")).toBe("aéb");
  });

  it.skipIf(skip)("ends when its call is cancelled", async () => {
    const abort = new AbortController();
    const onEvent = (event: CallEvent): void => {
      if (event.kind === "output") abort.abort();
    };
    const argv = ["/bin/sh", "-c", "trap '' TERM; echo up; sleep 300"];
    const result = await run(toCall({ argv, sandbox: planned }), { onEvent, signal: abort.signal });
    expect(result.end).toEqual({ kind: "cancelled" });
    expect(isAlive(result.pid ?? 0)).toBe(false);
  });
});

describe("a limit of memory", () => {
  it.skipIf(!hasBubblewrap)("holds for each program of a script, and leaves room for what joins them", async () => {
    const limits = { ...NO_RESOURCE_LIMITS, memoryBytes: 100 * 1024 * 1024, processes: 3 };
    const planned: PlannedSandbox["limits"][] = [];
    const confine: Sandbox["confine"] = (argv, fixed, where) => {
      planned.push(fixed.limits);
      return sandbox.confine(argv, fixed, where);
    };
    const call = toCall({ ...script("ulimit -v", "cat; ulimit -v"), sandbox: { ...BARE_SANDBOX, limits } });
    expect(linesOf(await run(call, {}, { sandbox: { ...sandbox, confine } }))).toEqual(["102400", "102400"]);
    await run(toCall({ sandbox: { ...BARE_SANDBOX, limits } }), {}, { sandbox: { ...sandbox, confine } });
    expect(planned).toEqual([{ ...limits, memoryBytes: 4 * 1024 ** 3, processes: 19 }, limits]);
  });
});

describe("a plan that asks for what it must not have", () => {
  it.each([
    ["the key of the store of secrets", { environment: ["TOOLGATE_SECRETS_KEY"] }, {}, "SECRET_NOT_BOUND"],
    ["the token of a person", { environment: ["PATH", "TOOLGATE_TOKEN"] }, {}, "SECRET_NOT_BOUND"],
    ["a secret of a manifest, as a variable", { environment: ["TOOLCLAD_SECRET_DB"] }, {}, "SECRET_NOT_BOUND"],
    ["a secret under the configured prefix", { environment: ["MY_SECRET_DB"] }, {}, "SECRET_NOT_BOUND"],
    ["a secret that was not opened", { secretEnvironment: { A: "db" } }, {}, "SECRET_MISSING"],
    [
      "a secret that is only called like a part of every object",
      { secretEnvironment: { A: "toString" } },
      {},
      "SECRET_MISSING",
    ],
    [
      "a confinement that there is no engine for",
      { sandbox: BARE_SANDBOX },
      {
        sandbox: {
          ...sandbox,
          state: { ok: false, engine: "bubblewrap", reason: "gone", hint: "install it" } as const,
        },
      },
      "SANDBOX_UNAVAILABLE",
    ],
    [
      "a container where there are namespaces",
      { sandbox: { ...BARE_SANDBOX, engine: "docker" as const } },
      {},
      "SANDBOX_UNAVAILABLE",
    ],
  ])("runs nothing: %s", async (_name, plan, parts, code) => {
    const ran = path.join(folder, "ran");
    const running = run(toCall({ ...plan, argv: ["/usr/bin/touch", ran] }), {}, parts);
    await expect(running).rejects.toMatchObject({ step: "execute", info: { code } });
    expect(readdirSync(folder)).toEqual([]);
  });

  it("and is told the name of the variable, never its value", async () => {
    const error: unknown = await run(
      toCall({ environment: ["VAULT_TOKEN"] }),
      {},
      {
        isSecretVariable: secretVariables({
          providers: [
            {
              kind: "vault",
              url: "http://127.0.0.1",
              mount: "kv",
              path: "",
              version: 2,
              namespace: null,
              token: { env: "VAULT_TOKEN" },
              timeoutMs: 1,
            },
          ],
        }),
      },
    ).catch((caught: unknown) => caught);
    expect(String(error)).toContain("VAULT_TOKEN");
    expect(String(error)).not.toContain(SECRET);
  });
});

describe("hosts", () => {
  const hosts = ["api.example.com"];
  const declared = { ...BARE_SANDBOX, network: { kind: "hosts" as const, hosts } };

  it.skipIf(!hasBubblewrap)(
    "are reached through the proxy alone, which is closed when the program has ended",
    async () => {
      const socketFile = path.join(folder, "proxy");
      const server = createServer((socket) => socket.once("data", (bytes) => socket.end(`seen: ${bytes.toString()}`)));
      await new Promise<void>((resolve) => server.listen(socketFile, resolve));
      const asked: (readonly string[])[] = [];
      const openProxy: CommandBackendParts["openProxy"] = (wanted) => {
        asked.push(wanted);
        const close = (): Promise<void> => new Promise((resolve) => void server.close(() => resolve()));
        return Promise.resolve({ socketFile, attempts: () => [], close });
      };
      const argv = [
        process.execPath,
        "-e",
        `const { networkInterfaces } = require("node:os");
       const socket = require("node:net").connect(Number(new URL(process.env.https_proxy).port), "127.0.0.1");
       socket.on("data", (bytes) => process.stdout.write(bytes + Object.keys(networkInterfaces()).join()));
       socket.write("CONNECT ");`,
      ];
      const result = await run(toCall({ argv, sandbox: declared, environment: ["https_proxy"] }), {}, { openProxy });
      expect([stdoutOf(result), result.end]).toEqual(["seen: CONNECT lo", { kind: "exited", exitCode: 0 }]);
      expect(asked).toEqual([hosts]);
      expect(server.listening).toBe(false);
      expect(stdoutOf(result)).not.toContain(SECRET);
    },
  );

  it("without a proxy to open run nothing", async () => {
    const argv = ["/usr/bin/touch", path.join(folder, "ran")];
    await expect(run(toCall({ argv, sandbox: declared }))).rejects.toThrow("no proxy");
    expect(readdirSync(folder).includes("ran")).toBe(false);
  });
});

describe("what has to be done after a confined program", () => {
  const left = path.join(folder, "left");

  function toContainer(cleanup: readonly string[]): Sandbox {
    return {
      ...sandbox,
      confine: (argv) => ({
        argv,
        cwd: "/",
        env: { SET: "inside" },
        cleanup,
        settle: () => [left],
        explain: null,
        places: [],
      }),
    };
  }

  it.each([
    ["ended", ["/bin/sh", "-c", "exit 3"], { kind: "exited", exitCode: 3 }],
    ["ran out of time", ["/bin/sleep", "300"], { kind: "timeout" }],
    ["could not be started", ["/nowhere/program"], { kind: "spawn-failed" }],
  ])("is done when it %s, without its secrets", async (_name, argv, end) => {
    writeFileSync(left, "");
    onTestFinished(() => rmSync(left, { force: true }));
    const call = toCall({ argv, sandbox: BARE_SANDBOX, timeoutMs: 300, secretEnvironment: { KEY: "key" } });
    const cleanup = ["/bin/sh", "-c", `echo "$SET $KEY" > ${left}`];
    const result = await run(call, { secrets: { key: SECRET } }, { sandbox: toContainer(cleanup) });
    expect(result.end).toMatchObject(end);
    expect(readFileSync(left, "utf8")).toBe("inside \n");
  });

  it("is done when it was cancelled", async () => {
    const abort = new AbortController();
    const onEvent = (): void => abort.abort();
    const call = toCall({ argv: ["/bin/sh", "-c", "echo $$; sleep 300"], sandbox: BARE_SANDBOX });
    const cleanup = ["/usr/bin/touch", left];
    const result = await run(call, { signal: abort.signal, onEvent }, { sandbox: toContainer(cleanup) });
    expect(result.end).toEqual({ kind: "cancelled" });
    expect(pidsIn(stdoutOf(result)).filter(isAlive)).toEqual([]);
    expect(readFileSync(left, "utf8")).toBe("");
    rmSync(left);
  });

  it("is told to the log when it fails, and the call keeps its result", async () => {
    failures.length = 0;
    movedAside.length = 0;
    const cleanup = ["/bin/sh", "-c", "echo still there >&2; exit 1"];
    const call = toCall({ argv: ["/bin/echo", "done"], sandbox: BARE_SANDBOX });
    const result = await run(call, {}, { sandbox: toContainer(cleanup) });
    expect(stdoutOf(result)).toBe("done\n");
    expect(failures.map(String)).toEqual([expect.stringContaining("still there")]);
    expect(movedAside).toEqual([[call.call.id, [left]]]);
  });
});

/** What the list of processes shows of every process of the machine. */
function allArguments(): readonly string[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return [readFileSync(`/proc/${name}/cmdline`, "utf8")];
    } catch {
      return [];
    }
  });
}
