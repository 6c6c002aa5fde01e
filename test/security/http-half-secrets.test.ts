import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ShapedOutput } from "../../src/call/shape/shaped-output.ts";
import { callHttp, httpTool, startServer } from "../support/http-tool.ts";
import type { TestServer } from "../support/http-tool.ts";
import { createTestWorkspace } from "../support/workspace.ts";
import type { TestWorkspace } from "../support/workspace.ts";
import { toPlainText } from "../../src/text/plain-text.ts";

/** Answers that put a secret where Toolgate quotes, cuts or reads them differently. */

const SECRET = "hunter2hunter2hunter2SECRET";
const fill = (characters: number): string => "x".repeat(characters);
const escaped = Array.from(SECRET, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
const references = Array.from(SECRET, (char) => `&#${char.charCodeAt(0)};`).join("");

interface Said {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly output?: string;
}

let said: Said;
let server: TestServer;
beforeEach(async () => {
  server = await startServer((_request, response) => {
    response.writeHead(200, { ...said.headers });
    response.end(said.body ?? "ok");
  });
});
afterEach(() => server.close());

function ask({ output }: Said): Promise<ShapedOutput> {
  const http = `url = "${server.origin}/?k={_secret:api}"`;
  const tool = httpTool(output === undefined ? { http } : { http, output: `format = "${output}"` });
  return callHttp(tool, {}, { secrets: { api: SECRET } });
}

describe("no half of a secret is shown", () => {
  it.each<[string, Said]>([
    ["a header that is cut", { headers: { etag: fill(985) + SECRET }, body: "" }],
    ["a type that is quoted", { headers: { "content-type": fill(45) + SECRET }, body: "<html>", output: "json" }],
    ["a type of bytes", { headers: { "content-type": `image/${fill(45)}${SECRET}` } }],
    ["text instead of JSON", { body: SECRET, output: "json" }],
    ["text behind JSON", { body: `{"a": 1} ${SECRET}`, output: "json" }],
    ["text instead of a line of JSON", { body: `{"a": 1}\n${SECRET}`, output: "jsonl" }],
    ["a quote in a cell", { body: `a,b\n1,${fill(220)}${SECRET}"x\n`, output: "csv" }],
    ["two columns of one name", { body: `${fill(45)}${SECRET},${fill(45)}${SECRET}\n1,2\n`, output: "csv" }],
    ["a tag that is never closed", { body: `<a><${fill(250)}${SECRET}></a>`, output: "xml" }],
    ["a tag that is closed as another", { body: `<${fill(250)}${SECRET}></b>`, output: "xml" }],
  ])("%s", async (_what, answer) => {
    said = answer;
    const outcome = await ask(answer);
    expect(JSON.stringify(outcome).replaceAll("_secret:", "")).not.toMatch(/hunter|secret/i);
    expect(outcome.evidence?.http?.status).toBe(200);
  });

  it("and still it is said what is wrong", async () => {
    said = { body: '{"a": 1,}', output: "json" };
    expect((await ask(said)).error?.message).toMatch(/the output is not JSON: .*double-quoted property name/i);
    said = { body: '{"a": "x\ty"}', output: "json" };
    expect((await ask(said)).error).toMatchObject({ code: "OUTPUT_UNPARSABLE" });
  });
});

describe("a text and what was read of it say the same", () => {
  it.each<[string, Said]>([
    ["escapes of JSON", { body: `{"a":"${escaped}"}`, output: "json" }],
    ["escapes in a name", { body: `{"${escaped}":1}`, output: "json" }],
    ["escapes in lines of JSON", { body: `{"a":1}\n"${escaped}"`, output: "jsonl" }],
    ["references of XML", { body: `<a b="${references}"/>`, output: "xml" }],
  ])("%s", async (_what, answer) => {
    said = answer;
    const { content, structured, error } = await ask(answer);
    expect(error).toBeNull();
    expect(toPlainText(content.slice(0, 1))).toContain("[REDACTED]");
    expect(toPlainText(content.slice(0, 1))).not.toContain(answer.output === "xml" ? references : escaped);
    expect(JSON.stringify(structured)).toContain("[REDACTED]");
  });

  it("an answer in which nothing had to go is shown as it came", async () => {
    said = { body: '{ "a": "\\u00e4\\n", "b": [1.50] }', output: "json" };
    expect(toPlainText((await ask(said)).content.slice(0, 1))).toBe(said.body);
  });
});

describe("kept files", () => {
  let workspace: TestWorkspace;
  beforeEach(() => {
    process.env["TOOLCLAD_SECRET_API"] = SECRET;
  });
  afterEach(async () => {
    delete process.env["TOOLCLAD_SECRET_API"];
    await workspace.remove();
  });

  it.each(["utf-16le", "utf-16be"])("hold no secret in the encoding that the answer states: %s", async (charset) => {
    const body = Buffer.from(`k=${SECRET}`, "utf16le");
    said = {
      headers: { "content-type": `text/plain; charset=${charset}` },
      body: charset === "utf-16le" ? body : body.swap16(),
    };
    workspace = createTestWorkspace({
      config: `[permissions]\nallow = ["*"]\n[network]\nprivate = ["127.0.0.1"]\n[[secrets.providers]]\nkind = "env"\n[[secrets.bind]]\nsecret = "api"\ntools = ["kept"]\nhosts = ["127.0.0.1"]\n`,
      tools: {
        "kept.clad": `[tool]\nname = "kept"\ndescription = "d"\nrisk_tier = "low"\n[tool.evidence]\ncapture = true\n[http]\nurl = "${server.origin}/?k={_secret:api}"\n[output]\nformat = "text"\n`,
      },
    });
    workspace.env["TOOLCLAD_SECRET_API"] = SECRET;
    const gateway = await workspace.open();
    const { structured, evidence } = await gateway.call("kept");
    expect(structured).toMatchObject({ results: { raw_output: "k=[REDACTED]" } });
    const file = evidence?.outputFile ?? "";
    expect(path.basename(file)).toBe("captured-body.txt");
    expect(readFileSync(file, "utf8")).toBe("k=[REDACTED]");
  });

  it("and results hide what stands under the name of a secret, as the text does", async () => {
    const body = '{"password": "correcthorsebattery9", "n": [{"api_key": "zzkq81nnvvv0qpll"}], "user": "ann"}';
    said = { headers: { "content-type": "application/json" }, body };
    workspace = createTestWorkspace({
      config: '[permissions]\nallow = ["*"]\n[network]\nprivate = ["127.0.0.1"]\n',
      tools: {
        "asks.clad": `[tool]\nname = "asks"\ndescription = "d"\nrisk_tier = "low"\n[http]\nurl = "${server.origin}/"\n[output]\nformat = "json"\n`,
      },
    });
    const outcome = await (await workspace.open()).call("asks");
    expect(outcome.structured).toMatchObject({
      results: { password: "[REDACTED]", n: [{ api_key: "[REDACTED]" }], user: "ann" },
    });
    expect(JSON.stringify(outcome)).not.toMatch(/correcthorse|zzkq81/);
  });
});
