const NEEDED = [22, 22] as const;

/**
 * The database's native part does not load on older versions: it ends the process without a word. The command line is
 * checked by its launcher; this is for programs that embed the library.
 */
export function requireNode(version: string = process.versions.node): void {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return;
  throw new Error(`Toolgate needs Node ${NEEDED.join(".")} or newer; this is Node ${version}.`);
}
