import path from "node:path";
import { runProgram } from "./run-program.ts";

export interface InstalledClient {
  readonly name: string;
  readonly version: string;
  /** Folder with its programs. */
  readonly bin: string;
}

/** How long npm may take for one package. */
const INSTALL_MS = 300_000;

/**
 * Installs a package into a folder of its own, with a cache of its own, by whatever registry the person's npm uses. A text
 * says why it cannot be had.
 */
export async function installClient(name: string, folder: string): Promise<InstalledClient | string> {
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const options = ["--prefix", folder, "--cache", path.join(folder, "cache"), "--no-audit", "--no-fund", "--no-save"];
  const ended = await runProgram([npm, "install", ...options, name], { timeoutMs: INSTALL_MS });
  if (ended.code !== 0) return `\`npm install ${name}\` failed: ${lastLines(ended.stderr)}`;
  const listed = await runProgram([npm, "ls", "--prefix", folder, "--json", name], { timeoutMs: INSTALL_MS });
  const { dependencies = {} } = JSON.parse(listed.stdout) as { dependencies?: Record<string, { version?: string }> };
  return { name, version: dependencies[name]?.version ?? "?", bin: path.join(folder, "node_modules", ".bin") };
}

function lastLines(text: string): string {
  return text.trim().split("\n").slice(-3).join(" / ").slice(0, 300);
}
