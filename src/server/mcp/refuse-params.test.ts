import { ProtocolError } from "@modelcontextprotocol/server";
import { expect, it } from "vitest";
import { toParamsError } from "./refuse-params.ts";

it("does not call it a mistake of the client that a result cannot be sent", () => {
  const issues = JSON.stringify([{ code: "custom", path: ["content", 0, "data"], message: "Invalid Base64 string" }]);
  const error = new ProtocolError(-32602, `Invalid tools/call result: ${issues}`);
  expect(toParamsError("tools/call", error)).toMatchObject({
    code: -32603,
    message: expect.stringContaining("`content.0.data`: Invalid Base64 string") as string,
  });
});
