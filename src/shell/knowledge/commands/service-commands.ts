import { judgeJqFilter } from "../read-only/judge-jq.ts";
import type { CommandRow, GivenCommand } from "./command-row.ts";

const PRINTS = { only: true } as const;
const DOCKER_LIST = "-a --all -q --quiet -s --size --no-trunc --digests -l --latest";
const GH_FLAGS =
  "-c --comments --log --log-failed --required --name-only --patch --exit-status -v --verbose --all --fork --source --archived --exclude-drafts --exclude-pre-releases";
const GH_VALUES =
  "-R --repo --json -q --jq -t --template -s --state -l --label -L --limit -A --author -a --assignee -S --search -B --base -H --head -j --job -b --branch -u --user -w --workflow --status --event --attempt --color --commit";
const GH_READS = { only: true, check: judgeGithub } as const;
const NPM_FLAGS = "--json --all -a --long -l --parseable -p --production --dev -g --global --link --unicode";
const NPM_VALUES = "--depth --omit --include";

/** Questions to services and package managers. */
export const SERVICE_COMMANDS: readonly CommandRow[] = [
  {
    tool: "docker",
    names: "ps, images, container ls, container list, container ps, image ls, image list, volume ls, network ls",
    flags: DOCKER_LIST,
    values: "-f --filter --format -n --last",
    readOnly: PRINTS,
  },
  {
    tool: "docker",
    names: "logs, container logs",
    flags: "-f --follow -t --timestamps --details",
    values: "-n --tail --since --until",
    readOnly: PRINTS,
  },
  {
    tool: "docker",
    names: "inspect, container inspect, image inspect, volume inspect, network inspect",
    flags: "-s --size",
    values: "-f --format --type",
    readOnly: { only: true, secret: true },
  },
  {
    tool: "docker",
    names:
      "top, port, diff, history, version, info, system df, system info, image history, container top, container port, container diff",
    flags: "-H --human --no-trunc -q --quiet -v --verbose",
    values: "-f --format",
    readOnly: PRINTS,
  },
  {
    tool: "docker",
    names: "stats, container stats",
    flags: "-a --all --no-stream --no-trunc",
    values: "--format",
    readOnly: PRINTS,
  },
  {
    tool: "docker",
    names: "compose ps, compose ls, compose images, compose logs, compose top, compose port, compose version",
    flags: "-a --all -q --quiet --services -f --follow -t --timestamps --no-color --no-log-prefix --orphans",
    values: "-n --tail --since --until --format --filter --status --index --protocol",
    readOnly: PRINTS,
  },
  {
    tool: "kubectl",
    names: "get, describe, top pod, top pods, top node, top nodes",
    flags:
      "-A --all-namespaces --no-headers --show-labels --show-kind -w --watch --ignore-not-found --show-events --containers --show-managed-fields",
    values:
      "-n --namespace -l --selector -o --output --field-selector --sort-by -L --label-columns --context --chunk-size",
    readOnly: { only: true, check: judgeKubernetes },
  },
  {
    tool: "kubectl",
    names: "logs",
    flags: "-f --follow -p --previous --timestamps --all-containers --prefix --ignore-errors",
    values:
      "-n --namespace -c --container -l --selector --tail --since --since-time --limit-bytes --context --max-log-requests",
    readOnly: PRINTS,
  },
  {
    tool: "kubectl",
    names:
      "version, api-resources, api-versions, explain, config current-context, config get-contexts, config get-clusters, auth can-i, auth whoami",
    flags: "--client --recursive --short --no-headers --namespaced",
    values: "-o --output -n --namespace --api-group --api-version --verbs",
    readOnly: { only: true, check: judgeKubernetes },
  },
  { tool: "kubectl", names: "cluster-info", readOnly: { bare: true, most: 0 } },
  {
    tool: "gh",
    names:
      "pr list, pr view, pr status, pr checks, pr diff, issue list, issue view, issue status, repo list, repo view, run list, run view, workflow list, release list, release view, label list, gist list",
    flags: GH_FLAGS,
    values: GH_VALUES,
    readOnly: GH_READS,
  },
  { tool: "gh", names: "auth status", flags: "-a --active", values: "-h --hostname", readOnly: PRINTS },
  {
    tool: "npm",
    names: "ls, list, la, ll, outdated, explain, why",
    flags: NPM_FLAGS,
    values: NPM_VALUES,
    readOnly: { only: true, check: judgePackages },
  },
  { tool: "npm", names: "view, info, show, v", flags: "--json", readOnly: { only: true, check: judgePackages } },
  {
    tool: "npm",
    names: "root, prefix, ping, whoami, version",
    flags: "-g --global --json",
    readOnly: { only: true, most: 0 },
  },
  { tool: "npm", names: "run, run-script", readOnly: { bare: true, most: 0 } },
  {
    tool: "npm",
    names: "config get, config list, config ls, get",
    flags: "--json -l --long",
    readOnly: { only: true, secret: true },
  },
  { tool: "go", names: "version", readOnly: { bare: true, most: 0 } },
  {
    tool: "docker",
    names: "cp, container cp",
    flags: "-a -L -q --archive --follow-link --quiet",
    operands: { first: "read", rest: "write" },
  },
  {
    tool: "docker",
    names: "build",
    values: "-t --tag --build-arg --target --platform --label --network --progress",
    reads: "-f --file --secret --ssh --env-file",
    writes: "-o --output --iidfile --metadata-file",
    operands: { rest: "read" },
  },
  {
    tool: "kubectl",
    names: "apply, create, replace, diff",
    values: "-n --namespace -o --output -l --selector --context",
    reads: "-f --filename -k --kustomize",
  },
];

/** Names of packages; anything else may be fetched by another program. */
const PACKAGE = /^(?:@[A-Za-z0-9_][A-Za-z0-9_.-]*\/)?[A-Za-z0-9_][A-Za-z0-9_.-]*(?:@[A-Za-z0-9_.^~<>=*-]+)?$/;

function judgePackages({ words, parsed }: GivenCommand): string | null {
  const odd = parsed.operands.some((at) => !PACKAGE.test(words[at]?.text ?? ""));
  return odd ? "an operand that is no plain name of a package" : null;
}

/** Some formats are files, and secrets are printed as they are. */
function judgeKubernetes({ words, parsed }: GivenCommand): string | null {
  const formats = parsed.options.flatMap(({ names, values }) =>
    names.includes("-o") || names.includes("--output") ? values : [],
  );
  if (formats.some(({ text }) => text === null || text.includes("file"))) return "this format is read from a file";
  const isSecret = parsed.operands.some((at) => /\bsecrets?\b|\.json$|\.ya?ml$/i.test(words[at]?.text ?? ""));
  return isSecret ? "it prints secrets" : null;
}

function judgeGithub({ parsed }: GivenCommand): string | null {
  const filters = parsed.options.flatMap(({ names, values }) =>
    names.includes("-q") || names.includes("--jq") ? values : [],
  );
  for (const { text } of filters) {
    const fault = judgeJqFilter(text ?? "env");
    if (fault !== null) return fault;
  }
  return null;
}
