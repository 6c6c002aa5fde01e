import type { ToolControl } from "../../call/runtime.ts";
import type { Caller } from "../../model/caller.ts";
import { requireRole } from "../require-role.ts";
import { enableTool } from "./enable-tool.ts";
import { removeTool } from "./remove-tool.ts";
import { saveTool } from "./save-tool.ts";
import type { ToolControlParts } from "./tool-control-parts.ts";

/**
 * Tools managed by command. Each change is checked first, recorded second and made third; after it, this process serves
 * the new state, and other processes notice the file or the row.
 */
export function createToolControl(parts: ToolControlParts): ToolControl {
  const { store, config, registry, currentTools } = parts;
  /** What another command changed a moment ago counts for this one. */
  const admit = async (action: string, by: Caller): Promise<void> => {
    requireRole(action, by);
    await currentTools();
  };
  const settle = async <Change extends { readonly ok: boolean }>(change: Change): Promise<Change> => {
    if (change.ok && config.reload === "watch") await registry.reload();
    await currentTools();
    return change;
  };
  return {
    listStored: () => store.tools.list(config.workspace),
    async save(request, by) {
      await admit("tool.save", by);
      return settle(await saveTool(request, by, parts));
    },
    async remove(name, audience, by) {
      await admit("tool.remove", by);
      return settle(await removeTool(name, audience, by, parts));
    },
    async setEnabled(name, audience, enabled, by) {
      await admit("tool.enable", by);
      return settle(await enableTool({ name, audience, enabled }, by, parts));
    },
  };
}
