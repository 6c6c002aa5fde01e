/** Folders before what is inside them; otherwise by name, so that the same places always give the same order. */
export function compareDepth(one: { readonly path: string }, other: { readonly path: string }): number {
  return depthOf(one.path) - depthOf(other.path) || (one.path < other.path ? -1 : Number(one.path > other.path));
}

function depthOf(path: string): number {
  return path === "/" ? 0 : path.split("/").length - 1;
}
