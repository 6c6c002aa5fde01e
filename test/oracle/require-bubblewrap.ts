import { spawnSync } from "node:child_process";
import { findProgram } from "./sandbox/find-program.ts";

/** Installs bubblewrap where that is possible: as root on Debian. Returns what is left to do for a person, or `null`. */
export function requireBubblewrap(): string | null {
  if (findProgram("bwrap") !== null) return null;
  const install = "apt-get install -y --no-install-recommends bubblewrap";
  if (findProgram("apt-get") === null) return "install bubblewrap (the program bwrap) with the packages of this system";
  if (process.getuid?.() !== 0) return `run as root: ${install}`;
  const [program = "", ...args] = install.split(" ");
  // A fresh image has no list of packages, so the first try may well fail.
  if (!run(program, args) && !(run(program, ["update"]) && run(program, args))) return `this failed: ${install}`;
  return findProgram("bwrap") === null ? `this ran, but bwrap is still missing: ${install}` : null;
}

const INSTALL_MS = 180_000;

function run(program: string, args: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(program, args, { stdio: "ignore", timeout: INSTALL_MS, env }).status === 0;
}
