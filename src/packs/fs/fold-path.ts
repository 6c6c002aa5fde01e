/**
 * A path as a file system that takes several spellings for one name may compare it. Applied to both sides of a
 * comparison, so that `.ENV`, or a letter that only looks like another, is not a way around a rule.
 */
export function foldPath(path: string): string {
  // Plain ASCII needs no more; it is nearly every path there is.
  return /^[\u0000-\u007f]*$/.test(path) ? path.toLowerCase() : path.normalize("NFKC").toLowerCase();
}
