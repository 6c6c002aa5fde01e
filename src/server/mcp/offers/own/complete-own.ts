import type { CompleteRequestParams, CompleteResult } from "@modelcontextprotocol/server";
import type { Runtime } from "../../../../call/runtime.ts";
import type { Caller } from "../../../../model/caller.ts";
import { FILES_TEMPLATE, findKept } from "./own-files.ts";
import { findLatestEnds, findOwnRecords, RECORDS_TEMPLATE } from "./own-records.ts";

/** The protocol allows no more. */
const MOST_VALUES = 100;

/**
 * How a value for a template of Toolgate's own may go on: the caller's latest calls, and files of the call that was chosen.
 * `null`: it is about another template.
 */
export async function completeOwn(
  { ref, argument, context }: CompleteRequestParams,
  caller: Caller,
  runtime: Pick<Runtime, "control">,
): Promise<CompleteResult | null> {
  if (ref.type !== "ref/resource") return null;
  const isRecords = ref.uri === RECORDS_TEMPLATE.uriTemplate;
  if (!isRecords && ref.uri !== FILES_TEMPLATE.uriTemplate) return null;
  const values = await listValues(argument.name, context?.arguments?.["callId"], isRecords, caller, runtime);
  const fitting = values.filter((value) => value.startsWith(argument.value));
  const shown = fitting.slice(0, MOST_VALUES);
  return { completion: { values: shown, total: fitting.length, hasMore: fitting.length > shown.length } };
}

async function listValues(
  name: string,
  chosen: string | undefined,
  isRecords: boolean,
  caller: Caller,
  runtime: Pick<Runtime, "control">,
): Promise<readonly string[]> {
  if (name === "callId") {
    const ends = await findLatestEnds(caller, runtime);
    return ends.flatMap((end) => (end.callId !== null && (isRecords || findKept([end]) !== null) ? [end.callId] : []));
  }
  if (name !== "file" || isRecords || chosen === undefined) return [];
  const kept = findKept(await findOwnRecords(chosen, caller, runtime));
  return (kept?.files ?? []).filter(({ isWithheld }) => isWithheld !== true).map((file) => file.name);
}
