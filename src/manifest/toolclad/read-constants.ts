import { showText } from "../../text/show-text.ts";
import { field } from "../toml/fields.ts";
import type { TableSource } from "../toml/fields.ts";
import { addError } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";

const scalar = field.scalar();
/** Values that Toolgate makes, and the names that mappings and conditionals get. */
const RESERVED = /^_(?:scan_id|output_file|output_dir|evidence_dir|tool_name|secret|cond_\w*|\w*_flags)$/;

/** Reads `[command.defaults]`: author-written values for placeholders that are not arguments, as text. */
export function readConstants(
  source: TableSource | undefined,
  declared: readonly string[],
  log: IssueLog,
): Readonly<Record<string, string>> {
  const constants: (readonly [string, string])[] = [];
  for (const [name, value] of Object.entries(source?.table ?? {})) {
    const path = ["command", "defaults", name];
    const place = { path, part: "key" } as const;
    const shown = showText(name);
    if (!/^\w{1,64}$/.test(name)) {
      const message = `\`${shown}\` cannot be the name of a placeholder`;
      addError(log, "bad-name", place, message, "Use letters, digits and `_`.");
    } else if (RESERVED.test(name)) {
      const message = `\`${shown}\` already means something else`;
      addError(log, "duplicate-name", place, message, "Give the default another name.");
    } else if (declared.includes(name)) {
      const message = `\`${shown}\` is an argument; its default belongs to it`;
      addError(log, "duplicate-name", place, message, `Put \`default\` into [args.${shown}].`);
    } else if (value !== undefined) {
      const read = scalar.read(value, path, log);
      // A value that was refused still gives its name a meaning, so that one slip is one issue.
      constants.push([name, read === undefined ? "" : String(read)]);
    }
  }
  return Object.fromEntries(constants);
}
