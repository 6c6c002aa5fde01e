import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BARE_PLACE, BARE_SANDBOX } from "../../src/sandbox/bare.fixture.ts";
import { requireBubblewrap } from "../oracle/require-bubblewrap.ts";
import { createSandboxBench, createScene, SECRET } from "./sandbox.fixture.ts";
import type { Confined, Ended, SandboxBench, Scene } from "./sandbox.fixture.ts";

const left = process.platform === "linux" ? requireBubblewrap() : "bubblewrap needs Linux";
const hasPython = existsSync("/usr/bin/python3");
const isRoot = process.getuid?.() === 0;
const PROFILES = ["read-only", "workspace", "isolated"] as const;

describe.skipIf(left !== null)(
  `the same program outside and inside${left === null ? "" : ` (skipped: ${left})`}`,
  () => {
    let bench: SandboxBench;
    let victim: ChildProcess;
    let tcp: Server;
    let socket: Server;
    let abstract: Server;
    const sockets = mkdtempSync(path.join(tmpdir(), "toolgate-sockets-"));
    const name = `toolgate-${process.pid}`;

    beforeAll(async () => {
      bench = await createSandboxBench();
      victim = spawn("sleep", ["600"], { env: { MARK: SECRET } });
      tcp = await listen(0);
      socket = await listen(path.join(sockets, "s"));
      abstract = await listen(`\0${name}`);
    });
    afterAll(async () => {
      victim.kill("SIGKILL");
      for (const server of [tcp, socket, abstract]) server.close();
      await bench.close();
      rmSync(sockets, { recursive: true });
    });

    /** A fresh scene for each run: outside, most of these break it. */
    async function attempt(
      argv: readonly string[],
      how: Confined | "none",
    ): Promise<Ended & { readonly scene: Scene }> {
      const scene = createScene(bench);
      try {
        return { ...(await scene.run(argv, how)), scene };
      } finally {
        scene.remove();
      }
    }

    function toArgv(script: string): readonly string[] {
      const values = {
        VICTIM: String(victim.pid),
        PORT: String((tcp.address() as AddressInfo).port),
        SOCKET: path.join(sockets, "s"),
        ABSTRACT: name,
      };
      const assignments = Object.entries(values).map(([key, value]) => `${key}=${value}; export ${key}; `);
      return ["/bin/sh", "-c", `${assignments.join("")}${script}`];
    }

    /** It could be set up at all: otherwise a failure inside would prove nothing. */
    it("a harmless one works in each", async () => {
      for (const profile of PROFILES) {
        expect(await attempt(["/bin/sh", "-c", "true"], { profile })).toMatchObject({ exitCode: 0, output: "" });
      }
    });

    const node = (code: string): string => `${process.execPath} -e '${code}'`;
    const connect = (target: string): string =>
      node(
        `require("node:net").connect(${target}).on("connect", () => process.exit(0)).on("error", () => process.exit(1))`,
      );
    const python = (code: string): string => `/usr/bin/python3 -c '${code}'`;
    const ptrace = (pid: string): string =>
      python(`import ctypes,sys; sys.exit(ctypes.CDLL(None).ptrace(16, ${pid}, 0, 0) != 0)`);

    const reading: readonly Probe[] = [
      ["a key of the home folder", 'grep -q SECRET "$HOME/.ssh/id_ed25519"'],
      ["a file of passwords", 'grep -q SECRET "$HOME/.netrc"'],
      ["Toolgate's data folder", 'ls "$DATA" | grep -q key'],
      ["the approver key", 'grep -q SECRET "$DATA/approver.key"'],
      ["a key through a link in the workspace", 'grep -q SECRET "$WS/link-to-key"'],
      ["a key through the root of this process", 'grep -q SECRET "/proc/self/root$HOME/.ssh/id_ed25519"'],
      ["a key through the folder of this process", 'cd "$WS" && grep -q SECRET /proc/self/cwd/../home/.ssh/id_ed25519'],
      ["a key through the root of the gateway", 'grep -q SECRET "/proc/$GATEWAY/root$HOME/.ssh/id_ed25519"'],
      ["the environment of another process", 'tr "\\0" "\\n" < "/proc/$VICTIM/environ" | grep -q SECRET'],
      ["the open files of the gateway", 'ls "/proc/$GATEWAY/fd" | grep -q .'],
      ["the memory of another process", 'exec 3< "/proc/$VICTIM/mem"'],
      ["which processes there are", 'grep -qs sleep "/proc/$VICTIM/comm"'],
    ];
    const writing: readonly Probe[] = [
      ["a file outside", 'echo x > "$OUTSIDE/file"'],
      ["a new file outside", 'echo x > "$OUTSIDE/new"'],
      ["through a link to a folder", 'echo x > "$WS/link-out/file"'],
      ["through a link to a file", 'echo x > "$WS/link-to-file"'],
      ["through the root of this process", 'echo x > "/proc/self/root$OUTSIDE/file"'],
      ["what a shell of the person runs", 'echo evil >> "$HOME/.bashrc"'],
      ["the configuration", 'echo x >> "$WS/toolgate.toml"'],
      ["the configuration by another name", 'ln "$WS/toolgate.toml" "$WS/b" && echo x >> "$WS/b"'],
      ["the configuration by replacing it", 'echo x > "$WS/b" && mv -f "$WS/b" "$WS/toolgate.toml"'],
      ["the rights of the configuration", 'chmod 777 "$WS/toolgate.toml"'],
      ["no configuration at all", 'rm -f "$WS/toolgate.toml"'],
      ["a tool", 'echo x > "$WS/tools/b.toml"'],
      ["a tool by moving the folder", 'mv "$WS/tools" "$WS/t" && mkdir "$WS/tools"'],
      ["a manifest", 'echo x > "$WS/nmap.clad.toml"'],
      ["what an editor runs", 'echo x > "$WS/.vscode/tasks.json"'],
      ["a hook of git", 'echo evil > "$WS/.git/hooks/pre-commit"'],
      ["a new hook of git", 'echo evil > "$WS/.git/hooks/post-checkout"'],
      ["the settings of git", 'git -C "$WS" config core.fsmonitor evil'],
      ["another repository in place of this one", 'mv "$WS/.git" "$WS/g" && git init -q "$WS"'],
    ];
    const processes: readonly Probe[] = [
      ["a signal to another process", 'kill -0 "$VICTIM"'],
      ...(hasPython ? [["tracing another process", `${ptrace("int(sys.argv[1])")} "$VICTIM"`] as const] : []),
    ];
    const network: readonly Probe[] = [
      ["a port of this machine", connect('{host:"127.0.0.1",port:Number(process.env.PORT)}')],
      ["the same port over IPv6", connect('{host:"::ffff:127.0.0.1",port:Number(process.env.PORT)}')],
      ["a socket file of a service", connect("process.env.SOCKET")],
      ["an abstract socket", connect('"\\0"+process.env.ABSTRACT')],
    ];
    /** Works outside for root only, or not at all; inside it never may. */
    const system: readonly Probe[] = [
      ["mounting", "mount -t tmpfs none /mnt"],
      ["mounting over the rules", 'mount --bind /dev/null "$WS/toolgate.toml"'],
      ["lifting a mount that hides", 'umount -l "$HOME/.netrc" && grep -q SECRET "$HOME/.netrc"'],
      ["making a mount writable", "mount -o remount,rw /"],
      ["namespaces of its own", "unshare --user --map-root-user true"],
      ["mounting in namespaces of its own", "unshare --user --map-root-user --mount mount -t tmpfs none /mnt"],
      ["entering the namespaces of others", "nsenter --target 1 --mount true && ! nsenter --target $$ --mount false"],
      ["a device", 'mknod "$WS/device" c 1 3 || mknod /tmp/device c 1 3'],
      ["a disk", "ls /dev | grep -qE '^(sd|vd|nvme|xvd|loop|mem|kmsg|fuse)'"],
      ["a kernel setting", 'read -r value < /proc/sys/vm/swappiness && echo "$value" > /proc/sys/vm/swappiness'],
      [
        "a program that the kernel starts",
        'read -r value < /proc/sys/kernel/core_pattern && echo "$value" > /proc/sys/kernel/core_pattern',
      ],
      ["a key of the kernel", "test -w /proc/sysrq-trigger && : > /proc/sysrq-trigger"],
      [
        "a setting of a device",
        "for file in /sys/block/*/queue/nr_requests; do read -r value < $file && echo $value > $file && exit 0; done; exit 1",
      ],
      ["a control group", "mkdir /sys/fs/cgroup/toolgate-test && rmdir /sys/fs/cgroup/toolgate-test"],
      ["more rights by a program that gives them", "grep -q 'NoNewPrivs:.0' /proc/self/status"],
      ["any right of root", "! grep -q 'CapEff:.0000000000000000' /proc/self/status"],
      ["rights for its children", "! grep -q 'CapBnd:.0000000000000000' /proc/self/status"],
      ["a password of the system", "grep -qE ':!*[$]' /etc/shadow"],
      ["the clock", "date -s @0"],
      ["another root", "chroot / true"],
      ["the name of the machine", "hostname toolgate-test"],
    ];

    describe.each([
      ["reads", reading],
      ["writes", writing],
      ["reaches", [...processes, ...network]],
    ] as const)("%s", (_what, probes) => {
      describe.each(probes)("%s", (_name, script) => {
        it("outside", async () => {
          expect(await attempt(toArgv(script), "none")).toMatchObject({ exitCode: 0 });
        });
        it.each(PROFILES)("not in `%s`", async (profile) => {
          const { exitCode, output } = await attempt(toArgv(script), { profile });
          expect({ exitCode, output }).toMatchObject({ exitCode: expect.toSatisfy((code) => code !== 0) as number });
          expect(output).not.toContain(SECRET);
          expect(output).not.toContain("bwrap:");
        });
      });
    });

    describe.each(system)("has not: %s", (_name, script) => {
      it.each(PROFILES)("in `%s`", async (profile) => {
        const { exitCode, output } = await attempt(toArgv(script), { profile });
        expect({ exitCode, output }).toMatchObject({ exitCode: expect.toSatisfy((code) => code !== 0) as number });
        expect(output).not.toContain("bwrap:");
      });
    });

    it.each(PROFILES)("cannot push input into the terminal that it was started from, in `%s`", async (profile) => {
      const around = (argv: readonly string[]): readonly string[] => {
        const line = argv.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
        return ["/usr/bin/script", "-qec", line, "/dev/null"];
      };
      const argv = ["/bin/sh", "-c", "exec 3<>/dev/tty"];
      expect(await attempt(around(argv), "none")).toMatchObject({ exitCode: 0 });
      expect(await attempt(argv, { profile, around })).not.toMatchObject({ exitCode: 0 });
    });

    it.each(PROFILES)("writes into the cover of Toolgate's data, and not into the data, in `%s`", async (profile) => {
      const scene = createScene(bench);
      await scene.run(["/bin/sh", "-c", 'echo x > "$DATA/approver.key"; rm -rf "$DATA"'], { profile });
      expect(readFileSync(path.join(scene.folder, "data/approver.key"), "utf8")).toBe(SECRET);
      scene.remove();
    });

    it.each(PROFILES)("sees nothing but itself in `%s`", async (profile) => {
      const { output } = await attempt(["/bin/sh", "-c", "cat /proc/[0-9]*/comm | sort | uniq -c"], { profile });
      expect(output.replaceAll(/\d+/g, "").split(/\s+/).filter(Boolean).sort()).toEqual(
        expect.toSatisfy((names: string[]) =>
          names.every((one) => ["bwrap", "sh", "cat", "sort", "uniq"].includes(one)),
        ),
      );
    });

    describe("rules that did not exist", () => {
      it.each([
        ["an editor's", "mkdir .idea && echo x > .idea/workspace.xml", ".idea"],
        ["an agent's", "mkdir .claude && echo x > .claude/settings.json", ".claude"],
        ["a client's", "echo x > .mcp.json", ".mcp.json"],
        ["a manifest", "echo x > evil.clad.toml", "evil.clad.toml"],
        ["another place for git's settings", "echo ../evil > .git/commondir", ".git/commondir"],
        ["a link", "ln -s /etc .cursor", ".cursor"],
      ])("are moved aside when it has ended: %s", async (_what, script, file) => {
        const scene = createScene(bench);
        const ended = await scene.run(["/bin/sh", "-c", script], { profile: "workspace" });
        expect(ended).toMatchObject({ exitCode: 0, left: [path.join(scene.workspace, file)] });
        expect(existsSync(path.join(scene.workspace, file))).toBe(false);
        scene.remove();
      });
    });

    describe("limits", () => {
      const profile = "workspace";
      it.each([
        ["the size of files", { fileBytes: 1_000_000 }, "head -c 2000000 /dev/zero > big", true],
        [
          "memory",
          { memoryBytes: 200_000_000 },
          "head -c 400000000 /dev/zero | tail -c 1 >/dev/null; dd if=/dev/zero of=/dev/null bs=400M count=1",
          true,
        ],
        ["processor time", { cpuSeconds: 1 }, "while :; do :; done", false],
      ] as const)("hold: %s", async (_what, limits, script, isRunOutside) => {
        if (isRunOutside) expect(await attempt(["/bin/sh", "-c", script], "none")).toMatchObject({ exitCode: 0 });
        expect(await attempt(["/bin/sh", "-c", script], { profile, limits })).toMatchObject({
          exitCode: expect.toSatisfy((code) => code !== 0) as number,
        });
      });

      it("hold for everything inside, and cannot be raised", async () => {
        const limits = { fileBytes: 1_024_000, memoryBytes: 500_000_000, cpuSeconds: 7 };
        const script =
          "cat /proc/[0-9]*/limits | grep -E 'Max (file size|cpu time|address space)'; ulimit -f unlimited";
        const { output, exitCode } = await attempt(["/bin/sh", "-c", script], { profile, limits });
        expect(exitCode).not.toBe(0);
        const amounts = output
          .split("\n")
          .flatMap((line) => /^Max .*? (\d+|unlimited) +(\d+|unlimited)/.exec(line)?.slice(1) ?? []);
        expect([...new Set(amounts)].sort()).toEqual(["1024000", "500000000", "7"]);
      });

      it("on processes stop a fork bomb", async () => {
        // The system does not count processes of root, so that planning refuses it; there somebody else has to try.
        const scene = createScene(bench);
        const around = (argv: readonly string[]): readonly string[] =>
          isRoot ? ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", ...argv] : argv;
        const bomb = ["/bin/sh", "-c", "f() { f | f & }; f; sleep 1; ls -d /proc/[0-9]* | wc -l"];
        const none = { memoryBytes: null, fileBytes: null, cpuSeconds: null };
        const confined = bench.sandbox.confine(
          bomb,
          { ...BARE_SANDBOX, limits: { ...none, processes: 20 } },
          BARE_PLACE,
        );
        const { stderr, durationMs } = await bench.runner.run({
          callId: `bomb-${process.pid}`,
          argv: around(confined.argv),
          cwd: "/",
          env: scene.env,
          timeoutMs: 15_000,
          maxStdoutBytes: 10_000,
          maxStderrBytes: 1_000_000,
          stream: false,
          reportsExit: true,
          places: confined.places,
        });
        expect(Buffer.from(stderr).toString()).toMatch(/fork/i);
        expect(durationMs).toBeLessThan(15_000);
        scene.remove();
      });

      it.skipIf(!isRoot)("on processes are refused for root, for whom they do not hold", async () => {
        await expect(attempt(["/bin/true"], { profile, limits: { processes: 5 } })).rejects.toMatchObject({
          info: { code: "SANDBOX_UNAVAILABLE" },
        });
      });
    });

    describe("what is meant to work", () => {
      const works: readonly (readonly [string, string, string])[] = [
        ["its folder is the right one", "pwd -P", "@WS"],
        ["git", "git status --short --branch", "No commits yet"],
        [
          "a commit",
          "git add a.txt && git -c user.name=a -c user.email=a@b -c core.hooksPath=/x commit -qm x && git log --oneline",
          " x",
        ],
        ["node", `${process.execPath} -e 'console.log("from node")'`, "from node"],
        ...(hasPython
          ? [["python", "/usr/bin/python3 -c 'import multiprocessing; multiprocessing.Lock(); print(7)'", "7"] as const]
          : []),
        ["a file of the workspace", "echo new > b.txt && cat b.txt", "new"],
        ["a temporary file", "mktemp && echo ok", "ok"],
        ["the home folder", 'cat "$HOME/notes.txt"', "for everybody"],
        ["the session's folder", 'echo x > "$DATA/sessions/s/x" && cat "$DATA/sessions/s/own.txt"', "mine"],
        ["devices that hold nothing", "head -c 4 /dev/urandom | wc -c; echo x > /dev/null; echo ok >&2", "ok"],
        ["pipes and jobs", "sleep 0.1 & wait; seq 3 | tail -n 1", "3"],
      ];
      it.each(works)("%s", async (_what, script, expected) => {
        const { exitCode, output, scene } = await attempt(["/bin/sh", "-c", script], { profile: "workspace" });
        expect({ exitCode, output }).toMatchObject({ exitCode: 0 });
        expect(output).toContain(expected.replace("@WS", scene.workspace));
      });

      it("what it writes is there afterwards, but not what it wrote to its own /tmp", async () => {
        const scene = createScene(bench);
        const file = `/tmp/toolgate-${process.pid}`;
        await scene.run(["/bin/sh", "-c", `echo kept > b.txt; echo lost > ${file}`], { profile: "workspace" });
        expect(readFileSync(path.join(scene.workspace, "b.txt"), "utf8")).toBe("kept\n");
        expect(existsSync(file)).toBe(false);
        scene.remove();
      });

      it("a place that the operator grants", async () => {
        const scene = createScene(bench);
        const writable = [path.join(scene.folder, "outside")];
        const argv = ["/bin/sh", "-c", 'echo x > "$OUTSIDE/new"'];
        expect(await scene.run(argv, { profile: "isolated", writable })).toMatchObject({ exitCode: 0 });
        scene.remove();
      });
    });

    describe("single hosts", () => {
      const HOSTS = { kind: "hosts", hosts: ["api.example.com"] } as const;
      it.each(PROFILES)("are reached through the proxy, and nothing else is, in `%s`", async (profile) => {
        const ask = `require("node:net").connect(Number(new URL(process.env.HTTP_PROXY).port), "127.0.0.1")
        .on("data", (text) => process.exit(String(text) === "hello" ? 0 : 1)).on("error", () => process.exit(1))`;
        const how = { profile, network: HOSTS, proxySocket: path.join(sockets, "s") } as const;
        expect(await attempt([process.execPath, "-e", ask], how)).toMatchObject({ exitCode: 0, output: "" });
        for (const [, script] of network) {
          expect(await attempt(toArgv(script), how)).not.toMatchObject({ exitCode: 0 });
        }
      });

      it("leave no bridge in sight that could be taken over", async () => {
        const how = { profile: "workspace", network: HOSTS, proxySocket: path.join(sockets, "s") } as const;
        const { output } = await attempt(["/bin/sh", "-c", "cat /proc/[0-9]*/comm; ls -d /proc/[0-9]* | wc -l"], how);
        expect(output).not.toMatch(/node|MainThread/);
      });
    });
  },
);

type Probe = readonly [name: string, script: string];

function listen(place: string | number): Promise<Server> {
  const server = createServer((socket) => socket.on("error", () => undefined).end("hello"));
  return new Promise((resolve) => {
    if (typeof place === "number") server.listen(place, "127.0.0.1", () => resolve(server));
    else server.listen(place, () => resolve(server));
  });
}
