import {
  ASSIGNED_SECRET,
  AUTHORIZATION,
  CONNECTION_STRING,
  VIRTUAL_VARIABLE,
} from "./assignment/assignment-patterns.ts";
import { BARE_CREDENTIALS } from "./bare-credentials.ts";
import { HEX_PATTERNS } from "./hex-patterns.ts";
import { PRIVATE_KEY_BLOCK } from "./pem-block.ts";
import type { ScrubPattern } from "./scrub-pattern.ts";
import { toTokenPattern } from "./token-pattern.ts";
import { CLOUD_TOKENS } from "./tokens/clouds.ts";
import { CODE_TOKENS } from "./tokens/code-hosts.ts";
import { MODEL_TOKENS } from "./tokens/models.ts";
import { SERVICE_TOKENS } from "./tokens/services.ts";
import { DISCORD_BOT_TOKEN, JSON_WEB_TOKEN, TELEGRAM_BOT_TOKEN } from "./tokens/unmarked.ts";
import { URL_PASSWORD } from "./url-password.ts";

/** Everything that is recognised by how it looks; the order does not matter. */
export const SCRUB_PATTERNS: readonly ScrubPattern[] = [
  ASSIGNED_SECRET,
  AUTHORIZATION,
  BARE_CREDENTIALS,
  CONNECTION_STRING,
  VIRTUAL_VARIABLE,
  URL_PASSWORD,
  PRIVATE_KEY_BLOCK,
  ...HEX_PATTERNS,
  JSON_WEB_TOKEN,
  ...[...MODEL_TOKENS, ...CODE_TOKENS, ...CLOUD_TOKENS, ...SERVICE_TOKENS].map(toTokenPattern),
  TELEGRAM_BOT_TOKEN,
  DISCORD_BOT_TOKEN,
];
