/** Programs that are recorded and then really run: wrappers must start their operand, and readers must show if they write. */
export const REAL_PROGRAMS: readonly string[] = [
  "env timeout nice nohup stdbuf xargs find sh bash dash setsid ionice flock chrt taskset time",
  "ls cat head tail wc grep egrep fgrep stat du date basename dirname realpath readlink sort uniq shuf diff cmp comm",
  "cut tr tac nl paste rev seq od hexdump fold base64 xxd sed awk tee tree file expr numfmt pwd uname id whoami printenv",
  "true false test [ printf echo jq which",
].flatMap((line) => line.split(" "));

/** Programs that are only recorded. */
export const RECORDED_PROGRAMS: readonly string[] = [
  "rm touch curl wget evil git npm npx pnpm yarn node python python3 pip pip3 pytest perl ruby php lua deno bun make cmake",
  "cargo rustc go gcc java mvn gradle dd cp mv ln mkdir rmdir chmod chown chgrp mkfs mkfs.ext4 shred unlink truncate",
  "install tar zip unzip gzip gunzip xz ssh scp sftp rsync sudo doas su runuser docker podman kubectl helm terraform busybox",
  "less more man help yes sleep kill pkill killall shutdown reboot halt poweroff init systemctl systemd-run service rg fd",
  "fdfind hostname lsof pgrep ps top htop tput ss df watch script strace ltrace parallel unshare nsenter chroot direnv",
  "devbox mise crontab at nc ncat telnet openssl gpg mount umount wipefs fdisk parted mkswap ld-linux gh aws psql mysql",
  "sqlite3 vim vi nano ed emacs code open xdg-open tsc eslint vitest prettier jest type command ulimit foo x cmd",
].flatMap((line) => line.split(" "));

/** Where a program is found without a path of its own inside the sandbox. */
export const STUB_FOLDER = "/stubs";

/** Folders of the system: inside the sandbox they hold the same stubs. */
export const SYSTEM_FOLDERS: readonly string[] = [
  "/usr/bin",
  "/bin",
  "/usr/sbin",
  "/sbin",
  "/usr/local/bin",
  "/usr/local/sbin",
];
