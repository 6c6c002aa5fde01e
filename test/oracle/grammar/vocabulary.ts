/** Programs that only read, written plainly. */
export const INNOCENT: readonly string[] = ["echo", "ls", "cat", "grep", "wc", "head", "sort", "find", "git", "true"];

/** Programs and built-ins that must never run unseen. */
export const HOSTILE: readonly string[] = [
  ...["rm", "touch", "sh", "curl", "evil", "r''m", "r\\m", "'rm'", '"r"m', "$'\\x72m'", "$'r\\155'", "/bin/rm", "./ls"],
  ...[
    "$X",
    "${X}",
    "{rm,x}",
    "${EMPTY}rm",
    "$(echo rm)",
    "`echo rm`",
    "r\\\nm",
    "r$EMPTY\\m",
    "bin/l?",
    "./run.sh",
    "[ls]",
  ],
];

/** More readers, some of which write with the right option or operand. */
export const READERS: readonly string[] = [
  ...["uniq", "sed", "awk", "tee", "date", "tail", "xxd", "shuf", "tree", "base64", "diff", "cut", "stat", "test", "["],
  ...["printf", "pwd", "basename", "false", ":", "which", "env", "du", "rg", "less", "hostname", "jq", "xargs", "comm"],
];

/** What stands before the command that it starts. */
export const WRAPPERS: readonly string[] = [
  ...["timeout 5", "timeout -s KILL 5", "timeout -k 5 10", "timeout --signal=KILL 5", "nice", "nice -n 5", "nice -5"],
  ...[
    "nice --adjustment 5",
    "nohup",
    "nohup --",
    "stdbuf -oL",
    "stdbuf -o L",
    "time",
    "time -p",
    "command",
    "command -p",
  ],
  ...["command -v", "builtin", "exec", "exec -a ls", "env", "env A=1", "env -u A", "env -i", "env -C sub", "env -S"],
  ...["env PATH=bin", "xargs", "xargs -n1", "xargs -I{}", "xargs -0", "sudo", "sudo -u root", "setsid", "ionice -c 3"],
  ...["flock a.txt", "chrt -o 0", "taskset 1", "find . -exec", "find . -maxdepth 0 -exec", "/usr/bin/env", "\\time"],
  ...["timeout 5 nice -n 5", "env -- nohup", "! time", "time !", "sh", "bash", "busybox", "git -c alias.x=!"],
];

/** Assignments that come before a command or stand alone; the value of some is code to bash. */
export const ASSIGNMENTS: readonly string[] = [
  ...[
    "A=1",
    "A=",
    "LANG=C",
    "NO_COLOR=1",
    "A+=1",
    "PATH=bin",
    "PATH=.:$PATH",
    "IFS=t",
    "BASH_ENV=run.sh",
    "ENV=run.sh",
  ],
  ...["A=~", "A={a,b}", "A='$(rm x)'", "PS4='$(rm x)'", "A=(1 2)", "A=([0]=x)", "A[0]=1", "A[$a]=1", "A='x y'", "X=ls"],
];

/** Commands of the shell itself that can start others, or change what follows. */
export const BUILTINS: readonly string[] = [
  ...["test -v 'a[$(rm x)]'", "[ -v 'a[$(rm x)]' ]", "printf -v 'a[$(rm x)]' 1", "read 'a[$(rm x)]' < b.txt"],
  ...[
    "let 'q=a[$(rm x)]'",
    "let a",
    "declare -a q='([$(rm x)]=1)'",
    "declare -i q=a",
    "unset 'a[$(rm x)]'",
    "export A=1",
  ],
  ...["export 'A=$(rm x)'", "local q=1", "readonly R=1", "typeset -i i=a", "mapfile -t q < b.txt", "trap 'rm x' EXIT"],
  ...["mapfile -C 'rm' -c 1 q < a.txt", "trap rm DEBUG", "eval 'rm x'", "eval rm x", 'eval "$X"', ". ./run.sh"],
  ...["source run.sh", "alias ls='rm x'", "shopt -s expand_aliases\nalias ls='rm x'\nls", "hash -p /bin/rm ls; ls"],
  ...["cd sub", "cd ..", "pushd sub", "set -- rm x", "$@", '"$@"', "compgen -C 'rm x' q", "enable -n echo", "wait"],
  ...["exec > out.txt", "exec 3> out.txt", "shopt -s extglob", "shopt -s nullglob", "set -f", "set -x", "coproc rm x"],
  ...["return 0", "break", "exit 0", "command -v rm", "type rm", "printf '%d' a", "[ 1 -eq a ]", "test a -eq 1"],
  ...["echo() { rm x; }", "function ls { rm x; }", "printf rm | sh", "sh -c 'rm x'", "bash -c 'rm x'", "sh <<< 'rm x'"],
  ...["bash -O extglob -c 'rm x'", "sh -s < a.txt", "bash --rcfile a.txt -ic 'rm x'", "xargs -a a.txt rm"],
];

