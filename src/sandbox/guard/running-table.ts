import { Refused } from "../../model/errors.ts";
import { isWithin } from "../../params/posix-path.ts";

/** A confined program that runs, or is about to. */
export interface RunningProgram {
  /** Folders in which it may rename what it likes. */
  readonly writable: readonly string[];
  /** What is put in place for it: that it cannot rename. */
  readonly mounted: readonly string[];
  /** What of it could end up elsewhere if it were exchanged meanwhile. */
  readonly movable: readonly string[];
}

/** Keeps one program from exchanging what is being put in place for another one. */
export interface RunningTable {
  /** What the next program is to hold: what others are still being given, and what a program was refused for before. */
  readonly held: () => readonly string[];
  /**
   * Notes a program; the returned function forgets it again.
   * @throws Refused when it and a running one could exchange what is put in place for the other
   */
  enter(program: RunningProgram): () => void;
}

/** Each is one more thing to put in place for every program. */
const MAX_KNOWN = 200;

/** Between looking at a place and putting it in place, a link may take its turn; only who cannot move it is no danger. */
export function createRunningTable(): RunningTable {
  const running = new Set<RunningProgram>();
  const known = new Set<string>();
  return {
    held: () => [...new Set([...known, ...[...running].flatMap(({ movable }) => movable)])],
    enter(program) {
      const others = [...running];
      const suspects = program.movable.filter((place) => others.some((other) => canMove(other, place)));
      for (const place of suspects) if (known.size < MAX_KNOWN) known.add(place);
      // One that entered before may not have begun yet.
      const theirs = others.flatMap(({ movable }) => movable).filter((place) => canMove(program, place));
      const [first] = [...suspects, ...theirs];
      if (first !== undefined) throw exchangeable(first);
      running.add(program);
      return () => running.delete(program);
    },
  };
}

/** It moves a place by any folder above it, unless that one is held. */
function canMove({ writable, mounted }: RunningProgram, place: string): boolean {
  return writable.some((root) => {
    if (root === place || !isWithin(place, root)) return false;
    const steps = place
      .slice(root === "/" ? 0 : root.length)
      .split("/")
      .slice(1);
    const above = steps.map((_, index) => `${root === "/" ? "" : root}/${steps.slice(0, index + 1).join("/")}`);
    return above.some((path) => !mounted.includes(path));
  });
}

function exchangeable(place: string): Refused {
  const message = `${JSON.stringify(place)} cannot be put in place safely while a confined program runs that could exchange it`;
  return new Refused("execute", "PATH_CHANGED", message, { hint: "call again when that program has ended" });
}
