import { isInterpreter } from "../breakers/network-pipes.ts";
import { findSystemControl } from "../breakers/system-control.ts";
import { hasLong, readOptionWords } from "../commands/option-words.ts";
import type { DenyCategory, DenySubject } from "./deny-category.ts";
import { findInCommands } from "./deny-category.ts";

type Words = readonly (string | null)[];

/**
 * The rest of GoClaw's fifteen groups, for who wants them. Where its patterns look for words in the text, these look at
 * what would run.
 */
export const EXTENDED: readonly DenyCategory[] = [
  { name: "data-exfiltration", find: byWords(judgeUpload) },
  { name: "machine-control", find: ({ commands }) => findInCommands(commands, judgeMachine) },
  { name: "network-programs", find: byWords(judgeNetworkCode) },
  {
    name: "privilege-escalation",
    find: byPrograms(
      "sudo su doas pkexec runuser nsenter unshare mount umount capsh setcap getcap",
      "takes other rights",
    ),
  },
  { name: "dangerous-paths", find: byWords(judgeRights) },
  { name: "environment-injection", find: findInjection },
  { name: "container-escape", find: byWords(judgeEscape) },
  { name: "crypto-mining", find: byWords(judgeMiner) },
  { name: "filter-bypass", find: (subject) => findTransformation(subject) ?? byWords(judgeBypass)(subject) },
  { name: "network-recon", find: byWords(judgeRecon) },
  { name: "package-install", find: byWords(judgeInstall) },
  { name: "persistence", find: findPersistence },
  { name: "process-control", find: byWords(judgeKill) },
  { name: "environment-dump", find: byWords(judgeDump) },
];

function byWords(judge: (words: Words) => string | null): DenyCategory["find"] {
  return ({ commands }) => findInCommands(commands, (words) => judge(words));
}

function byPrograms(programs: string, what: string): DenyCategory["find"] {
  const names = new Set<string | null>(programs.split(" "));
  return byWords(([program = null]) => (names.has(program) ? `${program ?? ""} ${what}` : null));
}

function has(words: Words, pattern: RegExp): boolean {
  return words.slice(1).some((word) => word !== null && pattern.test(word));
}

