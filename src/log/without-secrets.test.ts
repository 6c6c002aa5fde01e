import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { Refused } from "../model/errors.ts";
import { withoutSecrets } from "./without-secrets.ts";

const scrub = (text: string): string => text.replaceAll("hunter2", "[REDACTED]");

describe("an error for the log", () => {
  it("says what failed and where, without a secret in any part of it", () => {
    const cause = Object.assign(new Error("no header hunter2"), { code: "E_hunter2", request: { token: "hunter2" } });
    const shown = withoutSecrets(new TypeError("invalid value hunter2", { cause }), scrub);
    expect(inspect(shown, { depth: 10, showHidden: true })).not.toContain("hunter2");
    expect(shown).toMatchObject({ name: "TypeError", message: "invalid value [REDACTED]" });
    expect(shown.stack).toContain("without-secrets.test.ts");
    expect(shown.cause).toMatchObject({ message: "no header [REDACTED]", code: "E_[REDACTED]" });
  });

  it("ends where causes go round, and takes what is no error", () => {
    const round = new Error("a");
    round.cause = round;
    expect(withoutSecrets(round, scrub).message).toBe("a");
    expect(withoutSecrets("hunter2", scrub).message).toBe("[REDACTED]");
    expect(withoutSecrets(undefined, scrub).message).toBe("undefined");
  });

  it("leaves a refusal as it is", () => {
    const refused = new Refused("execute", "SECRET_MISSING", "not there");
    expect(withoutSecrets(refused, scrub)).toBe(refused);
  });
});
