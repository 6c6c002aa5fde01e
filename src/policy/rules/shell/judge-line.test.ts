import { describe, expect, it } from "vitest";
import { judgeCommand, toVerdict } from "../judge-rules.fixture.ts";
import type { RuleTexts } from "../judge-rules.fixture.ts";

type Row = readonly [rules: RuleTexts, command: string, verdict: string];

const npmRun = { allow: ["terminal.exec(npm run *)"] };
const npmTest = { allow: ["Bash(npm test*)"] };
const gitLog = { allow: ["Bash(git log *)"] };
const echo = { allow: ["Bash(echo *)"] };
const noRm = { deny: ["Bash(rm *)"] };
const noEnv = { deny: ["fs.read(.env)", "Read(~/.ssh/**)"], allow: ["Bash(cat *)"] };
const docs = { allow: ["Bash(npm test *)", "fs.write(/docs/**)"] };

const ALLOWED: readonly Row[] = [
  [npmRun, "npm run build", "allow"],
  [npmRun, "npm run", "allow"],
  [npmRun, "npm run lint && npm run build", "allow"],
  [npmRun, "ls && npm run build", "allow"],
  [npmRun, "npm   run\tbuild", "allow"],
  [npmRun, "'npm' run \"build\"", "allow"],
  [npmRun, "(npm run a; npm run b)", "allow"],
  [npmRun, "npm run build 2>&1 | tail -5", "allow"],
  [npmRun, "npm run build > /dev/null", "allow"],
  [npmTest, "timeout 30 npm test", "allow"],
  [npmTest, "nice -n 10 npm test", "allow"],
  [npmTest, "NODE_ENV=test npm test", "allow"],
  [npmTest, "npm tests", "allow"],
  [{}, "ls -la", "allow"],
  [{}, "cat README.md", "allow"],
  [{}, "cat log | grep error", "allow"],
  [{}, "cd packages/api && ls", "allow"],
  [{}, "cd . && git status", "allow"],
  [{}, "cd app; grep -r p . 2>/dev/null", "allow"],
  [{}, "ls *.ts", "allow"],
  [{}, "/usr/bin/ls", "allow"],
  [{}, "echo $?", "allow"],
  [{}, 'echo "exit: $?"', "allow"],
  [{}, "a=1", "allow"],
  [{ allow: ["Bash(git * main)"] }, "git checkout main", "allow"],
  [{ allow: ["Bash(git * main)"] }, "git push origin main", "allow"],
  [{ allow: ["Bash(* --version)"] }, "node --version", "allow"],
  [{ allow: ["Bash(echo *)", "Bash(git *)"] }, "echo $(git log)", "allow"],
  [{ allow: ["Bash(npx tsc *)"] }, "npx tsc -p .", "allow"],
  [{ allow: ["Bash(grep *)"] }, "xargs grep p", "allow"],
  [{ allow: ["Bash(./run.sh *)"] }, "./run.sh a", "allow"],
  [{ allow: ["Bash(rm \\*.log)"] }, "rm *.log", "allow"],
  [{ allow: ["Bash"] }, "rm x; sudo ls", "allow"],
  [{ allow: ["*"] }, "rm x", "allow"],
  [{ allow: ["Bash(git status)"] }, "/usr/bin/git status", "allow"],
  [docs, "npm test > docs/out.txt", "allow"],
  [docs, "npm test > /w/docs/out.txt 2>&1", "allow"],
  [{ allow: ["Bash(npm test *)", "fs.write"] }, "npm test > out.txt", "allow"],
];