const LOOPBACK = /^(?:https?:\/\/)?(?:localhost|127(?:\.\d+){0,3}|0\.0\.0\.0|\[?::1\]?)(?::\d+)?(?:[/?#]|$)/i;

function judgeUpload(words: Words): string | null {
  const [program] = words;
  if (program === "nslookup" || program === "dig" || program === "host")
    return `${program} can carry data out in names`;
  if (program !== "curl" && program !== "wget") return null;
  if (has(words, LOOPBACK)) return `${program} to a service of this machine`;
  const sends = has(words, /^(?:--(?:data|form|upload-file|json|url-query|post|body|method)|-[a-zA-Z]*[dFT])/);
  const method = has(words, /^(?:-X|--request=?)?(?:POST|PUT|PATCH|DELETE)$/i);
  return sends || method ? `${program} that sends data` : null;
}

const MACHINE = new Set<string | null>(["halt", "init", "telinit", "systemctl", "loginctl"]);

function judgeMachine(words: Words): string | null {
  return MACHINE.has(words[0] ?? null) ? findSystemControl({ words }) : null;
}

const SOCKETS = /\b(?:socket|http|https|urllib|requests|httpx|aiohttp|net|fetch|axios|got|undici|Net::|inet)\b/;

function judgeNetworkCode(words: Words): string | null {
  const [program = null] = words;
  if (program === "socat" || program === "mkfifo") return `${program} joins programs to the network`;
  if (["nc", "ncat", "netcat", "telnet"].includes(program ?? "")) return `${program ?? ""} opens a raw connection`;
  if (program === "openssl" && words[1] === "s_client") return "openssl s_client opens a raw connection";
  const isInline = (isInterpreter(program) || program === "awk") && has(words, SOCKETS);
  return isInline && has(words, /^-[a-zA-Z]*[ce]$|inet/) ? `${program ?? ""} with code that uses the network` : null;
}

function judgeRights(words: Words): string | null {
  const [program] = words;
  if (program !== "chmod" && program !== "chown") return null;
  const { operands } = readOptionWords(words);
  const [mode, ...targets] = operands;
  const isAbsolute = targets.some((target) => target?.startsWith("/"));
  if (program === "chown") return isAbsolute ? "chown of an absolute path" : null;
  if (isAbsolute && mode !== null && /^[0-7]+$/.test(mode ?? "")) return "chmod of an absolute path";
  const isTemporary = targets.some((target) => /^\/(?:tmp|var\/tmp|dev\/shm)\//.test(target ?? ""));
  return isTemporary && /x/.test(mode ?? "") ? "a program made of a temporary file" : null;
}

const INJECTORS = /^(?:LD_|DYLD_|BASH_ENV$|ENV$|PROMPT_COMMAND$|GIT_EXTERNAL_DIFF$|GIT_DIFF_OPTS$)/;

function findInjection({ lines, commands }: DenySubject): string | null {
  const all = lines.flatMap(({ items }) => items.flatMap(({ assignments }) => assignments));
  const found = all.find(({ name }) => INJECTORS.test(name));
  if (found !== undefined) return `the variable ${found.name} changes what programs load`;
  return findInCommands(commands, (words) =>
    has(words, /ld\.so\.preload/) ? "ld.so.preload changes what programs load" : null,
  );
}

function judgeEscape(words: Words): string | null {
  const isEscape = has(words, /docker\.sock|^\/proc\/sys\/(?:kernel|fs|net)\/|^\/sys\/(?:kernel|fs|class|devices)\//);
  return isEscape ? "a way out of a container" : null;
}

const MINERS = new Set<string | null>(
  "xmrig xmr-stak minerd cpuminer ethminer cgminer bfgminer nbminer t-rex lolminer phoenixminer claymore".split(" "),
);

function judgeMiner(words: Words): string | null {
  const isMiner = MINERS.has(words[0] ?? null) || has(words, /^stratum\+(?:tcp|ssl):/);
  return isMiner ? "mining" : null;
}

function judgeBypass(words: Words): string | null {
  const [program] = words;
  const bypasses: Readonly<Record<string, RegExp>> = {
    sort: /^--compress-p/,
    git: /^--(?:upload-pack|receive-pack|exec)(?:=|$)/,
    rg: /^--(?:pre|hostname-bin)(?:=|$)/,
    grep: /^--pre(?:=|$)/,
    man: /^(?:--html|-H)/,
    history: /^-[saw]/,
    sed: /(?:^|[;}\d/|,])\s*e(?:\s|$)|\/[gimMpI]*e[gimMpI]*$/,
  };
  const pattern = program != null && Object.hasOwn(bypasses, program) ? bypasses[program] : undefined;
  return pattern !== undefined && has(words, pattern) ? `${program ?? ""} that starts another program` : null;
}

const SCANNERS = new Set<string | null>(
  "nmap masscan zmap rustscan chisel frpc frps ngrok cloudflared bore localtunnel lt".split(" "),
);

/** `${x@P}` runs what the variable holds. */
function findTransformation({ lines }: DenySubject): string | null {
  const all = lines.flatMap(({ text, problems }) =>
    problems.filter(({ code }) => code === "expansion").map(({ start, end }) => text.slice(start, end)),
  );
  return all.some((source) => /@[A-Za-z]\}$/.test(source)) ? "an expansion that evaluates a variable" : null;
}

function judgeRecon(words: Words): string | null {
  const [program = null] = words;
  if (SCANNERS.has(program)) return `${program ?? ""} looks around in networks, or opens a way in`;
  const isRemote = ["ssh", "scp", "sftp"].includes(program ?? "") && has(words, /@/);
  return isRemote ? `${program ?? ""} to another machine` : null;
}

const INSTALLS: Readonly<Record<string, RegExp>> = {
  pip: /^(?:install|uninstall)$/,
  npm: /^(?:install|i|in|ins|inst|insta|instal|isnt|isnta|isntal|isntall|add|ci|clean-install|uninstall|un|remove|rm|r|update|up|link|ln)$/,
  pnpm: /^(?:add|install|i|remove|rm|uninstall|un|update|up|link)$/,
  yarn: /^(?:add|install|remove|upgrade|up|global|link)$/,
  bun: /^(?:add|install|i|remove|rm|update|link)$/,
  apk: /^(?:add|del)$/,
  apt: /^(?:install|remove|purge|upgrade|full-upgrade|autoremove)$/,
  "apt-get": /^(?:install|remove|purge|upgrade|dist-upgrade|autoremove)$/,
  dnf: /^(?:install|remove|upgrade)$/,
  yum: /^(?:install|remove|update)$/,
  brew: /^(?:install|uninstall|upgrade|reinstall)$/,
  gem: /^(?:install|uninstall|update)$/,
  cargo: /^(?:install|uninstall|add)$/,
  go: /^(?:install|get)$/,
  uv: /^(?:add|pip|sync|tool)$/,
};

function judgeInstall(words: Words): string | null {
  const program = words[0]?.replace(/^pip[\d.]+$/, "pip") ?? "";
  const { operands } = readOptionWords(words);
  if (/^python[\d.]*$/.test(program) && words.includes("-m") && words.includes("pip"))
    return "pip changes what is installed";
  const pattern = Object.hasOwn(INSTALLS, program) ? INSTALLS[program] : undefined;
  const isBareYarn = program === "yarn" && operands.length === 0 && !hasLong(readOptionWords(words), "version");
  const isInstall = pattern !== undefined && operands[0] != null && pattern.test(operands[0]);
  return isInstall || isBareYarn ? `${program} changes what is installed` : null;
}

const SHELL_FILES =
  /(?:^|\/)\.(?:bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|zprofile|zshenv|zlogin|kshrc)$/;

function findPersistence({ commands, lines }: DenySubject): string | null {
  const targets = lines.flatMap(({ items }) => items.flatMap(({ redirects }) => redirects));
  const file = targets.find(
    ({ target, use }) => use !== "read" && target?.text != null && SHELL_FILES.test(target.text),
  );
  if (file !== undefined) return `a write to ${file.target?.text ?? ""}`;
  return findInCommands(commands, (words) => {
    if (words[0] === "crontab" && !has(words, /^-l$/)) return "crontab starts programs later";
    return words[0] === "tee" && has(words, SHELL_FILES) ? "a write to a file that shells run" : null;
  });
}

function judgeKill(words: Words): string | null {
  const [program] = words;
  if (program === "killall" || program === "pkill") return `${program} ends programs by name`;
  return program === "kill" && has(words, /^-(?:9|KILL|SIGKILL)$/i) ? "kill -9" : null;
}

function judgeDump(words: Words): string | null {
  const [program] = words;
  if (program === "printenv") return "printenv shows the environment";
  const { operands, options } = readOptionWords(words);
  if (program === "env" && operands.length === 0 && !options.has("version") && !options.has("help"))
    return "env shows the environment";
  if (program === "set" && operands.length === 0 && options.size === 0) return "set shows every variable";
  if (
    (program === "export" || program === "declare") &&
    (options.has("p") || options.has("x")) &&
    operands.length === 0
  ) {
    return `${program} shows every variable`;
  }
  if (program === "compgen" && options.has("e")) return "compgen shows every variable";
  return has(words, /^\/proc\/(?:self|\d+|\*)\/environ$/) ? "the environment of a process" : null;
}
