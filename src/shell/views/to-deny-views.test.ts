import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyzeCommand } from "../analyze-command.ts";
import { PLAIN_WRAPPERS } from "../knowledge/wrappers/plain-wrappers.ts";
import { PROJECT_WRAPPERS } from "../knowledge/wrappers/project-wrappers.ts";
import { SYSTEM_WRAPPERS } from "../knowledge/wrappers/system-wrappers.ts";
import { TRACING_WRAPPERS } from "../knowledge/wrappers/tracing-wrappers.ts";
import type { WrapperRow } from "../knowledge/wrappers/wrapper-row.ts";
import type { DenyView } from "./deny-view.ts";
import { toDenyViews } from "./to-deny-views.ts";

function views(text: string): readonly DenyView[] {
  return analyzeCommand(text).items.flatMap((item) => toDenyViews(item, analyzeCommand));
}

function shows(text: string, command: string, certain = true): boolean {
  const kinds = certain ? ["plain", "unwrapped", "nested"] : ["suffix"];
  return views(text).some(({ kind, words }) => kinds.includes(kind) && words.join(" ") === command);
}

const ROWS = [...PLAIN_WRAPPERS, ...SYSTEM_WRAPPERS, ...TRACING_WRAPPERS, ...PROJECT_WRAPPERS];
const names = (list: string | undefined): readonly string[] => (list === undefined ? [] : list.split(" "));
const BEFORE = { duration: "5", assignments: "A=1", any: "place", maybe: "place", dashes: "thing --" } as const;

function before({ before: kinds = [] }: WrapperRow): string {
  return kinds.map((kind) => BEFORE[kind]).join(" ");
}

/** The command as the row would start it: as words, or as one word that a shell runs. */
function inner({ starts }: WrapperRow): string {
  return starts === "each" ? "'rm -rf x'" : "rm -rf x";
}

const STARTING = ROWS.filter(({ starts }) => starts !== "nothing").flatMap((row) =>
  row.names.split(", ").map((name) => [name, row] as const),
);

describe("every row of the wrapper table", () => {
  it.each(STARTING)("%s starts what follows it", (name, row) => {
    const command = `${name} ${before(row)} ${inner(row)}`;
    expect(shows(command, "rm -rf x")).toBe(true);
    if (name !== "eval" && name !== "trap") expect(shows(`/usr/bin/${command}`, "rm -rf x")).toBe(true);
  });

  it.each(STARTING)("%s is looked through behind each of its options", (name, row) => {
    const queries = names(row.queries);
    const flags = [...names(row.flags), ...names(row.optional)].filter(
      (flag) => flag !== "-#" && flag !== "--" && !queries.includes(flag),
    );
    const values = [...names(row.values), ...names(row.lines), ...names(row.settings)].map(
      (option) => `${option} value`,
    );
    for (const option of [...flags, ...values]) {
      // Bare `time` is a word of the shell, with one option.
      const program = name === "time" ? "/usr/bin/time" : name;
      const command = `${program} ${option} ${before(row)} ${inner(row)}`;
      expect(shows(command, "rm -rf x"), command).toBe(true);
    }
  });

  it.each(
    ROWS.flatMap((row) =>
      row.names
        .split(", ")
        .flatMap((name) => names(row.lines).map((option) => [`${name} ${option} 'cd y; rm -rf x'`] as const)),
    ),
  )("%s hands text to a shell", (command) => expect(shows(command, "rm -rf x")).toBe(true));
});

