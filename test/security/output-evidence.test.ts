import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { defineTool, toolResult } from "../../src/index.ts";
import { toOutputSchema } from "../../src/manifest/to-output-schema.ts";
import type { JsonObject, JsonSchema } from "../../src/model/json.ts";
import type { Outcome } from "../../src/model/outcome.ts";
import { checkSchema } from "../../src/params/json-schema/check-schema.ts";
import { toCallResult } from "../../src/server/mcp/to-call-result.ts";
import { createTestWorkspace } from "../support/workspace.ts";
import type { TestGateway, TestWorkspace } from "../support/workspace.ts";
import { toPlainText } from "../../src/text/plain-text.ts";

let workspace: TestWorkspace;
let folder: string;
beforeEach(() => {
  workspace = createTestWorkspace();
  folder = path.join(workspace.dataFolder, "..", "kept");
});
afterEach(() => workspace.remove());

interface Options {
  readonly evidence?: string;
  readonly output?: string;
  readonly top?: string;
  readonly args?: string;
}

async function open(
  script: string,
  { evidence = "", output = 'format = "text"\n', top = "", args = '"{_scan_id}"' }: Options = {},
): Promise<TestGateway> {
  workspace.write("print.mjs", script);
  const sandbox = '[sandbox]\ndefault = "none"\nfallback = "none"\n';
  const config = `[permissions]\nallow = ["*"]\n${sandbox}[output.evidence]\nfolder = "${folder}"\n`;
  writeFileSync(path.join(workspace.folder, "toolgate.toml"), config);
  const tool = `name = "prints"\nversion = "1.0.0"\ndescription = "P"\nbinary = "node"\nrisk_tier = "low"\n${top}`;
  const exec = `[command]\nexec = ["node", "print.mjs", ${args}]\n`;
  workspace.write("tools/prints.clad.toml", `[tool]\n${tool}${evidence}${exec}[output]\n${output}`);
  return workspace.open();
}

const CAPTURE = "[tool.evidence]\ncapture = true\n";

/** The one folder that a call left. */
function onlyFolder(): string {
  const [name, ...more] = readdirSync(folder);
  expect(more).toEqual([]);
  return path.join(folder, name ?? "");
}

describe("captured output", () => {
  it("is kept without secrets, and the hash is of the raw bytes", async () => {
    const gateway = await open("console.log('out\\u001b[0m'); console.error('err')", { evidence: CAPTURE });
    const outcome = await gateway.call("prints");
    const file = path.join(onlyFolder(), "captured-stdout.txt");
    expect(outcome).toMatchObject({
      status: "success",
      structured: { output_file: file },
      evidence: { outputFile: file },
    });
    expect(readFileSync(file, "utf8")).toBe("out\u001b[0m\n");
    expect(readFileSync(path.join(onlyFolder(), "captured-stderr.txt"), "utf8")).toBe("err\n");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(path.basename(onlyFolder())).toBe((outcome.structured as JsonObject)["scan_id"]);
  });

  it("is where the note about a cut says", async () => {
    const gateway = await open("console.log('line\\n'.repeat(20000))", { evidence: CAPTURE });
    const { content } = await gateway.call("prints");
    expect(toPlainText(content.slice(0, 1))).toContain(
      `the whole output is in ${path.join(onlyFolder(), "captured-stdout.txt")}`,
    );
  });

  it("goes where output_dir says, below the evidence folder", async () => {
    const evidence = '[tool.evidence]\noutput_dir = "{evidence_dir}/{scan_id}-nmap"\n';
    const gateway = await open("console.log(1)", { evidence });
    await gateway.call("prints");
    expect(onlyFolder()).toMatch(/-nmap$/);
  });

  it("is not written into a folder that somebody else prepared, and nothing runs", async () => {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o777);
    const gateway = await open("import('fs').then((fs) => fs.writeFileSync('ran', ''))", { evidence: CAPTURE });
    expect(await gateway.call("prints")).toMatchObject({ status: "refused", error: { code: "EVIDENCE_UNAVAILABLE" } });
    expect(readdirSync(folder)).toEqual([]);
    expect(existsSync(path.join(workspace.folder, "ran"))).toBe(false);
  });

  it("is not written into a folder that was opened to others meanwhile; the result is withheld, the record says that it ran", async () => {
    const open777 = `import { chmodSync } from "node:fs"; chmodSync(${JSON.stringify(folder)}, 0o777);`;
    const gateway = await open(`${open777} console.log('the output')`, { evidence: CAPTURE });
    const outcome = await gateway.call("prints");
    expect(outcome).toMatchObject({
      status: "failed",
      error: { code: "EVIDENCE_UNAVAILABLE" },
      structured: { status: "error", results: null },
      evidence: { status: "success", exitCode: 0 },
    });
    expect(JSON.stringify(outcome)).not.toContain("the output\\n");
    expect(readdirSync(onlyFolder())).toEqual([]);
    const records = await gateway.runtime.control.audit.query({ callId: outcome.callId });
    expect(JSON.stringify(records)).toContain('"exitCode":0');
  });

  it("is nowhere when nothing asks for it", async () => {
    await (await open("console.log(1)", { args: "" })).call("prints");
    expect(existsSync(folder)).toBe(false);
  });
});

