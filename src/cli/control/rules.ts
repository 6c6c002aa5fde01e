import type { Rule } from "../../policy/policy.ts";
import type { StoredRule } from "../../storage/repositories.ts";
import { parseChoice } from "../arguments/choice.ts";
import { findId } from "../arguments/find-id.ts";
import { CliError } from "../cli-error.ts";
import type { Cli } from "../cli.ts";
import { examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { paintVerdict } from "../output/decision.ts";
import type { Screen } from "../output/screen.ts";
import { shortenIds } from "../output/text/short-ids.ts";
import { renderTable } from "../output/table.ts";

const EFFECTS = ["allow", "ask", "deny"] as const;
const LAYERS = ["user", "project"] as const;

interface AddOptions {
  readonly layer: string;
  readonly reason?: string;
}

export const defineRules: DefineCommand = (command, act) => {
  command.addHelpText("after", examples("rules list", "rules add allow repo.log", "rules remove 76de5ec9"));
  command
    .command("list")
    .description("every rule that counts here; only added ones have an id that can be removed")
    .addHelpText("after", examples("rules list"))
    .action(act(listRules));
  command
    .command("add <effect> <tool>")
    .description("effect is allow, ask or deny; tool is a name in which * stands for anything")
    .option("--layer <layer>", "user: everywhere; project: only in this workspace", "project")
    .option("--reason <text>", "why, for people")
    .addHelpText("after", examples("rules add allow repo.log", "rules add deny 'git.*' --layer user"))
    .action(act(addRule));
  command
    .command("remove <id>")
    .description("take back a rule that was added; the beginning of its id is enough")
    .addHelpText("after", examples("rules remove 76de5ec9"))
    .action(act(removeRule));
};

/** One shape for rules of the configuration and for added ones. */
interface ListedRule {
  readonly id: string | null;
  readonly effect: Rule["effect"];
  readonly tool: string;
  readonly layer: string;
  readonly source: string;
  readonly reason: string | null;
}

async function listRules(cli: Cli): Promise<ExitCode> {
  return cli.withRuntime("control", async ({ config, control }) => {
    const added = (await control.rules.list(config.workspace)).map(fromStored);
    const rules = [...config.permissions.rules.map(fromConfigured), ...added];
    cli.print(rules, (screen) => renderRules(rules, screen));
    if (rules.length === 0) cli.note("No rules: the mode decides every call.");
    return EXIT.ok;
  });
}

function fromStored({ id, effect, rule, layer, reason }: StoredRule): ListedRule {
  return { id, effect, tool: rule, layer, source: "rules add", reason };
}

function fromConfigured({ effect, tool, layer, source, reason }: Rule): ListedRule {
  return { id: null, effect, tool, layer, source, reason };
}

function renderRules(rules: readonly ListedRule[], screen: Screen): string {
  if (rules.length === 0) return "";
  const shorten = shortenIds(
    rules.flatMap(({ id }) => id ?? []),
    screen,
  );
  return renderTable(
    [
      {
        title: "effect",
        value: (rule: ListedRule) => rule.effect,
        style: (text, { effect }, colors) => paintVerdict(effect, colors, text.length),
      },
      { title: "tool", value: (rule) => rule.tool, shrinks: true },
      { title: "layer", value: (rule) => rule.layer },
      { title: "source", value: (rule) => rule.source, shrinks: true },
      { title: "id", value: ({ id }) => (id === null ? "-" : shorten(id)) },
      { title: "reason", value: (rule) => rule.reason ?? "", shrinks: true },
    ],
    rules,
    screen,
  );
}

async function addRule(cli: Cli, effectText: string, rule: string, options: AddOptions): Promise<ExitCode> {
  const effect = parseChoice(effectText, EFFECTS, "rule effect");
  const layer = parseChoice(options.layer, LAYERS, "layer for rules");
  return cli.withRuntime("control", async ({ control }) => {
    const reason = options.reason ?? null;
    const added = await control.addRule({ effect, rule, layer, reason }, await control.owner());
    if (!added.ok) throw new CliError("BAD_RULE", added.message, { hint: added.hint });
    const { id } = added;
    cli.print({ id, effect, rule, layer, reason }, () => `Added ${id}; it holds for the next call.\n`);
    return EXIT.ok;
  });
}

async function removeRule(cli: Cli, given: string): Promise<ExitCode> {
  return cli.withRuntime("control", async ({ config, control }) => {
    const listed = await control.rules.list(config.workspace);
    const id = findId(
      given,
      listed.map((rule) => rule.id),
    );
    if (!(await control.removeRule(id, await control.owner()))) {
      const hint = "`toolgate rules list` shows the ids; rules of a file are removed in that file";
      throw new CliError("UNKNOWN_RULE", `no added rule has the id \`${id}\``, { hint });
    }
    cli.print({ id, removed: true }, () => "Removed; it no longer holds for the next call.\n");
    return EXIT.ok;
  });
}
