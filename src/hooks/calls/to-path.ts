/**
 * A path of an agent, made absolute and otherwise as it was sent: `..`, `~` and the like are for the tool's own check,
 * which refuses what programs read in different ways.
 */
export function toPath(folder: string, sent: string): string {
  if (sent.startsWith("/") || sent.startsWith("~") || /^[A-Za-z]:|^\\\\/.test(sent)) return sent;
  return sent === "" || sent === "." ? folder : `${folder === "/" ? "" : folder}/${sent.replace(/^(?:\.\/+)+/, "")}`;
}

/** Where a pattern for file names looks: below `folder`, unless it leads somewhere else by itself. */
export function toGlobFolder(folder: string, pattern: string): string {
  const leads = pattern.startsWith("/") || pattern.startsWith("~") || pattern.split("/").includes("..");
  if (!leads) return folder;
  const fixed = /^[^*?[{]*/.exec(pattern)?.[0] ?? "";
  const cut = fixed === pattern ? pattern : fixed.slice(0, fixed.lastIndexOf("/") + 1);
  // A `..` behind a wildcard leads who knows where: shown whole, so that the tool's check refuses it.
  const shown = pattern.slice(cut.length).split("/").includes("..") ? pattern : cut;
  return toPath(folder, shown.length > 1 ? shown.replace(/\/$/, "") : shown);
}