const OPEN: readonly Row[] = [
  [npmRun, "npm runner", "none"],
  [npmRun, "pytest", "none"],
  [npmRun, "npm run lint && rm foo", "none"],
  [npmRun, "npm run a\nrm foo", "none"],
  [npmRun, "npm run a |& rm foo", "none"],
  [npmRun, "npm run a & rm foo", "none"],
  [npmRun, "npm run $(rm foo)", "none"],
  [npmRun, "npm run $TASK", "none"],
  [npmRun, "npm run $((1+1))", "none"],
  [npmRun, "npm run {a,b}", "none"],
  [npmRun, "$(echo npm) run build", "none"],
  [npmRun, "./npm run build", "none"],
  [npmRun, "/tmp/npm run build", "none"],
  [npmRun, "PATH=. npm run build", "none"],
  [npmRun, "npm run a < x > y", "none"],
  [npmTest, "sudo npm test", "none"],
  [npmTest, "env FOO=bar npm test", "none"],
  [npmTest, "FOO=bar npm test", "none"],
  [npmTest, "setsid npm test", "none"],
  [gitLog, "git logout", "none"],
  [{ allow: ["Bash(git log)"] }, "git log --output=x", "none"],
  [gitLog, "diff <(git log) <(touch x)", "none"],
  [gitLog, "git log > /tmp/test", "none"],
  [gitLog, "cd other && git log --output=x", "none"],
  [echo, "echo $(touch x)", "none"],
  [echo, "echo `touch x`", "none"],
  [{ allow: ["Bash(find *)"] }, "find . -exec touch x \\;", "none"],
  [{ allow: ["Bash(find *)"] }, "find . -delete", "none"],
  [{ allow: ["Bash(watch *)"] }, "watch touch x", "none"],
  [{ allow: ["Bash(watch ls *)"] }, "watch ls '; touch x'", "none"],
  [{ allow: ["Bash(devbox run *)"] }, "devbox run touch x", "none"],
  [{ allow: ["Bash(npx *)"] }, "npx evil", "none"],
  [{ allow: ["Bash(xargs *)"] }, "xargs touch", "none"],
  [{ allow: ["Bash(git push *)"] }, "xargs git", "none"],
  [{ allow: ["Bash(git push origin)"] }, "xargs git push origin", "none"],
  [{ allow: ["Bash(* --version)"] }, "./evil --version", "none"],
  [{ allow: ["Bash(./run.sh *)"] }, "cd evil && ./run.sh a", "none"],
  [{ allow: ["Bash(./scripts/* *)"] }, "./scripts/../../evil", "none"],
  [{ allow: ["Bash(rm \\*.log)"] }, "rm -r x.log", "none"],
  [{ allow: ["Bash(rm *.log)"] }, "rm *.log", "none"],
  [{ allow: ["Bash(curl http://github.com/ *)"] }, "curl -X GET http://github.com/", "none"],
  [{ allow: ["Bash(git commit *)"] }, "git commit -m x > ~/.bashrc", "none"],
  [{ allow: ["Bash"] }, "rm $X", "none"],
  [{}, "cd other && git status", "none"],
  [{}, "cd /etc && ls", "none"],
  [{}, "find *", "none"],
  [{}, "sort *", "none"],
  [{}, "docker -H h ps", "none"],
  [{}, "cat a > b", "none"],
  [{}, "PATH=x", "none"],
  [{}, "", "none"],
  [docs, "npm test > src/out.txt", "none"],
  [docs, "npm test > docs/../src/out.txt", "none"],
  [{ allow: ["Bash(npm test *)", "fs.write"] }, "npm test > /tmp/out.txt", "none"],
];

const FORBIDDEN: readonly Row[] = [
  [noRm, "npm run build && rm -rf node_modules", "deny"],
  [noRm, "FOO=bar rm -rf tmp/", "deny"],
  [noRm, "sudo rm x", "deny"],
  [noRm, "env A=1 rm x", "deny"],
  [noRm, "watch rm x", "deny"],
  [noRm, "setsid rm x", "deny"],
  [noRm, "/bin/rm x", "deny"],
  [noRm, "r''m x", "deny"],
  [noRm, "\\rm x", "deny"],
  [noRm, "bash -c 'rm x'", "deny"],
  [noRm, "echo $(rm x)", "deny"],
  [noRm, "echo `rm x`", "deny"],
  [noRm, "(rm x)", "deny"],
  [noRm, "echo $(ls $(rm x))", "deny"],
  [noRm, "f() { rm x; }", "deny"],
  [noRm, "cat <<E\n$(rm x)\nE", "deny"],
  [noRm, "xargs rm", "deny"],
  [noRm, "find . -exec rm {} +", "deny"],
  [noRm, "$X y", "ask"],
  [noRm, "unknown-runner rm x", "ask"],
  [{ deny: ["Bash(aws *)"], allow: ["Bash(aws s3 ls)"] }, "aws s3 ls", "deny"],
  [{ deny: ["Bash(git push)"] }, 'git commit -m "msg" && git push', "deny"],
  [{ deny: ["Bash(git push *)"] }, "git $X", "ask"],
  [{ deny: ["Bash(rm -rf*)"] }, "rm -rf a b", "deny"],
  [{ deny: ["*"], allow: ["git *"].map((text) => `Bash(${text})`) }, "git status", "deny"],
  [{ ask: ["Bash(git push *)"], allow: ["Bash(git *)"] }, "git push", "ask"],
  [{ deny: ["Bash(a | b)"] }, "ls", "deny"],
  [noEnv, "cat .env", "deny"],
  [noEnv, "cat ./a/../.env", "deny"],
  [noEnv, "cat packages/api/.env", "deny"],
  [noEnv, "cat .ENV", "deny"],
  [noEnv, "cd packages && cat .env", "deny"],
  [noEnv, "cat < .env", "deny"],
  [noEnv, "cat ~/.ssh/id_rsa", "deny"],
  [noEnv, "cat /home/me/.ssh/id_rsa", "deny"],
  [noEnv, "ls ~/.ssh", "deny"],
  [noEnv, "sudo cat .env", "deny"],
  [noEnv, "bash -c 'cat .env'", "deny"],
  [noEnv, "echo x > .env", "deny"],
  [noEnv, "cat .e*", "ask"],
  [noEnv, "cat .en?", "ask"],
  [noEnv, "cat ~/.s[s]h/id_rsa", "ask"],
  [noEnv, "cat src/*.ts", "allow"],
  [noEnv, "cat *", "allow"],
  [noEnv, "cat $(echo .env)", "ask"],
  [noEnv, 'cat "$F"', "ask"],
  [noEnv, "cat a.env.md", "allow"],
  [{ ask: ["fs.write(/src/**)"], allow: ["Bash(touch *)"] }, "touch src/a", "ask"],
  [{ deny: ["fs.write"] }, "echo x > y", "deny"],
  [{}, "cat > /dev/tcp/h/1", "ask"],
  [{}, "cat < /dev/tcp/h/1", "ask"],
  [{}, "ls <> f", "ask"],
  [{}, 'ls > "$F"', "ask"],
  [{ deny: ["fs.write(/f)"] }, "ls <> f", "deny"],
  [{ deny: ["fs.write(/f)"] }, "ls {fd}> f", "deny"],
  [{ deny: ["fs.write(/secret/**)"] }, "f() { echo x; } > secret/a; f", "deny"],
  [{ allow: ["fs.write(/**)"] }, 'cd "$X"; ls > a', "ask"],
  [noEnv, 'cd "$X"; cat .env', "deny"],
  [{}, "ls > *.txt", "ask"],
  [{ allow: ["fs.write(/docs/**)"] }, "ls {fd}> docs/x", "ask"],
];

