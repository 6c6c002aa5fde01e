import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { acceptTrust, reportTrust } from "../../src/setup/trust-workspace.ts";
import type { TestWorkspace } from "../support/workspace.ts";

/** A whitelist tool without parameters; `more` is appended as it stands. */
export function toolText(name: string, binary: string, args: readonly string[], more = ""): string {
  const head = `name = ${JSON.stringify(name)}\ndescription = "d"\nkind = "command"\nbinary = ${JSON.stringify(binary)}\n`;
  return `${head}args = ${JSON.stringify(args)}\n${more}\n`;
}

/** Prints one text parameter, glued to an `x`. */
export const SAY: string = toolText("say", "printf", ["%s", "x{{t}}"], 'effect = "read"\n[params.t]\ntype = "text"');

/** Prints a file of the workspace. */
export const CAT: string = toolText("cat", "cat", ["--", "{{f}}"], 'effect = "read"\n[params.f]\ntype = "path"');

/** Prints a file of the session's folder. */
export const SESSION_CAT: string = toolText(
  "session.cat",
  "cat",
  ["--", "{{f}}"],
  'effect = "read"\n[params.f]\ntype = "path"\nallowed_prefix = "$SESSION_DIR"',
);

/** The environment of a machine where nobody said that everything is trusted. */
export function withoutTrust(workspace: TestWorkspace): NodeJS.ProcessEnv {
  return { ...workspace.env, TOOLGATE_TRUST: undefined };
}

/** What `toolgate trust` does once a person said yes. */
export async function trust(workspace: TestWorkspace): Promise<void> {
  const place = { cwd: workspace.folder, env: withoutTrust(workspace) };
  await acceptTrust(await reportTrust(place), place);
}

/** Writes below the person's own configuration folder. */
export function writeUser(workspace: TestWorkspace, file: string, text: string): void {
  const full = path.join(workspace.env["TOOLGATE_HOME"] ?? "", "config", file);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, text);
}

/** Runs `git` as somebody whose settings do not matter. */
export function git(folder: string, ...args: readonly string[]): void {
  const who = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgSign=false"];
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  execFileSync("git", [...who, ...args], { cwd: folder, env, stdio: "ignore" });
}
