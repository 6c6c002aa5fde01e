import { judgeWritten } from "../../../sandbox/places/judge-written.ts";
import type { WrittenGrant } from "../../../sandbox/places/judge-written.ts";
import { showText } from "../../../text/show-text.ts";
import { addError } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import type { TomlPath } from "../../toml/toml-document.ts";

/** The two lists of places, as written. */
export interface GrantLists {
  readonly writable: readonly string[];
  readonly readable: readonly string[];
}

export interface GrantEntry extends WrittenGrant {
  /** Leads to the list that the text stands in. */
  readonly path: TomlPath;
  readonly index: number;
}

/** Reports a place that every call would be refused for. */
export function checkGrant({ path, index, ...grant }: GrantEntry, log: IssueLog): void {
  const reason = judgeWritten(grant);
  if (reason === null) return;
  const key = grant.access === "write" ? "writable" : "readable";
  const place = { path: [...path, index], part: "value" } as const;
  addError(log, "bad-folder", place, toGrantMessage(grant.text, key, reason), GRANT_HINT);
}

export function toGrantMessage(text: string, key: keyof GrantLists, reason: string): string {
  return `\`${showText(text)}\` in \`${key}\` cannot be granted: ${reason}`;
}

export const GRANT_HINT = "A program that needs it cannot run confined; name a folder of its own, or leave it out.";
