import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Caller } from "../../model/caller.ts";
import { toDraft } from "../record-body.ts";
import { parseKept, renderKept } from "./spooled-job.ts";
import type { KeptJob } from "./spooled-job.ts";

const word = fc.string({ unit: "binary", maxLength: 20 });
const TRICKY = ["\t", "\n", '"\t"', "\u2028", "a\tb\nc", "\\t"];

describe("a job in a spool", () => {
  it("is one line, and comes back as it was", () => {
    const text = fc.oneof(word, fc.constantFrom(...TRICKY));
    fc.assert(
      fc.property(text, text, text, fc.nat(), (callId, tool, said, after) => {
        const caller: Caller = { tenant: said, principal: said, agent: said, roles: ["agent"], credential: said };
        const entry = { kind: "outcome", callId, tool, status: said, code: null, caller, workspace: said } as const;
        const draft = toDraft({ ...entry, data: { said, [said]: [said] } }, "2026-01-02T03:04:05.000Z");
        const kept: KeptJob = { after, job: { kind: "outcome", draft, tenant: "local", callId } };
        const line = renderKept(kept);
        expect(line).not.toContain("\n");
        expect(parseKept(line)).toEqual(kept);
      }),
    );
  });
});
