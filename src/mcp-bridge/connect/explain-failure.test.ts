import { ProtocolError, SdkError, SdkErrorCode } from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { EgressError } from "../../egress/client/to-fetch.ts";
import { explainFailure } from "./explain-failure.ts";

it.each<[string, unknown, string]>([
  [
    "no answer",
    new SdkError(SdkErrorCode.RequestTimeout, "Version negotiation probe timed out after 5000ms", { timeout: 5000 }),
    "it did not answer within 5 seconds",
  ],
  ["no answer to something", new SdkError(SdkErrorCode.RequestTimeout, "late"), "it did not answer in time"],
  ["an error of the server", new ProtocolError(-32000, "no"), "the server answered with an error: no (-32000)"],
  [
    "what our client says, wrapped",
    new Error("fetch failed", { cause: new EgressError("failed", "cannot be reached") }),
    "cannot be reached",
  ],
  ["a secret", new Error("token=abc"), "[REDACTED]"],
  ["what acts on a terminal", new Error("\u001b[2J"), "\\u001b[2J"],
])("says %s in words", (_what, error, text) => {
  expect(explainFailure(error, (said) => said.replaceAll(/token=\w+/g, "[REDACTED]"))).toBe(text);
});
