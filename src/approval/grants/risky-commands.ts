/** Programs that run what they are given, or as somebody else: what comes after the name is what counts. */
const STARTERS: ReadonlySet<string> = new Set(
  (
    "sudo doas su runuser pkexec env xargs parallel timeout nice nohup stdbuf time command builtin exec eval source . trap " +
    "setsid ionice flock watch script chrt taskset unshare nsenter chroot strace ltrace ssh systemd-run busybox find " +
    "sh bash dash zsh ksh fish pwsh powershell cmd python python2 python3 py pypy pypy3 node deno bun tsx ts-node perl ruby " +
    "php lua awk gawk mawk sed osascript expect tclsh"
  ).split(" "),
);

/** Programs whose purpose is to take something away that does not come back. */
const DESTRUCTIVE: ReadonlySet<string> = new Set(
  (
    "rm rmdir unlink shred dd truncate mkfs wipefs fdisk sfdisk parted chmod chown chgrp chattr kill pkill killall " +
    "shutdown reboot halt poweroff init mount umount crontab at"
  ).split(" "),
);

/** Subcommands that publish or destroy: one call of them says nothing of the next. */
const RISKY_PREFIXES: readonly string[] = [
  "git push",
  "git reset",
  "git clean",
  "git checkout",
  "git restore",
  "git rebase",
  "git filter-branch",
  "git config",
  "docker run",
  "docker exec",
  "docker rm",
  "docker system",
  "kubectl exec",
  "kubectl delete",
  "terraform apply",
  "terraform destroy",
  "npm publish",
  "npm exec",
  "npx",
  "pnpm dlx",
  "yarn dlx",
  "bunx",
  "cargo publish",
];

/** Whether what comes after the program's name is what counts, so that no suggestion can be made from the name. */
export function isStarter(program: string): boolean {
  return STARTERS.has(toName(program));
}

/** Whether a program is asked about each time, however exactly its command is named. */
export function isDestructive(program: string): boolean {
  const name = toName(program);
  return DESTRUCTIVE.has(name) || name.startsWith("mkfs.");
}

/** Whether a lasting yes is offered for exactly this command only. */
export function isExactOnly(words: readonly string[]): boolean {
  return RISKY_PREFIXES.some((prefix) => `${words.join(" ")} `.startsWith(`${prefix} `));
}

function toName(program: string): string {
  return program.slice(program.lastIndexOf("/") + 1);
}
