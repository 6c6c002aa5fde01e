import { describe, expect, it } from "vitest";
import type { ListedSecret } from "../../call/runtime.ts";
import { checkSecrets } from "./check-secrets.ts";

const BOUND = [{ tool: "ask", host: null, source: "toolgate secrets" }];
const good: ListedSecret = { name: "token", bindings: BOUND, place: "the store", problem: null };
const absent: ListedSecret = { ...good, name: "gone", place: null };
const broken: ListedSecret = { ...absent, problem: "the secret `token` cannot be opened: the key is missing." };

describe("checkSecrets", () => {
  it.each([
    ["none", [], ["ok"], "none is kept"],
    ["good ones", [good, good], ["ok"], "2 secrets, all found"],
    ["one that is kept and bound to nothing", [{ ...good, bindings: [] }], ["ok"], "1 secret,"],
    ["one that is only bound", [good, absent], ["warn"], "`gone` is bound, and no place has it"],
    ["one that does not open", [broken], ["fail"], "the key is missing."],
    ["many that do not open", [broken, broken, broken, absent], ["fail", "warn"], "alike for 2 more"],
  ])("%s", async (_what, secrets, levels, text) => {
    const findings = await checkSecrets({ control: { secrets: { list: () => Promise.resolve(secrets) } } });
    expect(findings.map(({ level }) => level)).toEqual(levels);
    expect(findings[0]?.message).toContain(text);
    expect(findings.every(({ level, advice }) => level === "ok" || advice !== null)).toBe(true);
  });
});
