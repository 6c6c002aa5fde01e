const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * The value that a cell spells: `true` and `false` in any case, and numbers that are written as JSON writes them. What
 * would lose something stays text: `007`, `+1`, whole numbers beyond 2^53, infinities.
 */
export function inferScalar(text: string): string | number | boolean {
  if (/^true$/i.test(text)) return true;
  if (/^false$/i.test(text)) return false;
  if (!NUMBER.test(text)) return text;
  const number = Number(text);
  if (!Number.isFinite(number) || Object.is(number, -0)) return text;
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? text : number;
}
