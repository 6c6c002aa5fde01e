import { showText } from "../../text/show-text.ts";
import { addError } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import type { TomlPath } from "../toml/toml-document.ts";

/** Variables that make programs load or run something else than what was declared. Compared in upper case. */
const DANGEROUS: ReadonlySet<string> = new Set(
  [
    "PATH IFS ENV BASH_ENV SHELLOPTS BASHOPTS PS4 PROMPT_COMMAND ZDOTDIR GCONV_PATH LOCPATH NLSPATH TERMINFO",
    "NODE_OPTIONS NODE_PATH NODE_REPL_EXTERNAL_MODULE NODE_V8_COVERAGE BUN_OPTIONS DENO_DIR",
    "OPENSSL_CONF OPENSSL_ENGINES OPENSSL_MODULES GTK_MODULES GTK_PATH GIO_EXTRA_MODULES QT_PLUGIN_PATH VIMINIT EXINIT",
    "PYTHONPATH PYTHONHOME PYTHONSTARTUP PYTHONINSPECT PYTHONUSERBASE PYTHONBREAKPOINT PYTHONWARNINGS",
    "PERL5LIB PERL5OPT PERLLIB PERL5DB RUBYOPT RUBYLIB GEM_PATH GEM_HOME PHPRC PHP_INI_SCAN_DIR LUA_INIT LUA_PATH LUA_CPATH",
    "CLASSPATH JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS JAVA_OPTS MAVEN_OPTS GRADLE_OPTS",
    "PAGER EDITOR VISUAL MANPAGER BROWSER LESSOPEN LESSCLOSE SSH_ASKPASS SUDO_ASKPASS SUDO_EDITOR",
    "GIT_SSH GIT_SSH_COMMAND GIT_ASKPASS GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_PAGER GIT_EXTERNAL_DIFF GIT_PROXY_COMMAND",
    "GIT_EXEC_PATH GIT_TEMPLATE_DIR GIT_DIR GIT_COMMON_DIR GIT_WORK_TREE GIT_OBJECT_DIRECTORY GIT_INDEX_FILE GIT_NAMESPACE",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_ATTR_SOURCE RUSTC RUSTC_WRAPPER RUSTFLAGS CARGO_HOME MAKEFLAGS MAKEFILES TAR_OPTIONS RSYNC_RSH",
  ].flatMap((line) => line.split(" ")),
);
/** Toolgate's own credentials, and ToolClad's secrets, are never handed to a tool by name either. */
const DANGEROUS_START = /^(LD_|DYLD_|GIT_CONFIG|GIT_TRACE|BASH_FUNC_|TOOLGATE_|TOOLCLAD_SECRET_|NPM_CONFIG_)/;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Checks the names of environment variables that a tool wants to see. */
export function checkEnvironment(names: readonly string[], path: TomlPath, log: IssueLog): void {
  for (const [index, name] of names.entries()) {
    const place = { path: [...path, index], part: "value" } as const;
    if (!NAME.test(name)) {
      const hint = name.includes("=") ? "List names only; the value is taken from Toolgate's own environment." : null;
      addError(log, "bad-name", place, `\`${showText(name)}\` is not the name of an environment variable`, hint);
    } else if (isDangerousVariable(name)) {
      const message = `\`${name}\` cannot be handed to a tool: it changes which program or code runs, or is a secret`;
      addError(log, "dangerous-environment", place, message, "Put what it would say into `args`.");
    } else if (names.indexOf(name) < index) {
      addError(log, "duplicate-value", place, `\`${name}\` is listed twice`);
    }
  }
}

/** Whether a variable of this name changes which program or code runs, or is a secret. */
export function isDangerousVariable(written: string): boolean {
  const name = written.toUpperCase();
  return DANGEROUS.has(name) || DANGEROUS_START.test(name) || name.endsWith("_PRELOAD");
}