/** Static words as they are mostly written. */
export const PLAIN_WORDS: readonly string[] = [
  ...["x", "a.txt", "b.txt", "sub", "sub/c.txt", ".", "-n", "-l", "-la", "-1", "--", "-", "p", "1", "out.txt", "-r"],
  ...["a=b", "x#y", "a:b", "+x", "@", "%", "^", "a,b", "]", "}", "=", "a~", "--color", "-e", "alpha", "/dev/null", "é"],
];

/** Words that a reader takes for an order, and words that look like grammar. */
export const ODD_WORDS: readonly string[] = [
  ...["-delete", "-exec", "-ok", "\\;", "-o", "-oout.txt", "--output=out.txt", "--output", "-fprint", "-i", "-c", "-S"],
  ...["-name", "'w out.txt'", "'1e touch x'", "'BEGIN{system(\"rm x\")}'", "--pre", "-C", "-s", "{}", "+", "rm", "-p"],
  ...[
    "if",
    "then",
    "do",
    "done",
    "fi",
    "{",
    "!",
    "time",
    "in",
    "[[",
    "]]",
    "esac",
    "function",
    "coproc",
    "select",
    "[",
    "#",
  ],
  ...[
    "{a",
    "a{",
    "{}",
    "{a}",
    "{,}",
    "!!",
    "!x",
    "\\",
    "\\\n",
    "~",
    "~root",
    "~/x",
    "a=~",
    "x=:~",
    "-x=~",
    "é\u00a0",
    "%1",
  ],
];

/** Words that only a shell knows the value of. */
export const SHELL_WORDS: readonly string[] = [
  ...[
    "*",
    "*.txt",
    "?",
    "[a-c]*",
    "-*",
    "@(a|b)",
    "!(x)",
    "+(a)*",
    "{a,b}",
    "{1..3}",
    "{a,$X}",
    "x{y,'z w'}",
    "{rm,x}",
  ],
  ...[
    "~",
    "~+",
    "~-",
    "$X",
    "${X}",
    "$1",
    "$#",
    "$?",
    "$$",
    "$!",
    "$-",
    "$@",
    "$*",
    '"$X"',
    '"${X}"',
    '"$@"',
    "$a",
    "$p",
  ],
];

/** Expansions in which more than a name stands; some run code out of a variable. */
export const EXPANSIONS: readonly string[] = [
  ...["${X:-x}", "${X@P}", "${p@P}", "${p@E}", "${!X}", "${!p}", "${!X*}", "${#X}", "${X%x}", "${X//r/$X}", "${X:a}"],
  ...[
    "${q[a]}",
    "${q[$a]}",
    "${q[$(rm x)]}",
    "${EMPTY:-$(rm x)}",
    "${EMPTY:-`rm x`}",
    "${NEW:=$(rm x)}",
    "${X:+`rm x`}",
  ],
  ...["$((1+1))", "$((a))", "$((q[$(rm x)]))", "$[1+1]", "$[a]", "$[ q='b[$(rm x)]', q ]", "${EMPTY:-'$(rm x)'}"],
  ...['${EMPTY:-"$(rm x)"}', "$((1<<2))", "${X/#/$(rm x)}", "${EMPTY:-}", "${X^^}", "${EMPTY:-${p@P}}", "$(<a.txt)"],
];

/** Text inside quotes: nothing of it may run from single ones. */
export const QUOTED: readonly string[] = [
  ...[
    "",
    "x",
    " ",
    "a b",
    "$(rm x)",
    "`rm x`",
    ";",
    "; rm x",
    "|",
    "&",
    "\n",
    ">",
    "> out.txt",
    "#",
    "*",
    "$X",
    "{a,b}",
  ],
  ...["-delete", "a.txt", "a[$(rm x)]", "(", ")", "\t", "~", "!", "=", "\\\\", "rm", "é", "\u00a0", "\u2028", "1"],
];
