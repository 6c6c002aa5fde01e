import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TestGateway, TestWorkspace } from "../support/workspace.ts";
import { createTestWorkspace } from "../support/workspace.ts";
import { CAT, SESSION_CAT, toolText } from "./tools.fixture.ts";

let workspace: TestWorkspace;
let outside: TestWorkspace;
let gateway: TestGateway;

beforeEach(async () => {
  workspace = createTestWorkspace({ tools: { cat: CAT, session: SESSION_CAT } });
  outside = createTestWorkspace();
  outside.write("secret", "SECRET");
  gateway = await workspace.open();
});

afterEach(async () => {
  await workspace.remove();
  await outside.remove();
});

/** The folder that `$SESSION_DIR` is for the agent of the test. */
async function sessionFolder(): Promise<string> {
  const explained = await gateway.runtime.explain({
    entry: "library",
    tool: "session.cat",
    args: { f: "x" },
    caller: gateway.agent,
  });
  const paths = explained.plan?.kind === "command" ? explained.plan.paths : [];
  return path.dirname(paths.find(({ param }) => param === "f")?.resolved ?? "");
}

describe("a path that leads out of the workspace", () => {
  const ways: readonly (readonly [string, (out: string) => string])[] = [
    ["two dots", () => "../secret"],
    ["two dots in the middle", () => "tools/../../secret"],
    ["an absolute path", (out) => `${out}/secret`],
    ["the workspace as a prefix of another name", () => `${workspace.folder}-2/secret`],
    ["a home folder", () => "~/secret"],
    ["a percent escape", () => "%2e%2e/secret"],
    ["a backslash", () => "..\\secret"],
    ["a file URL", () => "file:///etc/passwd/../../.."],
    ["/proc", () => "/proc/self/root/etc/passwd"],
    ["a foreign session", () => "$SESSION_DIR/../other/x"],
    ["another spelling of the session", () => "${SESSION_DIR}/../x"],
  ];
  it.each(ways)("is refused: %s", async (_what, make) => {
    const outcome = await gateway.call("cat", { f: make(outside.folder) });
    expect(outcome.status === "refused" || JSON.stringify(outcome.structured).includes("No such file")).toBe(true);
    expect(JSON.stringify(outcome)).not.toContain("SECRET");
  });

  const links: readonly (readonly [string, (root: string, out: string) => string])[] = [
    ["a link to a file", (root, out) => link(root, "l", `${out}/secret`)],
    ["a link to a folder", (root, out) => `${link(root, "l", out)}/secret`],
    ["a link to a link", (root, out) => link(root, "m", link(root, "l", `${out}/secret`))],
    ["a link that climbs", (root, out) => link(root, "l", `${path.relative(root, out)}/secret`)],
    ["a link to what does not exist yet", (root, out) => link(root, "l", `${out}/new`)],
    ["a link in a circle", (root) => link(root, "l", "l")],
  ];
  it.each(links)("is refused in the workspace: %s", async (_what, make) => {
    const outcome = await gateway.call("cat", { f: make(workspace.folder, outside.folder) });
    expect(outcome).toMatchObject({ status: "refused", evidence: null });
  });
  it.each(links)("is refused in a session folder: %s", async (_what, make) => {
    const outcome = await gateway.call("session.cat", { f: make(await sessionFolder(), outside.folder) });
    expect(outcome).toMatchObject({ status: "refused", evidence: null });
  });
});

describe("another agent's session", () => {
  it.each(["id", "path"] as const)("cannot be used by its %s", async (way) => {
    const other = await gateway.runtime.control.localAgent("other");
    const theirs = await gateway.runtime.openSession(other);
    writeFileSync(path.join(theirs.folder, "f"), "SECRET");
    const outcome =
      way === "id"
        ? await gateway.call("session.cat", { f: "f" }, { session: theirs.id })
        : await gateway.call("session.cat", { f: path.join(theirs.folder, "f") });
    expect(outcome.status).toBe("refused");
    expect(JSON.stringify(outcome)).not.toContain("SECRET");
  });

  it.each(["", "../", "..", "__proto__", "a/../../x", "\u0000"])("cannot be guessed as %j", async (session) => {
    const outcome = await gateway.call("session.cat", { f: "f" }, { session });
    expect(outcome.error?.code).toBe("UNKNOWN_SESSION");
  });
});

describe("a program that an agent could have put there", () => {
  it.each(["workspace", "link to the workspace"])("is not found through PATH: %s", async (way) => {
    const bin = path.join(workspace.folder, "node_modules/.bin");
    mkdirSync(bin, { recursive: true });
    writeFileSync(path.join(bin, "id"), "#!/bin/sh\necho HOSTILE\n");
    chmodSync(path.join(bin, "id"), 0o755);
    workspace.write("tools/id.toml", toolText("id", "id", ["-u"], 'effect = "read"'));
    const entry = way === "workspace" ? bin : link(outside.folder, "bin", bin);
    const before = process.env["PATH"];
    process.env["PATH"] = `${entry}:.:node_modules/.bin::${before ?? ""}`;
    try {
      const fresh = await workspace.open();
      const outcome = await fresh.call("id");
      expect(outcome.status).toBe("success");
      expect(JSON.stringify(outcome.structured)).not.toContain("HOSTILE");
    } finally {
      process.env["PATH"] = before;
    }
  });

  it("is not handed to a shell when it says no interpreter", async () => {
    writeFileSync(path.join(workspace.folder, "run"), "echo HOSTILE\n");
    chmodSync(path.join(workspace.folder, "run"), 0o755);
    workspace.write("tools/run.toml", toolText("run", "./run", [], 'effect = "read"'));
    const fresh = await workspace.open();
    expect((await fresh.call("run")).error?.code).toBe("PROGRAM_NOT_EXECUTABLE");
  });
});

function link(folder: string, name: string, target: string): string {
  symlinkSync(target, path.join(folder, name));
  return name;
}
