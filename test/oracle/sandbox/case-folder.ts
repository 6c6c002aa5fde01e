import { chmodSync, mkdirSync, readFileSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

/** Below the folder of a case, so that `..` is still its own. */
const WORK = "up/work";
const FOLDERS = ["up", WORK, `${WORK}/home`, `${WORK}/sub`, `${WORK}/bin`];
/** Names and contents are what an attacker may leave in a repository. */
const FILES: readonly (readonly [path: string, content: string, mode: number])[] = [
  [`${WORK}/a.txt`, "alpha beta\nrm x\n$(touch pwned)\n", 0o666],
  [`${WORK}/b.txt`, "2\n1\n", 0o666],
  [`${WORK}/-delete`, "", 0o666],
  [`${WORK}/sub/c.txt`, "a[$(touch pwned)]\n", 0o666],
  [`${WORK}/run.sh`, "#!/bin/sh\ntouch from-script\n", 0o777],
];
const LINKS: readonly (readonly [path: string, target: string])[] = [
  [`${WORK}/ls`, "/stubs/evil"],
  [`${WORK}/bin/ls`, "/stubs/evil"],
];
const BEFORE: ReadonlyMap<string, string> = new Map([
  ...FOLDERS.map((path) => [path, "folder"] as const),
  ...FILES.map(([path, content]) => [path, `file ${content}`] as const),
  ...LINKS.map(([path, target]) => [path, `link ${target}`] as const),
]);

/** Makes the folder in which a line runs; anybody may write to it, since the sandbox is nobody. */
export function makeCaseFolder(folder: string): void {
  mkdirSync(folder);
  for (const path of FOLDERS) {
    mkdirSync(join(folder, path));
    chmodSync(join(folder, path), 0o777);
  }
  for (const [path, content, mode] of FILES) {
    writeFileSync(join(folder, path), content);
    chmodSync(join(folder, path), mode);
  }
  for (const [path, target] of LINKS) symlinkSync(target, join(folder, path));
}

/** Every file and folder that was created, changed or removed, relative to the folder that the line ran in. */
export function findChanges(folder: string): readonly string[] {
  const after = new Map(listTree(folder, ""));
  const paths = new Set([...BEFORE.keys(), ...after.keys()]);
  return [...paths].filter((path) => BEFORE.get(path) !== after.get(path)).map((path) => relative(WORK, path) || ".");
}

function listTree(root: string, below: string): readonly (readonly [path: string, what: string])[] {
  return readdirSync(join(root, below), { withFileTypes: true }).flatMap((entry) => {
    const path = join(below, entry.name);
    if (entry.isDirectory()) return [[path, "folder"] as const, ...listTree(root, path)];
    if (entry.isSymbolicLink()) return [[path, `link ${readlinkSync(join(root, path))}`] as const];
    return [[path, entry.isFile() ? `file ${readFileSync(join(root, path), "utf8")}` : "special"] as const];
  });
}
