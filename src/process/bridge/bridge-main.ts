import { spawn } from "node:child_process";
import { constants } from "node:os";
import { openForward } from "./forward.ts";
import { toProxyEnvironment } from "./proxy-environment.ts";

/** The statuses that shells give to what could not be started. */
const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;
const SIGNALLED = 128;
/** The first that is not standard. Unless it was handed on, it is one of this process's own. */
const FIRST_FD = 3;

// The program is told as well, and this process ends with it: earlier, it would take the way out from it.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);

const [socketFile = "", handedOn, file = "", ...args] = process.argv.slice(2);
const env = { ...process.env, ...toProxyEnvironment(await openForward(socketFile)) };
const handed = Array.from({ length: Number(handedOn) }, (_, index) => FIRST_FD + index);
spawn(file, args, { argv0: file, shell: false, stdio: ["inherit", "inherit", "inherit", ...handed], env })
  .once("exit", (code, signal) => process.exit(signal === null ? (code ?? 1) : SIGNALLED + constants.signals[signal]))
  .once("error", (error: NodeJS.ErrnoException) => {
    process.stderr.write(`${file}: ${error.message}\n`);
    process.exit(error.code === "ENOENT" ? NOT_FOUND : NOT_EXECUTABLE);
  });
