import type { ParamContext, PathNeed } from "../param-type.ts";
import { isWithin, resolvePath } from "../posix-path.ts";
import type { Refusal } from "../refuse.ts";
import { FREE_PARAM, refuseEntry } from "./free-issue.ts";

/**
 * A refusal of an operand that names a place above or beside the workspace; `null` when it does not. Revision ranges
 * such as `a..b` are no places.
 */
export function refuseEscape(entry: string): Refusal | null {
  if (entry.startsWith("/")) return refuseEntry("outside", "Expected a path relative to the workspace", entry);
  if (!entry.split(/[/:\\]/).includes("..")) return null;
  return refuseEntry("outside", "Path traversal ('..') is not allowed", entry);
}

/** Like `refuseEscape`, for programs whose operands are not understood: a path may hide behind `=`, `:`, `,` or `@`. */
export function refuseHiddenEscape(entry: string): Refusal | null {
  const escape = refuseEscape(entry);
  if (escape !== null) return escape;
  const isHidden = /[=@,]\/|:\/(?!\/)|(?:^|[=@,:])file:/i.test(entry) || entry.split(/[/=@,:]/).includes("..");
  return isHidden ? refuseEntry("outside", "Expected no absolute path or '..' inside an argument", entry) : null;
}

/** What must hold of the place that an operand may name; `null` when no file can have that name. */
export function toPathNeed(entry: string, context: ParamContext): PathNeed | null {
  const candidate = resolvePath(context.workingFolder ?? context.workspaceRoots[0], entry);
  // The longest name that file systems know has 255 bytes, and no character takes more than three of a UTF-16 unit.
  if (candidate.length > 4_000 || candidate.split("/").some((part) => part.length > 255)) return null;
  const within = context.workspaceRoots.map((root) => resolvePath("/", root));
  return { param: FREE_PARAM, candidate, within, anchors: within, render: "as-sent" };
}

/** An operand after `--`, which is a path whatever it looks like. */
export function confinePathOperand(entry: string, context: ParamContext): { ok: true; paths: PathNeed[] } | Refusal {
  const traversal = refuseEscape(entry.replace(/^\/+/, ""));
  if (traversal !== null) return traversal;
  const need = toPathNeed(entry, context);
  if (need === null) return refuseEntry("too_long", "Expected a path", entry);
  if (need.within.some((root) => isWithin(need.candidate, root))) return { ok: true, paths: [need] };
  return refuseEntry("outside", `The path must be within '${need.within.join("' or '")}'`, entry);
}
