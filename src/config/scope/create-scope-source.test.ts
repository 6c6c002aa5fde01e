import { rmSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { matchScope } from "../../scope/match-scope.ts";
import { createTempFolder } from "../../registry/tool-files.fixture.ts";
import type { TempFolder } from "../../registry/tool-files.fixture.ts";
import type { Environment } from "../folders.ts";
import { loadConfig } from "../load-config.ts";
import { computeTrust } from "../trust.ts";
import type { ScopeSource } from "./create-scope-source.ts";

const WIDE = '[scope]\ntargets = ["10.0.0.0/8"]\ndomains = ["*.example.com"]';
const NARROW = '[scope]\ntargets = ["10.1.0.0/16"]';
const OTHER = '[scope]\ntargets = ["192.168.0.0/16", "10.1.2.0/24"]';

let temp: TempFolder;
let recorded: string | null;
let source: ScopeSource | null;
beforeEach(() => {
  temp = createTempFolder();
  recorded = null;
  source = null;
});
afterEach(async () => {
  await source?.close();
  temp.remove();
});

async function start(env: Environment = {}): Promise<ScopeSource> {
  const { scope, issues } = await loadConfig({
    cwd: path.join(temp.path, "project"),
    env: { TOOLGATE_HOME: path.join(temp.path, "home"), ...env },
    trust: () => Promise.resolve(recorded),
  });
  if (scope === null) throw new Error(JSON.stringify(issues));
  source = scope;
  return scope;
}

function record(): void {
  recorded = computeTrust(path.join(temp.path, "project"), { env: {} }).trust?.hash ?? null;
}

async function startTrusted(scope: string): Promise<ScopeSource> {
  temp.write("project/toolgate.toml", "");
  temp.write("project/scope.toml", scope);
  record();
  return start();
}

function covered({ current }: ScopeSource, ...targets: readonly string[]): readonly string[] {
  const { scope } = current;
  return targets.filter((target) => scope !== null && matchScope(target, scope).inScope);
}

const TARGETS = ["10.1.2.3", "10.1.9.9", "10.9.9.9", "192.168.1.1"];

function codes({ issues }: ScopeSource): readonly string[] {
  return issues.map(({ code }) => code);
}

describe("a project that is trusted", () => {
  it("begins with what was there", async () => {
    const scope = await startTrusted(WIDE);
    expect(covered(scope, ...TARGETS)).toEqual(["10.1.2.3", "10.1.9.9", "10.9.9.9"]);
    await scope.reload();
    expect(scope.issues).toEqual([]);
  });

  it("narrows at once by an edit that nobody accepted, and never widens by one", async () => {
    const scope = await startTrusted(NARROW);
    temp.write("project/scope.toml", OTHER);
    await scope.reload();
    expect(covered(scope, ...TARGETS)).toEqual(["10.1.2.3"]);
    expect(codes(scope)).toEqual(["scope-changed-since-trust"]);
    temp.write("project/scope.toml", WIDE);
    await scope.reload();
    expect(covered(scope, ...TARGETS)).toEqual(["10.1.2.3", "10.1.9.9"]);
    expect(codes(scope)).toEqual(["scope-changed-since-trust"]);
  });

  it("takes the edit as it is once it was accepted", async () => {
    const scope = await startTrusted(NARROW);
    temp.write("project/scope.toml", OTHER);
    record();
    await scope.reload();
    expect(covered(scope, ...TARGETS)).toEqual(["10.1.2.3", "192.168.1.1"]);
    expect(scope.issues).toEqual([]);
  });

  it("does not take a state that changed again after it was accepted", async () => {
    const scope = await startTrusted(NARROW);
    temp.write("project/scope.toml", OTHER);
    record();
    temp.write("project/scope.toml", WIDE);
    await scope.reload();
    expect(covered(scope, ...TARGETS)).toEqual(["10.1.2.3", "10.1.9.9"]);
  });

  it("keeps what held while the file is broken, also what an edit before took away", async () => {
    const scope = await startTrusted(WIDE);
    temp.write("project/scope.toml", NARROW);
    await scope.reload();
    temp.write("project/scope.toml", '[scope]\ntargets = ["10.0.0.0/');
    await scope.reload();
    expect(covered(scope, ...TARGETS)).toEqual(["10.1.2.3", "10.1.9.9"]);
    expect(codes(scope)).toEqual(["syntax", "scope-changed-since-trust"]);
  });

  it("does not lose its limits with the file, unless that was accepted", async () => {
    temp.write("home/config/toolgate.toml", '[scope]\nfile = "mine.toml"');
    temp.write("home/config/mine.toml", '[scope]\ntargets = ["0.0.0.0/0"]');
    const scope = await startTrusted(NARROW);
    rmSync(path.join(temp.path, "project/scope.toml"));
    await scope.reload();
    expect(covered(scope, ...TARGETS)).toEqual(["10.1.2.3", "10.1.9.9"]);
    record();
    await scope.reload();
    expect(covered(scope, ...TARGETS)).toEqual(TARGETS);
  });

  it("takes nothing more where automation trusted what was there", async () => {
    temp.write("project/toolgate.toml", "");
    temp.write("project/scope.toml", NARROW);
    const scope = await start({ TOOLGATE_TRUST: "1" });
    temp.write("project/scope.toml", OTHER);
    record();
    await scope.reload();
    expect(covered(scope, ...TARGETS)).toEqual(["10.1.2.3"]);
  });

  it("waits with a scope that was accepted together with another configuration", async () => {
    const scope = await startTrusted(NARROW);
    temp.write("project/toolgate.toml", "[server]\nport = 1");
    temp.write("project/scope.toml", WIDE);
    record();
    await scope.reload();
    expect(covered(scope, ...TARGETS)).toEqual(["10.1.2.3", "10.1.9.9"]);
  });

  it("keeps what held while trust cannot be looked up", async () => {
    temp.write("project/toolgate.toml", "");
    temp.write("project/scope.toml", NARROW);
    record();
    let isUp = true;
    const trust = (): Promise<string | null> =>
      isUp ? Promise.resolve(recorded) : Promise.reject(new Error("locked"));
    const env = { TOOLGATE_HOME: path.join(temp.path, "home") };
    const loaded = await loadConfig({ cwd: path.join(temp.path, "project"), env, trust });
    source = loaded.scope;
    isUp = false;
    await loaded.scope?.reload();
    expect(loaded.scope?.issues.map(({ code }) => code)).toEqual(["trust-unknown"]);
    expect(loaded.scope?.current.scope?.networks).toEqual(["10.1.0.0/16"]);
  });
});

describe("other scope files", () => {
  it("of a person count as they stand, and stay while they are broken or gone", async () => {
    temp.write("project/.keep", "");
    temp.write("home/config/toolgate.toml", '[scope]\nfile = "mine.toml"');
    const file = temp.write("home/config/mine.toml", NARROW);
    const scope = await start();
    temp.write("home/config/mine.toml", OTHER);
    await scope.reload();
    expect(covered(scope, ...TARGETS)).toEqual(["10.1.2.3", "192.168.1.1"]);
    expect(scope.issues).toEqual([]);
    for (const breakIt of [() => temp.write("home/config/mine.toml", "[scope"), () => rmSync(file)]) {
      breakIt();
      await scope.reload();
      expect(covered(scope, ...TARGETS)).toEqual(["10.1.2.3", "192.168.1.1"]);
      expect(scope.issues).toHaveLength(1);
    }
  });

  it("of a project that is not trusted only ever take away", async () => {
    temp.write("home/config/toolgate.toml", '[scope]\nfile = "mine.toml"');
    temp.write("home/config/mine.toml", WIDE);
    temp.write("project/toolgate.toml", "");
    temp.write("project/scope.toml", NARROW);
    const scope = await start();
    temp.write("project/scope.toml", '[scope]\ntargets = ["0.0.0.0/0"]');
    await scope.reload();
    expect(covered(scope, ...TARGETS)).toEqual(["10.1.2.3", "10.1.9.9"]);
    temp.write("project/scope.toml", OTHER);
    await scope.reload();
    expect(covered(scope, ...TARGETS)).toEqual(["10.1.2.3"]);
    expect(codes(scope)).toEqual(["scope-changed-since-trust"]);
  });

  it("that come later open nothing where there was none", async () => {
    temp.write("project/toolgate.toml", "");
    record();
    const scope = await start();
    temp.write("project/scope.toml", WIDE);
    await scope.reload();
    expect(scope.current).toMatchObject({ scope: null, required: true });
    record();
    await scope.reload();
    expect(covered(scope, ...TARGETS)).toEqual(["10.1.2.3", "10.1.9.9", "10.9.9.9"]);
  });
});

describe("a scope that is followed", () => {
  it("takes a change by itself, also of a file that comes later, and says what is wrong", async () => {
    const scope = await startTrusted(WIDE);
    const told: (readonly string[])[] = [];
    scope.watch((issues) => told.push(issues.map(({ code }) => code)));
    temp.write("project/scope.toml", NARROW);
    await vi.waitFor(() => expect(covered(scope, ...TARGETS)).toEqual(["10.1.2.3", "10.1.9.9"]), { timeout: 10_000 });
    temp.write("project/scope/scope.toml", OTHER);
    await vi.waitFor(() => expect(covered(scope, ...TARGETS)).toEqual(["10.1.2.3"]), { timeout: 10_000 });
    expect(told.at(-1)).toEqual(["scope-changed-since-trust"]);
  });
});
