import type { CedarRequest, CedarValue } from "../cedar-engine.ts";
import type { ArgumentTypes } from "../schema/argument-types.ts";
import type { Reads } from "../slice/list-reads.ts";
import type { CedarMapping } from "../to-mapping.ts";
import { CONTEXT_ATTRIBUTES, PRINCIPAL_ATTRIBUTES, RESOURCE_ATTRIBUTES } from "./attributes.ts";
import type { Attribute, AttributeInput } from "./attributes.ts";
import { toCedarValue } from "./to-cedar-value.ts";

/**
 * What the engine is asked, with the attributes that the policies can observe and no others: handing values over costs
 * more than judging them. Names and values travel as data and are never part of a policy's text.
 */
export function buildRequest(
  input: AttributeInput,
  mapping: CedarMapping,
  types: ArgumentTypes,
  reads: Reads,
): CedarRequest {
  const { request } = input;
  const principal = { type: mapping.principalType, id: request.caller.agent.toWellFormed() };
  const resource = { type: mapping.resourceType, id: request.tool.name.toWellFormed() };
  const attributes = readAttributes(RESOURCE_ATTRIBUTES, input, reads);
  if (isRead("args", reads)) attributes.push(["args", readArguments(input, types, reads)]);
  return {
    principal,
    action: { type: mapping.actionType, id: mapping.action },
    resource,
    context: Object.fromEntries(readAttributes(CONTEXT_ATTRIBUTES, input, reads)),
    entities: [
      // An entity that nobody reads need not be there.
      ...(PRINCIPAL_ATTRIBUTES.some(({ name }) => isRead(name, reads)) ? [toCaller(principal, input, reads)] : []),
      { uid: resource, attrs: Object.fromEntries(attributes), parents: [] },
    ],
  };
}

function toCaller(
  uid: { readonly type: string; readonly id: string },
  input: AttributeInput,
  reads: Reads,
): CedarRequest["entities"][number] {
  return { uid, attrs: Object.fromEntries(readAttributes(PRINCIPAL_ATTRIBUTES, input, reads)), parents: [] };
}

/** Whether the policies can observe an attribute of this name. */
export function isRead(name: string, { names, everything }: Reads): boolean {
  return everything || names.has(name);
}

function readAttributes(rows: readonly Attribute[], input: AttributeInput, reads: Reads): [string, CedarValue][] {
  const values: [string, CedarValue][] = [];
  for (const { name, read } of rows) {
    if (!isRead(name, reads)) continue;
    const value = read(input);
    if (value !== undefined) values.push([name, typeof value === "string" ? value.toWellFormed() : value]);
  }
  return values;
}

/** What was not sent, or sent as `null`, is not there. */
function readArguments({ call }: AttributeInput, types: ArgumentTypes, reads: Reads): CedarValue {
  const values: [string, CedarValue][] = [];
  for (const [name, type] of types) {
    const sent = isRead(name, reads) && Object.hasOwn(call.args, name) ? call.args[name] : undefined;
    const value = sent === undefined || sent === null ? undefined : toCedarValue(sent, type);
    if (value !== undefined) values.push([name, value]);
  }
  return Object.fromEntries(values);
}
