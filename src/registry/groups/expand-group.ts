import type { Tool } from "../../model/tool.ts";
import { showText } from "../../text/show-text.ts";
import { suggestNearest } from "../../text/find-nearest.ts";
import { isMember, listGroupNames } from "./group-members.ts";

export type Expansion =
  | { readonly ok: true; readonly tools: readonly Tool[] }
  | { readonly ok: false; readonly code: "unknown-group"; readonly message: string };

/**
 * The tools among `tools` that a group means; `ref` is `group:NAME` or the bare name. A tool is in a group that it
 * declares, in the one of its name's part before the first dot, and in those of the built-in table. A name that is
 * none of these is a mistake, not an empty group: a deny list must not deny nothing by a slip of the pen.
 */
export function expandGroup(ref: string, tools: readonly Tool[]): Expansion {
  const name = ref.startsWith("group:") ? ref.slice("group:".length) : ref;
  const known = listGroupNames(tools);
  if (!known.has(name)) {
    const message = `there is no group "${showText(name)}"${suggestNearest(name, known)}`;
    return { ok: false, code: "unknown-group", message };
  }
  return { ok: true, tools: tools.filter((tool) => isMember(tool, name)) };
}
