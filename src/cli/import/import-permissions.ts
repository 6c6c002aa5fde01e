import { addPermissions } from "../../import/config/add-permissions.ts";
import { ImportError } from "../../import/import-result.ts";
import type { Dropped } from "../../import/import-result.ts";
import { EFFECTS, convertPermissions } from "../../import/permissions/convert-permissions.ts";
import type { RuleEffect } from "../../import/permissions/convert-permissions.ts";
import type { Mode } from "../../policy/policy.ts";
import type { Cli } from "../cli.ts";
import type { Source } from "./open-source.ts";
import type { ImportContext, ImportReport } from "./report.ts";
import { findConfigFile, toShownPath } from "./target.ts";
import { readConfigText, writeConfigText } from "./write-config.ts";

/** Rules of a Claude Code settings file become entries of `[permissions]`. */
export function importPermissions(
  cli: Cli,
  { document, name: source }: Source,
  context: ImportContext,
  widen: boolean,
): ImportReport {
  const converted = convertPermissions(document, { widen });
  const config = readConfigText(findConfigFile(cli, context));
  const present = config.data.permissions ?? {};
  const missing = (effect: RuleEffect): readonly string[] =>
    converted.rules[effect].filter((rule) => present[effect]?.includes(rule) !== true);
  const rules = { allow: missing("allow"), ask: missing("ask"), deny: missing("deny") };
  const { mode, dropped: conflicts } = chooseMode(converted.mode, present.mode ?? null, context.force);
  const what = [
    ...(mode === null ? [] : [`mode = ${mode}`]),
    ...EFFECTS.flatMap((effect) => rules[effect].map((rule) => `${effect} ${rule}`)),
  ];
  const dropped = [...converted.dropped, ...conflicts];
  if (what.length === 0) return { written: [], dropped, issues: [], failed: conflicts.length > 0 };
  const text = addPermissions(config.text, { mode, rules });
  if (text === null) {
    throw new ImportError(
      "`permissions` of toolgate.toml is not a table of its own",
      "Write it as [permissions], then import again.",
    );
  }
  writeConfigText(config, text, context.dryRun);
  const action = config.isNew ? "created" : "added to";
  const written = [{ file: toShownPath(cli.cwd, config.file), action, what, from: source } as const];
  return { written, dropped, issues: [], failed: conflicts.length > 0 };
}

function chooseMode(
  wanted: Mode | null,
  present: Mode | null,
  force: boolean,
): { readonly mode: Mode | null; readonly dropped: readonly Dropped[] } {
  if (wanted === null || wanted === present) return { mode: null, dropped: [] };
  if (present === null || force) return { mode: wanted, dropped: [] };
  const reason = `toolgate.toml says \`${present}\` already`;
  const losesProtection = wanted === "plan" || present === "autonomous";
  const what = `the mode \`${wanted}\``;
  return {
    mode: null,
    dropped: [{ source: "defaultMode", what, reason, hint: "--force replaces it", losesProtection }],
  };
}
