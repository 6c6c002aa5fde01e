import type { ItemWord } from "../../analysis.ts";
import { toNames } from "../options/option-syntax.ts";

/**
 * Programs that print their version without loading anything that a project could bring. Left out are those that first
 * look for the version that the folder asks for: `cargo`, `rustc`, `yarn`, `pnpm`.
 */
const PROGRAMS: ReadonlySet<string> = new Set(
  toNames(
    "node npm python python3 ruby perl php java javac gcc g++ clang clang++ cmake make gmake git bash zsh docker podman curl wget jq rg fd sed awk gawk tar grep find tree ssh openssl sqlite3 psql mysql redis-cli terraform helm gh aws gcloud ffmpeg",
  ),
);

/** Programs that ask for it with one dash, or without. */
const SHORT: Readonly<Record<string, readonly string[] | undefined>> = {
  node: ["-v"],
  npm: ["-v"],
  python: ["-V"],
  python3: ["-V"],
  ruby: ["-v"],
  perl: ["-v"],
  php: ["-v"],
  java: ["-version"],
  openssl: ["version"],
  terraform: ["version"],
  helm: ["version"],
};

/** Whether a command is nothing but a question for the version: `node --version`. */
export function isVersionQuery(program: string, words: readonly ItemWord[]): boolean {
  const text = words[1]?.text;
  if (words.length !== 2 || text == null || !PROGRAMS.has(program)) return false;
  return text === "--version" || SHORT[program]?.includes(text) === true;
}
