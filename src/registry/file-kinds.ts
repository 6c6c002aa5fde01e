/** The settings that all ToolClad files of a folder share. */
export const TOOLCLAD_PROJECT = "toolclad.toml";

/** What may lie beside tools and declares none. */
const NO_TOOLS: ReadonlySet<string> = new Set([TOOLCLAD_PROJECT, "toolgate.toml", "scope.toml"]);

/** Whether a file of this name, directly in a tool folder, is read as a declaration of tools. */
export function isToolFileName(name: string): boolean {
  if (name.startsWith(".") || NO_TOOLS.has(name)) return false;
  return name.endsWith(".toml") || isModuleName(name);
}

/** Modules, but neither type declarations nor tests of them. */
export function isModuleName(name: string): boolean {
  return /\.m?[jt]s$/.test(name) && !/\.(?:d|test)\.m?[jt]s$/.test(name);
}

/** ToolClad files depend on the folder's project file, too. */
export function isToolcladName(name: string): boolean {
  return name.endsWith(".clad.toml");
}
