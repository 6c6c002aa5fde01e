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
  return findSecret(path) ?? findRuleFile(path) ?? findBuildFile(path);
}

function findBuildFile(path: string): string | null {
  const folded = `${foldPath(path)}/`;
  const name = foldPath(path.slice(path.lastIndexOf("/") + 1));
  const isBuild = BUILD_NAMES.has(name) || BUILD_FOLDERS.some((folder) => folded.includes(`/${folder}/`));
  return isBuild ? "package managers and build tools run what it says" : null;
}
