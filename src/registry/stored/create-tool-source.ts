import type { Config } from "../../config/config.ts";
import type { StoredTool } from "../../storage/repositories.ts";
import type { Store } from "../../storage/store.ts";
import type { Registry, RegistrySnapshot } from "../registry.ts";
import { fromStoredTools, parseStoredTool } from "./from-stored-tools.ts";
import type { ParsedRow, StoredOptions } from "./from-stored-tools.ts";

type ToolStore = Pick<Store, "revision" | "tools">;
type ToolRegistry = Pick<Registry, "snapshot" | "setStored">;

/**
 * Everything declared at this moment: what the registry has, and what any process put into the database. The rows are
 * read anew only when some process changed something, and parsed anew only where they changed. While nothing changes it
 * costs one look at the revision.
 */
export function createToolSource(
  store: ToolStore,
  registry: ToolRegistry,
  { workspace, capabilities }: Pick<Config, "workspace" | "capabilities">,
  options: Pick<StoredOptions, "apis"> = {},
): (revision?: number) => Promise<RegistrySnapshot> {
  const readRows = createRowReader({ ...options, ceiling: capabilities });
  let reading: Reading | null = null;
  const start = (revision: number, earlier: Reading | null): Reading => {
    const read = async (): Promise<void> => {
      // One after the other, so that the newest is what stays.
      await earlier?.done.catch(() => undefined);
      const stored = readRows(await store.tools.list(workspace));
      if (stored !== null) registry.setStored(stored);
      mine.isDone = true;
    };
    const mine: Reading = { revision, isDone: false, done: Promise.resolve() };
    mine.done = read();
    // A failed read must not be remembered as the state.
    mine.done.catch(() => {
      if (reading === mine) reading = null;
    });
    return mine;
  };
  let known: { readonly snapshot: RegistrySnapshot; readonly promise: Promise<RegistrySnapshot> } | null = null;
  return (revision = store.revision()) => {
    if (reading?.revision !== revision) reading = start(revision, reading);
    if (!reading.isDone) return reading.done.then(() => registry.snapshot);
    const { snapshot } = registry;
    if (known?.snapshot !== snapshot) known = { snapshot, promise: Promise.resolve(snapshot) };
    return known.promise;
  };
}

/** One look at the rows, made at a revision. */
interface Reading {
  readonly revision: number;
  isDone: boolean;
  done: Promise<void>;
}

/** Gives the parsed rows, or `null` when they are what they were the last time. */
function createRowReader(
  options: StoredOptions,
): (rows: readonly StoredTool[]) => ReturnType<typeof fromStoredTools> | null {
  let before = new Map<string, { readonly mark: string; readonly parsed: ParsedRow }>();
  return (rows) => {
    let isSame = rows.length === before.size;
    const now: typeof before = new Map();
    for (const row of rows) {
      const mark = toMark(row);
      const known = before.get(row.id);
      isSame &&= known?.mark === mark;
      const parsed = known?.mark === mark ? known.parsed : parseStoredTool(row, options);
      now.set(row.id, { mark, parsed });
    }
    before = now;
    if (isSame) return null;
    return fromStoredTools(rows, options, (row) => now.get(row.id)?.parsed ?? parseStoredTool(row, options));
  };
}

/** Everything of a row that its tool hangs on. */
function toMark({ audience, format, name, definition, enabled, environment }: StoredTool): string {
  return JSON.stringify([audience, format, name, definition, enabled, environment?.names, environment?.version]);
}
