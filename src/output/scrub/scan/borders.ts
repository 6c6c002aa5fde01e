/** Prefixes shorter than this are compared anew wherever they stand: that is a fixed amount of work. */
const SHORT = 32;

/** For each prefix of a text, the length of the longest shorter one that it also ends with. */
export function toBorders(text: string): Uint32Array {
  const borders = new Uint32Array(text.length);
  let length = 0;
  for (let at = 1; at < text.length; at++) {
    while (length > 0 && text.charCodeAt(at) !== text.charCodeAt(length)) length = borders[length - 1] ?? 0;
    if (text.charCodeAt(at) === text.charCodeAt(length)) length += 1;
    borders[at] = length;
  }
  return borders;
}

/**
 * Whether a text repeats itself so that long beginnings of it could stand at many places that overlap. Otherwise two
 * places where the same `n` characters of it stand are more than `n / 2` apart, and comparing costs little wherever.
 */
export function isRepetitive(text: string): boolean {
  if (text.length < SHORT) return false;
  return toBorders(text).some((border, at) => at + 1 >= SHORT && border * 2 >= at + 1);
}
