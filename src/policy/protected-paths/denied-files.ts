import { foldPath } from "./fold-path.ts";

/** Files that hold keys and passwords, by their whole name. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  ".env",
  ".envrc",
  ".netrc",
  "_netrc",
  ".npmrc",
  ".yarnrc.yml",
  ".pypirc",
  ".git-credentials",
  ".pgpass",
  ".my.cnf",
  ".htpasswd",
  ".vault-token",
  ".boto",
  ".s3cfg",
  "credentials.json",
  "client_secret.json",
  "service-account.json",
  "secrets.json",
  "secrets.yaml",
  "secrets.yml",
  "secrets.toml",
  "secrets.env",
  "secrets.ini",
  "secrets.properties",
]);

/** Folders of which everything is kept. */
const SECRET_FOLDERS: ReadonlySet<string> = new Set([".ssh", ".aws", ".azure", ".gnupg", ".password-store"]);

const SECRET_ENDINGS: readonly string[] = [
  ".pem",
  ".key",
  ".p12",
  ".pfx",
  ".keystore",
  ".jks",
  ".kdbx",
  ".ppk",
  ".env",
  ".tfstate",
  ".tfstate.backup",
];

const PRIVATE_KEY = /^id_(?:rsa|dsa|ecdsa|ecdsa_sk|ed25519|ed25519_sk|xmss)(?:[._-].*)?$/;

/** Examples are made to be read. */
const EXAMPLE =
  /^(?:\.env\.(?:.+\.)?(?:example|sample|template|dist|defaults)|(?:example|sample|template)\.env|id_[a-z0-9_-]+\.pub)$/;

/** The last parts of a path that together name a secret. */
const SECRET_PLACES: readonly string[] = [
  ".kube/config",
  ".docker/config.json",
  ".config/gcloud",
  ".config/gh/hosts.yml",
  ".cargo/credentials",
  ".cargo/credentials.toml",
  ".gem/credentials",
  ".m2/settings.xml",
  ".git/config",
  ".git/config.worktree",
  ".git/credentials",
];

/** The environment and the memory of a process hold whatever it was given: also those of Toolgate itself. */
const PROCESS_SECRETS = /^\/proc\/[^/]+\/(?:task\/[^/]+\/)?(?:environ|mem|auxv)$/;

/** Files that say what tools there are and what they may do. */
const RULE_NAMES: ReadonlySet<string> = new Set(["toolgate.toml", "toolclad.toml"]);

/** Folders from which git, editors and other agents take programs to run, and tools to allow. */
const PROGRAM_FOLDERS: ReadonlySet<string> = new Set([
  ".claude",
  ".codex",
  ".cursor",
  ".devcontainer",
  ".gemini",
  ".husky",
  ".idea",
  ".vscode",
]);

/** The same as single files, and what shells run when they start. */
const PROGRAM_NAMES: ReadonlySet<string> = new Set(
  [
    ".gitconfig .gitmodules .mcp.json .claude.json .pre-commit-config.yaml",
    ".profile .bashrc .bash_profile .bash_login .bash_logout .bash_aliases",
    ".zshrc .zshenv .zprofile .zlogin .zlogout .kshrc .cshrc .tcshrc .login .logout",
  ].flatMap((line) => line.split(" ")),
);

/** Why a name is kept from reading, whatever there is under it; `null` when it is not. `path` is absolute. */
export function findSecret(path: string): string | null {
  const parts = foldPath(path).split("/").slice(1);
  const isSecret =
    parts.some(isSecretName) ||
    SECRET_PLACES.some((place) => `/${parts.join("/")}/`.includes(`/${place}/`)) ||
    isGitConfig(parts) ||
    PROCESS_SECRETS.test(`/${parts.join("/")}`);
  return isSecret ? "a file or folder of this name usually holds keys or passwords" : null;
}

/** Why a name is kept from writing although it may be read. */
export function findRuleFile(path: string): string | null {
  const parts = foldPath(path).split("/").slice(1);
  if (parts.includes(".git")) return "git runs programs that are named in this folder; use git itself to change it";
  const isRule = parts.some((part) => RULE_NAMES.has(part) || part.endsWith(".clad.toml"));
  if (isRule) return "it says what tools may do, and no tool may change that";
  return parts.some(namesPrograms)
    ? "editors, shells or other agents run what it says; a person has to change it"
    : null;
}

/** Agents keep whole working copies below their own folder. */
function namesPrograms(name: string, index: number, parts: readonly string[]): boolean {
  return PROGRAM_NAMES.has(name) || (PROGRAM_FOLDERS.has(name) && parts[index + 1] !== "worktrees");
}

function isSecretName(name: string): boolean {
  if (EXAMPLE.test(name)) return false;
  return (
    SECRET_NAMES.has(name) ||
    SECRET_FOLDERS.has(name) ||
    name.startsWith(".env.") ||
    PRIVATE_KEY.test(name) ||
    SECRET_ENDINGS.some((ending) => name.endsWith(ending))
  );
}

/** Submodules and worktrees keep theirs deeper inside. */
function isGitConfig(parts: readonly string[]): boolean {
  const git = parts.indexOf(".git");
  const last = parts.at(-1) ?? "";
  return git !== -1 && parts.length > git + 1 && (last === "config" || last === "config.worktree");
}
