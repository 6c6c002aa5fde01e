import type { Dropped } from "../../import/import-result.ts";
import type { CustomTool } from "../../import/manifests/split-custom-tools.ts";
import type { ManifestIssue } from "../../manifest/manifest.ts";
import { parseManifest } from "../../manifest/parse-manifest.ts";
import type { Cli } from "../cli.ts";
import type { ImportContext, ImportReport, Written } from "./report.ts";

/** Custom tools live in the database, each for everybody or for the agent that it names. */
export async function saveCustomTools(
  cli: Cli,
  tools: readonly CustomTool[],
  { dryRun, force }: Pick<ImportContext, "dryRun" | "force">,
): Promise<ImportReport> {
  const written: Written[] = [];
  const dropped: Dropped[] = [];
  const issues: ManifestIssue[] = [];
  const refuse = (source: string, reason: string, hint: string | null): void =>
    void dropped.push({ source, what: "the tool", reason, hint });
  const keep = ({ name }: CustomTool, action: Written["action"]): void =>
    void written.push({ file: null, action, what: [name], from: name });
  const sound = tools.filter(({ name, text }) => {
    const result = parseManifest(text, { file: `${name}.json`, layer: "user", format: "custom", stored: true });
    issues.push(...result.issues);
    const error = result.issues.find(({ severity }) => severity === "error");
    if (error !== undefined) refuse(name, error.message, error.hint);
    return error === undefined;
  });
  if (dryRun) for (const tool of sound) keep(tool, "created");
  else if (sound.length > 0) {
    await cli.withRuntime("all", async ({ control }) => {
      const by = await control.owner();
      for (const tool of sound) {
        const request = {
          text: tool.text,
          format: "custom",
          audience: { kind: "everybody" },
          environment: null,
        } as const;
        const created = await control.tools.save({ ...request, expectedName: null }, by);
        const again = force && !created.ok && created.code === "name_conflict";
        const change = again ? await control.tools.save({ ...request, expectedName: tool.name }, by) : created;
        if (change.ok) keep(tool, again ? "replaced" : "created");
        else
          refuse(
            tool.name,
            change.message,
            change.code === "name_conflict" ? `${change.hint} --force replaces it.` : change.hint,
          );
      }
    });
  }
  return { written, dropped, issues, failed: dropped.length > 0 };
}
