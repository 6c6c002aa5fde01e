import { readdirSync, readFileSync } from "node:fs";
import { Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonSchema, JsonValue } from "../model/json.ts";
import type { ParamSpec, ParamType } from "../model/param.ts";
import { parseCidr } from "../scope/cidr.ts";
import { parseUrl } from "../scope/parse-url.ts";
import { findForbiddenCharacter } from "./characters.ts";
import { checkSchema } from "./json-schema/check-schema.ts";
import { toPortablePattern } from "./json-schema/to-portable-pattern.ts";
import type { ParamContext } from "./param-type.ts";
import { PARAM_TYPES } from "./param-types.ts";
import { compilePattern } from "./pattern.ts";
import { SCHEMA_DIFFERENCES } from "./schema-differences.ts";
import { toInputSchema } from "./to-input-schema.ts";
import { validateParam } from "./validate-param.ts";

const COMMON = {
  name: "p",
  description: null,
  required: true,
  default: undefined,
  position: 0,
  allowLeadingDash: false,
};
const OPEN: ParamContext = { sessionFolder: "/s", workspaceRoots: ["/w"], scope: null, scopeRequired: false };
const CLOSED: ParamContext = { ...OPEN, scopeRequired: true };
const TYPES = Object.keys(PARAM_TYPES) as readonly ParamType[];

interface VectorFile {
  readonly spec: object;
  readonly cases: readonly { readonly value: JsonValue; readonly spec?: object }[];
}

const folder = new URL("../../test/vectors/params/", import.meta.url);
const files = new Map(
  readdirSync(folder).map((file) => {
    return [file.replace(".json", ""), JSON.parse(readFileSync(new URL(file, folder), "utf8")) as VectorFile] as const;
  }),
);
/** Every value of every type is hostile to some other type. */
const POOL: readonly JsonValue[] = [...files.values()].flatMap(({ cases }) => cases.map(({ value }) => value));

function specsOf(type: string): readonly ParamSpec[] {
  const { spec, cases } = files.get(type) ?? { spec: { type }, cases: [] };
  const all = [{}, ...cases.map((row) => row.spec ?? {})].map((own) => JSON.stringify({ ...COMMON, ...spec, ...own }));
  return [...new Set(all)].map((text) => JSON.parse(text) as ParamSpec);
}

const schemas = new Map<string, JsonSchema>();

/** The schema of the parameter within its tool's, as a client gets it. */
function schemaOf(spec: ParamSpec): JsonSchema {
  const key = JSON.stringify(spec);
  const schema = schemas.get(key) ?? toInputSchema([spec]);
  schemas.set(key, schema);
  return schema;
}

function fitsSchema(spec: ParamSpec, value: JsonValue): boolean {
  const schema = schemaOf(spec);
  const fits = checkSchema(schema, { p: value }).length === 0;
  // On the engine of a client, too, unless the pattern is one that would never end there.
  const isSlow = /[+*]\)[+*{]/.test(JSON.stringify(spec));
  if (!isSlow && JSON.stringify(value).length < 300) {
    expect([spec, value, new Validator(schema, "2020-12").validate({ p: value }).valid]).toEqual([spec, value, fits]);
  }
  return fits;
}

function isAccepted(spec: ParamSpec, value: JsonValue, context: ParamContext): boolean {
  return validateParam(spec, value, context).ok;
}

type Applies = (spec: ParamSpec, value: JsonValue, context: ParamContext) => boolean;

const isText = (value: JsonValue): value is string => typeof value === "string";
const bytes = (text: string): number => new TextEncoder().encode(text).length;

/** When a listed difference may show, as narrowly as it can be said. */
const APPLIES: Readonly<Record<string, Applies>> = {
  "number.text-form": (_, value) => isText(value) && /^-?\d/.test(value),
  "boolean.text-form": (_, value) => isText(value) && /^(?:true|false|1|0|yes|no)$/i.test(value),
  "integer.minus-zero": (_, value) => Object.is(value, -0),
  "duration.exponent": (_, value) => typeof value === "number" && value > 0 && value < 0.000_001,
  "text.hidden-characters": (_, value) => isText(value) && findForbiddenCharacter(value, true) !== null,
  "text.bytes": (spec, value) => {
    const limit = spec.type === "content" ? spec.maxBytes : /path|file/.test(spec.type) ? 4095 - "/w/".length : 65_536;
    return isText(value) && bytes(value) > limit;
  },
  "text.pattern-of-one-engine": (spec) =>
    spec.type === "text" && spec.pattern !== null && toPortablePattern(spec.pattern) === null,
  "text.broken-pattern": (spec) => spec.type === "text" && spec.pattern !== null && !compilePattern(spec.pattern).ok,
  "path.confinement": (spec, value, context) => {
    const anywhere = { ...spec, allowedPrefix: "/" } as ParamSpec;
    return isText(value) && isAccepted(anywhere, value, { ...context, workspaceRoots: ["/"] });
  },
  "target.scope": (spec, value, context) => context !== OPEN && isAccepted(spec, value, OPEN),
  "cidr.ipv6": (_, value) => isText(value) && /:.*\//.test(value) && parseCidr(value) === null,
  "url.host": (_, value) => isText(value) && parseUrl(value) === null,
  "msf_options.pairs": (_, value) => isText(value) && value !== "",
  "json.references": (spec) => spec.type === "json" && JSON.stringify(spec.schema).includes('"$ref"'),
};

function explain(spec: ParamSpec, value: JsonValue, context: ParamContext, wider: "schema" | "check"): string[] {
  return SCHEMA_DIFFERENCES.filter((difference) => difference.types.includes(spec.type) && difference.wider === wider)
    .filter(({ name }) => APPLIES[name]?.(spec, value, context) === true)
    .map(({ name }) => name);
}

