/** A command that destroys something, and the flags that say how. */
export interface FlagRow {
  readonly command: string;
  /** Each with all its spellings. */
  readonly flags: readonly (readonly string[])[];
  /** Options that take a value, with blanks between. @default none */
  readonly values?: string;
  /** One dash starts a whole name: `-KILL`. @default false */
  readonly whole?: boolean;
}

const RECURSIVE = ["-r", "-R", "--recursive"];
const FORCE = ["-f", "--force"];
const TREE = ["-R", "--recursive"];

export const FLAG_ROWS: readonly FlagRow[] = [
  { command: "rm", flags: [RECURSIVE, FORCE, ["-d", "--dir"], ["--no-preserve-root"]] },
  { command: "rmdir", flags: [["-p", "--parents"]] },
  { command: "mv", flags: [FORCE], values: "-t --target-directory -S --suffix" },
  { command: "cp", flags: [RECURSIVE, FORCE, ["-a", "--archive"]], values: "-t --target-directory -S --suffix" },
  { command: "ln", flags: [["-s", "--symbolic"], FORCE], values: "-t --target-directory -S --suffix" },
  { command: "shred", flags: [["-u", "--remove"], FORCE], values: "-n --iterations -s --size" },
  { command: "chmod", flags: [TREE], values: "--reference" },
  { command: "chown", flags: [TREE], values: "--reference --from" },
  { command: "chgrp", flags: [TREE], values: "--reference" },
  { command: "kill", whole: true, flags: [["-9", "-KILL", "-SIGKILL"]], values: "-s --signal -n" },
  {
    command: "pkill",
    whole: true,
    flags: [
      ["-9", "-KILL", "-SIGKILL"],
      ["-f", "--full"],
    ],
    values: "--signal -u -g -P -t",
  },
  { command: "killall", whole: true, flags: [["-9", "-KILL", "-SIGKILL"]], values: "-s --signal -u" },
  { command: "crontab", flags: [["-r"]], values: "-u" },
  { command: "userdel", flags: [["-r", "--remove"], FORCE] },
  {
    command: "git push",
    flags: [FORCE, ["-d", "--delete"], ["--mirror"], ["--force-with-lease"]],
    values: "-o --push-option --repo --receive-pack --exec",
  },
  { command: "git clean", flags: [FORCE, ["-d"], ["-x"], ["-X"]], values: "-e --exclude" },
  { command: "git reset", flags: [["--hard"]] },
  { command: "git checkout", flags: [FORCE], values: "-b -B --orphan" },
  { command: "git branch", flags: [["-D"], ["-d", "--delete"], FORCE], values: "-u --set-upstream-to" },
  { command: "git tag", flags: [["-d", "--delete"], FORCE], values: "-m -F -u" },
  { command: "git rm", flags: [["-r"], FORCE, ["--cached"]] },
  {
    command: "git commit",
    flags: [["--amend"], ["-n", "--no-verify"]],
    values: "-m -F -C -c --message --file --author --date",
  },
  { command: "git rebase", flags: [["-i", "--interactive"]], values: "-x --exec --onto -s -X" },
  { command: "docker rm", flags: [FORCE, ["-v", "--volumes"]] },
  { command: "docker rmi", flags: [FORCE] },
  { command: "docker system prune", flags: [["-a", "--all"], FORCE, ["--volumes"]], values: "--filter" },
  { command: "docker volume rm", flags: [FORCE] },
  { command: "docker compose down", flags: [["-v", "--volumes"], ["--remove-orphans"]], values: "--rmi -t --timeout" },
  {
    command: "kubectl delete",
    flags: [["-A", "--all-namespaces"], ["--all"], ["--force"]],
    values: "-n --namespace -l --selector -f --filename --grace-period",
  },
  { command: "npm publish", flags: [["--force", "-f"]], values: "--access --tag --otp" },
  {
    command: "npm install",
    flags: [
      ["-g", "--global"],
      ["-D", "--save-dev"],
    ],
    values: "--prefix --registry",
  },
  { command: "terraform apply", whole: true, flags: [["-auto-approve", "--auto-approve"]] },
  { command: "terraform destroy", whole: true, flags: [["-auto-approve", "--auto-approve"]] },
];
