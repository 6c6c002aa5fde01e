/** Settings that a repository could use to start a program, and the values that keep it from doing so. */
const SAFE_SETTINGS: readonly (readonly [key: string, value: string])[] = [
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
  GIT_CONFIG_COUNT: String(SAFE_SETTINGS.length),
  ...Object.fromEntries(
    SAFE_SETTINGS.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ),
};
