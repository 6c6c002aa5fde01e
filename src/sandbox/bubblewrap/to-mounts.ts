import type { PlannedSandbox } from "../../model/sandbox.ts";
import { isWithin } from "../../params/posix-path.ts";
import type { PlaceLook } from "../look-at-place.ts";
import { arrangePlaces } from "../places/arrange-places.ts";
import type { ArrangedPlace } from "../places/arrange-places.ts";
import type { ConfinedPlace } from "../sandbox.ts";
import type { BubblewrapTools } from "./to-bwrap-argv.ts";
import { MADE_FOLDERS, PRIVATE_FOLDERS, SYSTEM_PLACES } from "./system-places.ts";

/** Bytes that may be written to what is private, where bubblewrap can limit it: it is memory. */
const PRIVATE_BYTES = 2 * 1024 ** 3;

export interface MountOptions extends Pick<BubblewrapTools, "canLimitSize" | "isRoot" | "links"> {
  readonly look: PlaceLook;
  /** The descriptor by which a place is handed on; `null`: it is named by its path. */
  readonly hold: (path: string) => number | null;
}

/**
 * What is mounted, in order. What hides comes last, so that nothing that a program could exchange for a link while the
 * others are mounted can lift it.
 */
export function toMounts(
  planned: PlannedSandbox,
  place: ConfinedPlace,
  { look, hold, canLimitSize, isRoot, links }: MountOptions,
): readonly string[] {
  const toMount = (one: ArrangedPlace): readonly string[] => toBind(one, hold);
  const isIsolated = planned.profile === "isolated";
  const own = PRIVATE_FOLDERS.filter((folder) => look(folder) === "folder");
  const isVisible = (path: string): boolean =>
    isIsolated
      ? SYSTEM_PLACES.some((folder) => isWithin(path, folder))
      : ![...own, ...MADE_FOLDERS].some((folder) => isWithin(path, folder));
  const isHarmless = (path: string): boolean => look(path) !== "folder" || !opensPrivate(path);
  const seen = { ...place, visible: [place.cwd, ...place.visible].filter(isHarmless) };
  const { shown, covered } = arrangePlaces(planned, seen, { look, isVisible });
  const holdsOne = (folder: string): boolean => shown.some(({ path }) => isWithin(path, folder));
  const empty = (path: string): readonly string[] => [
    ...(canLimitSize ? ["--size", String(PRIVATE_BYTES)] : []),
    ...["--tmpfs", path],
  ];
  const made = isIsolated ? own.filter((folder) => folder === "/tmp") : own;
  return [
    ...toBase(isIsolated, links, look),
    ...made.filter(holdsOne).flatMap(empty),
    ...shown.flatMap(toMount),
    ...made.filter((folder) => !holdsOne(folder)).flatMap(empty),
    ...toLinks(place, (path) => isVisible(path) || shown.some((one) => isWithin(path, one.path)), look),
    ...["--dev", "/dev", "--proc", "/proc", ...(isRoot ? ["--remount-ro", "/proc"] : [])],
    ...covered.flatMap((one) => (one.access === "empty" && one.kind === "folder" ? empty(one.path) : toMount(one))),
    ...(isIsolated ? ["--remount-ro", "/"] : []),
  ];
}

/** A working folder such as `/` or `/tmp` is there in any case; shown as it stands, it would show all that is in it. */
function opensPrivate(folder: string): boolean {
  return (
    [...PRIVATE_FOLDERS, ...MADE_FOLDERS].some((one) => isWithin(one, folder)) ||
    [...MADE_FOLDERS, "/run", "/var/run", "/sys"].some((one) => isWithin(folder, one))
  );
}

function toBase(isIsolated: boolean, links: BubblewrapTools["links"], look: PlaceLook): readonly string[] {
  if (!isIsolated) return ["--ro-bind", "/", "/"];
  return SYSTEM_PLACES.flatMap((path) => {
    const target = links[path];
    if (target !== undefined) return ["--symlink", target, path];
    return look(path) === "missing" ? [] : ["--ro-bind-try", path, path];
  });
}

/** A program is started by its own name, which may be a link that nothing else shows. */
function toLinks(
  { links = {}, hidden }: Pick<ConfinedPlace, "links" | "hidden">,
  isThere: (path: string) => boolean,
  look: PlaceLook,
): readonly string[] {
  const isKept = (path: string): boolean => [...hidden, ...MADE_FOLDERS].some((folder) => isWithin(path, folder));
  return Object.entries(links).flatMap(([link, target]) =>
    look(link) === "link" && !isThere(link) && !isKept(link) ? ["--symlink", target, link] : [],
  );
}

/** A device cannot be opened where bubblewrap puts it, so what it covers can neither be read nor written. */
function toBind({ path, access }: ArrangedPlace, hold: MountOptions["hold"]): readonly string[] {
  if (access === "empty") return ["--ro-bind", "/dev/null", path];
  const option = access === "write" ? "--bind" : "--ro-bind";
  const fd = hold(path);
  return fd === null ? [option, path, path] : [`${option}-fd`, String(fd), path];
}
