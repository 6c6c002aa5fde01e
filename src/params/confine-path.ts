import type { ParamIssue } from "../model/param.ts";
import type { PathNeed } from "./param-type.ts";
import { isWithin } from "./posix-path.ts";
import { showValue } from "./show-value.ts";

/** What the file system says about a `PathNeed`. */
export interface PathFacts {
  /** The candidate with every link followed, also in the existing part of a path that does not exist yet. */
  readonly resolved: string;
  readonly kind: "file" | "folder" | "missing" | "other";
  /** `PathNeed.within` with every link followed. */
  readonly withinResolved: readonly string[];
  /** What only a need that asks for a file has to know; without it such a need is refused. */
  readonly file?: { readonly names: number; readonly isReadable: boolean } | undefined;
}

/** Whether a path, once links are followed, is still in its folder and is something to read or write. */
export function confinePath(
  need: Pick<PathNeed, "param" | "candidate" | "within" | "mustBe">,
  facts: PathFacts,
): { readonly ok: true; readonly resolved: string } | { readonly ok: false; readonly issue: ParamIssue } {
  const isInside =
    isPlainAbsolute(facts.resolved) &&
    facts.withinResolved.some((folder) => isPlainAbsolute(folder) && isWithin(facts.resolved, folder));
  if (!isInside) {
    const message = `Expected a path within ${need.within.join(" or ")}, but ${showValue(need.candidate)} leads outside.`;
    return { ok: false, issue: { param: need.param, code: "outside", message } };
  }
  if (facts.kind === "other") {
    const message = `Expected a file or a folder, but ${showValue(need.candidate)} is a device, socket or pipe.`;
    return { ok: false, issue: { param: need.param, code: "not_a_file", message } };
  }
  const problem = need.mustBe === "file" ? findFileProblem(facts) : null;
  if (problem !== null) {
    const message = `Expected an existing file that can be read, but ${showValue(need.candidate)} ${problem}.`;
    return { ok: false, issue: { param: need.param, code: "not_a_file", message } };
  }
  return { ok: true, resolved: facts.resolved };
}

/** A second name may lie outside the folder, and whoever may write there decides what this file says. */
function findFileProblem({ kind, file }: PathFacts): string | null {
  if (kind === "missing") return "does not exist";
  if (kind !== "file") return "is a folder";
  if (file === undefined || !file.isReadable) return "cannot be read";
  return file.names === 1 ? null : `has ${file.names} names (hard links)`;
}

/** Containment is a comparison of text, so it only holds for paths in their final form. */
function isPlainAbsolute(path: string): boolean {
  return path.startsWith("/") && !path.split("/").some((part) => part === "." || part === "..");
}
