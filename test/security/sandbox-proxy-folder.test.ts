import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestWorkspace, until } from "../support/workspace.ts";
import type { TestGateway, TestWorkspace } from "../support/workspace.ts";
import { createSandboxBench } from "./sandbox.fixture.ts";

const bench = await createSandboxBench();
afterAll(() => bench.close());

/** Looks for socket files as far down as the proxy's stand, and tells those that take a connection. */
const LOOK = `
  const fs = require("node:fs"), net = require("node:net"), path = require("node:path");
  const walk = (folder, depth) => { try { return fs.readdirSync(folder, { withFileTypes: true }).flatMap((one) => {
    const file = path.join(folder, one.name);
    return one.isSocket() ? [file] : one.isDirectory() && depth > 0 ? walk(file, depth - 1) : []; }); } catch { return []; } };
  const found = walk(process.argv[1], 4);
  if (found.length === 0) console.log("nothing");
  for (const file of found) net.connect(file, () => { console.log("reached", file); process.exit(0); }).on("error", () => console.log("shut"));
`;

function tool(name: string, binary: string, args: readonly string[], sandbox: string): string {
  return `name = "${name}"\ndescription = "x"\nkind = "command"\nbinary = "${binary}"\nargs = ${JSON.stringify(args)}\n[sandbox]\nprofile = "workspace"\n${sandbox}`;
}

describe.skipIf(!bench.sandbox.state.ok)("the proxy of another call", () => {
  const before = process.env["TMPDIR"];
  let temporary: string;
  let workspace: TestWorkspace;
  let gateway: TestGateway;

  beforeEach(async () => {
    // A folder for temporary files that is not private in a confinement.
    temporary = realpathSync(mkdtempSync("/var/tmp/toolgate-tmp-"));
    process.env["TMPDIR"] = temporary;
    workspace = createTestWorkspace({
      config: '[permissions]\nallow = ["*"]\n',
      tools: {
        hold: tool(
          "at.hold",
          "sh",
          ["-c", "touch held; until [ -e done ]; do sleep 0.05; done"],
          'network = ["example.com"]\n',
        ),
        look: tool("at.look", "node", ["-e", LOOK, temporary], ""),
      },
    });
    gateway = await workspace.open();
  });
  afterEach(async () => {
    await workspace.remove();
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
    rmSync(temporary, { recursive: true, force: true });
  });

  it("is out of reach, wherever temporary files are", async () => {
    const held = gateway.call("at.hold");
    await until(() => existsSync(path.join(workspace.folder, "held")), "the program with a proxy");
    const { structured, error } = await gateway.call("at.look");
    expect(error).toBeNull();
    expect(structured).toMatchObject({ stdout: "nothing\n" });
    workspace.write("done", "");
    expect((await held).error).toBeNull();
  });
});
