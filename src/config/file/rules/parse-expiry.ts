const MOMENT = /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:\d{2}))?$/;

/** When a rule ends, as ISO 8601 in UTC; a date is its beginning. `null` for anything else, also for days that are none. */
export function parseExpiry(text: string): string | null {
  const [, year, month, day] = MOMENT.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return null;
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  // The 30th of February would be read as a day in March.
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day)) return null;
  const moment = new Date(text.toUpperCase().replace(" ", "T"));
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}
