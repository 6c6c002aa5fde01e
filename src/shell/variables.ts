/** Variables that change how a program writes, and nothing that it does. */
const SAFE: ReadonlySet<string> = new Set(
  "LANG LANGUAGE TZ NO_COLOR FORCE_COLOR CLICOLOR TERM COLUMNS LINES CI NODE_ENV RUST_BACKTRACE PYTHONUNBUFFERED".split(
    " ",
  ),
);

const UNSAFE: ReadonlySet<string> = new Set(
  [
    "PATH ENV IFS PS0 PS1 PS2 PS3 PS4 PROMPT_COMMAND SHELLOPTS CDPATH GLOBIGNORE FIGNORE EXECIGNORE POSIXLY_CORRECT HOME PWD",
    "OLDPWD SHELL TMPDIR TMP TEMP HISTFILE INPUTRC EDITOR VISUAL PAGER MANPAGER BROWSER LESSOPEN LESSCLOSE LESS TEXTDOMAIN",
    "TEXTDOMAINDIR NLSPATH LOCPATH TERMINFO TERMCAP GCONV_PATH HOSTALIASES RESOLV_HOST_CONF SSH_ASKPASS SUDO_ASKPASS",
    "NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS CLASSPATH MAKEFLAGS MAKEFILES GOFLAGS",
    "RUSTC RUSTC_WRAPPER RUSTFLAGS GCC_EXEC_PREFIX COMPILER_PATH PHPRC PHP_INI_SCAN_DIR RIPGREP_CONFIG_PATH KUBECONFIG",
    "DOTNET_STARTUP_HOOKS TAR_OPTIONS GREP_OPTIONS GZIP ZIPOPT UNZIP RSYNC_RSH WGETRC CURL_HOME PSQLRC MAILCAPS",
    "LOCALDOMAIN BC_ENV_ARGS OPENSSL_CONF DIRSTACK FUNCNAME",
  ].flatMap((line) => line.split(" ")),
);

const UNSAFE_FAMILY =
  /^(?:LD_|DYLD_|BASH|GIT_|PYTHON|PERL5|PERL_|RUBY|LUA_|CARGO_|DOCKER_|_JAVA_|MALLOC_|npm_config_|NPM_CONFIG_|yarn_|YARN_|pip_|PIP_)|_PROXY$/i;

/** Whether a variable may stand before a command without changing what the command does. */
export function isSafeVariable(name: string): boolean {
  return SAFE.has(name) || /^LC_[A-Z]+$/.test(name);
}

/** Whether a variable is known to make other programs load, run or reach something else. */
export function isUnsafeVariable(name: string): boolean {
  return !isSafeVariable(name) && (UNSAFE.has(name) || UNSAFE_FAMILY.test(name));
}

/** Whether only the line itself reads a variable of this name: by custom, those that programs read have capital letters. */
export function isScriptVariable(name: string): boolean {
  return /^[a-z_][a-z0-9_]*$/.test(name) && !isUnsafeVariable(name);
}
