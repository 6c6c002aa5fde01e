import { z } from "zod";
import type { JsonObject } from "../../model/json.ts";
import { EFFECTS } from "../../model/tool.ts";
import { DENY_PACKS, MODES } from "../../policy/policy.ts";
import type { PolicyCase } from "./policy-case.ts";

const text = z.string().max(1_100_000);
const list = z.array(text).max(10_000);

const caller = z.looseObject({
  tenant: text.optional(),
  principal: text.optional(),
  agent: text.optional(),
  roles: list.optional(),
  session: text.optional(),
  client: text.optional(),
  provider: text.optional(),
  model: text.optional(),
  channel: text.optional(),
  chat: text.optional(),
  peerKind: text.optional(),
  group: text.optional(),
  phase: text.optional(),
  turn: text.optional(),
  depth: z.int().min(0).optional(),
  leaf: z.boolean().optional(),
  allow: list.optional(),
});

const facts = z.looseObject({
  home: text.optional(),
  roots: list.min(1).optional(),
  now: z.iso.datetime({ offset: true }).optional(),
  realPaths: z.record(text, text).optional(),
  programs: z.record(text, text.nullable()).optional(),
  limits: z.record(text, z.int().min(0)).optional(),
});

const tool = z.looseObject({
  name: text.min(1),
  effect: z.enum(EFFECTS).optional(),
  specifier: text.nullable().optional(),
  humanApproval: z.boolean().optional(),
});

/** What is not known here may be somebody's note; what is known must be right. */
const policyCase = z.looseObject({
  id: z.union([z.string(), z.number().transform(String)]),
  tool: text.min(1),
  args: z.record(text, z.json()).optional(),
  mode: z.enum(MODES).optional(),
  allow: list.optional(),
  ask: list.optional(),
  deny: list.optional(),
  denyPack: z.enum(DENY_PACKS).optional(),
  cwd: text.startsWith("/", "expected an absolute path").optional(),
  headless: z.boolean().optional(),
  caller: caller.optional(),
  facts: facts.optional(),
  declare: z.array(tool).max(100).optional(),
  expect: z.enum(["allow", "ask", "deny"]).optional(),
  code: text.optional(),
  why: text.optional(),
});

export type ParsedCase =
  { readonly ok: true; readonly one: PolicyCase } | { readonly ok: false; readonly message: string };

/** Reads one line of `toolgate policy eval`. */
export function parseCase(members: JsonObject): ParsedCase {
  const parsed = policyCase.safeParse(members);
  if (parsed.success) return { ok: true, one: { ...parsed.data, args: parsed.data.args ?? {} } };
  const [issue] = parsed.error.issues;
  const where = issue === undefined ? "" : issue.path.join(".");
  return { ok: false, message: `\`${where}\`: ${issue?.message ?? "not a case"}` };
}
