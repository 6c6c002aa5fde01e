import type { JsonValue } from "../../model/json.ts";
import type { ParamTypeDefinition } from "../param-type.ts";
import { readText } from "../read-text.ts";
import { refuse } from "../refuse.ts";
import { showValue } from "../show-value.ts";

const UNITS = /^(?=.)(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?(?:(\d+)ms)?$/;
const CLOCK = /^(\d+):(\d{1,2}):(\d{1,2}(?:\.\d+)?)$/;
const DECIMAL = /^\d+(?:\.\d+)?$/;
const MAX_SECONDS = 999_999_999_999_999;

/** So many digits that nothing real is refused, and so few that their sum is exact. */
const SIZED = {
  whitelist: /^(?:[0-9]{1,15}(?:\.[0-9]{1,24})?|[0-9]{1,11}:[0-5]?[0-9]:[0-5]?[0-9](?:\.[0-9]{1,24})?)$/,
  toolclad:
    /^(?:[0-9]{1,15}|[0-9]{1,11}h(?:[0-9]{1,11}m)?(?:[0-9]{1,11}s)?(?:[0-9]{1,11}ms)?|[0-9]{1,11}m(?:[0-9]{1,11}s)?(?:[0-9]{1,11}ms)?|[0-9]{1,11}s(?:[0-9]{1,11}ms)?|[0-9]{1,11}ms)$/,
} as const;

/** A length of time; the value is in seconds, the text stays as sent. */
export const duration: ParamTypeDefinition<"duration"> = {
  type: "duration",
  validate(spec, value) {
    const isWhitelist = spec.syntax === "whitelist";
    const expected = isWhitelist ? "number of seconds or HH:MM:SS" : "seconds or a form like 1h30m, 45s, 500ms";
    const sent = typeof value === "number" ? toDecimal(value) : value;
    if (typeof value === "number" && value < 0) {
      return refuse(spec.name, "range", `A duration must be non-negative, got ${value}.`);
    }
    const read = readText(spec.name, sent, { expected });
    if (!read.ok) return read;
    if (isWhitelist && /^-\d/.test(read.text)) {
      return refuse(spec.name, "range", `A duration must be non-negative, got ${showValue(read.text)}.`);
    }
    const clock = isWhitelist ? CLOCK.exec(read.text) : null;
    if (clock !== null && (Number(clock[2]) >= 60 || Number(clock[3]) >= 60)) {
      return refuse(
        spec.name,
        "range",
        `Minutes/seconds out of range in ${showValue(read.text)}: below 60 is expected.`,
      );
    }
    const seconds = isWhitelist ? parseWhitelist(read.text, clock) : parseUnits(read.text);
    if (seconds === null) return refuse(spec.name, "type", `Expected ${expected}, got ${showValue(value)}.`);
    if (!SIZED[spec.syntax].test(read.text)) return refuse(spec.name, "range", "The duration is beyond all bounds.");
    return { ok: true, value: seconds, text: read.text };
  },
  toJsonSchema: ({ syntax }) => ({
    type: [syntax === "whitelist" ? "number" : "integer", "string"],
    minimum: 0,
    maximum: MAX_SECONDS,
    pattern: SIZED[syntax].source,
  }),
};

/** A number that would be written with an exponent is handed on as a number and refused as one. */
function toDecimal(value: number): JsonValue {
  const digits = String(value);
  return DECIMAL.test(digits) ? digits : value;
}

function parseWhitelist(text: string, clock: RegExpExecArray | null): number | null {
  if (clock !== null) return Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3]);
  return DECIMAL.test(text) ? Number(text) : null;
}

function parseUnits(text: string): number | null {
  if (/^\d+$/.test(text)) return Number(text);
  const units = UNITS.exec(text);
  if (units === null) return null;
  const [hours = 0, minutes = 0, seconds = 0, milliseconds = 0] = units.slice(1).map((digits) => Number(digits ?? 0));
  return hours * 3600 + minutes * 60 + seconds + milliseconds / 1000;
}
