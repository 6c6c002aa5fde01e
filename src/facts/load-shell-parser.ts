import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createSecondOpinion } from "../shell/second-opinion/create-second-opinion.ts";
import type { SecondOpinion } from "../shell/second-opinion/second-opinion.ts";

let loading: Promise<SecondOpinion> | null = null;

/** The second parser of command lines, started once a process at the first call. Rejects where its files are missing. */
export function loadShellParser(): Promise<SecondOpinion> {
  loading ??= load();
  return loading;
}

async function load(): Promise<SecondOpinion> {
  const { resolve } = createRequire(import.meta.url);
  const [runtime, grammar] = await Promise.all([
    readFile(resolve("web-tree-sitter/web-tree-sitter.wasm")),
    readFile(resolve("tree-sitter-bash/tree-sitter-bash.wasm")),
  ]);
  return createSecondOpinion({ runtime, grammar });
}
