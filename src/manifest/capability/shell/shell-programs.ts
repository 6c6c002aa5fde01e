export const SHELL: RegExp = /^(sh|bash|rbash|dash|ash|zsh|ksh|mksh|yash|fish|csh|tcsh|busybox|toybox)$/;

/** Programs whose first operand, or input, is code. */
export const INTERPRETER: RegExp =
  /^(python|pypy|perl|ruby|lua|luajit|php|node|nodejs|deno|bun|R|Rscript|julia|osascript|tclsh|expect|pwsh|powershell|m4|bc|dc|ed|ex|vi|vim|emacs|gdb|make|sqlite3|psql|mysql)[0-9.]*$/;

/** Programs that start the program that their arguments name. */
export const WRAPPER: RegExp =
  /^(env|nice|nohup|timeout|stdbuf|time|sudo|doas|setsid|ionice|chrt|taskset|unshare|nsenter|chroot|xargs|parallel|watch|command|exec|builtin|strace|ltrace|runuser|su|gosu|setpriv|systemd-run|fakeroot|bwrap|firejail|prlimit|numactl|flock|script|ssh)$/;

/** Built-ins that read their arguments again: as code, or as names whose subscripts are evaluated. */
export const RE_READING: RegExp =
  /^(eval|\.|source|trap|alias|unalias|let|read|readarray|mapfile|getopts|unset|hash|bind|complete|compgen|enable|fc|jobs|wait|set|shift|for|select|coproc|function|\[\[)$/;

/** Programs that take commands, to be run later, from their input. */
export const INPUT_READING: RegExp = /^(at|batch|crontab)$/;

/** Built-ins that take `NAME=value`, and evaluate what is no such thing. */
export const NAME_TAKING: RegExp = /^(export|readonly|local|declare|typeset)$/;

/** Words of the shell's grammar after which a command begins. */
export const RESERVED: RegExp = /^(if|then|elif|else|while|until|do|!|\{|\}|time)$/;

export function baseName(program: string): string {
  return program.slice(program.lastIndexOf("/") + 1);
}