/** What a strict client would refuse: missing, unfitting and unlisted members. */
function strict(schema: JsonSchema | null): JsonSchema {
  expect(schema).not.toBeNull();
  return { ...schema, additionalProperties: false };
}

describe("the envelope that is sent fits the one that is listed", () => {
  const RESULTS = 'format = "json"\n[output.schema]\ntype = "object"\nrequired = ["n"]\n';
  it.each<[what: string, script: string, options: Options]>([
    ["success", "console.log('{\"n\": 1}')", { output: RESULTS }],
    ["success with kept output", "console.log('{\"n\": 1}')", { output: RESULTS, evidence: CAPTURE }],
    ["success as text", "console.log('x')", {}],
    ["silence", "", {}],
    ["lines that are no JSON", "console.log('x')", { output: RESULTS }],
    ["results that do not fit", "console.log('{}')", { output: RESULTS }],
    ["a failure", "console.error('no'); process.exit(3)", { output: RESULTS }],
    ["a signal", "process.kill(process.pid, 'SIGKILL')", { output: RESULTS }],
    ["a timeout", "setInterval(() => {}, 1000)", { output: RESULTS, top: "timeout_seconds = 1\n" }],
    ["no envelope", "console.log('x')", { output: 'format = "text"\nenvelope = false\n' }],
  ])("%s", async (_what, script, options) => {
    const gateway = await open(script, options);
    const outcome = await gateway.call("prints");
    const tool = gateway.runtime.registry.snapshot.tools.get("prints");
    const listed = tool === undefined ? null : toOutputSchema(tool);
    expect(checkSchema(strict(listed), toCallResult(outcome).structuredContent as JsonObject)).toEqual([]);
    expect(outcome.evidence).not.toBeNull();
  });
});

describe("a result with different texts for model and person", () => {
  async function call(result: Parameters<typeof toolResult>[0]): Promise<Outcome> {
    writeFileSync(path.join(workspace.folder, "toolgate.toml"), '[permissions]\nallow = ["*"]\n');
    const shows = defineTool({ name: "shows", description: "Shows", handler: () => toolResult(result) });
    return (await workspace.open({ tools: [shows] })).call("shows");
  }

  it("gives each theirs, made safe, and programs the exact value", async () => {
    const outcome = await call({ forModel: "m\u202e", forUser: "\u001b[1mu\u001b[0m", structured: { a: "\u202e" } });
    expect(outcome).toMatchObject({
      content: [{ text: "m\\u202e" }],
      forUser: [{ text: "u" }],
      structured: { a: "\u202e" },
    });
    expect(toCallResult(outcome).content).toMatchObject([
      { annotations: { audience: ["assistant"] } },
      { annotations: { audience: ["user"] } },
    ]);
  });

  it("gives the model the value when there is no text for it, with nothing hidden in it", async () => {
    const outcome = await call({ structured: { a: "x\u{e0041}" } });
    expect(toPlainText(outcome.content.slice(0, 1))).toBe('{"a":"x\\udb40\\udc41"}');
    expect(outcome.forUser).toBeUndefined();
  });

  it.each<[unknown, string]>([
    ["text", "expects an object with the keys `forModel`, `forUser`, `content`, `structured`, got a string"],
    [null, "got null"],
    [undefined, "got undefined"],
    [["text"], "got an array"],
    [{ formodel: "text" }, "does not know the key `formodel`; it takes `forModel`, `forUser`, `content`, `structured`"],
    [{ content: [], "\u202e": 1 }, "does not know the key `\\u202e`"],
  ])("says what of %j would be lost", (parts, message) => {
    expect(() => toolResult(parts as Parameters<typeof toolResult>[0])).toThrow(message);
  });

  it("is made of text", () => {
    expect(() => toolResult({ forModel: 1 as unknown as string })).toThrow("expected text as `forModel`, got number");
  });
});
