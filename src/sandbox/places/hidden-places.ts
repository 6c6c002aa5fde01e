/** Below the home folder: keys, passwords, tokens, histories, and sockets that lead out. */
export const HOME_SECRETS: readonly string[] = [
  ".ssh .aws .azure .gnupg .password-store .vault-token .oci .terraform.d/credentials.tfrc.json .boto .s3cfg",
  ".kube .docker/config.json .docker/run .docker/desktop .colima .lima .orbstack .rd .minikube",
  ".netrc .npmrc .pypirc .yarnrc.yml .git-credentials .pgpass .my.cnf .config/git/credentials",
  ".cargo/credentials .cargo/credentials.toml .gem/credentials .m2/settings.xml .m2/settings-security.xml",
  ".gradle/gradle.properties .bundle/config .composer/auth.json .config/composer/auth.json .nuget/NuGet",
  ".config/gcloud .config/gh .config/hub .config/glab-cli .config/op .config/rclone .config/doctl .config/sops",
  ".config/containers/auth.json .config/helm/registry .config/hcloud .config/age .config/Bitwarden .config/keybase",
  ".claude.json .claude/.credentials.json .codex/auth.json .gemini .config/github-copilot .config/anthropic",
  ".local/share/keyrings .local/share/kwalletd .local/share/gnupg .local/share/containers/podman",
  ".mozilla .thunderbird .config/google-chrome .config/chromium .config/BraveSoftware .config/microsoft-edge",
  ".bash_history .zsh_history .python_history .node_repl_history .psql_history .mysql_history .local/share/fish",
].flatMap((line) => line.split(" "));

/** Of the system; only its administrator can read most of them, and Toolgate may run as one. */
export const SYSTEM_SECRETS: readonly string[] = [
  "sudoers sudoers.d ssl/private krb5.keytab wireguard",
  "kubernetes docker rancher ppp/chap-secrets NetworkManager/system-connections pki/tls/private letsencrypt",
]
  .flatMap((line) => line.split(" "))
  .map((name) => `/etc/${name}`);

/** Of the system's accounts; they count where there is a password in them. */
export const ACCOUNT_FILES: readonly string[] = ["shadow", "shadow-", "gshadow", "gshadow-", "security/opasswd"].map(
  (name) => `/etc/${name}`,
);
