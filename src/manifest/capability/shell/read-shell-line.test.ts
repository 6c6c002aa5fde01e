import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import type { IssueLog } from "../../toml/issue-log.ts";
import { readShellLine } from "./read-shell-line.ts";

/** The compiled line, or the code of the issue. */
function read(line: string): string {
  const log: IssueLog = { found: [] };
  const run = readShellLine(line, { path: [], part: "value" }, log);
  return run === null ? log.found.map(({ code }) => code).join(" ") : `= ${run.line}`;
}

describe("readShellLine", () => {
  it.each([
    // The author's alone: taken as it is, whatever it does.
    ["eval $X; cat <<E\n$1\nE", "= eval $X; cat <<E\n$1\nE"],
    ["git -C ${repo} rev-parse HEAD", '= git -C "$1" rev-parse HEAD'],
    ["timeout 5 git log ${x}", '= timeout 5 git log "$1"'],
    ["env LANG=C sort ${x}", '= env LANG=C sort "$1"'],
    ["LANG=${x} sort f", '= LANG="$1" sort f'],
    ["awk '{print $1}' ${f}", "= awk '{print $1}' \"$1\""],
    ["python3 tool.py ${x}", '= python3 tool.py "$1"'],
    ["cat ${x} | python3 -c 'import sys'", "= cat \"$1\" | python3 -c 'import sys'"],
    ["sh -c 'ls \"$1\"' _ ${x}", '= sh -c \'ls "$1"\' _ "$1"'],
    ["if test -f ${x}; then cat ${x}; fi", '= if test -f "$1"; then cat "$1"; fi'],
    ["$HOME/bin/x ${x}", '= $HOME/bin/x "$1"'],
    ["grep -F -- ${x} f >out 2>&1", '= grep -F -- "$1" f >out 2>&1'],
    ['ls "$(dirname ${x})"', '= ls "$(dirname "$1")"'],
    ["A=$(dirname ${x}); ls", '= A=$(dirname "$1"); ls'],
    ["echo ${x} |\n cat", '= echo "$1" |\n cat'],
    ["tar c ${x} | ssh host tar x", '= tar c "$1" | ssh host tar x'],
    ["find . -name ${x}", '= find . -name "$1"'],
  ])("%j gives %j", (line, expected) => expect(read(line)).toBe(expected));

  it.each([
    ["${x}", "placeholder-program"],
    ["ls; ${x} y", "placeholder-program"],
    ["(${x})", "placeholder-program"],
    ["echo $(${x})", "placeholder-program"],
    ["A=1 ${x}", "placeholder-program"],
    ["! ${x}", "placeholder-program"],
    ["if ${x}; then ls; fi", "placeholder-program"],
    ["./${x}", "placeholder-program"],
    ["exec ${x}", "placeholder-program"],
    ["command -- ${x}", "placeholder-program"],
    ["sudo -n env A=b nice -n 5 ${x}", "placeholder-program"],
    ["xargs ${x}", "placeholder-program"],
    ["timeout ${x} ls", "placeholder-program"],
    ["$CMD ${x}", "placeholder-program"],
    ["sh ${x}", "placeholder-program"],
    ["bash -x ${x}", "placeholder-program"],
    ["sh -c ${x}", "placeholder-program"],
    ["python3 ${x}", "placeholder-program"],
    ["node -e ${x}", "placeholder-program"],
    ["ssh ${host} ls", "placeholder-program"],
    ["eval ${x}", "re-read-placeholder"],
    ["eval ls ${x}", "re-read-placeholder"],
    [". ${x}", "re-read-placeholder"],
    ["source ${x}", "re-read-placeholder"],
    ["trap ${x} EXIT", "re-read-placeholder"],
    ["alias ls=${x}", "re-read-placeholder"],
    ["read ${x}", "re-read-placeholder"],
    ["unset ${x}", "re-read-placeholder"],
    ["export ${x}", "re-read-placeholder"],
    ["let ${x}", "re-read-placeholder"],
    ["[ -v ${x} ]", "re-read-placeholder"],
    ["[[ ${x} -eq 1 ]]", "re-read-placeholder"],
    ["printf ${x}", "re-read-placeholder"],
    ["a[${x}]=1", "re-read-placeholder"],
    ["A=${x}; eval $A", "re-read-placeholder"],
    ["A=${x} sh -c 'eval $A'", "re-read-placeholder"],
    ["export A=${x}", "re-read-placeholder"],
    ["for f in ${x}; do ls $f; done", "re-read-placeholder"],
    ["set -- ${x}; ls", "re-read-placeholder"],
    ["echo ${x} | sh", "re-read-placeholder"],
    ["echo ${x} | tee f | sudo bash -s", "re-read-placeholder"],
    ["echo ${x} | python3", "re-read-placeholder"],
    ["echo ${x} | xargs -I{} sh -c '{}'", "re-read-placeholder"],
    ["ls > ${x}", "placeholder-redirect"],
    ["cat < ${x}", "placeholder-redirect"],
    ["ls 2>>${x}", "placeholder-redirect"],
    ["LD_PRELOAD=${x} ls", "dangerous-environment"],
    ["PATH=${x}:$PATH ls", "dangerous-environment"],
    ["GIT_SSH_COMMAND=${x} git fetch", "dangerous-environment"],
    ["sh -c 'eval $1' _ ${x}", "code-placeholder"],
    ["ssh host ls ${x}", "code-placeholder"],
    ["git -c ${x} log", "code-placeholder"],
    ["find . -exec ${x} ;", "code-placeholder"],
    ["sed ${x} f", "code-placeholder"],
    ["echo ${x} | while read l; do eval $l; done", "code-placeholder"],
    ["echo ${x} |\n sh", "re-read-placeholder"],
    ["echo ${x} | ssh host", "re-read-placeholder"],
    ["echo ${x} | parallel -k", "re-read-placeholder"],
    ["echo ${x} | at now", "re-read-placeholder"],
    ["echo ${x} | crontab -", "re-read-placeholder"],
    ["echo ${x} | xargs -I{} python3 -c 'print({})'", "re-read-placeholder"],
    ["printf -v ${x} a", "re-read-placeholder"],
    ["time -f %e ${x}", "placeholder-program"],
    ['eval "$(printf %s ${x})"', "re-read-placeholder"],
    ['. "$(printf %s ${x})"', "re-read-placeholder"],
    ['sh -c "$(printf %s ${x})"', "placeholder-program"],
    ['"$(printf %s ${x})" a', "placeholder-program"],
    ['ls > "$(printf %s ${x})"', "placeholder-redirect"],
    ["bash <(printf %s ${x})", "unclear-shell-line"],
    ["ls $(dirname ${x})", "split-value"],
    ["for f in $(ls ${x}); do ls $f; done", "re-read-placeholder"],
    ["set a; ls ${x}", "unclear-shell-line"],
    ["shift; ls ${x}", "unclear-shell-line"],
    ["function f { ls ${x}; }; f", "re-read-placeholder"],
    ["", "empty-command"],
    ["\n \t", "empty-command"],
    ["ls\u0000", "control-character"],
    ["ls\r\n", "control-character"],
    ["x".repeat(10_001), "too-long"],
  ])("%j is refused: %s", (line, code) => expect(read(line)).toBe(code));

  it("says where and what to do", () => {
    const log: IssueLog = { found: [] };
    readShellLine('git log "--grep=${text}"', { path: ["x"], part: "value" }, log);
    expect(log.found).toMatchObject([
      {
        message: '`${text}` stands between double quotes, at character 17 of the line: "${text}""',
        hint: "Take the quotes away: the value arrives as one argument whatever is in it.",
        place: { path: ["x"] },
      },
    ]);
  });

  // The attack that pasting quoted values falls to.
  it("keeps a value out of the code in a real shell", () => {
    const run = read("printf '%s|' ${x} a${x}").slice(2);
    const value = "'$(echo owned)`echo owned`\"; echo owned";
    expect(execFileSync("sh", ["-c", run, "sh", value], { encoding: "utf8" })).toBe(`${value}|a${value}|`);
  });
});
