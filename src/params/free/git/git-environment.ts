import type { RepositoryLimits } from "../option-table.ts";

type Setting = readonly [key: string, value: string];

/** Settings that a repository could use to start a program, and the values that keep it from doing so. */
const SAFE_SETTINGS: readonly Setting[] = [
  ["core.fsmonitor", "false"],
  ["core.hooksPath", "/dev/null"],
  ["core.pager", "cat"],
  ["core.editor", "false"],
  ["core.askPass", ""],
  ["core.sshCommand", "ssh"],
  ["credential.helper", ""],
  ["diff.external", ""],
  ["diff.submodule", "short"],
  ["status.submoduleSummary", "false"],
  ["grep.fallbackToNoIndex", "false"],
  ["log.showSignature", "false"],
  ["gpg.program", "/bin/false"],
  ["gpg.openpgp.program", "/bin/false"],
  ["gpg.x509.program", "/bin/false"],
  ["gpg.ssh.program", "/bin/false"],
  ["protocol.ext.allow", "never"],
  ["protocol.file.allow", "never"],
];

/** Environment for `git`, which reads settings from it after, and therefore over, every configuration file. */
export const GIT_ENVIRONMENT: Readonly<Record<string, string>> = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_EDITOR: "false",
  // A missing object must not be fetched from a place that the repository names.
  GIT_NO_LAZY_FETCH: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_PAGER: "cat",
  GIT_TERMINAL_PROMPT: "0",
  ...toVariables(SAFE_SETTINGS),
};

/** The same for one repository: its filters, each of which is a program, are switched off by name. */
export function toRepositoryEnvironment(limits: RepositoryLimits): Readonly<Record<string, string>> {
  const settings = [...SAFE_SETTINGS, ...limits.filterDrivers.flatMap(switchOff)];
  return { ...GIT_ENVIRONMENT, GIT_CEILING_DIRECTORIES: limits.ceiling, ...toVariables(settings) };
}

function switchOff(driver: string): readonly Setting[] {
  const off = ["clean", "smudge", "process"].map((key): Setting => [`filter.${driver}.${key}`, ""]);
  return [...off, [`filter.${driver}.required`, "false"]];
}

function toVariables(settings: readonly Setting[]): Readonly<Record<string, string>> {
  const pairs = settings.flatMap(([key, value], index): Setting[] => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return Object.fromEntries([["GIT_CONFIG_COUNT", String(settings.length)], ...pairs]);
}
