import { describe, expect, it } from "vitest";
import { field, required } from "../toml/fields.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import { readTable } from "../toml/table-reader.ts";
import { toTable } from "./to-table.ts";

const SHAPE = {
  n: required(field.integer({ min: 1 })),
  f: field.number(),
  list: field.strings(),
  inner: field.table(),
  schema: field.any(),
  owner: field.string(),
};

function read(object: object): { readonly values: unknown; readonly issues: readonly string[] } {
  const log: IssueLog = { found: [] };
  const source = toTable(object as never, ["x"], log, { nullable: ["owner"], opaque: ["schema"] });
  const values = readTable(source, SHAPE, log);
  return { values, issues: log.found.map(({ code, place }) => `${code}@${place.path.join(".")}`) };
}

describe("toTable", () => {
  it("feeds JSON to the fields of tables", () => {
    const { values, issues } = read({ n: 3, f: 0.5, list: ["a"], schema: { enum: [null] }, owner: null });
    expect(issues).toEqual([]);
    expect(values).toEqual({ n: 3, f: 0.5, list: ["a"], schema: true });
  });

  it.each([
    [{ n: 1.5 }, ["wrong-type@x.n"]],
    [{ n: 0 }, ["out-of-range@x.n"]],
    [{ n: 1, f: null }, ["wrong-type@x.f"]],
    [{ n: 1, list: ["a", null] }, ["wrong-type@x.list.1"]],
    [{ n: 1, inner: { deep: { er: null } } }, ["wrong-type@x.inner.deep.er"]],
    [{ n: 1, inner: [] }, ["wrong-type@x.inner"]],
    [JSON.parse('{"n": 1, "__proto__": 2}') as object, ["unknown-key@x.__proto__"]],
  ])("reports %j", (object, issues) => expect(read(object).issues).toEqual(issues));
});
