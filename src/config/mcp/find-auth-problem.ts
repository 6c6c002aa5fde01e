import type { UpstreamAuthData, UpstreamGrant } from "./upstream-auth.ts";

type Key = keyof UpstreamAuthData;

/** What each way to log in cannot do without. */
const NEEDED: Readonly<Record<UpstreamGrant, readonly Key[]>> = {
  login: [],
  client_credentials: ["issuer", "client_id"],
  workload_identity: ["issuer", "assertion"],
  enterprise: ["issuer", "client_id", "idp_issuer", "idp_client_id", "id_token"],
};

const IDENTITY: readonly Key[] = ["idp_issuer", "idp_client_id", "idp_client_secret", "id_token"];

/** What means nothing, or something else than one thinks. */
const FOREIGN: Readonly<Record<UpstreamGrant, readonly Key[]>> = {
  login: ["private_key", "assertion", ...IDENTITY],
  client_credentials: ["assertion", ...IDENTITY],
  workload_identity: IDENTITY,
  enterprise: ["assertion"],
};

/** What keys of `[mcp.servers.NAME.auth]` do not fit together; `null`: all do. */
export function findAuthProblem(auth: UpstreamAuthData): string | null {
  const { grant = "login", client_secret: secret, private_key: key } = auth;
  const has = (name: Key): boolean => auth[name] !== undefined;
  const show = (names: readonly Key[]): string => names.map((name) => `\`${name}\``).join(", ");
  if (!NEEDED[grant].every(has)) return `${show(NEEDED[grant])} for \`grant = "${grant}"\``;
  const foreign = FOREIGN[grant].filter(has);
  if (foreign.length > 0) return `no ${show(foreign)} beside \`grant = "${grant}"\``;
  if (secret !== undefined && key !== undefined) return "either `client_secret` or `private_key`";
  if (grant === "client_credentials" && secret === undefined && key === undefined) {
    return '`client_secret` or `private_key` for `grant = "client_credentials"`';
  }
  if (key === undefined && (has("key_id") || has("signing_algorithm"))) {
    return "`private_key` beside `key_id` and `signing_algorithm`";
  }
  // A secret must not go to whoever a server names.
  const hasOwn = secret !== undefined || key !== undefined;
  return hasOwn && !(has("issuer") && has("client_id"))
    ? `\`issuer\` and \`client_id\` beside ${secret === undefined ? "`private_key`" : "`client_secret`"}`
    : null;
}
