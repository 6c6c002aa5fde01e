import { describe, expect, it } from "vitest";
import { execute } from "../../src/call/execute.ts";
import type { Gate } from "../../src/call/gate.ts";
import type { AdmittedCall } from "../../src/model/call.ts";
import { createValueScrubber } from "../../src/output/scrub/create-value-scrubber.ts";

/** What is written to the log when something breaks on its way. */

const SECRET = "hunter2hunter2";

describe("a back end that breaks with a secret in its error", () => {
  it("hands on no word of it", async () => {
    const plan = { kind: "handler", paths: [] };
    const admitted = { plan, tool: { backend: { kind: "http" }, output: {}, evidence: null } };
    const gate = {
      backends: { http: { run: () => Promise.reject(new TypeError(`invalid header value "${SECRET}"`)) } },
      scrubberFor: () => createValueScrubber([SECRET]),
    };
    const running = { signal: new AbortController().signal };
    const ended = execute(admitted as unknown as AdmittedCall, gate as unknown as Gate, running as never, {});
    const error = await ended.then(
      () => null,
      (reason: unknown) => reason as Error,
    );
    expect(error).toMatchObject({ name: "TypeError", message: 'invalid header value "[REDACTED]"' });
    expect(error?.stack).not.toContain(SECRET);
  });
});
