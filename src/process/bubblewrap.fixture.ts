import { spawnSync } from "node:child_process";

const BWRAP = "/usr/bin/bwrap";
const SYSTEM = ["/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc"];

/** Whether namespaces can be made here at all. */
export const hasBubblewrap: boolean = spawnSync(BWRAP, toBubblewrap(["/bin/true"]).slice(1)).status === 0;

/**
 * The program with every namespace of its own: it sees the system, Toolgate's own programs, and what is named besides, at
 * the same paths and only to be read.
 */
export function toBubblewrap(argv: readonly string[], visible: readonly string[] = []): readonly string[] {
  const binds = [...SYSTEM, ...visible].flatMap((file) => ["--ro-bind-try", file, file]);
  const places = ["--tmpfs", "/tmp", ...binds, "--dev", "/dev", "--proc", "/proc", "--chdir", "/"];
  return [BWRAP, ...places, "--unshare-all", "--die-with-parent", "--new-session", "--", ...argv];
}
