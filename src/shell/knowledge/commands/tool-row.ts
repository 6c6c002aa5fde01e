/** A program whose first operand says what it does: `git status`. Lists are option names with blanks between. */
export interface ToolRow {
  readonly program: string;
  /** Options before the subcommand that change nothing but how it prints. @default none */
  readonly flags?: string;
  readonly values?: string;
  /** The one that says in which folder it works. @default none */
  readonly folder?: string;
  /** Further options before the subcommand: known, so that the subcommand is found, but nothing to rely on. */
  readonly otherFlags?: string;
  readonly otherValues?: string;
}

export const TOOL_ROWS: readonly ToolRow[] = [
  {
    program: "git",
    flags:
      "--no-pager -P --no-optional-locks --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --no-replace-objects --no-lazy-fetch --no-advice",
    folder: "-C",
    otherFlags: "-p --paginate --bare --html-path --man-path --info-path -h --help -v --version",
    otherValues: "-c --git-dir --work-tree --namespace --config-env --super-prefix --attr-source",
  },
  {
    program: "docker",
    flags: "-D --debug",
    values: "-l --log-level",
    otherFlags: "--tls --tlsverify -v --version",
    otherValues: "-H --host -c --context --config --tlscacert --tlscert --tlskey --url --connection --identity",
  },
  {
    program: "podman",
    otherFlags: "-r --remote",
    otherValues: "-c --connection --url --identity --root --log-level --module",
  },
  {
    program: "kubectl",
    values: "-n --namespace --context --cluster --request-timeout -v --v",
    otherFlags: "--insecure-skip-tls-verify",
    otherValues:
      "--kubeconfig -s --server --token --as --as-group --as-uid --user --username --password --certificate-authority --client-certificate --client-key --cache-dir --profile --profile-output --tls-server-name",
  },
  { program: "gh", values: "-R --repo", otherFlags: "--help --version" },
  {
    program: "npm",
    flags: "--json -s --silent -g --global",
    values: "--loglevel",
    otherFlags: "--workspaces --include-workspace-root -ws",
    otherValues: "--prefix -C -w --workspace --userconfig --globalconfig --registry --cache --script-shell",
  },
  {
    program: "pnpm",
    otherFlags: "-r --recursive -w --workspace-root --silent",
    otherValues: "-C --dir --filter -F --reporter --loglevel",
  },
  { program: "yarn", otherFlags: "--silent -s", otherValues: "--cwd" },
  {
    program: "cargo",
    otherFlags: "-q --quiet -v --verbose --locked --offline --frozen",
    otherValues: "-C -Z --config --color",
  },
  { program: "go", otherValues: "-C" },
  { program: "terraform", otherFlags: "-version -help" },
  {
    program: "helm",
    otherFlags: "--debug",
    otherValues:
      "-n --namespace --kube-context --kubeconfig --kube-apiserver --kube-token --registry-config --repository-config",
  },
  {
    program: "aws",
    otherFlags: "--debug --no-verify-ssl --no-paginate --no-sign-request",
    otherValues: "--profile --region --endpoint-url --output --query --ca-bundle --color",
  },
  {
    program: "gcloud",
    otherFlags: "-q --quiet --verbose",
    otherValues: "--project --account --configuration --format --verbosity --impersonate-service-account",
  },
  { program: "az", otherFlags: "--debug --verbose", otherValues: "--subscription --output -o --query" },
  {
    program: "systemctl",
    otherFlags: "--user --system --no-pager -q --quiet --now --force -f",
    otherValues: "-H --host -M --machine -t --type -p --property",
  },
  { program: "apt", otherFlags: "-y --yes -q --quiet --purge", otherValues: "-o -c -t" },
  { program: "apt-get", otherFlags: "-y --yes -q --quiet --purge", otherValues: "-o -c -t" },
  { program: "brew", otherFlags: "-v --verbose -q --quiet -d --debug" },
];
