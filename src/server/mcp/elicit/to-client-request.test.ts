import { describe, expect, it } from "vitest";
import { toClientRequest } from "./to-client-request.ts";

const PROMPT = { messages: [{ role: "user", content: { type: "text", text: "Hi" } }], maxTokens: 5 };

describe("a request for a client's model", () => {
  it("says beside the words whose they are, and leaves them as they are", () => {
    const { method, params } = toClientRequest({ kind: "sampling", server: "up\u202e", params: PROMPT }, true);
    expect(method).toBe("sampling/createMessage");
    expect(params).toEqual({ ...PROMPT, _meta: { "toolgate/server": "up\\u202e" } });
  });

  it("brings in the words of no other server", () => {
    const params = { ...PROMPT, includeContext: "allServers" };
    expect(JSON.stringify(toClientRequest({ kind: "sampling", server: null, params }, false).params)).toBe(
      JSON.stringify(PROMPT),
    );
  });
});

describe("a request for a person", () => {
  it.each([
    ["up", "up asks: Who?"],
    [null, "Who?"],
  ])("of %s says whose words they are", (server, message) => {
    const { params } = toClientRequest({ kind: "form", server, message: "Who?", schema: { type: "object" } }, true);
    expect(params).toMatchObject({ message });
  });
});
