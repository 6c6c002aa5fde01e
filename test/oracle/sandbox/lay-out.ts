import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { findProgram } from "./find-program.ts";
import { REAL_PROGRAMS, RECORDED_PROGRAMS, STUB_FOLDER, SYSTEM_FOLDERS } from "./programs.ts";

/** Makes the stubs below `folder`; returns what every sandbox mounts, as arguments of bwrap. */
export function layOut(folder: string): readonly string[] {
  const stubs = join(folder, "stubs");
  const driver = join(folder, "driver.sh");
  copyFileSync(join(import.meta.dirname, "driver.sh"), driver);
  mkdirSync(stubs);
  copyFileSync(join(import.meta.dirname, "stub.sh"), join(stubs, ".stub"));
  chmodSync(join(stubs, ".stub"), 0o755);
  for (const name of new Set([...REAL_PROGRAMS, ...RECORDED_PROGRAMS])) symlinkSync(".stub", join(stubs, name));
  for (const path of [folder, stubs]) chmodSync(path, 0o755);
  return [
    ...LIBRARIES.flatMap(bindAsItIs),
    ...[STUB_FOLDER, ...SYSTEM_FOLDERS].flatMap((at) => ["--ro-bind", stubs, at]),
    ...REAL_PROGRAMS.filter(isNoScript).flatMap((name) => bindProgram(name, join("/real", name))),
    ...["bash", "timeout", "rm"].flatMap((name) => bindProgram(name, join("/driver", name))),
    // A smaller shell starts faster; any will do for the stub.
    ...bindProgram(findProgram("dash") === null ? "bash" : "dash", "/driver/sh"),
    ...["--ro-bind", driver, "/driver/driver.sh"],
  ];
}

const LIBRARIES = ["/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libexec", "/lib", "/lib64", "/etc/ld.so.cache"];

function bindAsItIs(path: string): readonly string[] {
  if (!existsSync(path)) return [];
  return lstatSync(path).isSymbolicLink() ? ["--symlink", readlinkSync(path), path] : ["--ro-bind", path, path];
}

/** A script would be recorded as what it starts: some systems have `egrep` and `which` as scripts. */
function isNoScript(name: string): boolean {
  const path = findProgram(name);
  return path !== null && readFileSync(path).subarray(0, 2).toString("latin1") !== "#!";
}

function bindProgram(name: string, at: string): readonly string[] {
  const path = findProgram(name);
  return path === null ? [] : ["--ro-bind", path, at];
}
