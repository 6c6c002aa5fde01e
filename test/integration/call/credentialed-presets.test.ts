import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestGateway, TestWorkspace } from "../../support/workspace.ts";
import { createTestWorkspace } from "../../support/workspace.ts";

/** The programs of the shipped lists, each with what its credential is called. */
const CREDENTIALS: Readonly<Record<string, readonly string[]>> = {
  gh: ["GH_TOKEN"],
  gcloud: ["GOOGLE_APPLICATION_CREDENTIALS"],
  aws: ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"],
  kubectl: ["KUBECONFIG"],
  terraform: ["TF_TOKEN_app_terraform_io"],
};

let workspace: TestWorkspace;
let gateway: TestGateway;
let programs = "";
const before = process.env["PATH"];

beforeAll(async () => {
  programs = realpathSync(mkdtempSync(path.join(tmpdir(), "toolgate-programs-")));
  process.env["PATH"] = `${programs}:/usr/bin:/bin`;
  const names = Object.keys(CREDENTIALS);
  workspace = createTestWorkspace({ config: `[permissions]\nallow = ${JSON.stringify(names)}\n` });
  gateway = await workspace.open();
  const owner = await gateway.runtime.control.owner();
  for (const [name, variables] of Object.entries(CREDENTIALS)) {
    const file = path.join(programs, name);
    writeFileSync(file, `#!/bin/sh\ntouch ${programs}/started\nprintf '%s\\n' "$*"\n`);
    chmodSync(file, 0o755);
    const values = Object.fromEntries(variables.map((variable) => [variable, `/sealed/${variable}`]));
    const text = JSON.stringify({ binary_name: name, preset: name, encrypted_env: values, tips: `Runs ${name}.` });
    const request = { text, format: "credentialed", audience: { kind: "everybody" } } as const;
    const saved = await gateway.runtime.control.tools.save(
      { ...request, expectedName: null, environment: null },
      owner,
    );
    expect(saved.ok).toBe(true);
  }
});

afterAll(async () => {
  if (before === undefined) Reflect.deleteProperty(process.env, "PATH");
  else process.env["PATH"] = before;
  await workspace.remove();
  rmSync(programs, { recursive: true, force: true });
});

describe("a shipped list", () => {
  it.each([
    "gh auth",
    "gh auth login",
    "gh --hostname x auth",
    "gh --hostname=x auth token",
    "gh -R o/r repo delete",
    "gh repo -R o/r delete --yes",
    "gh repo --yes delete o/r",
    "gh -- auth",
    "gh api -X DELETE /repos/o/r",
    "gh api -XDELETE repos/o/r",
    "gh api --method=delete /repos/o/r",
    "gh api --method delete repos/o/r",
    "gh api repos/o/r/actions/secrets",
    "gh api user/keys -f key=x",
    "gh secret list",
    "gh alias set d 'repo delete'",
    "gh alias import -",
    "gh extension install o/r",
    "gh ext exec x",
    "gh issue list -v",
    "gcloud --project p iam roles list",
    "gcloud beta iam roles list",
    "gcloud auth print-access-token",
    "gcloud projects --quiet delete p",
    "gcloud --log-http projects list",
    "gcloud --verbosity debug projects list",
    "gcloud --flags-file f",
    "aws --region eu-west-1 iam list-users",
    "aws sts assume-role --role-arn x",
    "aws --endpoint-url http://x s3 ls",
    "aws configure get aws_secret_access_key",
    "aws s3 ls --debug",
    "kubectl -n x delete ns y",
    "kubectl delete namespaces --all",
    "kubectl delete -n x --wait namespace y",
    "kubectl --server http://x get pods",
    "kubectl config view --raw",
    "kubectl drain n",
    "terraform destroy",
    "terraform -chdir=x destroy",
    "terraform apply -destroy",
    "terraform force-unlock 1",
  ])("refuses: %s", async (line) => {
    const name = line.split(" ")[0] ?? "";
    const { error } = await gateway.call(name, { command: line });
    expect(error).toMatchObject({ code: "INVALID_ARGUMENTS" });
    const args = line.replaceAll("'", "").split(" ").slice(1);
    expect((await gateway.call(name, { args })).error).toMatchObject({ code: "INVALID_ARGUMENTS" });
  });

  it.each([
    "gh issue list | sh",
    "gh issue list; gh auth token",
    "gh issue list && gh auth token",
    "gh issue list > /tmp/x",
    "gh issue list < /etc/passwd",
    "gh issue list $(gh auth token)",
    "gh issue list `id`",
    "gh issue list ${HOME}",
    "gh issue list &",
    "gh issue list\ngh auth token",
    "GH_HOST=x gh issue list",
    "./gh issue list",
    "sh -c 'gh issue list'",
    "gh issue list 'unclosed",
  ])("takes no work for a shell: %j", async (line) => {
    expect((await gateway.call("gh", { command: line })).error).toMatchObject({ code: "INVALID_ARGUMENTS" });
  });

  it("started nothing for any of these", () => expect(existsSync(path.join(programs, "started"))).toBe(false));

  it.each([
    "gh issue list --repo o/r",
    "gh issue create --title 'a; b | c > d $(id)'",
    "gcloud projects list",
    "aws s3 ls",
    "kubectl -n x get pods",
    "terraform plan",
  ])("runs: %s", async (line) => {
    const outcome = await gateway.call(line.split(" ")[0] ?? "", { command: line });
    expect(outcome.error).toBeNull();
    expect(outcome.structured).toMatchObject({ stdout: `${line.replaceAll("'", "").replace(/^\S+ /, "")}\n` });
  });

  it("is described by its tips", async () => {
    const tools = await gateway.runtime.listTools(gateway.agent);
    expect(tools.find(({ name }) => name === "gh")?.description).toContain("Runs gh.");
  });
});
