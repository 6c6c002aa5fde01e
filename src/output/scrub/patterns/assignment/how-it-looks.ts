export const UUID: RegExp = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Words that name a secret, or the place for one, rather than being one. */
export const NAMES_A_SECRET: ReadonlySet<string> = new Set(
  (
    "password passwd passphrase passwort secret secrets token tokens key keys auth credential credentials login user " +
    "username name field header id value param api apikey access input prompt"
  ).split(" "),
);

export function countDigits(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) count += 1;
  }
  return count;
}

const LEAST_RANDOM = 16;

/** Whether letters and digits go back and forth as they do where a machine has thrown dice. */
export function isRandom(text: string): boolean {
  if (text.length < LEAST_RANDOM || countDigits(text) === 0) return false;
  let changes = 0;
  let before = 0;
  for (let at = 0; at < text.length; at++) {
    const kind = toKind(text.charCodeAt(at));
    if (kind !== 0 && before !== 0 && kind !== before) changes += 1;
    if (kind !== 0) before = kind;
  }
  return changes >= Math.max(4, text.length / 6);
}

function toKind(code: number): 0 | 1 | 2 | 3 {
  if (code >= 48 && code <= 57) return 1;
  if (code >= 65 && code <= 90) return 2;
  return code >= 97 && code <= 122 ? 3 : 0;
}

/** `name:password` in base64, as in a header, or in the configuration of a container client. */
export function isLogin(text: string): boolean {
  if (!/^[A-Za-z0-9+/]{8,}={0,2}$/.test(text)) return false;
  return /^[ -~]+:[ -~]*$/.test(Buffer.from(text, "base64").toString("latin1"));
}
