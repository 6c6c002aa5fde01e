import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../model/json.ts";
import { fitForm } from "./fit-form.ts";

const enums = { one: { const: "#f00", title: "Red" }, other: { const: "#0f0", title: "Green" } };
const SCHEMA: JsonObject = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 2, maxLength: 4, pattern: "^[A-Z]" },
    mail: { type: "string", format: "email" },
    age: { type: "integer", minimum: 18, maximum: 120 },
    share: { type: "number" },
    agrees: { type: "boolean" },
    size: { type: "string", enum: ["S", "L"], enumNames: ["small", "large"] },
    colour: { type: "string", oneOf: [enums.one, enums.other] },
    days: { type: "array", minItems: 1, maxItems: 2, items: { type: "string", enum: ["mon", "tue", "wed"] } },
    tints: { type: "array", items: { anyOf: [enums.one, enums.other] } },
  },
  required: ["name"],
};
const name = "Ada";

describe("what a person filled into a form", () => {
  it.each<[JsonObject]>([
    [{ name }],
    [{ name, mail: "a@example.com", age: 18, share: 0.5, agrees: false }],
    [{ name, size: "L", colour: "#0f0", days: ["mon", "wed"], tints: [] }],
  ])("stays as it is where it is what was asked: %j", (content) => {
    expect(fitForm(SCHEMA, content)).toEqual(content);
  });

  it.each(["extra", "__proto__", "constructor", "NAME"])("is without what nobody asked for: %s", (other) => {
    const content = JSON.parse(`{"name":"Ada",${JSON.stringify(other)}:"secret of the person"}`) as JsonObject;
    expect(JSON.stringify(fitForm(SCHEMA, content))).toBe('{"name":"Ada"}');
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["a text", "Ada"],
    ["a list", [name]],
    ["what is required is missing", { age: 20 }],
    ["too short", { name: "A" }],
    ["too long", { name: "Ada L" }],
    ["another pattern", { name: "ada" }],
    ["no address", { name, mail: "none" }],
    ["a number as a text", { name, age: "20" }],
    ["a part of a number", { name, age: 20.5 }],
    ["too small", { name, age: 17 }],
    ["too large", { name, age: 121 }],
    ["a yes as a text", { name, agrees: "true" }],
    ["nothing chosen of a list", { name, size: "M" }],
    ["a title in place of a value", { name, colour: "Red" }],
    ["too few", { name, days: [] }],
    ["too many", { name, days: ["mon", "tue", "wed"] }],
    ["one that is not in the list", { name, tints: ["#00f"] }],
    ["null", { name, mail: null }],
    ["an object", { name: { first: "Ada" } }],
    ["an object that nobody asked for", { name, extra: { a: 1 } }],
  ])("is no answer to it: %s", (_, content) => {
    expect(fitForm(SCHEMA, content)).toBeNull();
  });

  it.each<[string, JsonObject]>([
    ["a reference that leads nowhere", { properties: { name: { $ref: "#/$defs/none" } } }],
    ["a pattern that no linear engine runs", { properties: { name: { pattern: "(?=A)" } } }],
    ["another kind of value", { type: "string", properties: { name: {} } }],
  ])("fits no form with %s", (_, schema) => {
    expect(fitForm(schema, { name })).toBeNull();
  });

  it("is nothing where nothing was asked", () => {
    expect(fitForm({ type: "object" }, { name })).toEqual({});
  });
});
