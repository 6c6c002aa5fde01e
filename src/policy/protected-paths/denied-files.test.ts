import { describe, expect, it } from "vitest";
import { findRuleFile, findSecret } from "./denied-files.ts";

describe("findSecret", () => {
  it.each([
    ".env",
    ".env.local",
    ".env.production",
    "prod.env",
    "sub/.ENV",
    ".Env",
    ".ｅnv",
    ".e\u200bnv",
    ".ss\u00adh/config",
    ".pgpa\u00df",
    ".netrc",
    ".npmrc",
    ".pypirc",
    "server.pem",
    "tls.KEY",
    "id_rsa",
    "id_ed25519",
    "id_rsa.bak",
    "id_ecdsa_sk",
    ".ssh",
    ".ssh/config",
    ".ſsh/config",
    ".aws/credentials",
    ".gnupg/x",
    ".kube/config",
    ".docker/config.json",
    ".git/config",
    ".git/CONFIG",
    ".git/modules/x/config",
    ".git/worktrees/x/config.worktree",
    "a.p12",
    "a.pfx",
    "a.keystore",
    "credentials.json",
    "secrets.yaml",
    ".git-credentials",
    ".env/bin/python",
    "state.tfstate",
    ".config/gh/hosts.yml",
  ])("%s is one", (name) => {
    expect(findSecret(`/w/${name}`)).not.toBeNull();
  });

  it.each([
    ".env.example",
    ".env.sample",
    ".env.template",
    ".env.local.example",
    "example.env",
    "id_rsa.pub",
    "id_map.ts",
    "identity",
    "keys.ts",
    "key",
    "pem.txt",
    "secrets.ts",
    "secrets/index.ts",
    ".git/HEAD",
    ".gitignore",
    "config",
    "config.json",
    ".docker/Dockerfile",
    "environment.ts",
    "tokenizer.json",
    ".envoy/x",
    "monkey.ts",
  ])("%s is none", (name) => {
    expect(findSecret(`/w/${name}`)).toBeNull();
  });
});

describe("findRuleFile", () => {
  it.each([
    "toolgate.toml",
    "sub/ToolGate.toml",
    "toolclad.toml",
    "nmap.clad.toml",
    ".git/hooks/pre-commit",
    ".git",
    ".GIT/x",
    "vendor/.git/HEAD",
    ".vscode",
    "packages/a/.Vscode/settings.json",
    ".claude/worktrees/x/.claude/settings.json",
    ".bashrc",
  ])("%s is one", (name) => {
    expect(findRuleFile(`/w/${name}`)).not.toBeNull();
  });

  it.each([
    "src/toolgate.ts",
    ".cursor/worktrees/x/a.ts",
    "bashrc",
    "src/.vscode.ts",
    "package.toml",
    ".gitignore",
    ".github/x",
    "clad.toml.md",
  ])("%s is none", (name) => {
    expect(findRuleFile(`/w/${name}`)).toBeNull();
  });
});
