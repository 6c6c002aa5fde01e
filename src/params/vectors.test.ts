import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../model/json.ts";
import type { ParamSpec, ParamValue } from "../model/param.ts";
import type { ParamContext, PathNeed } from "./param-type.ts";
import { PARAM_TYPES } from "./param-types.ts";
import { validateParam } from "./validate-param.ts";

interface VectorFile {
  /** What the cases have in common; a case may replace members. */
  readonly spec: object;
  readonly context?: Partial<ParamContext>;
  readonly cases: readonly VectorCase[];
}

interface VectorCase {
  readonly value: JsonValue;
  readonly spec?: object;
  readonly ok?: { readonly value: ParamValue; readonly text: string };
  readonly path?: Omit<PathNeed, "param" | "anchors">;
  readonly code?: string;
  readonly note?: string;
}

const folder = new URL("../../test/vectors/params/", import.meta.url);
const COMMON = {
  name: "p",
  description: null,
  required: true,
  default: undefined,
  position: 0,
  allowLeadingDash: false,
};
const NOWHERE: ParamContext = { sessionFolder: "/s", workspaceRoots: ["/w"], scope: null, scopeRequired: true };

function readVectors(type: string): VectorFile {
  return JSON.parse(readFileSync(new URL(`${type}.json`, folder), "utf8")) as VectorFile;
}

function nameCase({ value, note, spec }: VectorCase): string {
  return `${JSON.stringify(value).slice(0, 60)} ${note ?? ""} ${spec === undefined ? "" : JSON.stringify(spec)}`;
}

/** Where a prefix must really lie, by how its author wrote it. */
function expectedAnchors(spec: ParamSpec, { workspaceRoots, sessionFolder }: ParamContext): readonly string[] | null {
  const prefix = spec.type === "path" ? spec.allowedPrefix : null;
  if (prefix?.startsWith("/") === true) return null;
  return /^\$SESSION_DIR(?:\/|$)/.test(prefix ?? "") ? [sessionFolder] : workspaceRoots;
}

it("has a file of vectors for every type", () => {
  const files = readdirSync(folder).map((file) => file.replace(".json", ""));
  expect(files.sort()).toEqual(Object.keys(PARAM_TYPES).sort());
});

describe.each(Object.keys(PARAM_TYPES))("%s", (type) => {
  const { spec, context, cases } = readVectors(type);

  it("has enough vectors", () => expect(cases.length).toBeGreaterThanOrEqual(30));

  it.each(cases.map((row) => [nameCase(row), row] as const))("%s", (_, row) => {
    const full = { ...COMMON, ...spec, ...row.spec } as ParamSpec;
    const result = validateParam(full, row.value, { ...NOWHERE, ...context });
    if (row.ok === undefined) {
      expect(result.ok ? "accepted" : result.issues.map((issue) => [issue.param, issue.code])).toEqual([
        ["p", row.code],
      ]);
      const message = result.ok ? "" : (result.issues[0]?.message ?? "");
      expect(message).toMatch(/./);
      expect(message).not.toMatch(/[\p{C}\u2028\u2029]/u);
    } else {
      expect(result).toMatchObject({ ok: true, ...row.ok });
      const { path } = result as { path?: PathNeed };
      const anchors = expectedAnchors(full, { ...NOWHERE, ...context });
      expect(path).toEqual(row.path === undefined ? undefined : { param: "p", anchors, ...row.path });
    }
  });
});
