import type * as Cedar from "@cedar-policy/cedar-wasm/nodejs";

/** What is used of Cedar's engine. It keeps parsed sets by id, has no way to drop one, and does not survive a crash. */
export type CedarEngine = Pick<
  typeof Cedar,
  "checkParseSchema" | "policyToJson" | "preparsePolicySet" | "schemaToText" | "statefulIsAuthorized" | "validate"
>;

export type CedarSchema = Cedar.SchemaJson<string>;
export type CedarError = Cedar.DetailedError;
export type CedarRequest = Omit<Cedar.StatefulAuthorizationCall, "preparsedPolicySetId">;
export type CedarValue = Cedar.CedarValueJson;