describe("a command line", () => {
  it.each(ALLOWED)("%j lets %j run", (rules, command, verdict) => {
    expect(toVerdict(judgeCommand(command, rules))).toBe(verdict);
  });

  it.each(OPEN)("%j does not let %j run", (rules, command, verdict) => {
    expect(toVerdict(judgeCommand(command, rules))).toBe(verdict);
  });

  it.each(FORBIDDEN)("%j forbids %j", (rules, command, verdict) => {
    expect(toVerdict(judgeCommand(command, rules))).toBe(verdict);
  });

  it("says of each command what covered it, and blames the first that nothing covers", () => {
    const answers = judgeCommand("ls && npm test && touch x && rm y", { allow: ["Bash(npm test)"] });
    expect(answers.map(({ about, reason }) => [about, reason.slice(0, 40)])).toEqual([
      ["`ls`", "allowed: it only reads"],
      ["`npm test`", expect.stringContaining("allowed: allow rule `Bash(npm test)`")],
      ["`touch x`", expect.stringContaining("not allowed")],
      ["`rm y`", expect.stringContaining("not allowed")],
      ["`touch x`", expect.stringContaining("not allowed")],
    ]);
  });

  it.each([
    ["ls", {}, "ALLOWED_READ_ONLY"],
    ["ls", { allow: ["Bash(ls)"] }, "ALLOWED_READ_ONLY"],
    ["ls > docs/x", docs, "ALLOWED_BY_RULE"],
    ["ls && npm test", docs, "ALLOWED_BY_RULE"],
  ])("%s is allowed as %j %s", (command, rules, code) => {
    expect(judgeCommand(command, rules).at(-1)).toMatchObject({ verdict: "allow", code });
  });
});

describe("a command line of which the world is known", () => {
  const facts = {
    lexical: false,
    programs: new Map([
      ["cat", { file: "/usr/bin/cat", trusted: true }],
      ["ls", { file: "/tmp/ls", trusted: false }],
    ]),
    realPaths: new Map([
      ["/w/project/key", "/home/me/.ssh/id_rsa"],
      ["/w/docs/link", "/etc/cron.d/x"],
      ["/w/docs/new", "/w/docs/new"],
      ["/w/plain", "/w/plain"],
      ["/w/linked", "/w/elsewhere"],
      ["/w/linked/x", "/w/elsewhere/x"],
    ]),
  };

  it.each<Row>([
    [{ deny: ["Read(~/.ssh/**)"] }, "cat project/key", "deny"],
    [{}, "cat plain", "allow"],
    [{}, "ls", "none"],
    [{}, "unknown", "none"],
    [{ deny: ["Read(~/.ssh/**)"] }, "cat plain", "allow"],
    [{ deny: ["Read(~/.ssh/**)"] }, "cat never-looked-at", "ask"],
    [{ deny: ["Read(~/.ssh/**)"] }, "cat link/../plain", "ask"],
    [{ allow: ["fs.write(/docs/**)"] }, "cat plain > docs/new", "allow"],
    [{ allow: ["fs.write(/docs/**)"] }, "cat plain > docs/link", "none"],
    [{ allow: ["fs.write(/docs/**)"] }, "cat plain > docs/unknown", "none"],
    [{ allow: ["fs.write(/**)"] }, "cat plain > a/../docs/new", "none"],
    [{ allow: ["fs.write(/**)"] }, "cd linked && cat > x", "none"],
  ])("%j: %s is %s", (rules, command, verdict) => {
    expect(toVerdict(judgeCommand(command, rules, facts))).toBe(verdict);
  });
});
