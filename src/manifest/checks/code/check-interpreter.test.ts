import { describe, expect, it } from "vitest";
import type { ArgNode } from "../../../model/arg-node.ts";
import { parseArgTemplate } from "../../../template/parse-arg-template.ts";
import { findCodePlaceholder } from "./check-interpreter.ts";

function toArg(text: string): ArgNode {
  const parsed = parseArgTemplate(text, "double");
  if (!parsed.ok) throw new Error(parsed.issue.message);
  return { kind: "arg", parts: parsed.parts };
}

function find(line: string): string | null {
  const [program = "", ...args] = line.split(" ");
  return findCodePlaceholder(program, args.map(toArg));
}

describe("findCodePlaceholder", () => {
  it.each([
    ["sh -c {{x}}", "sh"],
    ["/bin/bash -c echo-{{x}}", "bash"],
    ["bash --norc -lc {{x}}", "bash"],
    ["bash -c -e {{x}}", "bash"],
    ["zsh -c{{x}}", "zsh"],
    ["su root -c {{x}}", "su"],
    ["env -i PATH=/bin sh -c {{x}}", "sh"],
    ["timeout 5 nice python3 -c {{x}}", "python3"],
    ["busybox sh -c {{x}}", "sh"],
    ["python3.12 -cprint({{x}})", "python3.12"],
    ["node --eval={{x}}", "node"],
    ["node -p {{x}}", "node"],
    ["perl -ne {{x}}", "perl"],
    ["php -r {{x}}", "php"],
    ["find . -exec sh -c {{x}} ;", "sh"],
    ["find . -exec {{x}} ;", "find"],
    ["docker exec c bash -lc {{x}}", "bash"],
    ["uv run python -c {{x}}", "python"],
    ["env -S {{x}}", "env"],
    ["env -Ssh -c {{x}}", "sh"],
    ["rbash -c {{x}}", "rbash"],
    ["watch -n 2 ls {{x}}", "watch"],
    ["nice watch {{x}}", "watch"],
    ["flock /l -c {{x}}", "flock"],
    ["ssh -p 22 host ls {{x}}", "ssh"],
    ["ssh -o ProxyCommand={{x}} host", "ssh"],
    ["parallel echo {{x}} ::: a", "parallel"],
    ["parallel ::: {{x}}", "parallel"],
    ["gawk -F , {{x}} f", "gawk"],
    ["awk -f {{x}}", "awk"],
    ["sed -n {{x}}p f", "sed"],
    ["sed -ne {{x}} f", "sed"],
    ["julia -e {{x}}", "julia"],
    ["osascript -e {{x}}", "osascript"],
    ["runuser root -c {{x}}", "runuser"],
    ["tar -xf a --to-command={{x}}", "tar"],
    ["rsync -e {{x}} a b", "rsync"],
    ["git -c alias.x={{x}} x", "git"],
    ["git -c {{x}} log", "git"],
    ["git --exec-path={{x}} log", "git"],
    ["git fetch --upload-pack {{x}} origin", "git"],
    ["git rebase -x {{x}} main", "git"],
    ["git submodule foreach {{x}}", "git"],
  ])("%s runs a value in %s", (line, program) => {
    expect(find(line)).toBe(program);
  });

  it.each([
    'sh -c echo\\ "$1" _ {{x}}',
    "bash script.sh {{x}}",
    "grep -e sh -c {{x}}",
    "tar -c {{x}}",
    "python3 script.py {{x}}",
    "node --test {{x}}",
    "env LANG=C sort {{x}}",
    "git -c color.ui=never log {{x}}",
    "git -c user.name={{x}} commit -c {{x}}",
    "git -C {{x}} log --diff-filter={{x}}",
    "npm run watch {{x}}",
    "watch -n {{x}} ls",
    "watch -x ls {{x}}",
    "ssh -p {{x}} {{x}} uptime",
    "parallel -j {{x}} echo ::: {{x}}",
    "awk -v n={{x}} -f p.awk {{x}}",
    "awk /a/ {{x}}",
    "sed -n -e 1p {{x}}",
    "find {{x}} -name {{x}} -exec ls {} ;",
    "docker run -p {{x}} node",
    "tar -cf {{x}} -- {{x}}",
  ])("%s is harmless", (line) => {
    expect(find(line.replaceAll("\\ ", "\t"))).toBeNull();
  });

  const code = (text: string, values = "_ {{x}}"): string | null => {
    const words = values.split(" ").map(toArg);
    return findCodePlaceholder("sh", [toArg("-c"), { kind: "arg", parts: [{ kind: "text", text }] }, ...words]);
  };
  it.each([
    'eval "$1"',
    'cd /; eval "$@"',
    '. "$1"',
    "if true; then source $1; fi",
    '"$1"',
    "$1",
    '"$@"',
    "exec ${1}",
    "A=b $1",
    'echo "$(eval "$1")"',
    "echo `$1`",
    'x=$1; eval "$x"',
    'cmd="$1"; $cmd a',
    'for f in "$@"; do $f; done',
    'bash -c "$1"',
    'bash -c "echo $1"',
    'bash -c \'eval "$1"\' _ "$1"',
    'echo "$1" | sh',
    'printf %s "$1" | bash -s',
    'ssh host "$1"',
    'awk "$1" f',
    'shift; "$1"',
    'true && "${1:-ls}"',
    'trap "$1" EXIT',
  ])("code that runs its values: %s", (text) => expect(code(text)).not.toBeNull());

  it.each([
    'echo "$1"',
    'for f in "$@"; do echo "$f"; done',
    'cat -- "$1" | sort | head -n "$2"',
    'grep -e "$1" . || true',
    'bash -c \'echo "$1"\' _ "$1"',
    'x="$1"; echo "${x%.txt}"',
    '"$HOME/bin/lint" "$1"',
    "awk '{ print $1 }' \"$1\"",
    'sed -n 1p "$1"',
    'test -f "$1" && echo eval $HOME',
  ])("code that only passes them on: %s", (text) => expect(code(text)).toBeNull());

  it("knows what stands in a fixed place", () => {
    expect(code('exec "$@"', "_ ls {{x}}")).toBeNull();
    expect(code('exec "$@"', "_ bash -c {{x}}")).toBe("bash");
    expect(code('"$2"', "_ ls {{x}}")).not.toBeNull();
  });

  it("looks into groups, conditions and mappings", () => {
    const condition = { kind: "compare", name: "a", operator: "==", literal: "b" } as const;
    const flag: ArgNode = { kind: "mapped", param: "a", table: { b: ["-c"] } };
    expect(findCodePlaceholder("sh", [{ kind: "group", args: [toArg("-c"), toArg("{{x}}")] }])).toBe("sh");
    expect(findCodePlaceholder("sh", [{ kind: "when", condition, args: [toArg("-c")] }, toArg("{{x}}")])).toBe("sh");
    expect(findCodePlaceholder("sh", [flag, toArg("{{x}}")])).toBe("sh");
  });
});
