const MAX_ROUNDS = 5;

/**
 * Percent-encodes everything but letters, digits and `-._~`: in a path, a query and a form it then means itself.
 * @throws URIError for half of a character
 */
export function encodeUrlText(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}

/**
 * Whether somebody on the way could take a segment of a path for `.` or `..`: as it is, or between slashes that only show
 * once it is decoded, which some servers do more than once.
 */
export function isClimbing(segment: string): boolean {
  let seen = segment;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (seen.split(/[\\/]/).some((piece) => /^\.{1,2}(?:;|$)/.test(piece))) return true;
    const decoded = seen.replace(/%(2e|2f|5c|3b|25)/gi, (_whole, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
    if (decoded === seen) return false;
    seen = decoded;
  }
  return true;
}