function expectAgreement(spec: ParamSpec, value: JsonValue, context: ParamContext): void {
  const schema = fitsSchema(spec, value);
  const check = isAccepted(spec, value, context);
  if (schema === check) return;
  const named = explain(spec, value, context, schema ? "schema" : "check");
  expect([{ spec, value, schema, check }, named.length > 0]).toEqual([{ spec, value, schema, check }, true]);
}

const noise = fc.constantFrom(
  "",
  "0",
  "-",
  ".",
  "/",
  ":",
  "%",
  " ",
  "\n",
  "\u0000",
  "\u202e",
  "\u00e4",
  "a",
  "1",
  "@",
  "&",
  ";",
  "..",
);
const mutated = fc
  .tuple(fc.constantFrom(...POOL.filter(isText).filter((text) => text.length < 200)), noise, fc.nat(40), fc.nat(3))
  .map(([text, more, at, cut]) => text.slice(0, at) + more + text.slice(at + cut));
const values: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 4, arbitrary: mutated },
  { weight: 1, arbitrary: fc.constantFrom(...POOL) },
  {
    weight: 1,
    arbitrary: fc.oneof(fc.ipV4(), fc.ipV6(), fc.ipV4Extended(), fc.domain(), fc.webUrl(), fc.emailAddress()),
  },
  { weight: 1, arbitrary: fc.tuple(fc.oneof(fc.ipV4(), fc.ipV6()), fc.nat(140)).map(([ip, size]) => `${ip}/${size}`) },
  {
    weight: 1,
    arbitrary: fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.double({ noNaN: true, noDefaultInfinity: true })),
  },
  { weight: 1, arbitrary: fc.oneof(fc.string({ unit: "binary" }), fc.string()) },
  { weight: 1, arbitrary: fc.jsonValue() },
);

describe.each(TYPES)("what the schema of %s accepts is what the check accepts", (type) => {
  const specs = specsOf(type);

  it("for every known value, but for what is listed", () => {
    for (const spec of specs.slice(0, 3)) for (const value of POOL) expectAgreement(spec, value, OPEN);
  });

  it("for any value, but for what is listed", () => {
    fc.assert(
      fc.property(fc.constantFrom(...specs), values, fc.constantFrom(OPEN, CLOSED), (spec, value, context) => {
        expectAgreement(spec, value, context);
      }),
      { numRuns: 2_000 },
    );
  });
});

const SPECS = {
  integer: { type: "integer", min: null, max: null, clamp: false },
  boolean: { type: "boolean", syntax: "toolclad" },
  duration: { type: "duration", syntax: "whitelist" },
  text: { type: "text", pattern: null, refuseMetacharacters: false, allowEmpty: true },
  path: { type: "path", syntax: "whitelist", allowedPrefix: null },
  url: { type: "url", schemes: [], scopeCheck: false },
} as const;

const EXAMPLES: Readonly<Record<string, readonly [spec: object, value: JsonValue]>> = {
  "number.text-form": [SPECS.integer, "5"],
  "boolean.text-form": [SPECS.boolean, "true"],
  "integer.minus-zero": [SPECS.integer, -0],
  "duration.exponent": [SPECS.duration, 0.000_000_1],
  "text.hidden-characters": [SPECS.text, "a\u202eb"],
  "text.bytes": [SPECS.text, "\u00e4".repeat(40_000)],
  "text.pattern-of-one-engine": [{ ...SPECS.text, pattern: "(?i)^a$" }, "b"],
  "text.broken-pattern": [{ ...SPECS.text, pattern: "(?=a)" }, "a"],
  "path.confinement": [SPECS.path, "/etc/passwd"],
  "target.scope": [{ type: "ip_address" }, "10.0.0.1"],
  "cidr.ipv6": [{ type: "cidr" }, "1:2/64"],
  "url.host": [SPECS.url, "http://2130706433/"],
  "msf_options.pairs": [{ type: "msf_options" }, "rhosts"],
  "json.references": [{ type: "json", schema: { $ref: "#/$defs/n", $defs: { n: { type: "integer" } } } }, "x"],
};

describe("the list of differences", () => {
  it("has an example for each, and nothing else", () => {
    const names = SCHEMA_DIFFERENCES.map(({ name }) => name).sort();
    expect(Object.keys(EXAMPLES).sort()).toEqual(names);
    expect(Object.keys(APPLIES).sort()).toEqual(names);
  });

  it.each(SCHEMA_DIFFERENCES)("really differs: $name", ({ name, wider, types }) => {
    const [own, value] = EXAMPLES[name] ?? [{}, null];
    const spec = { ...COMMON, ...own } as ParamSpec;
    expect(types).toContain(spec.type);
    expect(fitsSchema(spec, value)).toBe(wider === "schema");
    expect(isAccepted(spec, value, CLOSED)).toBe(wider === "check");
    expect(explain(spec, value, CLOSED, wider)).toContain(name);
  });
});

describe("a published schema", () => {
  it("has only patterns that the linear-time engine runs too, so that another gateway can serve it", () => {
    for (const spec of TYPES.flatMap(specsOf)) {
      if (APPLIES["text.broken-pattern"]?.(spec, "", OPEN) === true) continue;
      const patterns = [...JSON.stringify(schemaOf(spec)).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)];
      for (const [, text = ""] of patterns) {
        const compiled = compilePattern(JSON.parse(text) as string);
        expect([spec.type, text, compiled.ok ? "" : compiled.message]).toEqual([spec.type, text, ""]);
      }
    }
  });
});
