/** Whether `pattern`, in which `*` stands for any run of characters, covers the whole of `name`. Linear in both. */
export function matchName(pattern: string, name: string): boolean {
  const star = pattern.indexOf("*");
  if (star === -1) return pattern === name;
  // Most patterns of a long list fail here, before anything is split.
  if (!name.startsWith(pattern.slice(0, star))) return false;
  const pieces = pattern.slice(star + 1).split("*");
  const last = pieces.pop() ?? "";
  if (name.length < star + last.length || !name.endsWith(last)) return false;
  let from = star;
  const end = name.length - last.length;
  for (const piece of pieces) {
    const at = name.indexOf(piece, from);
    if (at === -1 || at + piece.length > end) return false;
    from = at + piece.length;
  }
  return true;
}
