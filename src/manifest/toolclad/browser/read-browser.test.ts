import { describe, expect, it } from "vitest";
import type { BrowserBackend } from "../../../model/backend.ts";
import type { Tool } from "../../../model/tool.ts";
import { parseManifest } from "../../parse-manifest.ts";
import { KNOWN_COMMANDS } from "./known-commands.ts";

const HEAD = '[tool]\nname = "web"\ndescription = "x"\n[output]\nformat = "json"\n';
const BROWSER = '[browser.scope]\nallowed_domains = ["app.example.com"]\n';
const FLOW = `[browser.auth_flows.crm]
login_url = "https://app.example.com/login"
username_selector = "#u"
password_selector = "#p"
submit_selector = "#s"
success_indicator = "url_contains=/home=1"
secret_ref = "crm"
`;

function readTools(commands: string, extra = ""): readonly (Tool & { readonly backend: BrowserBackend })[] {
  const text = HEAD.replace("[output]", `${extra}[output]`) + BROWSER + commands;
  const { tools, issues } = parseManifest(text, { file: "web.clad.toml", layer: "user" });
  expect(issues.filter(({ severity }) => severity === "error")).toEqual([]);
  return tools.map((tool) => ({ ...tool, backend: tool.backend as BrowserBackend }));
}

function toParams({ input }: Tool): readonly string[] {
  const params = input.kind === "params" ? input.params : [];
  return params.map(({ name, type, required }) => `${name}:${type}${required ? "" : "?"}`);
}

describe("a browser", () => {
  it("has the documented defaults", () => {
    expect(readTools("[browser.commands.extract]\n")[0]?.backend).toEqual({
      kind: "browser",
      command: "extract",
      browser: {
        engine: "cdp",
        connect: "launch",
        headless: true,
        extractMode: "accessibility_tree",
        startupTimeoutMs: 60_000,
        sessionTimeoutMs: 1_800_000,
        idleTimeoutMs: 300_000,
        maxInteractions: 100,
        allowedDomains: ["app.example.com"],
        blockedDomains: [],
        allowExternal: false,
        stateFields: [],
        authFlows: [],
      },
    });
  });

  it("gives each known command its parameters", () => {
    const tables = [...KNOWN_COMMANDS.keys()].map((name) => `[browser.commands.${name}]\n`).join("");
    const tools = readTools(tables + FLOW);
    expect(Object.fromEntries(tools.map((tool) => [tool.name.slice(4), toParams(tool).join(" ")]))).toEqual({
      navigate: "url:url",
      click: "selector:text",
      type_text: "text:text selector:text?",
      submit_form: "selector:text",
      snapshot: "selector:text?",
      extract_html: "selector:text",
      extract: "",
      screenshot: "",
      execute_js: "expression:text",
      wait_for: "selector:text timeout_ms:integer?",
      go_back: "",
      list_tabs: "",
      network_timing: "",
      scroll: "direction:enum amount:integer?",
      login: "service:enum",
    });
    const wait = tools.find(({ name }) => name === "web.wait_for")?.input;
    expect(wait).toMatchObject({ params: [{}, { min: 100, max: 30_000, default: 5000 }] });
    const scroll = tools.find(({ name }) => name === "web.scroll")?.input;
    expect(scroll).toMatchObject({ params: [{ values: ["up", "down"] }, { min: 1, max: 10, default: 3 }] });
  });

  it.each([
    ["navigate", "", "medium", "destructive", false],
    ["go_back", "", "low", "write", false],
    ["submit_form", "", "high", "destructive", true],
    ["execute_js", 'effect = "read"\n', "high", "destructive", true],
    ["go_back", 'effect = "read"\n', "low", "read", false],
    ["go_back", 'risk_tier = "critical"\nhuman_approval = true\n', "critical", "destructive", true],
    ["navigate", 'risk_tier = "critical"\n', "critical", "destructive", false],
  ])("%s with a tool that says %j", (command, extra, riskTier, effect, humanApproval) => {
    expect(readTools(`[browser.commands.${command}]\n`, extra)[0]).toMatchObject({ riskTier, effect, humanApproval });
  });

  it("lets a command say otherwise", () => {
    const keys = 'risk_tier = "low"\nhuman_approval = true\ndescription = "Opens"\n';
    const expected = { riskTier: "low", effect: "write", humanApproval: true, description: "Opens" };
    expect(readTools(`[browser.commands.navigate]\n${keys}`)[0]).toMatchObject(expected);
  });

  it("lets an author narrow what a command takes", () => {
    const wait = `[browser.commands.wait_for]\nargs.selector = { type = "enum", allowed = ["#a"], required = true }\n`;
    const [tool] = readTools(`${wait}args.timeout_ms = { type = "integer", max = 1000 }\n`);
    expect(tool?.input).toMatchObject({ params: [{ values: ["#a"] }, { min: 100, max: 1000 }] });
  });

  it("adds login when there is a way to log in", () => {
    const tools = readTools(`[browser.commands.extract]\n${FLOW}`);
    const login = tools.find(({ name }) => name === "web.login");
    expect(login?.input).toMatchObject({ params: [{ name: "service", values: ["crm"] }] });
    expect(login?.backend.browser.authFlows).toEqual([
      {
        name: "crm",
        loginUrl: "https://app.example.com/login",
        usernameSelector: "#u",
        passwordSelector: "#p",
        submitSelector: "#s",
        successIndicator: { kind: "url_contains", value: "/home=1" },
        secretRef: "crm",
        mfaHandler: null,
        mfaSelector: null,
        mfaSecretRef: null,
      },
    ]);
    expect(login?.origin.line).toBe(9);
  });
});
