/** Both lists, without what says the same as one before it, wherever it stands. */
export function unite<Row extends { readonly source: string }>(
  rows: readonly Row[],
  more: readonly Row[],
): readonly Row[] {
  const seen = new Set<string>();
  return [...rows, ...more].filter((row) => {
    const key = JSON.stringify({ ...row, source: null });
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
