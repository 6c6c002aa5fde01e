import { existsSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createConfigFolder, loadOk } from "../config/config.fixture.ts";
import type { ConfigFolder } from "../config/config.fixture.ts";
import { stdioServer } from "../mcp-bridge/connect/upstream.fixture.ts";
import type { EgressProxy } from "../egress/egress.ts";
import { createProcessRunner } from "../process/create-process-runner.ts";
import type { ConfinedPlace, ConfinedProgram, Sandbox } from "../sandbox/sandbox.ts";
import { createServerConfinement } from "./confine-server.ts";

const runner = createProcessRunner({ killGraceMs: 200 });
const server = stdioServer("everything.ts", {
  sandbox: {
    profile: "isolated",
    writable: [],
    readable: [],
    network: { kind: "hosts", hosts: ["example.com"] },
    limits: { memoryBytes: null, processes: null, fileBytes: null, cpuSeconds: null },
  },
});
let folder: ConfigFolder;
let opened: number;
let closed: number;

beforeEach(() => {
  folder = createConfigFolder();
  [opened, closed] = [0, 0];
});
afterEach(() => folder.remove());

/** Stands for an engine that this machine need not have. */
function sandboxOf(confine: (place: ConfinedPlace) => Partial<ConfinedProgram>): Sandbox {
  const nothing = { argv: [], places: [], cwd: "/", env: {}, cleanup: null, settle: () => [], explain: null };
  return {
    state: { ok: true, engine: "docker", file: "/bin/true", version: "1", cannot: {} },
    prepare: () => Promise.resolve(),
    confine: (_argv, _planned, place) => ({ ...nothing, ...confine(place) }),
  };
}

const openProxy = (): Promise<EgressProxy> => {
  opened += 1;
  return Promise.resolve({
    socketFile: "/tmp/none",
    attempts: () => [],
    close: () => Promise.resolve(void (closed += 1)),
  });
};

async function confine(sandbox: Sandbox, one = server): ReturnType<ReturnType<typeof createServerConfinement>> {
  const config = await loadOk(folder.load());
  const parts = { config, sandbox, home: folder.path, protectedFolders: [], openProxy, runner };
  const program = { callId: "mcp-up-1", argv: [process.execPath], cwd: folder.path, env: {} };
  return createServerConfinement({ ...parts, logFailure: () => undefined })(one, program);
}

describe("the confinement of a server", () => {
  it("takes away once what it made: what the engine left, then the way out", async () => {
    const left = path.join(folder.path, "left");
    const confined = await confine(sandboxOf(() => ({ cleanup: ["/bin/sh", "-c", `echo x >> ${left}`] })));
    await Promise.all([confined?.close(), confined?.close()]);
    await confined?.close();
    expect(existsSync(left)).toBe(true);
    expect([opened, closed]).toEqual([1, 1]);
  });

  it("closes the way out of a program that cannot be confined after all", async () => {
    const failing = sandboxOf(() => {
      throw new Error("a place changed");
    });
    await expect(confine(failing)).rejects.toThrow("a place changed");
    expect([opened, closed]).toEqual([1, 1]);
  });

  it("closes the way out when what was left cannot be looked through", async () => {
    const confined = await confine(
      sandboxOf(() => ({
        settle: () => {
          throw new Error("gone");
        },
      })),
    );
    await expect(confined?.close()).rejects.toThrow("gone");
    expect([opened, closed]).toEqual([1, 1]);
  });

  it("gives servers of one name in two projects a folder each", async () => {
    const folders: string[] = [];
    const sandbox = sandboxOf(() => ({}));
    const seen = {
      ...sandbox,
      confine: (...given: Parameters<Sandbox["confine"]>) => {
        folders.push(JSON.stringify(given[1]));
        return sandbox.confine(...given);
      },
    };
    await confine(seen);
    await confine(seen, { ...server, layer: "project" });
    expect(folders[0]).toMatch(/servers\/up"/);
    expect(folders[1]).toMatch(/servers\/up@[0-9a-f]{16}"/);
  });
});
