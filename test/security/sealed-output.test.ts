import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/json.ts";
import type { Outcome } from "../../src/model/outcome.ts";
import { createTestWorkspace } from "../support/workspace.ts";
import type { TestGateway, TestWorkspace } from "../support/workspace.ts";

const SECRET = 's3cr3t/Value with+ä&"quote"';
const PIN = "86753091";

let workspace: TestWorkspace;
let gateway: TestGateway;
beforeEach(async () => {
  workspace = createTestWorkspace({ config: '[permissions]\nallow = ["*"]\n' });
  gateway = await workspace.open();
});
afterEach(() => workspace.remove());

/** A stored tool with sealed values whose program prints what the script says. */
async function printed(script: string, definition: JsonObject = {}, values: JsonObject = {}): Promise<Outcome> {
  workspace.write("print.mjs", script);
  const text = JSON.stringify({
    name: "leak",
    description: "Prints",
    command: "node print.mjs",
    parameters: { type: "object", properties: {}, additionalProperties: false },
    ...definition,
  });
  const environment = { TOKEN: SECRET, PIN, ...values } as Readonly<Record<string, string>>;
  const request = { text, format: "custom", audience: { kind: "everybody" }, environment, expectedName: null } as const;
  const saved = await gateway.runtime.control.tools.save(request, await gateway.runtime.control.owner());
  expect(saved).toMatchObject({ ok: true });
  return gateway.call("leak");
}

describe("a sealed value does not come out", () => {
  it.each([
    ["as it is", "console.log(process.env.TOKEN)"],
    ["in JSON", "console.log(JSON.stringify({[process.env.TOKEN]: process.env.TOKEN}))"],
    ["in JSON of JSON", "console.log(JSON.stringify(JSON.stringify(process.env.TOKEN)))"],
    [
      "with escaped characters",
      "console.log(JSON.stringify(process.env.TOKEN).replace(/[^ -~]/g, (c) => '\\\\u00' + c.charCodeAt(0).toString(16)))",
    ],
    ["in a URL", "console.log(encodeURIComponent(process.env.TOKEN))"],
    ["in a form", "console.log(new URLSearchParams({t: process.env.TOKEN}).toString())"],
    ["in base64", "console.log(Buffer.from(process.env.TOKEN).toString('base64'))"],
    ["in base64 for URLs", "console.log(Buffer.from(process.env.TOKEN).toString('base64url'))"],
    ["in a basic authorization", "console.log(Buffer.from('user:' + process.env.TOKEN).toString('base64'))"],
    ["in a longer authorization", "console.log(Buffer.from('me:' + process.env.TOKEN + ':x').toString('base64'))"],
    ["in hex", "console.log(Buffer.from(process.env.TOKEN).toString('hex'))"],
    ["in hex, in capitals", "console.log(Buffer.from(process.env.TOKEN).toString('hex').toUpperCase())"],
    ["in HTML", "console.log(process.env.TOKEN.replaceAll('&', '&amp;').replaceAll('\"', '&quot;'))"],
    ["in an error", "console.error(process.env.TOKEN); process.exit(3)"],
  ])("%s", async (_how, script) => {
    const outcome = JSON.stringify(await printed(script));
    expect(outcome).toContain("[REDACTED]");
    for (const part of ["s3cr3t", "Value", "quote", Buffer.from("lue with").toString("hex")])
      expect(outcome).not.toContain(part);
    const base64 = Buffer.from(SECRET).toString("base64");
    for (const start of [4, 8, 12]) expect(outcome).not.toContain(base64.slice(start, start + 8));
  });

  it("line by line", async () => {
    const outcome = await printed(
      "console.log(process.env.KEY.split('\\n').reverse().join('\\n'))",
      {},
      {
        KEY: "-----BEGIN-----\nMIIEvQIBADANBg\nkqhkiG9w0BAQEF\n-----END-----\n",
      },
    );
    expect(JSON.stringify(outcome)).not.toMatch(/MIIEvQIBADANBg|kqhkiG9w0BAQEF/);
  });

  it("without the line end that it was given with", async () => {
    const outcome = await printed("console.log(process.env.KEY.trim() + '.')", {}, { KEY: "hunter2hunter2\n" });
    expect(JSON.stringify(outcome)).not.toContain("hunter2");
  });

  it("as a number that a parser made of it", async () => {
    workspace.write("pin.mjs", "console.log(JSON.stringify({ pin: Number(process.env.PIN), list: [12, 345678] }))");
    const text = `[tool]
name = "leak"
version = "1.0.0"
description = "Prints"
binary = "node"
risk_tier = "low"
[command]
exec = ["node", "${workspace.folder}/pin.mjs"]
[output]
format = "json"
parser = "builtin:json"
[output.schema]
type = "object"
`;
    const audience = { kind: "agent", key: gateway.agent.agent } as const;
    const request = { text, format: "toolclad", audience, environment: { PIN }, expectedName: null } as const;
    const { control } = gateway.runtime;
    expect(await control.tools.save(request, await control.owner())).toMatchObject({ ok: true });
    const outcome = await gateway.call("leak");
    expect(outcome.structured).toMatchObject({ results: { pin: "[REDACTED]", list: [12, 345678] } });
    expect(JSON.stringify(outcome)).not.toContain(PIN);
  });

  it("by its beginning, when the output is cut in the middle of it", async () => {
    const outcome = await printed(
      "process.stdout.write('x'.repeat(MAX - 12) + process.env.TOKEN)".replace("MAX", "1048576"),
    );
    expect(JSON.stringify(outcome)).toContain("truncated");
    expect(JSON.stringify(outcome)).not.toContain("s3cr3t");
  });
});
