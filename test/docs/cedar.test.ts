import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  CONTEXT_ATTRIBUTES,
  PRINCIPAL_ATTRIBUTES,
  RESOURCE_ATTRIBUTES,
} from "../../src/policy/cedar/request/attributes.ts";
import { PAGE_FIELDS } from "../../src/policy/cedar/request/page-state.ts";
import { readNames, readTable } from "./tables.ts";

describe("the reference of Cedar policies", () => {
  const path = "docs/reference/cedar.md";
  const page = { name: path, text: readFileSync(new URL(`../../${path}`, import.meta.url), "utf8") };

  it.each([
    ["principal", PRINCIPAL_ATTRIBUTES, []],
    ["resource", RESOURCE_ATTRIBUTES, ["args"]],
    ["context", CONTEXT_ATTRIBUTES, []],
  ] as const)("lists what %s has", (heading, attributes, more) => {
    const rows = readTable(page, heading);
    const listed = rows.flatMap((row) => readNames([{ name: row["Attribute"] ?? "" }]));
    expect(listed.toSorted()).toEqual([...attributes.map(({ name }) => name), ...more].toSorted());
    for (const { name, type } of attributes) {
      const said = rows.find((row) => row["Attribute"] === `\`${name}\``)?.["Type"];
      expect([name, said]).toEqual([name, type === "Page" ? "record" : type.replace("Set<String>", "Set of String")]);
    }
  });

  it("lists what a page has", () => {
    for (const name of Object.keys(PAGE_FIELDS)) expect(page.text).toContain(`\`${name}\``);
  });
});
