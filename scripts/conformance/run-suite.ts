import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const SUITE = path.resolve(import.meta.dirname, "../../node_modules/@modelcontextprotocol/conformance/dist/index.js");

/** How one scenario went. */
export interface ScenarioResult {
  readonly scenario: string;
  readonly status: "pass" | "fail";
  /** What failed, in the words of the suite. */
  readonly reasons: readonly string[];
}

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

/** Runs scenarios of one side; in the order of their names. `args` say which, and against whom. */
export async function runSuite(leg: "server" | "client", args: readonly string[]): Promise<readonly ScenarioResult[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "toolgate-conformance-"));
  try {
    const output = await run([SUITE, leg, ...args, "--output-dir", folder], folder);
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith("checks.json"),
    );
    if (names.length === 0) throw new Error(`the suite left no results:\n${output}`);
    const results = names.map((name) => read(path.join(folder, name), path.dirname(name), leg));
    return results.toSorted((one, other) => (one.scenario < other.scenario ? -1 : 1));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The exit code says whether all passed, which the results say better. */
function run(args: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const take = (text: string): void => void (output += text);
    child.stdout.setEncoding("utf8").on("data", take);
    child.stderr.setEncoding("utf8").on("data", take);
    child.on("error", reject);
    child.on("close", () => resolve(output));
  });
}

/** Folders are named `server-SCENARIO-TIME`; the names of some scenarios have a slash in them. */
function read(file: string, folder: string, leg: string): ScenarioResult {
  const checks = JSON.parse(readFileSync(file, "utf8")) as readonly Check[];
  const failed = checks.filter(({ status }) => status === "FAILURE");
  const scenario = folder
    .slice(folder.startsWith(`${leg}-`) ? leg.length + 1 : 0)
    .replace(/-\d{4}-\d{2}-\d{2}T.*$/, "");
  return {
    scenario,
    status: failed.length === 0 ? "pass" : "fail",
    reasons: failed.map(({ id, errorMessage = "" }) => `${id}: ${errorMessage}`),
  };
}
