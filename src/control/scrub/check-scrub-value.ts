import type { AddScrubResult, AddScrubValue } from "./scrub-control.ts";

/** Shorter ones stand everywhere: nothing could be read any more. */
const LEAST = 4;
/** Below this they stand in other words too. */
const LEAST_RARE = 8;
const MOST = 64 * 1024;
const MOST_NOTE = 200;

type Refusal = Extract<AddScrubResult, { ok: false }>;

/** Whether a value can be registered; no message shows it. */
export function checkScrubValue({
  value,
  note,
}: AddScrubValue): { readonly ok: true; readonly warning: string | null } | Refusal {
  const { length } = value;
  if (value.trim().length < LEAST) {
    return refuse(
      `the value has ${value.trim().length} characters`,
      `Give at least ${LEAST}, blanks around not counted.`,
    );
  }
  if (length > MOST) return refuse(`the value has ${length} characters`, `Give at most ${MOST}.`);
  if (!value.isWellFormed()) return refuse("the value holds half a character (a lone surrogate)", "Give it whole.");
  if ((note?.length ?? 0) > MOST_NOTE) {
    return refuse(`the note has ${note?.length ?? 0} characters`, `Give at most ${MOST_NOTE}.`);
  }
  if (note?.includes(value) === true) return refuse("the note shows the value", "Write what it is for instead.");
  if (length >= LEAST_RARE) return { ok: true, warning: null };
  return {
    ok: true,
    warning: `The value is short: wherever these ${length} characters stand, they will be taken out.`,
  };
}

function refuse(message: string, hint: string): Refusal {
  return { ok: false, message, hint };
}
