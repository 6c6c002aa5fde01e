/** What one check found. `advice` says what to do and is there unless all is well. */
export interface Finding {
  readonly check: string;
  readonly level: "ok" | "warn" | "fail";
  readonly message: string;
  readonly advice: string | null;
}

export function ok(check: string, message: string): Finding {
  return { check, level: "ok", message, advice: null };
}

export function warn(check: string, message: string, advice: string): Finding {
  return { check, level: "warn", message, advice };
}

export function fail(check: string, message: string, advice: string): Finding {
  return { check, level: "fail", message, advice };
}
