const MAX_SECONDS = 31_536_000;

/** What `Retry-After` asks for, in words; `null` when it is absent or says neither seconds nor a date. */
export function findRetryHint(value: string | undefined): string | null {
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value)) {
    const seconds = Number(value);
    return seconds > MAX_SECONDS ? null : `wait ${seconds} s before calling again`;
  }
  // Only the form that the standard prescribes: a parser of dates takes much for one.
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(value)) return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : `call again after ${new Date(at).toISOString()}`;
}
