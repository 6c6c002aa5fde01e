import { spawn } from "node:child_process";
import { constants } from "node:os";
import { openForward } from "./forward.ts";
import { toProxyEnvironment } from "./proxy-environment.ts";
import { REPORTS } from "./to-bridge-arguments.ts";

/** The statuses that shells give to what could not be started. */
const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;
const SIGNALLED = 128;
/** Where what confines the program says how it ended. Unless it was opened for that, it is one of this process's own. */
const REPORTS_FD = 3;

// The program is told as well, and this process ends with it: earlier, it would take the way out from it.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);

const [socketFile = "", reports, file = "", ...args] = process.argv.slice(2);
const env = { ...process.env, ...toProxyEnvironment(await openForward(socketFile)) };
const stdio = ["inherit", "inherit", "inherit", reports === REPORTS ? REPORTS_FD : "ignore"] as const;
spawn(file, args, { argv0: file, shell: false, stdio: [...stdio], env })
  .once("exit", (code, signal) => process.exit(signal === null ? (code ?? 1) : SIGNALLED + constants.signals[signal]))
  .once("error", (error: NodeJS.ErrnoException) => {
    process.stderr.write(`${file}: ${error.message}\n`);
    process.exit(error.code === "ENOENT" ? NOT_FOUND : NOT_EXECUTABLE);
  });
