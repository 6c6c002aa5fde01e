/** What a name says of the value that is given to it. */
export type SecretKind =
  /** What people type to get in. */
  | "password"
  /** Tokens, secrets, keys that are named as such. */
  | "secret"
  /** Some key, which may be that of a cache, a map or a database. */
  | "some-key"
  /** The header, or a variable for it. */
  | "authorization"
  /** User and password together in base64. */
  | "login"
  | "connection"
  | "virtual";

const PASSWORDS = new Set(["password", "passwd", "passphrase", "passcode", "pwd", "passwort", "kennwort"]);
const SECRETS = new Set(["secret", "token", "credential", "credentials", "apikey", "bearer"]);
const SECRET_ENDS = /(?:token|secret|(?:api|secret|private|access|auth|master|encryption|signing)key)$/;
const PASSWORD_ENDS = /(?:password|passwd|passphrase)$/;

/** Words before `key` that make it a secret. */
const KEYS = new Set(
  (
    "api access secret private auth encryption encrypt decryption signing sign master account storage service client " +
    "shared license app application consumer deploy ssh gpg pgp rsa jwt hmac aes session root admin webhook crypto " +
    "cipher integration subscription server host user bot project publish upload security wrapping vault seal unseal"
  ).split(" "),
);

/** Words before it that make it no secret. */
const INNOCENT = new Set(
  (
    "public publishable primary foreign cache sort partition object row index idempotency routing message translation " +
    "map hot hash range dedup dedupe group tab arrow sub next page continuation sync cursor pagination previous prev " +
    "unexpected cancellation cancel eos bos pad unk mask special stop max min num total count per start end first last " +
    "lookahead current peek identifier string operator keyword comment unique natural composite surrogate lookup " +
    "search query react list item any each type config settings json locale i18n theme style css feature flag metric"
  ).split(" "),
);

/** Words after it that speak about it. */
const ABOUT = new Set(
  (
    "name names id ids file files filename path paths dir url urls uri endpoint type types kind count counts limit " +
    "length len size min max expires expiry expiration expired at age ttl timeout policy policies field fields ref " +
    "refs reference arn region version versions algorithm alg enabled disabled required optional mode prefix suffix " +
    "header headers issuer audience scope scopes label labels title description hint help placeholder text message " +
    "error errors input output form reset rule rules pattern regex schema manager store provider service source " +
    "usage index position pos offset line column char class classes stream list map set array cache bucket budget " +
    "rotation strength format column status state exists valid invalid changed updated created date time timestamp " +
    "selector locator xpath element strings attempts retries param parameter params option options arg args var variable env property prop attribute attr"
  ).split(" "),
);

const DATABASES = new Set(
  "database db redis mongo mongodb postgres postgresql pg mysql mariadb amqp rabbitmq broker sql cassandra nats celery".split(
    " ",
  ),
);

/** What a name promises of its value; `null`: nothing secret. Looks at words: `monkey` holds no key. */
export function classifyName(name: string): SecretKind | null {
  if (/^VIRTUAL_[A-Z]/.test(name)) return "virtual";
  // In `{_secret:NAME}` of a manifest.
  if (name === "_secret") return null;
  const words = (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());
  const isUpper = !/[a-z]/.test(name);
  const last = words.findLastIndex((_, at) => toKind(words, at, isUpper) !== null);
  if (last < 0) return classifyConnection(words);
  if (words.slice(last + 1).some((word) => ABOUT.has(word))) return null;
  return toKind(words, last, isUpper);
}

function toKind(words: readonly string[], at: number, isUpper: boolean): SecretKind | null {
  const word = words[at] ?? "";
  const before = at === 0 ? null : (words[at - 1] ?? null);
  if (PASSWORDS.has(word) || PASSWORD_ENDS.test(word)) return "password";
  const isLast = at === words.length - 1;
  if (word === "authorization") return isLast ? "authorization" : null;
  if (before !== null && INNOCENT.has(before)) return null;
  if (SECRETS.has(word) || SECRET_ENDS.test(word)) return "secret";
  if (word === "private" && isUpper) return "secret";
  if (word === "pass" && isLast && before !== null) return "password";
  if (word === "auth" && isLast && at === 0) return "login";
  return word === "key" ? toKeyKind(before, isUpper) : null;
}

/** Environments are full of keys that nobody else would call so; elsewhere most keys are those of maps. */
function toKeyKind(before: string | null, isUpper: boolean): SecretKind | null {
  if (isUpper || (before !== null && KEYS.has(before))) return "secret";
  return before === null ? null : "some-key";
}

function classifyConnection(words: readonly string[]): SecretKind | null {
  const [last = "", before = ""] = words.toReversed();
  if (last === "dsn" || (before === "connection" && last === "string")) return "connection";
  return (last === "url" || last === "uri") && DATABASES.has(before) ? "connection" : null;
}
