import type { CedarConfig, CedarFile } from "../../config.ts";
import type { DecidingPart, PermissionParts } from "./permission-set.ts";

/** The policies of all files. What is not trusted, or not any more, only forbids. */
export function mergeCedar({ user, project, restrictions }: PermissionParts): CedarConfig {
  const files = [...toFiles("user", user), ...toFiles("project", project)];
  for (const { file, text } of restrictions.flatMap(({ limits }) => limits.cedar.files)) {
    if (files.some((one) => one.layer === "project" && one.file === file && one.text === text)) continue;
    files.push({ file, text, layer: "project", forbidOnly: true });
  }
  const cedars = [user, project].map((part) => part?.layer.data.cedar);
  const isDenied = [...cedars, ...restrictions.map(({ limits }) => limits.cedar)].some(
    (one) => one?.default === "deny",
  );
  // Nobody who is not trusted says where this is: a permit may hang on it. What was trusted still does: a forbid may, too.
  const stored = restrictions.find(({ from, limits }) => from === "trusted" && limits.cedar.environment !== null);
  const [own, theirs] = cedars;
  return {
    files,
    default: isDenied ? "deny" : "nothing",
    environment: theirs?.environment ?? stored?.limits.cedar.environment ?? own?.environment ?? null,
  };
}

function toFiles(layer: CedarFile["layer"], part: DecidingPart | null): readonly CedarFile[] {
  return (part?.policies ?? []).map(({ file, text }) => ({ file, text, layer, forbidOnly: false }));
}