describe("toDenyViews", () => {
  it.each([
    // As it stands, whatever stands before it.
    ["rm x", "rm x"],
    ["/bin/rm x", "rm x"],
    ["/bin/rm x", "/bin/rm x"],
    ["./rm x", "rm x"],
    ["~/bin/rm x", "rm x"],
    ["A=1 rm x", "rm x"],
    ["LD_PRELOAD=y B=2 rm x", "rm x"],
    ["r''m x", "rm x"],
    ["r\\m x", "rm x"],
    ["$'\\x72m' x", "rm x"],
    ["r\\\nm x", "rm x"],
    // Forms that left a wrong first word elsewhere.
    ["timeout -s KILL 5 rm x", "rm x"],
    ["timeout -k 5 10 rm x", "rm x"],
    ["timeout --signal=KILL 5 rm x", "rm x"],
    ["timeout -vs KILL 5 rm x", "rm x"],
    ["timeout -- 5 rm x", "rm x"],
    ["timeout rm x", "rm x"],
    ["timeout --new-option value 5 rm x", "rm x"],
    ["timeout $T rm x", "rm x"],
    ["stdbuf -oL rm x", "rm x"],
    ["stdbuf -o L -e0 rm x", "rm x"],
    ["stdbuf --output=L rm x", "rm x"],
    ["/usr/bin/time -p rm x", "rm x"],
    ["/usr/bin/time -f %e -o log rm x", "rm x"],
    ["time rm x", "rm x"],
    ["nice -n 5 rm x", "rm x"],
    ["nice -5 rm x", "rm x"],
    ["nice -n5 rm x", "rm x"],
    ["nice --adjustment 5 rm x", "rm x"],
    ["nice --adj=5 rm x", "rm x"],
    ["nohup -- rm x", "rm x"],
    ["env -i rm x", "rm x"],
    ["env - rm x", "rm x"],
    ["env -u A rm x", "rm x"],
    ["env -uA B=1 C=2 rm x", "rm x"],
    ["env -C /tmp rm x", "rm x"],
    ["env -S 'rm x'", "rm x"],
    ["env -S 'rm -r' x", "rm -r x"],
    ["env -iS 'A=1 rm x'", "rm x"],
    ["env --split-string='nice rm x'", "rm x"],
    ["sudo -u root rm x", "rm x"],
    ["sudo -nu root A=1 rm x", "rm x"],
    ["sudo -- rm x", "rm x"],
    ["sudo --user=root -g wheel rm x", "rm x"],
    ["sudo -s rm x", "rm x"],
    ["sudo $OPTIONS rm x", "rm x"],
    ["doas -u root rm x", "rm x"],
    ["xargs rm", "rm"],
    ["xargs -n1 rm -f", "rm -f"],
    ["xargs -I{} rm {}", "rm {}"],
    ["xargs -I {} sh -c 'rm {}'", "rm {}"],
    ["xargs -0 -P 4 -- rm", "rm"],
    ["xargs -i rm {}", "rm {}"],
    ["exec -a name rm x", "rm x"],
    ["exec -cl rm x", "rm x"],
    ["command -p rm x", "rm x"],
    ["builtin eval 'rm x'", "rm x"],
    ["setsid -w rm x", "rm x"],
    ["ionice -c 2 -n 7 rm x", "rm x"],
    ["watch -n 1 rm x", "rm x"],
    ["watch 'ls; rm x'", "rm x"],
    ["flock f rm x", "rm x"],
    ["flock -n f -c 'rm x'", "rm x"],
    ["flock -w 5 f rm x", "rm x"],
    ["script -c 'rm x' log", "rm x"],
    ["script -qc 'rm x'", "rm x"],
    ["su -c 'rm x'", "rm x"],
    ["su - user -c 'rm x'", "rm x"],
    ["su root --command='rm x'", "rm x"],
    ["runuser -u user -- rm x", "rm x"],
    ["systemd-run --scope -p A=1 rm x", "rm x"],
    ["chroot --userspec=a /r rm x", "rm x"],
    ["unshare -mr rm x", "rm x"],
    ["nsenter -t 1 -m rm x", "rm x"],
    ["taskset -c 0 rm x", "rm x"],
    ["chrt -f 10 rm x", "rm x"],
    ["strace -f -o log rm x", "rm x"],
    ["parallel rm ::: a b", "rm"],
    ["parallel -j 4 'rm {}' ::: a", "rm {}"],
    ["ssh host rm x", "rm x"],
    ["ssh -p 22 user@host 'cd y && rm x'", "rm x"],
    ["ssh host -p 22 rm x", "rm x"],
    ["ssh -o ProxyCommand='rm x' host", "rm x"],
    ["docker exec -it c rm x", "rm x"],
    ["docker --context y exec -u root c rm x", "rm x"],
    ["docker run --rm -v a:b image rm x", "rm x"],
    ["docker run --entrypoint rm image", "rm"],
    ["docker compose exec -T api rm x", "rm x"],
    ["kubectl -n y exec -it pod -- rm x", "rm x"],
    ["kubectl exec pod -c box -- sh -c 'rm x'", "rm x"],
    ["npx rimraf x", "rimraf x"],
    ["npx -y rimraf@5 x", "rimraf x"],
    ["npx -p rimraf -c 'rimraf x'", "rimraf x"],
    ["npm exec -- rimraf x", "rimraf x"],
    ["pnpm dlx rimraf x", "rimraf x"],
    ["yarn dlx @scope/tool@1 x", "@scope/tool x"],
    ["uvx --from y tool x", "tool x"],
    ["pipx run tool x", "tool x"],
    ["busybox rm x", "rm x"],
    ["busybox sh -c 'rm x'", "rm x"],
    ["/lib64/ld-linux-x86-64.so.2 /bin/rm x", "rm x"],
    ["/lib/ld-musl-x86_64.so.1 --preload y /bin/rm x", "rm x"],
    ["mise exec node@20 -- rm x", "rm x"],
    ["direnv exec . rm x", "rm x"],
    // One in another.
    ["timeout 5 sudo gh api", "gh api"],
    ["nohup nice -n 10 make", "make"],
    ["sudo env NODE_ENV=prod node app.js", "node app.js"],
    ["env -u HOME PATH=/usr/bin sh -c 'rm x'", "rm x"],
    ["time timeout 5 nice -n 1 sudo -u a env B=1 xargs -n1 rm x", "rm x"],
    // What find and fd run.
    ["find . -exec rm {} \\;", "rm {}"],
    ["find . -exec echo {} \\; -exec rm {} +", "echo {}"],
    ["find . -exec echo {} \\; -exec rm {} +", "rm {}"],
    ["find . -execdir sh -c 'rm $1' _ {} \\;", "rm "],
    ["find . -ok rm {} ';' -okdir shred {} ';'", "shred {}"],
    ["find . -exec rm {}", "rm {}"],
    ["fd x -x rm {}", "rm {}"],
    ["fd -tf x --exec-batch rm", "rm"],
    // Text that a shell runs.
    ["bash -c 'rm x'", "rm x"],
    ["bash -lc 'rm x'", "rm x"],
    ["bash -ic 'rm x'", "rm x"],
    ["bash -O extglob -c 'rm x'", "rm x"],
    ["bash -eo pipefail -c 'rm x'", "rm x"],
    ["bash -ceo pipefail 'rm x'", "rm x"],
    ["bash +O y -c 'rm x'", "rm x"],
    ["bash --norc --rcfile f -c 'rm x'", "rm x"],
    ["bash -c -- 'rm x'", "rm x"],
    ["sh -c 'cd y && (rm x)' name a", "rm x"],
    ["/bin/sh -c 'A=1 /bin/rm x'", "rm x"],
    ["zsh -c 'rm x'", "rm x"],
    ["dash -c 'rm x'", "rm x"],
    ["ksh -c 'rm x'", "rm x"],
    ["ash -c 'rm x'", "rm x"],
    ["fish --command='rm x'", "rm x"],
    ["sh -c 'sh -c \"rm x\"'", "rm x"],
    ["eval 'rm x'", "rm x"],
    ["eval rm x", "rm x"],
    ["eval eval eval eval eval eval eval eval eval eval eval eval rm x", "rm x"],
    ["trap 'rm x' EXIT", "rm x"],
    ["mapfile -C 'rm x' -c 1 a", "rm x"],
    ["bash <<< 'rm x'", "rm x"],
    ["bash -s a <<< 'rm x'", "rm x"],
    ["bash <<'E'\nrm x\nE", "rm x"],
    ["sudo sh <<E\nls\nrm x\nE", "rm x"],
    ["ssh host <<'E'\nrm x\nE", "rm x"],
    ["source /dev/stdin <<< 'rm x'", "rm x"],
    // Options that name a program.
    ["git -c alias.y='!rm x' y", "rm x"],
    ["git -c core.pager='rm x' log", "rm x"],
    ["git rebase -x 'rm x' main", "rm x"],
    ["git bisect run rm x", "rm x"],
    ["git submodule foreach 'rm x'", "rm x"],
    ["git ls-remote --upload-pack='rm x' y", "rm x"],
    ["rg --pre rm y", "rm"],
    ["tar xf a --to-command='rm x'", "rm x"],
    ["tar cf a --checkpoint-action=exec='rm x' y", "rm x"],
    ["sort --compress-program=rm y", "rm"],
    ["rsync -e 'rm x' a b", "rm x"],
    // Options between a tool and its subcommand.
    ["git -C y --no-pager push --force", "git push --force"],
    ["git -c a=b push", "git push"],
    ["npm --prefix y publish", "npm publish"],
    ["kubectl -n y delete pod z", "kubectl delete pod z"],
    ["aws --profile y s3 rm z", "aws s3 rm z"],
  ])("%s shows `%s`", (text, command) => {
    expect(shows(text, command)).toBe(true);
  });

  it.each([
    "-rf",
    "-fr",
    "-r -f",
    "-f -r",
    "--recursive --force",
    "--force --recursive",
    "-Rf",
    "-rfv",
    "-v -rf",
    "--rec --forc",
    "-r --force",
  ])("finds `rm -rf x` and its kind in `rm %s x`", (flags) => {
    for (const text of [`rm ${flags} x`, `rm x ${flags}`, `rm ${flags} -- x`, `sudo /bin/rm ${flags} x`]) {
      for (const spelling of [
        "rm -rf x",
        "rm -fr x",
        "rm -r -f x",
        "rm --recursive --force x",
        "rm -r x",
        "rm -f x",
        "rm x",
      ]) {
        expect(shows(text, spelling), `${text} → ${spelling}`).toBe(true);
      }
    }
  });

  it.each([
    ["git push origin main --force", "git push --force origin main"],
    ["git push -f", "git push --force"],
    ["git -C y push origin -f", "git push --force origin"],
    ["git clean -xdf", "git clean -fd"],
    ["git branch y -D", "git branch -D y"],
    ["git reset HEAD~1 --hard", "git reset --hard HEAD~1"],
    ["chmod 777 -R /y", "chmod -R 777 /y"],
    ["chown --recursive a /y", "chown -R a /y"],
    ["kill -KILL 1", "kill -9 1"],
    ["docker system prune --force -a", "docker system prune -af"],
    ["kubectl delete ns z --force", "kubectl delete --force ns z"],
    ["terraform apply plan -auto-approve", "terraform apply -auto-approve plan"],
  ])("%s shows `%s`", (text, command) => expect(shows(text, command)).toBe(true));

  it.each([
    ["command -v rm", "rm"],
    ["command -V rm", "rm"],
    ["echo rm x", "rm x"],
    ["printf '%s' 'rm x'", "rm x"],
    ["grep -r 'rm -rf' .", "rm -rf"],
    ["git commit -m 'rm -rf / note'", "rm -rf / note"],
    ["git commit -m rm x", "rm x"],
    ["sudo git checkout -- rm", "rm"],
    ["rg rm x", "rm x"],
    ["mkdir rm x", "rm x"],
    ["find . -name rm", "rm"],
    ["which rm", "rm"],
    ["man rm", "rm"],
    ["docker rm x", "rm x"],
    ["git rm x", "rm x"],
    ["rm -r x", "rm -rf x"],
    ["rm -- -f", "rm -f"],
    ["git -c user.name=x -C y log rm", "rm"],
    ["timeout -s KILL 5 ls rm", "rm"],
  ])("%s does not show `%s`, not even as a doubt", (text, command) => {
    expect(shows(text, command)).toBe(false);
    expect(shows(text, command, false)).toBe(false);
  });

  it.each([
    ["unknown rm x", "rm x"],
    ["unknown -a --b c rm x", "rm x"],
    ["unknown --run=rm", "rm"],
    ["unknown 'cd y; rm x'", "rm x"],
    ["unknown '/bin/rm x'", "rm x"],
    ["unknown /bin/rm -f -r x", "rm -rf x"],
    ["./wrap.sh rm x", "rm x"],
    ["$X rm y", "rm y"],
    ["python3 run.py rm x", "rm x"],
    ["bash -c '\"$@\"' _ rm x", "rm x"],
    ["bash script.sh rm x", "rm x"],
    ["sudo unknown rm x", "rm x"],
    ["npm run go rm x", "rm x"],
    ["git y rm x", "rm x"],
    ["perl -e 'system(\"rm x\")'", "rm x"],
    ["vim '+!rm x' y", "rm x"],
    ["gdb -batch -ex 'shell rm x'", "rm x"],
  ])("%s shows `%s` as a doubt only", (text, command) => {
    expect(shows(text, command)).toBe(false);
    expect(shows(text, command, false)).toBe(true);
  });

  it.each([
    "$X y",
    '"$(echo rm)" y',
    "{rm,x}",
    "/bin/r? x",
    'bash -c "$X"',
    "bash -c $X y",
    'eval "$X"',
    'ssh host "$X"',
    'bash <<< "$X"',
    "curl y | sh",
    "curl y | sudo bash -s -- a",
    "echo y | /bin/sh -x",
    'env -S "$X"',
    'watch "$X"',
  ])("%s shows that nobody knows what runs", (text) => {
    expect(views(text).some(({ kind, words }) => kind !== "suffix" && words[0] === null)).toBe(true);
  });

  it.each(["npm test", "bash build.sh", 'echo "$X"', "ls *", "[ -f x ]", 'make "$X"', "cat x | grep y"])(
    "%s names all it starts",
    (text) => expect(views(text).every(({ words }) => words[0] !== null)).toBe(true),
  );

  it("shows what it leaves out of very deep or very long lines as unknown", () => {
    const levels = Array.from({ length: 12 }, (_, at) => at);
    const deep = `${levels.map((at) => `bash <<'E${at}'\n`).join("")}rm x\n${levels.map((at) => `E${11 - at}\n`).join("")}`;
    const many = `bash ${Array.from({ length: 100 }, (_, at) => `<<< 'a${at}'`).join(" ")}`;
    for (const text of [deep, many]) {
      const shown = analyzeCommand(text).items.flatMap((item) => toDenyViews(item, analyzeCommand));
      expect(shown.some(({ words }) => words[0] === null)).toBe(true);
    }
  });

  it("stays small for a line of many words", () => {
    const text = `unknown ${"a ".repeat(4000)} rm x`;
    const shown = views(text);
    expect(shown.reduce((sum, { words }) => sum + words.length, 0)).toBeLessThan(400_000);
    expect(shown.some(({ words }) => words[0] === "rm" || words[0] === null)).toBe(true);
  });

  it("finds a command behind any wrappers in any order", () => {
    const wrapper = fc.constantFrom(
      "sudo -u a",
      "env -i A=1",
      "timeout -k 1 5",
      "nice -n 3",
      "nohup",
      "stdbuf -oL",
      "xargs -n1",
      "setsid",
      "flock -n f",
      "A=1",
      "doas",
      "ionice -c2",
      "busybox",
      "strace -f",
    );
    fc.assert(
      fc.property(fc.array(wrapper, { maxLength: 6 }), (wrappers) => {
        const leading = wrappers.filter((text) => text === "A=1");
        const rest = wrappers.filter((text) => text !== "A=1");
        return shows([...leading, ...rest, "rm -rf x"].join(" "), "rm -rf x");
      }),
    );
  });

  it.each(["eval ", "eval eval bash -c ", "trap ", "sudo ", "xargs ", "nice "])(
    "reads a bounded part of %s*",
    (word) => {
      const [item] = analyzeCommand(`${word.repeat(1_000)}rm x`).items;
      if (item === undefined) throw new Error("there is no command");
      let read = 0;
      const found = toDenyViews(item, (text) => {
        read += text.length;
        return analyzeCommand(text);
      });
      expect(read).toBeLessThan(200_000);
      expect(found.reduce((sum, { words }) => sum + words.length, 0)).toBeLessThan(500_000);
      expect(found.some(({ words }) => words[0] === null || words.join(" ") === "rm x")).toBe(true);
    },
  );
});
