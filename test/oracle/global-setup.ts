import { requireBubblewrap } from "./require-bubblewrap.ts";

/** Runs once before all tests, so that no two of them install at the same time. */
export default function setup(): void {
  const left = requireBubblewrap();
  if (left !== null) console.warn(`the oracle against a real bash cannot run: ${left}`);
}
