const SECRET_NAME =
  /key|token|secret|passw|pwd|auth|credential|cookie|private|signature|dsn|connection|database_url|bearer|pat$|session/i;
const KNOWN_VALUE =
  /(?:^|[^A-Za-z0-9])(?:sk-|sk_|pk_|rk_|gh[oprsu]_|github_pat_|glpat-|xox[a-z]-|AKIA|ASIA|AIza|ya29\.|eyJ|npm_|pypi-|hf_|dop_v1_|SG\.)|-----BEGIN/;
/** A header as one word of a command line. */
const SECRET_HEADER =
  /^\s*(?:authorization|cookie|[\w-]*(?:key|token|secret|auth))\s*:\s*(?!(?:Bearer|Basic|Token)?\s*$)\S/i;
const USER_IN_URL = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]*@/i;

/**
 * Whether a value in a client's file may be a credential. Such a value is never written anywhere again, so in doubt the
 * answer is yes.
 */
export function isSecret(name: string, value: string): boolean {
  if (value === "" || /^(?:true|false|yes|no|on|off|\d{1,6})$/i.test(value)) return false;
  if (SECRET_NAME.test(name)) return true;
  if (KNOWN_VALUE.test(value) || USER_IN_URL.test(value)) return true;
  return !isPlain(value);
}

/** The same for a word of a command line, where values are not named: `--token=x`, or what follows `--token`. */
export function isSecretArgument(word: string, before: string | null): boolean {
  const option = /^--?([\w-]+)=(.*)$/s.exec(word);
  if (option !== null) return isSecretOption(option[1] ?? "", option[2] ?? "");
  if (before !== null && /^--?[\w-]+$/.test(before) && !word.startsWith("-")) {
    return isSecretOption(before, word);
  }
  return SECRET_HEADER.test(word) || KNOWN_VALUE.test(word) || USER_IN_URL.test(word) || hasRandomRun(word);
}

function isSecretOption(name: string, value: string): boolean {
  if (value === "") return false;
  return (
    SECRET_NAME.test(name) ||
    SECRET_HEADER.test(value) ||
    KNOWN_VALUE.test(value) ||
    USER_IN_URL.test(value) ||
    hasRandomRun(value)
  );
}

/** Paths, addresses without a query, and short words say nothing secret. */
function isPlain(value: string): boolean {
  if (hasRandomRun(value)) return false;
  return /^(?:\/|\.{1,2}\/|~\/|https?:\/\/)[^?#]*$/.test(value) || /^[\w.,:@+-]{1,40}$/.test(value);
}

/** A long run of letters and digits without a break is no word. */
function hasRandomRun(value: string): boolean {
  return (value.match(/[A-Za-z0-9_+=-]{20,}/g) ?? []).some((run) => /\d/.test(run) && /[A-Za-z]/.test(run));
}
