import type { ParamTypeDefinition } from "../param-type.ts";
import { path } from "./path.ts";

/**
 * A file with credentials, by its relative path. The path obeys the rules of ToolClad's `path`, and must lead to one
 * existing regular file that can be read and has no second name elsewhere.
 */
export const credentialFile: ParamTypeDefinition<"credential_file"> = {
  type: "credential_file",
  validate(spec, value, context) {
    const asPath = { ...spec, type: "path", syntax: "toolclad", allowedPrefix: null } as const;
    const result = path.validate(asPath, value, context);
    if (!result.ok || result.path === undefined) return result;
    return { ...result, path: { ...result.path, mustBe: "file" } };
  },
  toJsonSchema: (spec) => path.toJsonSchema({ ...spec, type: "path", syntax: "toolclad", allowedPrefix: null }),
};
