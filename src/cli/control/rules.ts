import type { Rule } from "../../policy/policy.ts";
import type { StoredRule } from "../../storage/repositories.ts";
import { parseChoice } from "../arguments/choice.ts";
import { readUntil } from "../arguments/until.ts";
import type { UntilOptions } from "../arguments/until.ts";
import { findId } from "../arguments/find-id.ts";
import { CliError } from "../cli-error.ts";
import type { Cli } from "../cli.ts";
import { examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { renderExpiry } from "../output/text/expiry.ts";
import { paintVerdict } from "../output/decision.ts";
import type { Screen } from "../output/screen.ts";
import { shortenIds } from "../output/text/short-ids.ts";
import { renderTable } from "../output/table.ts";

const EFFECTS = ["allow", "ask", "deny"] as const;
const LAYERS = ["user", "project", "session"] as const;

interface AddOptions extends UntilOptions {
  readonly layer?: string;
  readonly session?: string;
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
    .command("add <effect> <rule>")
    .description("effect is allow, ask or deny; rule is a tool, or a tool with what its calls must be about")
    .option("--layer <layer>", "user: everywhere; project: only in this workspace (default: project)")
    .option("--session <id>", "only in this session, and until it ends")
    .option("--for <duration>", "how long it holds, such as 8h (default: until it is removed)")
    .option("--until <time>", "or until when, such as 2030-01-31T18:00:00Z")
    .option("--reason <text>", "why, for people")
    .addHelpText("after", examples(...ADD_EXAMPLES))
    .action(act(addRule));
  command
    .command("remove <id>")
    .description("take back a rule that was added; the beginning of its id is enough")
    .addHelpText("after", examples("rules remove 76de5ec9"))
    .action(act(removeRule));
};

const ADD_EXAMPLES = [
  "rules add allow repo.log",
  "rules add deny 'git.*' --layer user",
  'rules add allow "shell.exec(npm run *)" --for 8h',
];

/** One shape for rules of the configuration and for added ones. */
interface ListedRule {
  readonly id: string | null;
  readonly effect: Rule["effect"];
  /** As written: `Tool` or `Tool(specifier)`. */
  readonly rule: string;
  readonly layer: string;
  readonly session: string | null;
  readonly source: string;
  readonly expiresAt: string | null;
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

function fromStored({
  id,
  effect,
  rule,
  layer,
  session,
  expiresAt,
  reason,
  approval,
  createdBy,
}: StoredRule): ListedRule {
  const source = approval === null ? `rules add, by ${createdBy}` : `granted by ${createdBy} with approval ${approval}`;
  return { id, effect, rule, layer, session, source, expiresAt, reason };
}

function fromConfigured({ effect, tool, specifier = null, layer, source, expiresAt = null, reason }: Rule): ListedRule {
  const rule = specifier === null ? tool : `${tool}(${specifier})`;
  return { id: null, effect, rule, layer, session: null, source, expiresAt, reason };
}

function renderRules(rules: readonly ListedRule[], screen: Screen): string {
  if (rules.length === 0) return "";
  const now = new Date();
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
      { title: "rule", value: ({ rule }) => rule, shrinks: true },
      {
        title: "layer",
        value: ({ layer, session }) => (session === null ? layer : `session ${session}`),
        shrinks: true,
      },
      { title: "source", value: (rule) => rule.source, shrinks: true },
      { title: "id", value: ({ id }) => (id === null ? "-" : shorten(id)) },
      { title: "until", value: ({ expiresAt }) => renderExpiry(expiresAt, now, screen) },
      { title: "reason", value: (rule) => rule.reason ?? "", shrinks: true },
    ],
    rules,
    screen,
  );
}

async function addRule(cli: Cli, effectText: string, rule: string, options: AddOptions): Promise<ExitCode> {
  const effect = parseChoice(effectText, EFFECTS, "rule effect");
  const { session = null, reason = null } = options;
  const layer = parseChoice(options.layer ?? (session === null ? "project" : "session"), LAYERS, "layer for rules");
  const expiresAt = readUntil(options, new Date());
  return cli.withRuntime("control", async ({ control }) => {
    const wanted = { effect, rule, layer, reason, session, expiresAt };
    const added = await control.addRule(wanted, await control.owner());
    if (!added.ok) throw new CliError("BAD_RULE", added.message, { hint: added.hint });
    const { id } = added;
    cli.print({ id, ...wanted }, () => `Added ${id}; it holds for the next call.\n`);
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
