/** An absolute path without `.`, `..`, doubled or trailing slashes. A relative `path` starts at `base`. */
export function resolvePath(base: string, path: string): string {
  const parts: string[] = [];
  for (const part of (path.startsWith("/") ? path : `${base}/${path}`).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

/** Whether `path` is `folder` or below it, compared component by component; both absolute and normalised. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
}

/** `$SESSION_DIR`, alone or before a slash, replaced; any other text unchanged. */
export function expandSessionFolder(path: string, sessionFolder: string): string {
  const isNamed = path === "$SESSION_DIR" || path.startsWith("$SESSION_DIR/");
  return isNamed ? sessionFolder + path.slice("$SESSION_DIR".length) : path;
}
