import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createRegistry } from "../../../src/registry/create-registry.ts";
import type { Registry } from "../../../src/registry/registry.ts";
import { createToolSource } from "../../../src/registry/stored/create-tool-source.ts";
import { createTempFolder, toolText } from "../../../src/registry/tool-files.fixture.ts";
import type { TempFolder } from "../../../src/registry/tool-files.fixture.ts";
import { followTools } from "../../../src/setup/follow/follow-tools.ts";
import { followTrust } from "../../../src/setup/follow/follow-trust.ts";
import { loadSetup } from "../../../src/setup/load-setup.ts";
import type { Setup } from "../../../src/setup/load-setup.ts";
import { acceptTrust, reportTrust } from "../../../src/setup/trust-workspace.ts";
import type { StoredTool } from "../../../src/storage/repositories.ts";

/** As one gateway is wired, with another process beside it on the same database. */
interface Gateway {
  readonly setup: Setup;
  readonly registry: Registry;
  readonly current: ReturnType<typeof createToolSource>;
}

let temp: TempFolder;
let closing: (() => Promise<void> | void)[];
beforeEach(() => {
  temp = createTempFolder();
  temp.write("project/toolgate.toml", "");
  closing = [];
});
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  temp.remove();
});

function options(): { cwd: string; env: NodeJS.ProcessEnv } {
  return { cwd: path.join(temp.path, "project"), env: { TOOLGATE_HOME: path.join(temp.path, "home") } };
}

async function trust(): Promise<void> {
  await acceptTrust(await reportTrust(options()), options());
}

async function startGateway(): Promise<Gateway> {
  const setup = await loadSetup(options());
  const { config, store, scope, trustedFiles } = setup;
  const registry = await createRegistry({ folders: config.toolFolders, trustedFiles: trustedFiles ?? undefined });
  const current = createToolSource(store, registry, config);
  const fail = (error: unknown): void => expect.fail(String(error));
  closing.push(
    () => store.close(),
    () => scope.close(),
    () => registry.close(),
  );
  if (config.reload === "watch") {
    registry.watch();
    scope.watch((issues) => registry.report("scope", issues));
    closing.push(followTrust(store, config.workspace, registry, fail, scope));
  }
  closing.push(followTools(store, current, fail));
  return { setup, registry, current };
}

function storedTool(name: string): StoredTool {
  const definition = JSON.stringify({ name, description: "d", parameters: { type: "object" }, command: "true" });
  const at = "2026-01-01T00:00:00.000Z";
  return {
    id: name,
    workspace: null,
    audience: { kind: "everybody" },
    format: "custom",
    name,
    definition,
    enabled: true,
    environment: null,
    createdAt: at,
    createdBy: "ada",
    updatedAt: at,
  };
}

function names({ registry }: Gateway): readonly string[] {
  return registry.snapshot.listed.map(({ name }) => name);
}

async function until(check: () => void): Promise<void> {
  await vi.waitFor(check, { timeout: 20_000 });
}

describe("a gateway beside other processes", () => {
  it("tells listeners of tools that another process stores and removes, without being called", async () => {
    const gateway = await startGateway();
    const told: (readonly string[])[] = [];
    gateway.registry.onChange(() => told.push(names(gateway)));
    const other = await loadSetup(options());
    closing.push(() => other.store.close());
    await other.store.tools.create(storedTool("stored"));
    await until(() => expect(told).toEqual([["stored"]]));
    await other.store.tools.remove("stored");
    await until(() => expect(told).toEqual([["stored"], []]));
  });

  it("serves a change at the very next look, before anybody polls", async () => {
    const gateway = await startGateway();
    const other = await loadSetup(options());
    closing.push(() => other.store.close());
    await other.store.tools.create(storedTool("stored"));
    expect((await gateway.current()).tools.has("stored")).toBe(true);
    await other.store.tools.update({ ...storedTool("stored"), enabled: false });
    expect((await gateway.current()).listed).toEqual([]);
  });

  it("follows tools, settings and scope of a project once a person accepted them together", async () => {
    temp.write("project/tools/a.toml", toolText("a"));
    temp.write("project/scope.toml", '[scope]\ntargets = ["10.1.0.0/16"]');
    await trust();
    const gateway = await startGateway();
    expect(names(gateway)).toEqual(["a"]);
    temp.write("project/tools/b.toml", toolText("b"));
    temp.write("project/scope.toml", '[scope]\ntargets = ["10.0.0.0/8"]');
    await until(() =>
      expect(gateway.registry.snapshot.issues.map(({ code }) => code).sort()).toEqual([
        "changed-since-trust",
        "scope-changed-since-trust",
      ]),
    );
    expect(gateway.setup.scope.current.scope?.networks).toEqual(["10.1.0.0/16"]);
    await trust();
    await until(() => expect(names(gateway)).toEqual(["a", "b"]));
    expect(gateway.setup.scope.current.scope?.networks).toEqual(["10.0.0.0/8"]);
    expect(gateway.registry.snapshot.issues).toEqual([]);
  });

  it("follows no file and no trust where it is told to stay as it started, but every command of an operator", async () => {
    temp.write("project/toolgate.toml", '[registry]\nreload = "frozen"');
    temp.write("project/tools/a.toml", toolText("a"));
    await trust();
    const gateway = await startGateway();
    temp.write("project/tools/b.toml", toolText("b"));
    await trust();
    await gateway.setup.store.tools.create(storedTool("stored"));
    await until(() => expect(names(gateway)).toEqual(["a", "stored"]));
  });
});
