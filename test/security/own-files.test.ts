import { readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReadResourceResult } from "@modelcontextprotocol/server";
import type { Caller } from "../../src/model/caller.ts";
import type { Outcome } from "../../src/model/outcome.ts";
import { completeOwn } from "../../src/server/mcp/offers/own/complete-own.ts";
import { readOwn } from "../../src/server/mcp/offers/own/read-own.ts";
import { toCallResult } from "../../src/server/mcp/to-call-result.ts";
import { createTestWorkspace } from "../support/workspace.ts";
import type { TestGateway, TestWorkspace } from "../support/workspace.ts";

const TOKEN = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;

const SCRIPT = `
import { mkdirSync, writeFileSync } from "node:fs";
const folder = process.argv[2];
mkdirSync(folder + "/sub dir");
writeFileSync(folder + "/sub dir/ä?.txt", "äöü".repeat(10));
writeFileSync(folder + "/leak.txt", "before ${TOKEN} after \\u202e");
writeFileSync(folder + "/bytes.png", Buffer.from([0xff, 0x00, 0x01]));
writeFileSync(folder + "/hidden.bin", Buffer.concat([Buffer.from([0xff]), Buffer.from("${TOKEN} ")]));
writeFileSync(folder + "/page.html", "<script>alert(1)</script>");
writeFileSync(folder + "/changes.txt", "first");
writeFileSync(folder + "/leads.txt", "inside");
console.log("out");
`;

let workspace: TestWorkspace;
let gateway: TestGateway;
let folder: string;
let outcome: Outcome;
let other: Caller;

beforeAll(async () => {
  workspace = createTestWorkspace();
  folder = path.join(workspace.dataFolder, "..", "kept");
  workspace.write("write.mjs", SCRIPT);
  const sandbox = '[sandbox]\ndefault = "none"\nfallback = "none"\n';
  workspace.write("toolgate.toml", `[permissions]\nallow = ["*"]\n${sandbox}[output.evidence]\nfolder = "${folder}"\n`);
  const tool = 'name = "writes"\nversion = "1.0.0"\ndescription = "W"\nbinary = "node"\nrisk_tier = "low"\n';
  const exec = '[command]\nexec = ["node", "write.mjs", "{_evidence_dir}"]\n';
  workspace.write(
    "tools/writes.clad.toml",
    `[tool]\n${tool}[tool.evidence]\ncapture = true\n${exec}[output]\nformat = "text"\n`,
  );
  gateway = await workspace.open();
  other = await gateway.runtime.control.localAgent("other");
  outcome = await gateway.call("writes");
});
afterAll(() => workspace.remove());

const uriOf = (name: string): string => `toolgate://evidence/${outcome.callId}/${name}`;

function read(uri: string, caller = gateway.agent): Promise<ReadResourceResult | null> {
  return readOwn(uri, caller, gateway.runtime);
}

async function readOne(name: string): Promise<object | undefined> {
  return (await read(uriOf(name)))?.contents[0];
}

describe("files that are kept of a call", () => {
  it("are named in its result, and in its record with their hashes", async () => {
    const { content, _meta } = toCallResult(outcome, "2025-11-25");
    const links = content.flatMap((block) => (block.type === "resource_link" ? [block.uri] : []));
    expect(links).toContain(uriOf("sub%20dir/%C3%A4%3F.txt"));
    expect(JSON.stringify(_meta)).toContain(uriOf("captured-stdout.txt"));
    expect(toCallResult(outcome, "2025-03-26").content.map(({ type }) => type)).not.toContain("resource_link");
    const records = await gateway.runtime.control.audit.query({ callId: outcome.callId, kind: "outcome" });
    expect(JSON.stringify(records)).toMatch(
      /"name":"leak.txt","bytes":\d+,"hash":"sha256:|"hash":"sha256:[^}]*leak.txt/,
    );
  });

  it("are read by whoever made the call, without secrets and without what hides", async () => {
    expect(await readOne("captured-stdout.txt")).toMatchObject({ mimeType: "text/plain", text: "out\n" });
    expect(await readOne("leak.txt")).toMatchObject({ text: "before [REDACTED] after \\u202e" });
    expect(await readOne("bytes.png")).toMatchObject({ mimeType: "image/png", blob: "/wAB" });
    expect(await readOne("page.html")).toMatchObject({ mimeType: "text/plain" });
    await expect(readOne("hidden.bin")).rejects.toThrow("ask a person");
  });

  it("are read in parts, which end between characters", async () => {
    const name = "sub%20dir/%C3%A4%3F.txt";
    const part = await read(uriOf(`${name}?offset=1&length=4`));
    expect(part?.contents[0]).toMatchObject({ text: "öü" });
    expect(part?._meta).toEqual({ "toolgate/range": { offset: 2, bytes: 4, total: 60 } });
    const past = await read(uriOf(`${name}?offset=999999999999`));
    expect(past).toMatchObject({ contents: [{ text: "" }] });
    await expect(read(uriOf(`${name}?offset=-1`))).rejects.toThrow(/not found/i);
    await expect(read(uriOf(`${name}?length=1e9`))).rejects.toThrow(/not found/i);
  });

  it("are nobody else's, and nothing else is", async () => {
    await expect(read(uriOf("leak.txt"), other)).rejects.toThrow(/not found/i);
    await expect(read(`toolgate://audit/${outcome.callId}`, other)).rejects.toThrow(/not found/i);
    const names = ["..%2f..%2fdata", "../writes", "%2Fetc%2Fpasswd", "sub%20dir", "nothing", "%", "leak.txt%00", ""];
    for (const name of names) await expect(read(uriOf(name)), name).rejects.toThrow(/not found/i);
    await expect(read("toolgate://evidence/unknown/leak.txt")).rejects.toThrow(/not found/i);
    expect(await read("file:///etc/passwd")).toBeNull();
  });

  it("are not handed out when they are not what they were", async () => {
    const own = path.join(folder, readdirSync(folder)[0] ?? "");
    writeFileSync(path.join(own, "changes.txt"), "other");
    rmSync(path.join(own, "leads.txt"));
    writeFileSync(path.join(workspace.folder, "elsewhere.txt"), "inside");
    symlinkSync(path.join(workspace.folder, "elsewhere.txt"), path.join(own, "leads.txt"));
    for (const name of ["changes.txt", "leads.txt"]) await expect(readOne(name)).rejects.toThrow("changed since");
  });
});

it("completes calls and files of whoever asks, and of nobody else", async () => {
  const complete = async (
    uri: string,
    name: string,
    value: string,
    caller = gateway.agent,
  ): Promise<readonly string[]> => {
    const context = { arguments: { callId: outcome.callId } };
    const params = { ref: { type: "ref/resource", uri }, argument: { name, value }, context } as const;
    return (await completeOwn(params, caller, gateway.runtime))?.completion.values ?? ["none of ours"];
  };
  const [audit, files] = ["toolgate://audit/{callId}", "toolgate://evidence/{callId}/{+file}{?offset,length}"];
  for (const uri of [audit, files]) {
    expect(await complete(uri, "callId", outcome.callId.slice(0, 4))).toEqual([outcome.callId]);
    expect(await complete(uri, "callId", "", other)).toEqual([]);
    expect(await complete(uri, "callId", "zzz")).toEqual([]);
  }
  expect(await complete(files, "file", "captured")).toEqual(["captured-stdout.txt"]);
  expect(await complete(files, "file", "", other)).toEqual([]);
  expect(await complete(audit, "file", "")).toEqual([]);
  expect(await complete("toolgate://mcp/x/{y}", "y", "")).toEqual(["none of ours"]);
});
