import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from "@modelcontextprotocol/server";
import type { ReadResourceResult } from "@modelcontextprotocol/server";
import type { Runtime } from "../../../../call/runtime.ts";
import type { Caller } from "../../../../model/caller.ts";
import type { JsonObject } from "../../../../model/json.ts";
import { toMimeType } from "./mime-type.ts";
import { FILES_TEMPLATE, findKept, isFileUri, toWantedFile } from "./own-files.ts";
import { findOwnRecords, RECORDS_TEMPLATE, renderRecords, toRecordedCall } from "./own-records.ts";
import { toPart } from "./to-part.ts";

/** Says of an answer with a part of a file which part it is. */
const RANGE_META_KEY = "toolgate/range";

type Reading = Pick<Runtime, "control" | "readKept">;

/** Templates of Toolgate's own. */
export const OWN_TEMPLATES: readonly { readonly shown: string; readonly entry: JsonObject }[] = [
  RECORDS_TEMPLATE,
  FILES_TEMPLATE,
].map((entry) => ({ shown: entry.uriTemplate, entry }));

/**
 * Reads what Toolgate itself has at an address, for whoever made the call that it is about: that is theirs already, so it is
 * no call of its own. `null`: the address is not one of Toolgate's. @throws ProtocolError where nothing of theirs is there
 */
export async function readOwn(uri: string, caller: Caller, runtime: Reading): Promise<ReadResourceResult | null> {
  const callId = toRecordedCall(uri);
  if (callId !== null) return readRecords(uri, callId, caller, runtime);
  return isFileUri(uri) ? readFile(uri, caller, runtime) : null;
}

async function readRecords(uri: string, callId: string, caller: Caller, runtime: Reading): Promise<ReadResourceResult> {
  const records = await findOwnRecords(callId, caller, runtime);
  if (records.length === 0) throw new ResourceNotFoundError(uri);
  return { contents: [{ uri, mimeType: "application/json", text: renderRecords(records) }] };
}

async function readFile(uri: string, caller: Caller, runtime: Reading): Promise<ReadResourceResult> {
  const wanted = toWantedFile(uri);
  if (wanted === null) throw new ResourceNotFoundError(uri);
  const kept = findKept(await findOwnRecords(wanted.callId, caller, runtime));
  const file = kept?.files.find(({ name }) => name === wanted.name);
  if (kept === null || file === undefined) throw new ResourceNotFoundError(uri);
  if (file.isWithheld === true) throw withheld("its program was given secrets, and may have written them into it");
  const whole = await runtime.readKept({ ...file, folder: kept.folder });
  if (whole === null) throw withheld("it was removed or changed since, is too large, or holds a secret");
  const { content, range } = toPart(whole, wanted.offset, wanted.length);
  const mimeType = toMimeType(file.name, whole.kind === "text") ?? "application/octet-stream";
  return { contents: [{ uri, mimeType, ...content }], _meta: { [RANGE_META_KEY]: range } };
}

function withheld(why: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InternalError, `this file is not handed out: ${why}; ask a person for it`);
}
