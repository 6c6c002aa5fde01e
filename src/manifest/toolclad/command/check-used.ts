import { addError, addWarning } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import type { Placeholders } from "../placeholders.ts";

interface Use {
  /** Every name that the finished command depends on. */
  readonly names: ReadonlySet<string>;
  readonly placeholders: Placeholders;
  readonly declared: readonly string[];
  readonly constants: Readonly<Record<string, string>>;
  readonly conditionals: ReadonlyMap<string, unknown>;
}

/** Reports what is declared and then left out: of an argument an error, of the author's own texts a warning. */
export function checkUsed({ names, placeholders, declared, constants, conditionals }: Use, log: IssueLog): void {
  for (const name of declared.filter((known) => !names.has(known))) {
    const message = `the argument \`${name}\` is declared but never used in [command]`;
    const place = { path: ["args", name], part: "key" } as const;
    addError(log, "unused-param", place, message, `Write {${name}} where its value belongs, or delete it.`);
  }
  for (const name of Object.keys(constants).filter((known) => !names.has(known))) {
    const place = { path: ["command", "defaults", name], part: "key" } as const;
    addWarning(log, "unused-entry", place, `the default \`${name}\` is never used`, "Delete it.");
  }
  for (const name of conditionals.keys()) {
    if (placeholders.used.has(`_${name}`) || placeholders.used.has(`_cond_${name}`)) continue;
    const message = `the conditional \`${name}\` is never used`;
    const place = { path: ["command", "conditionals", name], part: "key" } as const;
    addWarning(log, "unused-entry", place, message, `Write {_${name}} where it belongs.`);
  }
}
