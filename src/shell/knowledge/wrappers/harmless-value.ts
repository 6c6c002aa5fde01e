/**
 * Whether the value of a variable that is safe by its name is a plain word. Names of files are not: some libraries open
 * what `LC_ALL`, `TERM` or `TZ` names.
 */
export function isHarmlessValue(value: string | null): boolean {
  return value !== null && /^(?![:/])[A-Za-z0-9_.,:@+/=-]*$/.test(value) && !value.includes("..");
}
