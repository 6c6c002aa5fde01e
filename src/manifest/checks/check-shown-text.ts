import { findForbiddenCharacter } from "../../params/characters.ts";
import { addError } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import type { TableSource } from "../toml/fields.ts";

const MAX_LENGTH = 10_000;

/**
 * Checks text that people and models read. Characters that cannot be seen could say something to a model that the
 * person who looks at the tool never reads.
 */
export function checkShownText(source: TableSource, keys: readonly string[], log: IssueLog): void {
  for (const key of keys) {
    const text = source.table[key];
    if (typeof text !== "string") continue;
    const place = { path: [...source.path, key], part: "value" } as const;
    const hidden = findForbiddenCharacter(text.replace(/\r?\n/g, ""), true);
    if (hidden !== null) {
      addError(
        log,
        "hidden-character",
        place,
        `\`${key}\` holds a character that cannot be seen: ${hidden}`,
        "Delete it.",
      );
    } else if (text.length > MAX_LENGTH) {
      const message = `\`${key}\` has ${text.length} characters; at most ${MAX_LENGTH} are shown`;
      addError(log, "too-long", place, message, "Say it shorter.");
    }
  }
}
