/**
 * A path as a file system that takes several spellings for one name may compare it. Applied to both sides of a
 * comparison, so that `.ENV`, or a letter that only looks like another, is not a way around a rule.
 */
export function foldPath(path: string): string {
  // Plain ASCII needs no more; it is nearly every path there is.
  if (/^[\u0000-\u007f]*$/.test(path)) return path.toLowerCase();
  // Some file systems do not see invisible characters, and take `\u00df` for `ss`, which only capitals show.
  const visible = path.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  return visible.toUpperCase().toLowerCase();
}
