import { HandlerError } from "../../model/handler.ts";
import type { JsonObject } from "../../model/json.ts";
import { textOf } from "./text-of.ts";

/** What time it is, in a time zone. @param nowMs milliseconds since 1970 */
export function tellTime(args: JsonObject, nowMs: number): JsonObject {
  const zone = resolveZone(textOf(args, "timezone", "UTC"));
  const now = new Date(nowMs);
  const { date, time, offset } = toParts(now, zone);
  const texts: Readonly<Record<string, string>> = {
    iso: `${date}T${time}${offset}`,
    date,
    time,
    unix: String(Math.floor(nowMs / 1000)),
  };
  return {
    text: texts[textOf(args, "format", "iso")] ?? "",
    iso: now.toISOString(),
    unixMs: nowMs,
    timezone: zone,
    offset,
  };
}

function resolveZone(name: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    const hint = "Use a name such as `UTC`, `Europe/Berlin` or `America/New_York`.";
    throw new HandlerError("unknown-timezone", `There is no time zone ${JSON.stringify(name)}.`, { hint });
  }
}

function toParts(
  now: Date,
  timeZone: string,
): { readonly date: string; readonly time: string; readonly offset: string } {
  const format = new Intl.DateTimeFormat("en-US-u-ca-iso8601-nu-latn", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    timeZoneName: "longOffset",
  });
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]));
  const pick = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? "";
  const offset = pick("timeZoneName").replace("GMT", "");
  return {
    date: `${pick("year").padStart(4, "0")}-${pick("month")}-${pick("day")}`,
    time: `${pick("hour")}:${pick("minute")}:${pick("second")}`,
    offset: offset === "" ? "+00:00" : offset,
  };
}
