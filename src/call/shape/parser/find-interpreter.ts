import { closeSync, openSync, readSync } from "node:fs";
import path from "node:path";
import { findProgram } from "../../../facts/find-program.ts";
import { resolvePath } from "../../../facts/resolve-path.ts";

/** As much of a first line as the kernel reads. */
const HEAD_BYTES = 256;

/**
 * The program that the first line of a script names, and where links lead from there; of `#!/usr/bin/env NAME` what the
 * search path has under the name. Empty for anything else.
 */
export function findInterpreter(script: string, searchPath: string): readonly string[] {
  const [, first = "", second = ""] = /^#! *([^\s\0]+)(?: +([^\s\0]+))?/.exec(readHead(script)) ?? [];
  const name = path.basename(first) === "env" ? second : first;
  if (name === "" || (name !== second && !path.isAbsolute(name))) return [];
  const found = findProgram(name, searchPath.split(":"), "/");
  return found.found ? [...new Set([found.file, resolvePath(found.file).resolved])] : [];
}

function readHead(file: string): string {
  const descriptor = openSync(file, "r");
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    return head.toString("utf8", 0, readSync(descriptor, head));
  } finally {
    closeSync(descriptor);
  }
}
