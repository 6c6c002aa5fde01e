import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../model/json.ts";
import type { ParamSpec } from "../model/param.ts";
import type { ParamContext } from "./param-type.ts";
import { validateParams } from "./validate-params.ts";

const CONTEXT: ParamContext = { sessionFolder: "/s", workspaceRoots: ["/w"], scope: null, scopeRequired: true };
const COMMON = { description: null, required: true, default: undefined, position: 0, allowLeadingDash: false } as const;

const input: ParamSpec = { ...COMMON, name: "input", type: "path", syntax: "whitelist", allowedPrefix: null };
const count: ParamSpec = { ...COMMON, name: "count", type: "integer", min: 1, max: 9, clamp: false };
const format: ParamSpec = { ...COMMON, name: "format", type: "enum", values: ["json", "csv"], required: false };
const note: ParamSpec = {
  ...COMMON,
  name: "note",
  type: "text",
  pattern: null,
  refuseMetacharacters: false,
  allowEmpty: true,
  required: false,
};
const SPECS = [input, count, format, note];

function issuesOf(args: JsonObject, specs: readonly ParamSpec[] = SPECS): readonly (readonly [string, string])[] {
  const result = validateParams(specs, args, CONTEXT);
  return result.ok ? [] : result.issues.map((issue) => [issue.param, issue.code] as const);
}

describe("validateParams", () => {
  it("gives typed values, texts and the places to resolve", () => {
    const result = validateParams(SPECS, { input: "a", count: "5" }, CONTEXT);
    expect(result).toEqual({
      ok: true,
      values: new Map([
        ["input", { value: "/w/a", text: "/w/a", numeric: false, allowLeadingDash: false }],
        ["count", { value: 5, text: "5", numeric: true, allowLeadingDash: false }],
      ]),
      paths: [{ param: "input", candidate: "/w/a", within: ["/w"], anchors: ["/w"], render: "absolute" }],
    });
  });

  it("reports every issue at once, one per parameter", () => {
    expect(issuesOf({ count: 20, format: "xml", nott: "x", "a\u202eb": 1 })).toEqual([
      ["input", "missing"],
      ["count", "range"],
      ["format", "not_allowed"],
      ["nott", "unknown"],
      ["a\\u{202e}b", "unknown"],
    ]);
  });

  it("suggests the parameter that was meant", () => {
    const result = validateParams(SPECS, { input: "a", cuont: 1 }, CONTEXT);
    expect(result.ok ? "" : result.issues.map((issue) => issue.message).join("\n")).toContain("did you mean count?");
  });

  it("does not list thousands of unknown parameters", () => {
    const args = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`x${index}`, 1]));
    const issues = issuesOf({ input: "a", count: 1, ...args });
    expect(issues).toHaveLength(21);
    expect(issues.at(-1)).toEqual(["", "unknown"]);
  });

  it("fills in defaults, which must pass like any value", () => {
    const good = validateParams([{ ...count, required: false, default: "3" }], {}, CONTEXT);
    expect(good.ok ? good.values.get("count")?.value : null).toBe(3);
    expect(issuesOf({}, [{ ...count, required: false, default: 30 }])).toEqual([["count", "range"]]);
    expect(issuesOf({}, [{ ...input, default: "../x" }])).toEqual([["input", "outside"]]);
  });

  it("takes null for a value, not for an absence", () => {
    expect(issuesOf({ input: "a", count: 1, note: null })).toEqual([["note", "type"]]);
  });

  it.each(["constructor", "__proto__", "toString", "hasOwnProperty"])("is not confused by %s", (name) => {
    const specs: readonly ParamSpec[] = [{ ...note, name }];
    expect(validateParams(specs, {}, CONTEXT)).toMatchObject({ ok: true, values: new Map() });
    expect(issuesOf(JSON.parse(`{"${name}": "x"}`) as JsonObject, [])).toEqual([[name, "unknown"]]);
    const sent = validateParams(specs, JSON.parse(`{"${name}": "x"}`) as JsonObject, CONTEXT);
    expect(sent.ok ? sent.values.get(name)?.text : null).toBe("x");
  });

  it("never throws and never accepts in part, whatever JSON comes", () => {
    const all: readonly ParamSpec[] = [
      ...SPECS,
      { ...COMMON, name: "d", type: "duration", syntax: "whitelist" },
      { ...COMMON, name: "t", type: "duration", syntax: "toolclad" },
      { ...COMMON, name: "n", type: "number", min: null, max: null, clamp: true },
      { ...COMMON, name: "b", type: "boolean", syntax: "whitelist" },
      { ...COMMON, name: "i", type: "identifier" },
      { ...COMMON, name: "p", type: "port" },
      { ...COMMON, name: "s", type: "scope_target" },
      { ...COMMON, name: "u", type: "url", schemes: [], scopeCheck: true },
      { ...COMMON, name: "a", type: "ip_address" },
      { ...COMMON, name: "c", type: "cidr" },
    ];
    const value = fc.oneof(fc.jsonValue(), fc.string({ unit: "binary" }), fc.double(), fc.ipV6(), fc.webUrl());
    const names = all.map((spec) => spec.name);
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), value), (args) => {
        const result = validateParams(all, args, CONTEXT);
        const params = result.ok ? [] : result.issues.map((issue) => issue.param);
        expect(new Set(params).size).toBe(params.length);
        expect(result.ok).toBe(params.length === 0);
      }),
    );
  });
});
