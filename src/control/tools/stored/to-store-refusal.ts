import type { ToolChange } from "../../../call/runtime.ts";
import { StoreError } from "../../../storage/store.ts";
import { refuse } from "../tool-change.ts";

/** Makes an answer of a database that takes no more; any other failure is thrown on. */
export async function orRefusal(change: () => Promise<ToolChange>): Promise<ToolChange> {
  try {
    return await change();
  } catch (error) {
    if (error instanceof StoreError) return refuse("io", error.message, error.hint);
    throw error;
  }
}
