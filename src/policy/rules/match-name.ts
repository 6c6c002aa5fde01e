/** Whether `pattern`, in which `*` stands for any run of characters, covers the whole of `name`. Linear in both. */
export function matchName(pattern: string, name: string): boolean {
  const star = pattern.indexOf("*");
  if (star === -1) return pattern === name;
  const pieces = pattern.split("*");
  const last = pieces.pop() ?? "";
  const first = pieces.shift() ?? "";
  if (name.length < first.length + last.length) return false;
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  let from = first.length;
  const end = name.length - last.length;
  for (const piece of pieces) {
    const at = name.indexOf(piece, from);
    if (at === -1 || at + piece.length > end) return false;
    from = at + piece.length;
  }
  return true;
}
