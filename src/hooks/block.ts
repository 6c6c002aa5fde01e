import { showText } from "../text/show-text.ts";
import type { HookReply } from "./hook-agent.ts";

const MAX_REASON = 2000;

/** What stops the call in every protocol, whatever is wrong: exit status 2 with the reason on standard error. */
export function block(message: string): HookReply {
  return { stdout: "", stderr: `toolgate: ${toReason(message)}\n`, exitCode: 2 };
}

/** A JSON answer on standard output. */
export function replyWith(value: object): HookReply {
  return { stdout: `${JSON.stringify(value)}\n`, stderr: "", exitCode: 0 };
}

export const SILENCE: HookReply = { stdout: "", stderr: "", exitCode: 0 };

/** One line of bounded length: what is shown was partly written by a model. */
export function toReason(text: string): string {
  return showText(text, MAX_REASON);
}
