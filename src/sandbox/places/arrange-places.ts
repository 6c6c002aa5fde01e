import type { PlannedSandbox } from "../../model/sandbox.ts";
import { isWithin } from "../../params/posix-path.ts";
import type { PlaceLook } from "../look-at-place.ts";
import type { ConfinedPlace } from "../sandbox.ts";
import { compareDepth } from "./compare-depth.ts";
import { findPins } from "./find-pins.ts";

/** One place inside the confinement. `empty`: what is there is covered. */
export interface ArrangedPlace {
  readonly path: string;
  readonly access: "write" | "read" | "empty";
  readonly kind: "file" | "folder";
}

export interface Arranged {
  /** What is shown, and what of it stays read-only; in the order in which it has to be put in place. */
  readonly shown: readonly ArrangedPlace[];
  /** What is covered, and granted places inside of it; put in place after everything else. */
  readonly covered: readonly ArrangedPlace[];
}

export interface ArrangeOptions {
  readonly look: PlaceLook;
  /** Whether a path is to be seen without being put in place. */
  readonly isVisible: (path: string) => boolean;
}

/**
 * Where a program may write and read, and where not, as a list of places. Pure but for `look`. A granted place inside a
 * hidden one is shown; nothing else of what is hidden ever is. What must stay as it is inside a writable folder also gets
 * the folders above it put in place, since a folder in use cannot be renamed.
 */
export function arrangePlaces(
  planned: Pick<PlannedSandbox, "writable" | "readable">,
  { visible, hidden, fixed, held = [] }: Pick<ConfinedPlace, "visible" | "hidden" | "fixed" | "held">,
  { look, isVisible }: ArrangeOptions,
): Arranged {
  const find = (access: ArrangedPlace["access"], paths: readonly string[]): readonly ArrangedPlace[] =>
    paths.flatMap((path) => {
      const kind = look(path);
      return kind === "file" || kind === "folder" ? [{ path, access, kind }] : [];
    });
  const masks = find("empty", outermost(hidden));
  const isMasked = (path: string): boolean => contains(masks, path);
  const isMask = (path: string): boolean => masks.some((mask) => mask.path === path);
  const writable = find("write", outermost(planned.writable, fixed)).filter(({ path }) => !isMask(path));
  const granted = planned.readable.filter((path) => !isMask(path) && (!isVisible(path) || isMasked(path)));
  const seen = visible.filter((path) => !isVisible(path) && !isMasked(path));
  const readable = find("read", outermost([...granted, ...seen])).filter(({ path }) => !contains(writable, path));
  const shown = [...writable, ...readable];
  const kept = find("read", outermost(fixed)).filter(({ path }) => isKept(path, writable, masks));
  const covering = masks.filter(({ path }) => isVisible(path) || contains(shown, path));
  const still = find("write", held).filter(({ path }) => isKept(path, writable, masks));
  const steps = [...still.map(({ path }) => path), ...findPins([...kept, ...still, ...covering], writable)];
  const pins = find("write", [...new Set(steps)]).filter(({ path }) => !contains(kept, path));
  const all = [...shown, ...pins, ...kept].sort(compareDepth);
  return {
    shown: all.filter(({ path }) => !isMasked(path)),
    covered: [...covering, ...all.filter(({ path }) => isMasked(path))].sort(compareDepth),
  };
}

function contains(places: readonly ArrangedPlace[], path: string): boolean {
  return places.some((place) => isWithin(path, place.path));
}

/** A path below a writable place is kept, unless something hidden between them covers it anyway. */
function isKept(path: string, writable: readonly ArrangedPlace[], masks: readonly ArrangedPlace[]): boolean {
  return writable.some(
    (root) =>
      root.path !== path &&
      isWithin(path, root.path) &&
      !masks.some((mask) => isWithin(path, mask.path) && isWithin(mask.path, root.path)),
  );
}

/** Leaves out what lies inside another one, unless one of `between` separates the two. */
function outermost(paths: readonly string[], between: readonly string[] = []): readonly string[] {
  const all = [...new Set(paths)];
  const separates = (path: string, other: string): boolean =>
    between.some((middle) => middle !== other && isWithin(path, middle) && isWithin(middle, other));
  return all.filter((path) => !all.some((other) => other !== path && isWithin(path, other) && !separates(path, other)));
}
