import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../model/json.ts";
import { convertServers } from "./convert-servers.ts";

function convert(server: JsonValue, name = "s") {
  const { servers, dropped } = convertServers({ mcpServers: { [name]: server } });
  return { server: servers[0]?.[1], dropped, text: JSON.stringify(servers) };
}

const SECRETS = [
  "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
  "sk-proj-abc",
  "AKIAABCDEFGHIJKLMNOP",
  "eyJhbGciOi.eyJzdWIi.x",
  "postgres://me:hunter2@db.example.com/x",
  "9f86d081884c7d659a2feaa0c55ad015",
  "hunter two words",
];

describe("convertServers", () => {
  it.each(["--token=AKIAABCDEFGHIJKLMNOP", "-AKIAABCDEFGHIJKLMNOP"])("names no variable after the word %s", (word) => {
    const { server, dropped } = convert({ command: "x", args: [word, "https://me:pw@a.example"] });
    expect(JSON.stringify([server, dropped])).not.toMatch(/AKIA/);
  });

  it.each(SECRETS)("never writes out the credential %s, wherever it stands", (secret) => {
    const places: JsonValue[] = [
      { command: "x", env: { ANYTHING: secret } },
      { command: "x", args: ["--api-key", secret] },
      { command: "x", args: [`--token=${secret}`] },
      { command: "x", args: [`--token=${secret}`, "https://me:pw@a.example"] },
      { url: "https://a.example/mcp", headers: { Authorization: `Bearer ${secret}` } },
      { url: `https://a.example/mcp?key=${encodeURIComponent(secret)}` },
    ];
    for (const place of places) {
      const { text, dropped } = convert(place);
      expect(text).not.toContain(secret);
      expect(text).not.toContain(encodeURIComponent(secret));
      expect(text).toContain("${");
      expect(dropped.map(({ reason }) => reason).join()).toContain("credential");
    }
  });

  it.each<[JsonValue, object]>([
    [
      { command: "x", env: { MODE: "fast", DIR: "/srv/a", PORT: "80" } },
      { env: { MODE: "fast", DIR: "/srv/a", PORT: "80" } },
    ],
    [{ command: "x", env: { TOKEN: "${env:MY_TOKEN}" } }, { env: { TOKEN: "${MY_TOKEN}" } }],
    [{ command: "x", env: { TOKEN: "${input:my-token}" } }, { env: { TOKEN: "${MY_TOKEN}" } }],
    [
      { command: "x", args: ["--header", "Authorization: Bearer ${T}"] },
      { args: ["--header", "Authorization: Bearer ${T}"] },
    ],
    [{ command: "x", args: ["-y", "a@1.2.3", "/srv"] }, { args: ["-y", "a@1.2.3", "/srv"] }],
    [{ url: "https://a.example/s/9f86d081884c7d659a2f/mcp" }, { url: "https://a.example/s/${S_PATH}/mcp" }],
    [{ type: "sse", url: "https://a.example/sse" }, { transport: "sse" }],
    [{ command: "x", disabled: true }, { enabled: false }],
    [{ command: "x", timeout: 1500 }, { timeout_seconds: 2 }],
  ])("%j becomes %j", (given, expected) => {
    expect(convert(given).server).toMatchObject(expected);
  });

  it.each<JsonValue>([
    {},
    { command: "x", url: "https://a.example" },
    { url: "file:///etc/passwd" },
    { url: "https://u:p@a.example" },
    { url: "javascript:alert(1)" },
  ])("does not carry %j", (given) => {
    expect(convert(given).server).toBeUndefined();
  });

  it("carries no name that leads elsewhere", () => {
    for (const name of ["__proto__", "../x", "", "a]\n[permissions"]) {
      const { servers } = convertServers(
        JSON.parse(`{"mcpServers": {${JSON.stringify(name)}: {"command": "x"}}}`) as JsonValue,
      );
      for (const [given] of servers) expect(given).toMatch(/^[A-Za-z0-9][A-Za-z0-9_.-]*$/);
    }
  });

  it("says that a limit on tools is lost", () => {
    const { dropped } = convert({ command: "x", disabled_tools: ["rm"] });
    expect(dropped).toMatchObject([{ losesProtection: true, what: expect.stringContaining("rm") as unknown }]);
  });
});
