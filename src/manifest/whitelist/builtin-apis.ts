import type { ParamSpec } from "../../model/param.ts";
import type { InternalApiShape } from "../manifest.ts";

/** How a call that `audit.query` finds may have ended. */
export const CALL_ENDS: readonly string[] = ["success", "failed", "refused", "pending", "interrupted"];

/** What `datetime.now` can print. */
export const TIME_FORMATS: readonly string[] = ["iso", "date", "time", "unix"];

/** How `fs.read_file` can hand over bytes. */
export const ENCODINGS: readonly string[] = ["utf-8", "base64"];

/** What the APIs that Toolgate ships take, by name. Their handlers are in `packs/internal/`. */
export const BUILTIN_API_SHAPES: ReadonlyMap<string, InternalApiShape> = toMap([
  {
    name: "fs.read_file",
    effect: "read",
    params: [guardedPath("The file to read"), choice("encoding", "How to hand over its bytes", ENCODINGS)],
  },
  { name: "fs.list", effect: "read", params: [guardedPath("The folder to look into")] },
  { name: "session.info", effect: "read", params: [] },
  {
    name: "datetime.now",
    effect: "read",
    params: [
      text("timezone", "A name of the time zone database, such as Europe/Berlin"),
      choice("format", "What `text` says", TIME_FORMATS),
    ],
  },
  {
    name: "audit.query",
    effect: "read",
    params: [
      { ...common("limit", "How many calls, the newest"), type: "integer", min: 1, max: 500, clamp: false },
      text("tool", "Only calls of this tool"),
      text("since", "Only calls at or after this time, ISO 8601"),
      choice("status", "Only calls that ended so", CALL_ENDS),
    ],
  },
]);

function toMap(shapes: readonly InternalApiShape[]): ReadonlyMap<string, InternalApiShape> {
  const numbered = shapes.map(({ params, ...shape }) => {
    return { ...shape, params: params.map((param, position) => ({ ...param, position })) };
  });
  return new Map(numbered.map((shape) => [shape.name, shape]));
}

type Common = Pick<ParamSpec, "name" | "description" | "required" | "default" | "position" | "allowLeadingDash">;

/** Nothing here becomes an argument of a program, so a leading `-` means nothing. */
function common(name: string, description: string): Common {
  return { name, description, required: false, default: undefined, position: 0, allowLeadingDash: true };
}

function guardedPath(description: string): ParamSpec {
  const shared = { ...common("path", description), required: true };
  return { ...shared, type: "path", syntax: "whitelist", allowedPrefix: null, guarded: true };
}

function text(name: string, description: string): ParamSpec {
  const shared = common(name, description);
  return { ...shared, type: "text", pattern: null, refuseMetacharacters: false, allowEmpty: false };
}

function choice(name: string, description: string, values: readonly string[]): ParamSpec {
  return { ...common(name, description), type: "enum", values };
}
