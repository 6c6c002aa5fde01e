/** Names longer than this are never a slip of the pen for a name of ours; it also bounds the work. */
const MAX_LENGTH = 64;

/**
 * The candidate that `word` most likely meant, or `null` when none is near. Compares without regard to case; how many
 * slips are forgiven grows with the length of the word. The first of equally near candidates wins.
 */
export function findNearest(word: string, candidates: Iterable<string>): string | null {
  if (word === "" || word.length > MAX_LENGTH) return null;
  const wanted = word.toLowerCase();
  let nearest: string | null = null;
  let best = slipLimit(wanted.length) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - wanted.length) >= best) continue;
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance < best) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

/** `, did you mean …?` with its leading comma, or nothing: ready to be appended to a message. */
export function suggestNearest(word: string, candidates: Iterable<string>): string {
  const nearest = findNearest(word, candidates);
  return nearest === null ? "" : `, did you mean \`${nearest}\`?`;
}

function slipLimit(length: number): number {
  if (length < 3) return 0;
  return length < 5 ? 1 : length < 9 ? 2 : 3;
}

/** Damerau-Levenshtein (neighbours may be swapped, nothing is edited twice), three rows at a time. */
function editDistance(left: string, right: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current: number[] = [row];
    for (let column = 1; column <= right.length; column++) {
      const change = left[row - 1] === right[column - 1] ? 0 : 1;
      let cost = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + change);
      if (left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]) {
        cost = Math.min(cost, (beforeLast[column - 2] ?? Infinity) + 1);
      }
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last[right.length] ?? 0;
}
