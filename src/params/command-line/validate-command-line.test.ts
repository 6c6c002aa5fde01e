import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../model/json.ts";
import type { CommandLineSpec } from "../../model/tool.ts";
import { PRESETS } from "../../manifest/credentialed/presets/presets.ts";
import type { PresetName } from "../../manifest/credentialed/presets/presets.ts";
import { validateCommandLine } from "./validate-command-line.ts";

const NOTHING_DENIED = { binaryPath: null, denyArgs: [], denyVerbose: [] };

function spec(binary: PresetName): CommandLineSpec {
  const { denyArgs, denyVerbose } = PRESETS[binary];
  return { binary, binaryPath: null, denyArgs, denyVerbose };
}

function check(given: CommandLineSpec, args: JsonObject): string {
  const result = validateCommandLine(given, args);
  return result.ok ? "ok" : result.issues.map(({ param, code }) => `${param}:${code}`).join(" ");
}

/** What the presets deny and what they leave. A line is split at single spaces; no quoting. */
const LINES: Readonly<Record<PresetName, { readonly denied: readonly string[]; readonly passes: readonly string[] }>> =
  {
    gh: {
      denied: [
        "auth login",
        "auth",
        "-- auth",
        "-- auth login",
        "-R o/r auth status",
        "repo delete foo/bar",
        "-R o/r repo delete",
        "repo -R o/r delete",
        "repo --repo=o/r delete",
        "repo --yes delete o/r",
        "--unknown x repo delete",
        "secret set TOKEN",
        "secret",
        "--repo=o/r secret set X",
        "ssh-key add",
        "gpg-key delete 1",
        "alias set d repo",
        "alias import -",
        "-R o/r alias set d x",
        "extension install o/gh-x",
        "ext exec x",
        "api -X DELETE /repos/o/r",
        "api -XDELETE /repos/o/r",
        "api --method=delete /repos/o/r",
        "api --method Delete /repos/o/r",
        "api -X=DELETE repos/o/r",
        "api -iXDELETE repos/o/r",
        "-R o/r api repos/o/r -X DELETE",
        "api repos/o/r -H X-HTTP-Method-Override:DELETE",
        "api repos/o/r/actions/secrets",
        "api -X PUT /repos/o/r/actions/secrets/X",
        "api repos/o/r/actions/%73ecrets/X",
        "api user//keys",
        "api https://api.github.com/user/keys",
        "api repos/../user/keys",
        "api /user/gpg_keys",
        "api graphql -f query=mutation{deleteRepository(input:{})}",
        "api graphql -F query=@q.graphql",
        "api /graphql --input -",
        "-v",
        "--verbose",
        "-vv",
        "-vvv",
        "--verbose=true",
        "api -v repos/x",
        "repo clone o/r -- -c core.sshCommand=x",
        "repo clone o/r -- --template=x",
        "repo fork o/r --clone -- -c core.hooksPath=x",
        "codespace ssh -- -oProxyCommand=x",
        "repo clone --x -- o/r -c core.sshCommand=x",
      ],
      passes: [
        "",
        "--version",
        "version",
        "--help",
        "api repos/x",
        "api /repos/o/r",
        "api repos/{owner}/{repo}/issues",
        "api graphql -f query=query{viewer{login}}",
        "api -X POST repos/o/r/issues -f title=delete-me",
        "repo view foo/bar",
        "pr list --label auth",
        "pr view 1 --json author",
        "issue list -R o/secret",
        "search repos delete",
      ],
    },
    gcloud: {
      denied: [
        "iam",
        "iam roles list",
        "beta iam roles list",
        "--project p alpha auth list",
        "auth login",
        "projects delete p",
        "projects --quiet delete p",
        "services disable x",
        "kms keys list",
        "--format json kms",
        "--verbosity=debug projects list",
        "--verbosity debug projects list",
        "projects list --log-http",
        "config set project p",
        "config config-helper",
        "projects list --flags-file=f.yaml",
        "projects list --flags-file f.yaml",
        "compute ssh x -- -oProxyCommand=x",
        "compute ssh x --ssh-flag=-oProxyCommand=x",
        "compute scp a b --scp-flag -oProxyCommand=x",
      ],
      passes: ["--verbosity=info", "version", "projects list", "projects describe iam", "services list", "config list"],
    },
    aws: {
      denied: [
        "iam",
        "iam list-users",
        "--region eu-west-1 iam list-users",
        "--no-paginate iam list-users",
        "organizations list-accounts",
        "sts assume-role --role-arn x",
        "sts --output json assume-role-with-web-identity",
        "ec2 terminate-instances --instance-ids i-1",
        "ec2 --region=x terminate-instances",
        "configure export-credentials",
        "--debug s3 ls",
        "--debugger",
        "s3 ls --endpoint-url http://evil.example",
        "s3 ls --endpoint-url=http://evil.example",
        "s3 ls --no-verify-ssl",
        "s3 ls --no-v",
        "s3 ls --e http://evil.example",
        "s3 ls --endpoint=http://evil.example",
        "s3 ls --ca-b x",
        "s3 ls --ca=x",
      ],
      passes: [
        "--version",
        "logs get-log-events --end-time 1",
        "sagemaker describe-endpoint --endpoint-name x",
        "s3 ls --no-sign-request",
        "backup x --calendar y",
        "s3 ls",
        "sts get-caller-identity",
        "ec2 describe-instances",
      ],
    },
    kubectl: {
      denied: [
        "delete namespace a",
        "delete ns a",
        "config use other",
        "config rename-context a b",
        "--kuberc f.yaml tidy a",
        "tidy a --kuberc=f.yaml",
        "kuberc set --section aliases",
        "kustomize x --enable-helm --helm-command=./x",
        "kustomize x --enable-alpha-plugins",
        "delete namespaces",
        "delete ns/a",
        "delete pod/a,ns/b",
        "delete pod/a node/b",
        "delete Namespace/a",
        "delete namespaces.v1. a",
        "-n x delete namespace a",
        "delete -n x --wait namespace a",
        "--v=8 delete node n",
        "delete no n",
        "delete -f all.yaml",
        "delete --filename=all.yaml",
        "delete -k .",
        "delete --raw /api/v1/namespaces/a",
        "apply --prune -f x",
        "replace --force -f x",
        "drain n",
        "drain",
        "--context c cordon n",
        "cordon",
        "get pods --server http://evil.example",
        "get pods --server=http://evil.example",
        "-s http://evil.example get pods",
        "-shttp://evil.example get pods",
        "exec -its http://evil.example p",
        "-n -- -s http://evil.example get pods",
        "get pods --kubeconfig other",
        "get pods --insecure-skip-tls-verify",
        "config view --raw",
        "config set-cluster c",
        "proxy",
      ],
      passes: [
        "get pods",
        "get pods -ojson",
        "get ns",
        "describe node n",
        "delete pod a --force",
        "delete deployment/a",
        "apply -f x.yaml",
        "logs -f p",
        "exec -it p -- ls -s",
        "uncordon n",
        "config get-contexts",
      ],
    },
    terraform: {
      denied: [
        "destroy",
        "-chdir=x destroy",
        "destroy -auto-approve",
        "apply -destroy",
        "apply --destroy=true",
        "plan -destroy -out=p",
        "force-unlock 1",
        "login",
      ],
      passes: ["plan", "apply -auto-approve", "output -json", "version"],
    },
  };

