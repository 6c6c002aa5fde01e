import { DIGITS, WORD_DASH, WORD_DASH_DOT } from "../../scan/char-classes.ts";
import { isIn } from "../../scan/view.ts";
import type { Found, View } from "../../scan/view.ts";
import type { ScrubPattern } from "../scrub-pattern.ts";
import { run, toTokenPattern } from "../token-pattern.ts";

const BOT_NUMBER = "4829017365";
const BOT_SECRET = "AAk7Qz2Mw9Xp4Rk7Qz2Mw9Xp4Rk7Qz2Mw9X";

/** Telegram's bot tokens: the number of the bot, a colon, and 35 characters that begin with `AA`. */
export const TELEGRAM_BOT_TOKEN: ScrubPattern = {
  name: "telegram-bot-token",
  finds: "Telegram bot tokens",
  replaces: "what follows the number of the bot",
  find: { anchors: [":AA"], ignoreCase: false, match: matchTelegram },
  hits: [`${BOT_NUMBER}:${BOT_SECRET}`, `https://api.telegram.org/bot${BOT_NUMBER}:${BOT_SECRET}/getMe`],
  misses: [`123:${BOT_SECRET}`, `${BOT_NUMBER}:AAk7Qz2Mw9Xp`],
};

const SECRET_LENGTH = 35;
const FEWEST_DIGITS = 6;
const MOST_DIGITS = 12;

function matchTelegram(view: View, at: number): Found {
  const { text } = view;
  let digits = 0;
  while (digits <= MOST_DIGITS && isIn(DIGITS, text.charCodeAt(at - 1 - digits))) digits += 1;
  if (digits < FEWEST_DIGITS || digits > MOST_DIGITS) return null;
  const end = view.runEnd(WORD_DASH, at + 1);
  if (!view.isFinal && end === text.length && end - at - 1 <= SECRET_LENGTH) return "pending";
  return end - at - 1 === SECRET_LENGTH ? { start: at + 1, end } : null;
}

/** Discord's bot tokens begin with a number of 17 to 19 digits in base64: with its first two digits, then. */
export const DISCORD_BOT_TOKEN: ScrubPattern = toTokenPattern({
  name: "discord-bot-token",
  finds: "Discord bot tokens",
  begins: Array.from({ length: 90 }, (_, index) =>
    Buffer.from(`${index + 10}0`)
      .toString("base64")
      .slice(0, 3),
  ),
  then: [run(WORD_DASH, 20, 25), ".", run(WORD_DASH, 6, 6), ".", run(WORD_DASH, 27, 40)],
});

/** Three parts in base64, of which the first is a JSON object. */
export const JSON_WEB_TOKEN: ScrubPattern = toTokenPattern({
  name: "json-web-token",
  finds: "JSON Web Tokens",
  begins: ["eyJ"],
  then: [run(WORD_DASH, 8), ".", run(WORD_DASH, 8), run(WORD_DASH_DOT, 0)],
});
