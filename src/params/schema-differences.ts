import type { ParamType } from "../model/param.ts";

/** Where a parameter's JSON Schema and its check do not accept the same values. */
export interface SchemaDifference {
  readonly name: string;
  readonly types: readonly ParamType[];
  /** Which of the two accepts more. */
  readonly wider: "schema" | "check";
  /** What it is about, for people. */
  readonly what: string;
}

/** All of them: a test compares schema and check on everything else. */
export const SCHEMA_DIFFERENCES: readonly SchemaDifference[] = [
  {
    name: "number.text-form",
    types: ["integer", "number", "port"],
    wider: "check",
    what: 'a number sent as a text (`"5"`): some clients send nothing else, but a model should send the number',
  },
  {
    name: "boolean.text-form",
    types: ["boolean"],
    wider: "check",
    what: '`true` and `false` sent as texts, and the other words of a whitelist `bool` (`"yes"`)',
  },
  {
    name: "integer.minus-zero",
    types: ["integer"],
    wider: "schema",
    what: "the JSON number `-0`, which programs print in two ways",
  },
  {
    name: "duration.exponent",
    types: ["duration"],
    wider: "schema",
    what: "a JSON number below 0.000001, which would be written with an exponent",
  },
  {
    name: "text.hidden-characters",
    types: ["text", "path", "credential_file", "msf_options"],
    wider: "schema",
    what: "bidi controls, zero-width and other invisible characters, and half characters: not every client can name them in a pattern",
  },
  {
    name: "text.bytes",
    types: ["text", "path", "credential_file", "msf_options", "content"],
    wider: "schema",
    what: "lengths: JSON Schema counts characters, the check counts bytes of UTF-8, and of a path all of it, from `/` on",
  },
  {
    name: "text.pattern-of-one-engine",
    types: ["text"],
    wider: "schema",
    what: "a `pattern` that ECMAScript reads in another way than RE2, such as `(?i)` or `\\pL`, is not in the schema",
  },
  {
    name: "text.broken-pattern",
    types: ["text"],
    wider: "schema",
    what: "a `pattern` that RE2 cannot run accepts nothing; no manifest with one loads",
  },
  {
    name: "path.confinement",
    types: ["path"],
    wider: "schema",
    what: "the folder that a path must stay in, which differs between sessions",
  },
  {
    name: "target.scope",
    types: ["scope_target", "url", "ip_address", "cidr"],
    wider: "schema",
    what: "the scope of the workspace, which is not for a model to know",
  },
  {
    name: "cidr.ipv6",
    types: ["scope_target", "cidr"],
    wider: "schema",
    what: "how the groups of an IPv6 block are counted; its characters and its length are in the schema",
  },
  {
    name: "url.host",
    types: ["url"],
    wider: "schema",
    what: "numeric spellings of an address, the groups of an IPv6 address, names over 253 characters and broken punycode",
  },
  {
    name: "msf_options.pairs",
    types: ["msf_options"],
    wider: "schema",
    what: "that every part is `KEY VALUE`, with each key once",
  },
  {
    name: "json.references",
    types: ["json"],
    wider: "schema",
    what: "a schema with `$ref` in it, which would mean something else inside of another",
  },
];
