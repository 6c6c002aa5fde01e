import { findRuleFile, findSecret } from "./denied-files.ts";
import { foldPath } from "./fold-path.ts";

/** Folders from which package managers and build tools take what they run. */
const BUILD_FOLDERS: readonly string[] = [".cargo", ".yarn", ".mvn", ".config/git"];

const BUILD_NAMES: ReadonlySet<string> = new Set(
  [
    ".npmrc .yarnrc .yarnrc.yml .pnp.cjs .pnp.loader.mjs .pnpmfile.cjs bunfig.toml .bunfig.toml",
    ".bazelrc .bazelversion .bazeliskrc gradle-wrapper.properties maven-wrapper.properties",
    "lefthook.yml lefthook.yaml lefthook.toml lefthook.json .lefthook.yml .lefthook.yaml .lefthook.toml",
    ".devcontainer.json .ripgreprc pyrightconfig.json .envrc",
  ].flatMap((line) => line.split(" ")),
);

/** Why no edit of a path passes unseen: secrets, what sets rules, what other programs run; `null` when there is no reason. */
export function findProtection(path: string): string | null {
  const known = KNOWN.get(path);
  if (known !== undefined) return known;
  const found = findSecret(path) ?? findRuleFile(path) ?? findBuildFile(path);
  if (KNOWN.size >= MOST_KNOWN) KNOWN.clear();
  KNOWN.set(path, found);
  return found;
}

/** The same paths are judged again and again, within one decision and from call to call. */
const KNOWN = new Map<string, string | null>();
const MOST_KNOWN = 1_000;

function findBuildFile(path: string): string | null {
  const folded = `${foldPath(path)}/`;
  const name = foldPath(path.slice(path.lastIndexOf("/") + 1));
  const isBuild = BUILD_NAMES.has(name) || BUILD_FOLDERS.some((folder) => folded.includes(`/${folder}/`));
  return isBuild ? "package managers and build tools run what it says" : null;
}
