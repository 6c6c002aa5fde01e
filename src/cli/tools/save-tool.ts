import type { Runtime, ToolChange } from "../../call/runtime.ts";
import { renderIssue } from "../../manifest/code-frame.ts";
import { takeValues } from "../../manifest/credentialed/take-values.ts";
import type { ManifestIssue } from "../../manifest/manifest.ts";
import { parseManifest } from "../../manifest/parse-manifest.ts";
import type { Tool } from "../../model/tool.ts";
import type { Cli } from "../cli.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { escapeLine } from "../output/text/escape.ts";
import { describeAudience, toAudience } from "./audience.ts";
import type { AudienceOptions } from "./audience.ts";
import { toChangeError } from "./change-error.ts";
import { readDefinitionText } from "./definition-text.ts";
import type { DefinitionText } from "./definition-text.ts";
import { readEnvironmentValues } from "./environment-values.ts";
import type { EnvironmentOptions } from "./environment-values.ts";

type SaveOptions = AudienceOptions & EnvironmentOptions;

/** Puts a new tool in place. */
export function createTool(cli: Cli, file: string, options: SaveOptions): Promise<ExitCode> {
  return save(cli, file, null, options);
}

/** Changes one that is there. */
export function updateTool(cli: Cli, name: string, file: string, options: SaveOptions): Promise<ExitCode> {
  return save(cli, file, name, options);
}

async function save(cli: Cli, file: string, expectedName: string | null, options: SaveOptions): Promise<ExitCode> {
  const wanted = toAudience(options);
  const definition = await readDefinitionText(file, cli);
  const environment = await readEnvironmentValues(options, cli);
  const { text, format } = definition;
  return cli.withRuntime("all", async (runtime) => {
    const before = new Map(runtime.registry.snapshot.tools);
    const request = { text, format, audience: wanted, expectedName, environment };
    const change = await runtime.control.tools.save(request, await runtime.control.owner());
    if (!change.ok) {
      showIssues(change.issues, definition, cli);
      throw toChangeError(change, definition.shown);
    }
    // The definition may say whom it is for.
    const { name, audience } = change;
    const given = format === "credentialed" ? takeValues(text)?.values : {};
    const values = Object.keys({ ...given, ...environment }).sort();
    const replaces = findReplaced(before.get(name), change);
    const result = { name, format, audience, file: change.file, id: change.id, replaces, environment: values };
    cli.print(result, ({ colors }) => {
      const verb = expectedName === null ? "created" : "updated";
      return `${colors.green("✓")} ${verb} ${colors.bold(escapeLine(name))} ${describePlace(change)}\n`;
    });
    if (replaces !== null) cli.note(`It takes the place of ${replaces}.`);
    if (values.length > 0) cli.note(`Sealed: ${escapeLine(values.join(", "))}.`);
    showIssues(findWarnings(definition), definition, cli);
    noteUnserved(change, runtime, cli);
    return EXIT.ok;
  });
}

type Saved = Extract<ToolChange, { ok: true }>;

function describePlace({ file, audience }: Saved): string {
  return file === null ? `for ${escapeLine(describeAudience(audience))}` : `in ${escapeLine(file)}`;
}

function findReplaced(before: Tool | undefined, { file, audience }: Saved): string | null {
  if (before === undefined) return null;
  if (before.origin.layer === "builtin") return "the built-in tool of that name";
  if (audience.kind === "everybody" || before.origin.file === file) return null;
  return `the tool of that name for ${describeAudience(audience)}`;
}

/** What the author should know although the definition works. */
function findWarnings({ text, format, shown }: DefinitionText): readonly ManifestIssue[] {
  const { issues } = parseManifest(text, { file: shown, layer: "user", format, stored: true });
  return issues.filter(({ severity }) => severity === "warning");
}

/** With `--json` they are in the error's details. */
function showIssues(issues: readonly ManifestIssue[], { text, shown }: DefinitionText, { json, err }: Cli): void {
  if (json) return;
  const color = err.colors.isColorSupported;
  for (const issue of issues) err.write(`${renderIssue({ ...issue, file: shown }, text, { color }).trimEnd()}\n\n`);
}

/** A file may be whole and yet not served, such as for a folder that may not be read. */
function noteUnserved({ name, file }: Saved, { registry }: Runtime, cli: Cli): void {
  if (file === null) return;
  const served = registry.snapshot.tools.get(name);
  const isServed = served?.origin.file === file;
  const why = registry.snapshot.issues.find((issue) => issue.file === file)?.message;
  if (!isServed && why !== undefined) cli.note(`It is not served: ${escapeLine(why)}`);
}
