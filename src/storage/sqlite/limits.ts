import type { LimitTable } from "../../audit/claim-table.ts";
import type { LimitRepository } from "../repositories.ts";
import { promised } from "./promised.ts";

/** Reads what limits count; counting itself happens in the transaction that writes the intent. */
export function createLimits(table: LimitTable, tenant: string): LimitRepository {
  return {
    read: (keys, now) => promised(() => new Map(keys.map((key) => [key.id, table.read(tenant, key, now)]))),
  };
}