const names = Object.keys(LINES) as readonly PresetName[];
const toArgs = (line: string): readonly string[] => (line === "" ? [] : line.split(" "));

describe.each(names)("the preset for %s", (name) => {
  it.each(LINES[name].denied)("denies %j", (line) =>
    expect(check(spec(name), { args: toArgs(line) })).toBe("args:option"),
  );

  it.each(LINES[name].passes)("leaves %j", (line) => {
    expect(validateCommandLine(spec(name), { args: toArgs(line) })).toEqual({ ok: true, args: toArgs(line) });
  });
});

describe("a refusal", () => {
  it.each([
    ["repo delete o/r", "`repo\\s+delete` in deny_args"],
    ["api -X DELETE /repos/o/r", "can do what `repo\\s+delete` in deny_args denies"],
    ["api user/keys", "can do what `ssh-key` in deny_args denies"],
    ["alias set a b", "`alias` gives a denied command another name"],
    ["-v", "`-v` in deny_verbose"],
  ])("of %j names what it stands on: %s", (line, named) => {
    const result = validateCommandLine(spec("gh"), { args: toArgs(line) });
    expect(result.ok ? "" : result.issues[0]?.message).toContain(named);
  });
});

describe("a program that nothing is known of", () => {
  const own = { ...NOTHING_DENIED, binary: "acme", denyArgs: ["repo\\s+(delete|purge)", "(?i)token", "^admin"] };

  it.each([
    "repo delete",
    "--x repo delete",
    "-R o/r repo purge",
    "repo -R o/r delete",
    "show TOKENS",
    "--flag v admin",
    "admin",
  ])("denies %j", (line) => expect(check(own, { args: toArgs(line) })).toBe("args:option"));

  it.each(["repo view", "view delete repo", "users admin"])("leaves %j", (line) => {
    expect(check(own, { args: toArgs(line) })).toBe("ok");
  });

  it("is not called at all when a pattern cannot be used", () => {
    expect(check({ ...own, denyArgs: ["(a"] }, { args: ["x"] })).toBe("args:option");
    expect(check({ ...NOTHING_DENIED, binary: "acme", denyVerbose: ["(a"] }, { args: ["x"] })).toBe("args:option");
  });
});

describe("arguments", () => {
  const gh = spec("gh");
  const long = "x".repeat(40_000);

  it.each<[string, JsonObject, string]>([
    ["nothing", {}, "args:missing"],
    ["both forms", { args: [], command: "gh" }, "command:not_allowed"],
    ["something else", { args: [], cwd: "/" }, "cwd:unknown"],
    ["no list", { args: "auth login" }, "args:type"],
    ["a number", { args: [1] }, "args:type"],
    ["null", { args: null }, "args:type"],
    ["NUL", { args: ["a\u0000b"] }, "args:characters"],
    ["a carriage return", { args: ["a\rb"] }, "args:characters"],
    ["text that reads backwards", { args: ["\u202e"] }, "args:characters"],
    ["half a character", { args: ["\ud800"] }, "args:characters"],
    ["too many", { args: Array.from({ length: 1001 }, () => "x") }, "args:too_long"],
    ["one that is too long", { args: [`${long}${long}`] }, "args:too_long"],
    // Patterns are matched with a limited length only: more would be a way past them.
    ["too much in all", { args: ["repo", "view", long, long] }, "args:too_long"],
    ["a command that is no text", { command: ["gh"] }, "command:type"],
  ])("are refused: %s", (_what, args, expected) => expect(check(gh, args)).toBe(expected));

  it("may have lines and tabs, and be empty", () => {
    const args = ["issue", "create", "--body", "one\n\ttwo", ""];
    expect(validateCommandLine(gh, { args })).toEqual({ ok: true, args });
  });

  it("are plain text whatever they look like", () => {
    const args = ["issue", "create", "--title", "$(id) `id` ; rm -rf / | cat > x && y 'z' \"w\" *"];
    expect(validateCommandLine(gh, { args })).toEqual({ ok: true, args });
  });
});
