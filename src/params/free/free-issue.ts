import type { ParamIssueCode } from "../../model/param.ts";
import { refuse } from "../refuse.ts";
import type { Refusal } from "../refuse.ts";
import { showValue } from "../show-value.ts";

/** The one parameter of a free-mode tool. */
export const FREE_PARAM = "args";

/** A refusal of one entry of the list: `expected` is a sentence without its full stop. */
export function refuseEntry(code: ParamIssueCode, expected: string, entry: string): Refusal {
  return refuse(FREE_PARAM, code, `${expected}, got ${showValue(entry)}.`);
}
