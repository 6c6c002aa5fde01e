import { realpathSync, statSync } from "node:fs";
import path from "node:path";
import type { AssertionResult } from "../../analysis/assert/assertion.ts";
import type { Config } from "../../config/config.ts";
import type { ManifestFormat, ManifestIssue } from "../../manifest/manifest.ts";
import type { Tool } from "../../model/tool.ts";
import { parseChoice } from "../arguments/choice.ts";
import { usageError } from "../cli-error.ts";
import type { Cli } from "../cli.ts";
import { examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { readManifest, readText } from "../manifest-file.ts";
import { renderAssertions } from "../output/analysis.ts";
import { countIssues, plural, renderIssues } from "../output/issues.ts";

const FORMATS: readonly ManifestFormat[] = [
  "whitelist",
  "toolclad",
  "capability",
  "custom",
  "credentialed",
  "agent-tool",
];

export const defineValidate: DefineCommand = (command, act) => {
  command
    .argument("[files...]", "tool files, or folders with them; else the configuration and everything it names")
    .option("--format <name>", `what the named files are, where their names do not say it: ${FORMATS.join(", ")}`)
    .option("--assert <file>", "prove that the tools have the properties of this file, or show which do not")
    .addHelpText(
      "after",
      examples(
        "validate",
        "validate tools/git.toml",
        "validate whois_lookup.clad.toml --json",
        "validate --format agent-tool declared.json",
        "validate --assert properties.toml",
      ),
    )
    .action(act(validate));
};

interface Checked {
  readonly tools: readonly Tool[];
  readonly issues: readonly ManifestIssue[];
  /** What holds for the tools; `null` when only files were named. */
  readonly config: Config | null;
}

interface ValidateOptions {
  readonly assert?: string;
  readonly format?: string;
}

/** Reports every mistake; fails when there is an error or a broken assertion. Nothing is run and trust does not matter. */
async function validate(cli: Cli, files: readonly string[], options: ValidateOptions): Promise<ExitCode> {
  const format = options.format === undefined ? undefined : parseChoice(options.format, FORMATS, "format");
  const checked = files.length > 0 ? await checkFiles(cli, files, format) : await checkConfigured(cli);
  const asserted = options.assert === undefined ? null : await assertAll(options.assert, checked);
  const issues = [...checked.issues, ...(asserted?.issues ?? [])];
  const results = asserted?.results ?? [];
  const isRefuted = results.some(({ counterexamples }) => counterexamples.length > 0);
  const failed = isRefuted || issues.some(({ severity }) => severity === "error");
  if (!cli.json) cli.out.write(await renderIssues(issues, cli.out));
  const names = checked.tools.map(({ name }) => name);
  const assertions = asserted === null ? {} : { assertions: results };
  cli.print({ ok: !failed, tools: names, issues, ...assertions }, (screen) => {
    const mark = failed ? screen.colors.red("✗") : screen.colors.green("✓");
    const summary = `${mark} ${plural(checked.tools.length, "good tool")}, ${countIssues(issues)}\n`;
    return `${renderAssertions(results, screen)}${summary}`;
  });
  return failed ? EXIT.failed : EXIT.ok;
}

/** A tool that does not load is no counterexample: its error fails the command all the same. */
async function assertAll(
  file: string,
  { tools, config }: Checked,
): Promise<{ readonly results: readonly AssertionResult[]; readonly issues: readonly ManifestIssue[] }> {
  const { parseAssertions } = await import("../../analysis/assert/parse-assertions.ts");
  const { judgeTools } = await import("../../analysis/assert/judge-tools.ts");
  const { checkAssertions } = await import("../../analysis/assert/check-assertions.ts");
  const { assertions, issues } = parseAssertions(await readText(file), path.resolve(file));
  return { results: checkAssertions(assertions, judgeTools(tools, config)), issues };
}

async function checkFiles(cli: Cli, places: readonly string[], format: ManifestFormat | undefined): Promise<Checked> {
  const { listToolFiles } = await import("../../registry/list-tool-files.ts");
  const { CONFIG_NAME } = await import("../../config/locate-config.ts");
  const tools: Tool[] = [];
  const issues: ManifestIssue[] = [];
  for (const place of places) {
    // Whoever names the configuration means all that it names, and not a tool.
    if (path.basename(place) === CONFIG_NAME && format === undefined) {
      const named = await checkConfigured({ ...cli, configPath: place });
      tools.push(...named.tools);
      issues.push(...named.issues);
      continue;
    }
    const isFolder = statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
    const listing = isFolder ? listToolFiles({ layer: "project", folder: realpathSync(place) }) : null;
    if (listing?.problem) issues.push(listing.problem);
    for (const file of listing?.files ?? [{ path: place, problem: null }]) {
      if (file.problem !== null) issues.push(file.problem);
      const result = file.problem === null ? await readManifest(file.path, format) : null;
      tools.push(...(result?.tools ?? []));
      issues.push(...(result?.issues ?? []));
    }
  }
  return { tools, issues, config: null };
}

/** Everything that the configuration names, read as if it were trusted: a mistake is worth knowing before that. */
async function checkConfigured({ cwd, env, configPath }: Pick<Cli, "cwd" | "env" | "configPath">): Promise<Checked> {
  const { loadConfig } = await import("../../config/load-config.ts");
  const { createPermissionCheck } = await import("../../setup/create-permission-check.ts");
  const { findEntryIssues } = await import("../../setup/issues/find-entry-issues.ts");
  const { findRuleIssues } = await import("../../setup/issues/find-rule-issues.ts");
  const { findSandboxIssues } = await import("../../setup/issues/find-sandbox-issues.ts");
  const { listPackTools } = await import("../../setup/packs/list-pack-tools.ts");
  const { toPassages } = await import("../../mcp-bridge/offers/passages.ts");
  const { createRegistry } = await import("../../registry/create-registry.ts");
  const trusting = { ...env, TOOLGATE_TRUST: "1" };
  const loaded = await loadConfig({ cwd, configPath, env: trusting, trust: () => Promise.resolve(null) });
  const { config, issues, permissions } = loaded;
  if (config === null || permissions === null) return { tools: [], issues, config };
  const registry = await createRegistry({ folders: config.toolFolders, maxIssues: 10_000 });
  const { snapshot } = registry;
  await registry.close();
  const tools = [...snapshot.tools.values()];
  const all = [...listPackTools(config), ...tools, ...config.mcpServers.flatMap(toPassages)];
  const check = createPermissionCheck({ tools: () => all, files: permissions.files, servers: config.mcpServers });
  const { current, files } = permissions;
  const named = [
    ...findRuleIssues(current.permissions.rules, all, files, config.mcpServers),
    ...findEntryIssues(current, all, files, config.mcpServers),
    ...findSandboxIssues(config, all, files),
  ];
  const checked = { tools, issues: [...issues, ...snapshot.issues, ...(await check(current)), ...named], config };
  if (config.configFile === null && checked.tools.length + checked.issues.length === 0) {
    const hint = "name tool files or folders, such as `toolgate validate tools/`, or a configuration with --config";
    throw usageError("there is nothing to check: no toolgate.toml is here or above, and no file was named", hint);
  }
  return checked;
}
