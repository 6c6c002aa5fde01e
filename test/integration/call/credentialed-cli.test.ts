import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ToolChange } from "../../../src/call/runtime.ts";
import { open } from "../../../src/storage/temporary-store.fixture.ts";
import type { TestGateway, TestWorkspace } from "../../support/workspace.ts";
import { createTestWorkspace } from "../../support/workspace.ts";

const TOKEN = `ghp_${"a1B2".repeat(9)}`;
const PRINTED = readFileSync(path.join("test/vectors/manifest", "credentialed-values-printed.json"), "utf8");

/** Stands in for `gh`: prints what it was started with, the token in several spellings, and its whole environment. */
const STAND_IN = `#!${process.execPath}
const { env, argv } = process;
const token = env.GH_TOKEN ?? "";
console.log(JSON.stringify({ argv: argv.slice(2), names: Object.keys(env).sort(), home: env.HOME, length: token.length }));
console.log(token, Buffer.from(token).toString("base64"), encodeURIComponent(token));
console.error("token " + token);
`;

let workspace: TestWorkspace;
let gateway: TestGateway;
let programs = "";
const before = { PATH: process.env["PATH"], GH_TOKEN: process.env["GH_TOKEN"] };

beforeEach(async () => {
  programs = realpathSync(mkdtempSync(path.join(tmpdir(), "toolgate-programs-")));
  process.env["PATH"] = `${programs}:/usr/bin:/bin`;
  process.env["GH_TOKEN"] = "token-of-the-gateway";
  workspace = createTestWorkspace({ config: '[permissions]\nallow = ["gh"]\n' });
  gateway = await workspace.open();
});

afterEach(async () => {
  for (const [name, value] of Object.entries(before)) {
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  }
  await workspace.remove();
  rmSync(programs, { recursive: true, force: true });
});

function install(name = "gh"): string {
  const file = path.join(programs, name);
  writeFileSync(file, STAND_IN);
  chmodSync(file, 0o755);
  return file;
}

async function save(text: string, expectedName: string | null = null): Promise<ToolChange> {
  const request = { text, format: "credentialed", audience: { kind: "everybody" } } as const;
  const owner = await gateway.runtime.control.owner();
  return gateway.runtime.control.tools.save({ ...request, expectedName, environment: null }, owner);
}

const printed = (change: object = {}): string =>
  JSON.stringify({ ...(JSON.parse(PRINTED) as object), encrypted_env: { GH_TOKEN: TOKEN }, ...change });

interface Seen {
  readonly argv: readonly string[];
  readonly names: readonly string[];
  readonly home: string;
  readonly length: number;
}

async function run(args: readonly string[]): Promise<{ readonly seen: Seen; readonly all: string }> {
  const outcome = await gateway.call("gh", { args });
  expect(outcome.error).toBeNull();
  const { stdout } = outcome.structured as { stdout: string };
  return { seen: JSON.parse(stdout.split("\n")[0] ?? "") as Seen, all: JSON.stringify(outcome) };
}

describe("gh, as printed", () => {
  it("says that the program is not there", async () => {
    expect((await save(PRINTED)).ok).toBe(true);
    const outcome = await gateway.call("gh", { args: ["issue", "list"] });
    expect(outcome.error).toMatchObject({ code: "PROGRAM_NOT_FOUND" });
  });

  it("gets its arguments and its token, and the token is seen nowhere", async () => {
    install();
    await save(printed());
    const args = ["issue", "create", "--title", "a; $(id) `id` | b", "--body", "one\ntwo"];
    const { seen, all } = await run(args);
    expect(seen).toMatchObject({ argv: args, length: TOKEN.length });
    expect(all).not.toContain("a1B2");
    expect(all).toContain("[REDACTED]");
    const audit = JSON.stringify(await gateway.runtime.control.audit.query({}));
    expect(audit).not.toContain("a1B2");
  });

  it("sees the search path, the language, what is sealed and what is fixed, and no settings of a person", async () => {
    install();
    await save(printed());
    const { seen } = await run(["status"]);
    const known = /^(PATH|LANG|LC_\w+|TZ|TOOLGATE_CALL|HOME|GH_\w+|GIT_\w+)$/;
    expect(seen.names.filter((name) => !known.test(name))).toEqual([]);
    expect(seen.names).toEqual(expect.arrayContaining(["GH_TOKEN", "PATH"]));
    expect(seen.home).toBe("/nonexistent");
  });

  it("takes the line as well", async () => {
    install();
    await save(printed());
    const outcome = await gateway.call("gh", { command: "gh api repos/x --jq '.[0] | .name'" });
    expect((outcome.structured as { stdout: string }).stdout).toContain('["api","repos/x","--jq",".[0] | .name"]');
  });

  it.each([
    [{ args: ["auth", "login"] }, "`auth\\s+` in deny_args"],
    [{ args: ["-R", "o/r", "auth"] }, "`auth\\s+` in deny_args"],
    [{ args: ["ssh-key", "add"] }, "`ssh-key` in deny_args"],
    [{ args: ["api", "-X", "DELETE", "/repos/o/r"] }, "in deny_args"],
    [{ args: ["alias", "set", "a", "b"] }, "`alias`"],
    [{ args: ["api", "-v"] }, "`-v` in deny_verbose"],
    [{ command: "gh api foo | jq ." }, "|"],
    [{ command: "./gh api foo" }, "begins with gh"],
  ])("refuses %j with its reason", async (args, reason) => {
    install();
    await save(printed());
    const { error } = await gateway.call("gh", args);
    expect(error).toMatchObject({ code: "INVALID_ARGUMENTS" });
    expect(error?.message).toContain(reason);
  });
});

describe("where the program stands", () => {
  it("is the given path and no other", async () => {
    const file = install();
    const other = path.join(programs, "elsewhere/gh");
    await save(printed({ binary_path: other }));
    expect((await gateway.call("gh", { args: [] })).error?.code).toBe("PROGRAM_NOT_FOUND");
    expect(await save(printed({ binary_path: file }), "gh")).toMatchObject({ ok: true });
    expect((await run(["status"])).seen.argv).toEqual(["status"]);
  });

  it("is never the workspace", async () => {
    const file = workspace.write("gh", STAND_IN);
    chmodSync(file, 0o755);
    process.env["PATH"] = `${workspace.folder}:/usr/bin:/bin`;
    await gateway.close();
    gateway = await workspace.open({ env: { ...workspace.env, PATH: process.env["PATH"] } });
    await save(printed());
    expect((await gateway.call("gh", { args: ["status"] })).error?.code).toBe("PROGRAM_NOT_FOUND");
  });
});

it("runs nothing without the credential that it names", async () => {
  install();
  expect(await save(printed({ encrypted_env: { GH_TOKEN: null } }))).toMatchObject({ ok: false, code: "validation" });
  await save(printed());
  const [row] = await gateway.runtime.control.tools.listStored();
  if (row === undefined) throw new Error("nothing is stored");
  // As if the values had been taken out of the database behind its back.
  const store = await open(workspace.dataFolder);
  await store.tools.update({ ...row, environment: null });
  await store.close();
  expect((await gateway.call("gh", { args: ["status"] })).error?.code).toBe("SECRET_UNAVAILABLE");
});
