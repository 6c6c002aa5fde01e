import type { ParamSpec } from "../../../model/param.ts";
import { suggestNearest } from "../../../text/find-nearest.ts";
import { showText } from "../../../text/show-text.ts";
import type { ManifestOptions } from "../../manifest.ts";
import type { TableSource } from "../../toml/fields.ts";
import { addError } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import type { TomlPath } from "../../toml/toml-document.ts";
import { readArgs } from "../read-args.ts";
import { toDeclaredNames } from "../tool/declared-names.ts";
import { narrowParam } from "./narrow-param.ts";

/**
 * The parameters of a known command. An author may leave arguments out that are optional, and may declare one more
 * narrowly than it is; never more widely, since the browser would be asked for something that it does not do.
 */
export function readCommandArgs(
  source: TableSource | undefined,
  standard: readonly ParamSpec[],
  command: { readonly name: string; readonly path: TomlPath },
  log: IssueLog,
  options: ManifestOptions,
): readonly ParamSpec[] {
  if (source === undefined) return standard;
  const declared = readArgs(source, log, options);
  const names = standard.map(({ name }) => name);
  for (const name of toDeclaredNames(source).filter((known) => !names.includes(known))) {
    const takes = names.length === 0 ? "takes no arguments" : `takes ${names.join(", ")}`;
    const message = `\`${command.name}\` has no argument \`${showText(name)}\`${suggestNearest(name, names)}; it ${takes}`;
    addError(log, "unknown-arg", { path: [...source.path, name], part: "key" }, message);
  }
  for (const spec of standard) {
    if (!spec.required || Object.hasOwn(source.table, spec.name)) continue;
    const message = `\`${command.name}\` cannot work without \`${spec.name}\`, which is not declared`;
    const hint = "Declare it, or declare no arguments at all to get the usual ones.";
    addError(log, "missing-arg", { path: command.path, part: "key" }, message, hint);
  }
  return declared.flatMap((own) => {
    const spec = standard.find(({ name }) => name === own.name);
    return spec === undefined ? [] : (narrowParam(own, spec, [...source.path, own.name], log) ?? []);
  });
}
