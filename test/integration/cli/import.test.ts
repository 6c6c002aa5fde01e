import { existsSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { parseManifest } from "../../../src/manifest/parse-manifest.ts";
import { createWorkspace } from "./workspace.fixture.ts";
import type { Workspace } from "./workspace.fixture.ts";

const FIXTURES = path.resolve(import.meta.dirname, "../../fixtures/import");

interface Report {
  readonly kind: string;
  readonly written: readonly {
    readonly file: string | null;
    readonly action: string;
    readonly what: readonly string[];
  }[];
  readonly dropped: readonly {
    readonly source: string;
    readonly what: string;
    readonly reason: string;
    readonly losesProtection?: boolean;
  }[];
  readonly issues: readonly { readonly severity: string; readonly code: string }[];
  readonly error?: { readonly code: string; readonly message: string; readonly hint: string | null };
}

let workspace: Workspace;
beforeEach(() => {
  workspace = createWorkspace();
  workspace.write("toolgate.toml", "");
});

async function run(
  name: string,
  ...args: readonly string[]
): Promise<{ readonly code: number | null; readonly report: Report }> {
  const { code, stdout } = await workspace.run(["import", path.join(FIXTURES, name), ...args, "--json"]);
  return { code, report: JSON.parse(stdout) as Report };
}

function list(folder: string): readonly string[] {
  const full = path.join(workspace.folder, folder);
  return existsSync(full) ? readdirSync(full).sort() : [];
}

function read(file: string): string {
  return readFileSync(path.join(workspace.folder, file), "utf8");
}

/** What is dropped of a source, and why, in one text. */
function reasons(report: Report, source: string): string {
  return report.dropped
    .filter((one) => one.source === source)
    .map(({ what, reason }) => `${what}: ${reason}`)
    .join("\n");
}

describe("toolgate import", () => {
  it("copies the good manifests of a folder, and says what is wrong with the others", async () => {
    const { code, report } = await run("whitelist");
    expect(code).toBe(1);
    expect(report.kind).toBe("manifests");
    expect(list("tools")).toEqual(["ffmpeg.probe.toml", "notes.toml"]);
    expect(read("tools/ffmpeg.probe.toml")).toBe(
      readFileSync(path.join(FIXTURES, "whitelist/ffmpeg.probe.toml"), "utf8"),
    );
    expect(read("tools/notes.toml")).toMatch(/^# toolgate import: .*icon = "note"$/m);
    expect(reasons(report, "script.toml")).toContain("unsafe");
    expect(reasons(report, "slip.toml")).toContain("patern");
    expect(reasons(report, "broken.toml")).toContain("line 1");
  });

  it("brings the types of ToolClad manifests along, and tools that load can be tried", async () => {
    const { code, report } = await run("toolclad");
    expect(code).toBe(0);
    expect(list("tools")).toEqual(["loose.clad.toml", "report.clad.toml", "toolclad.toml"]);
    expect(read("tools/loose.clad.toml")).toContain('profile = "peer"');
    expect(reasons(report, "loose.clad.toml")).toContain("strict");
    expect((await workspace.run(["trust", "--yes"])).code).toBe(0);
    const tried = await workspace.run(["dry-run", "report", "--arg", "level=high"]);
    // It would ask: nothing allows it yet.
    expect(tried).toMatchObject({ code: 4, stdout: expect.stringContaining("high") as unknown });
    expect((await workspace.run(["dry-run", "report", "--arg", "level=other"])).code).toBe(3);
  });

  it("saves custom tools of a list answer in the database", async () => {
    const { code, report } = await run("custom/list.json");
    expect(code).toBe(1);
    expect(report.written).toMatchObject([{ file: null, action: "created", what: ["greet"] }]);
    expect(reasons(report, "evil")).toContain("output of a command");
    expect(reasons(report, "list.json")).toContain("2 of 3");
    expect((await workspace.run(["tools", "list"])).stdout).toMatch(/^greet\t/m);
    const again = await run("custom/list.json");
    expect(again.report.written).toEqual([]);
    const forced = await run("custom/list.json", "--force");
    expect(forced.report.written).toMatchObject([{ action: "replaced", what: ["greet"] }]);
  });

  it("makes a manifest of every operation of an OpenAPI document that can be one", async () => {
    const { code, report } = await run("openapi/petstore.yaml");
    expect(code).toBe(0);
    const names = ["adminReset", "createPet", "deletePet", "getPet", "listPets", "login"];
    expect(list("tools")).toEqual(names.map((name) => `${name}.clad.toml`));
    expect((await workspace.run(["validate", "tools"])).code).toBe(0);
    expect(read("tools/listPets.clad.toml")).toContain(
      "https://eu.pets.example.com/v1/pets?limit={limit}&filter%5Bkind%5D=",
    );
    expect(read("tools/listPets.clad.toml")).toContain('X-API-Key = "{_secret:EU_PETS_EXAMPLE_COM__KEY}"');
    expect(read("tools/deletePet.clad.toml")).toMatch(/risk_tier = "high"\n.*\nhuman_approval = true/);
    expect(read("tools/createPet.clad.toml")).not.toContain("[args.id]");
    expect(reasons(report, "listPets")).toContain("`tags`: it is a list");
    expect(reasons(report, "createPet")).toContain("`owner`");
    expect(reasons(report, "putPhoto")).toContain("neither JSON nor a form");
    expect(reasons(report, "adminReset")).toContain("oauth2");
    expect(reasons(report, "petstore.yaml")).toContain("`region` is `eu`");
  });

  it("takes only the operations that are wanted, from the address that is given", async () => {
    const args = [
      "--include",
      "*Pet*",
      "--exclude",
      "delete*",
      "--server",
      "http://127.0.0.1:8080",
      "--out",
      "elsewhere",
    ];
    const { code } = await run("openapi/petstore.yaml", ...args);
    expect(code).toBe(0);
    expect(list("elsewhere")).toEqual(["createPet.clad.toml", "getPet.clad.toml", "listPets.clad.toml"]);
    expect(read("elsewhere/getPet.clad.toml")).toContain("http://127.0.0.1:8080/pets/{petId}");
    const none = await run("openapi/petstore.yaml", "--include", "nothing");
    expect(none).toMatchObject({ code: 1, report: { error: { code: "IMPORT" } } });
  });

  it("is not led astray by a hostile OpenAPI document", async () => {
    const { code, report } = await run("openapi/nasty.json");
    expect(code).toBe(0);
    for (const name of list("tools")) {
      const text = read(`tools/${name}`);
      expect(text).not.toMatch(/[\u001b\u0007\u202e\u200b]/u);
      expect(text).not.toContain("{_secret:GITHUB_TOKEN}");
      expect(parseManifest(text, { file: name, layer: "project" }).tools).toHaveLength(1);
    }
    expect(list("tools")).toContain("etc_passwd.clad.toml");
    expect(list("tools")).toContain("same_op_2.clad.toml");
    expect(read("tools/queryPlace.clad.toml")).toContain("%7B_secret%3AGITHUB_TOKEN%7D={");
    expect(read("tools/exclusive.clad.toml")).toMatch(/min = 1\nmax = 2/);
    expect(reasons(report, "steal")).toContain("name that no template can hold");
    expect(reasons(report, "external")).toContain("outside of the document");
    expect(reasons(report, "circle")).toContain("circle");
    expect(reasons(report, "missing")).toContain("{nothing}");
    expect(reasons(report, "same op")).toContain("hidden characters");
    expect(report.issues.map((issue) => issue.code)).toContain("secret-in-clear");
    const shown = await workspace.run(["import", path.join(FIXTURES, "openapi/nasty.json"), "--force"]);
    expect(shown.stdout).not.toMatch(/[\u001b\u0007\u202e]/u);
  });

  it("refuses a document with too many operations, and one of an older kind", async () => {
    const paths = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`/p${at}`, { get: { responses: {} } }]));
    workspace.write("big.json", JSON.stringify({ openapi: "3.1.0", servers: [{ url: "https://a.example" }], paths }));
    workspace.write("old.json", JSON.stringify({ swagger: "2.0", paths: {} }));
    const big = await workspace.run(["import", "big.json"]);
    expect(big).toMatchObject({ code: 1, stdout: "" });
    expect(big.stderr).toMatch(/501 operations[\s\S]*--include/);
    expect((await workspace.run(["import", "old.json"])).stderr).toContain("Swagger 2.0");
    expect(list("tools")).toEqual([]);
  });

  it("makes a manifest of every tool of an MCP server that can be one, and believes no annotation", async () => {
    const { code, report } = await run("mcp-tools/github.json", "--server", "github");
    expect(code).toBe(0);
    const text = read("tools/mcp__github__create_issue.clad.toml");
    expect(text).toContain('risk_tier = "medium"\neffect = "write"');
    expect(text).toContain('number_of = "number-of"');
    expect(text).not.toContain("\u200b");
    expect((await workspace.run(["validate", "tools"])).code).toBe(0);
    expect(list("tools")).toContain("mcp__github__get_me_2.clad.toml");
    expect(reasons(report, "create_issue")).toContain("`labels`: it is a list");
    expect(reasons(report, "create_issue")).toContain("hidden character");
    expect(reasons(report, "push_files")).toContain("`files` is required");
    expect(reasons(report, "get me")).toContain("cannot be called so");
    expect(reasons(report, "annotations")).toContain("not believed");
    expect(reasons(report, "github.json")).toContain("nextCursor");
    const unnamed = await workspace.run(["import", path.join(FIXTURES, "mcp-tools/github.json")]);
    expect(unnamed).toMatchObject({ code: 2, stderr: expect.stringContaining("--server") as unknown });
  });

  it.each([
    ["claude.json", ["github", "docs"]],
    ["vscode.json", ["search", "remote"]],
    ["codex.toml", ["files", "remote"]],
    ["gemini.json", ["maps", "bad_name_"]],
  ])("adds the servers of %s to toolgate.toml, without a credential", async (name, servers) => {
    workspace.write("toolgate.toml", "# mine\n[server]\nport = 0 # any\n");
    const { report } = await run(`clients/${name}`);
    expect(report.written).toMatchObject([{ file: "toolgate.toml", action: "added to", what: servers }]);
    const text = read("toolgate.toml");
    expect(text.startsWith("# mine\n[server]\nport = 0 # any\n\n[mcp.servers.")).toBe(true);
    expect(text).not.toMatch(/ghp_|s3cr3t|AIza|pw@/);
    expect(JSON.stringify(report)).not.toMatch(/ghp_|s3cr3t|AIza|pw@/);
    expect((await workspace.run(["validate"])).code).toBe(0);
    const shown = await workspace.run(["trust"]);
    for (const server of servers) expect(shown.stdout).toContain(`mcp.servers.${server}`);
    await workspace.run(["trust", "--yes"]);
    expect((await workspace.run(["doctor"])).stdout).toMatch(/mcp servers\t[12] MCP servers? declared: /);
    const again = await run(`clients/${name}`);
    expect(again).toMatchObject({ code: 1, report: { written: [] } });
    const forced = await run(`clients/${name}`, "--force");
    expect(forced.report.written).toHaveLength(1);
    expect(read("toolgate.toml")).toBe(text);
  });

  it("does not pass over that a server had fewer tools", async () => {
    const { code, report } = await run("clients/codex.toml");
    expect(code).toBe(1);
    expect(report.dropped.filter(({ losesProtection }) => losesProtection === true)).toMatchObject([
      { source: "files" },
    ]);
  });

  it("carries permission rules, and fails loudly for protection that is lost", async () => {
    workspace.write("toolgate.toml", '[permissions]\nallow = ["repo.log"] # mine\n');
    const { code, report } = await run("permissions/settings.json");
    expect(code).toBe(1);
    const text = read("toolgate.toml");
    expect(text).toContain('allow = ["repo.log", "fs.read", "mcp__github__get_issue", "mcp__docs__*"] # mine');
    expect(text).toContain('ask = [ "WebFetch" ]');
    expect(text).not.toContain("shell.exec");
    const lost = report.dropped.filter(({ losesProtection }) => losesProtection === true);
    expect(lost.map(({ source }) => source)).toEqual(["ask Bash(git push:*)", "deny Read(./.env)"]);
    expect(reasons(report, "defaultMode")).toContain("acceptEdits");
    expect(reasons(report, "permissions")).toContain("../docs");
    expect((await workspace.run(["validate"])).code).toBe(0);

    const widened = await run("permissions/settings.json", "--widen");
    expect(widened.code).toBe(0);
    expect(read("toolgate.toml")).toMatch(/ask = \[ "WebFetch", "shell.exec" \]/);
    expect(read("toolgate.toml")).toMatch(/deny = .*"fs.read"/);
    expect(read("toolgate.toml")).not.toMatch(/allow = .*shell/);
  });

  it("does not soften a stricter mode, nor lift one that is set", async () => {
    workspace.write("toolgate.toml", '[permissions]\nmode = "autonomous"\n');
    workspace.write("plan.json", '{"permissions": {"defaultMode": "plan"}}');
    const { code, stdout } = await workspace.run(["import", "plan.json"]);
    expect(code).toBe(1);
    expect(stdout).toContain("--force");
    expect(read("toolgate.toml")).toContain("autonomous");
    expect((await workspace.run(["import", "plan.json", "--force"])).code).toBe(0);
    expect(read("toolgate.toml")).toBe('[permissions]\nmode = "plan"\n');
  });

  it("writes nothing in a dry run", async () => {
    for (const name of [
      "whitelist",
      "toolclad",
      "custom/list.json",
      "openapi/petstore.yaml",
      "clients/claude.json",
      "permissions/settings.json",
    ]) {
      const { report } = await run(name, "--dry-run");
      expect(report.written.length).toBeGreaterThan(0);
    }
    expect(list(".")).toEqual(["toolgate.toml"]);
    expect(read("toolgate.toml")).toBe("");
    expect((await workspace.run(["tools", "list"])).stdout).not.toContain("greet");
  });

  it("replaces nothing without --force, and follows no link", async () => {
    workspace.write("tools/notes.toml", "# mine\n");
    workspace.write("victim.txt", "victim");
    symlinkSync(path.join(workspace.folder, "victim.txt"), path.join(workspace.folder, "tools/ffmpeg.probe.toml"));
    const { report } = await run("whitelist");
    expect(report.written).toEqual([]);
    expect(read("tools/notes.toml")).toBe("# mine\n");
    const forced = await run("whitelist", "--force");
    expect(forced.report.written).toHaveLength(2);
    expect(read("victim.txt")).toBe("victim");
    expect(read("tools/notes.toml")).toContain('name = "notes"');
  });

  it("does not follow links in a source", async () => {
    workspace.write(
      "source/good.toml",
      'name = "good"\ndescription = "x"\nkind = "command"\nbinary = "id"\nargs = ["-u"]\n',
    );
    workspace.write(
      "secret.toml",
      'name = "secret"\ndescription = "x"\nkind = "command"\nbinary = "id"\nargs = ["-u"]\n',
    );
    symlinkSync("../secret.toml", path.join(workspace.folder, "source/link.toml"));
    const { stdout } = await workspace.run(["import", "source"]);
    expect(list("tools")).toEqual(["good.toml"]);
    expect(stdout).toContain("links are not followed");
  });

  it("leaves a configuration that it cannot add to as it is", async () => {
    for (const text of ['permissions = { mode = "plan" }\n', "[permisions]\n", "[permissions]\nallow = ["]) {
      workspace.write("toolgate.toml", text);
      expect(await run("permissions/settings.json", "--widen")).toMatchObject({
        code: 1,
        report: { error: { code: "IMPORT" } },
      });
      expect(read("toolgate.toml")).toBe(text);
    }
  });

  it.each([
    ["nothing.json", "{}", "does not tell"],
    ["half.json", '{"a": ', "JSON"],
    ["empty.json", '{"mcpServers": {}}', "no MCP server"],
    ["deep.yaml", `a: ${"[".repeat(5000)}`, "deep"],
  ])("says why %s cannot be imported", async (name, text, message) => {
    writeFileSync(path.join(workspace.folder, name), text);
    const { code, stderr } = await workspace.run(["import", name]);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
  });

  it("refuses options that would do nothing", async () => {
    const { code, report } = await run("openapi/petstore.yaml", "--widen");
    expect(code).toBe(2);
    expect(report.error?.message).toContain("--widen");
  });
});
