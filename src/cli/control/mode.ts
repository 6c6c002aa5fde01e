import type { ControlPlane, ModeTarget } from "../../call/runtime.ts";
import { MODES } from "../../policy/policy.ts";
import type { ModeOverride } from "../../policy/policy.ts";
import { parseChoice } from "../arguments/choice.ts";
import { usageError } from "../cli-error.ts";
import { CliError } from "../cli-error.ts";
import type { Cli } from "../cli.ts";
import { examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { Screen } from "../output/screen.ts";
import { escapeLine } from "../output/text/escape.ts";

interface ModeOptions {
  readonly clear?: boolean;
  readonly agent?: string;
  readonly session?: string;
}

export const defineMode: DefineCommand = (command, act) => {
  command
    .argument("[mode]", `${MODES.join(", ")}; shows the present ones when left out`)
    .argument("[value]", "the mode, after the word `set`")
    .option("--agent <name>", "only for this agent, in every workspace")
    .option("--session <id>", "only for this session")
    .option("--clear", "go back to what the configuration says")
    .addHelpText("after", examples("mode", "mode plan", "mode set plan --agent cursor", "mode --clear --agent cursor"))
    .action(act(runMode));
};

async function runMode(
  cli: Cli,
  first: string | undefined,
  second: string | undefined,
  options: ModeOptions,
): Promise<ExitCode> {
  const name = first === "set" ? second : first;
  if (first !== "set" && second !== undefined) throw usageError(`\`${second}\` is one word too many`);
  if (first === "set" && second === undefined) throw usageError("`set` needs a mode", `one of ${MODES.join(", ")}`);
  if (name !== undefined && options.clear === true) throw usageError("give a mode or --clear, not both");
  const target = readTarget(options);
  const wanted = name === undefined ? null : parseChoice(name, MODES, "mode");
  if (target !== undefined && wanted === null && options.clear !== true) {
    throw usageError("--agent and --session say whose mode to set: give a mode or --clear");
  }
  return cli.withRuntime("control", async ({ control }) => {
    const isSet = wanted !== null || options.clear === true;
    if (isSet && !(await control.setMode(wanted, await control.owner(), target))) throw unknownSession(options);
    const now = await control.mode();
    const others = await control.modes();
    cli.print({ ...now, others }, (screen) => renderModes(now, others, screen));
    return EXIT.ok;
  });
}

function unknownSession({ session = "" }: ModeOptions): CliError {
  const hint = "`session.status` tells an agent the id of its session; it ends with its connection";
  return new CliError("UNKNOWN_SESSION", `there is no session ${session}`, { hint });
}

function readTarget({ agent, session }: ModeOptions): ModeTarget | undefined {
  if (agent !== undefined && session !== undefined) throw usageError("give --agent or --session, not both");
  if (agent !== undefined) return { agent };
  return session === undefined ? undefined : { session };
}

function renderModes(
  { mode, source }: Awaited<ReturnType<ControlPlane["mode"]>>,
  others: readonly ModeOverride[],
  { colors }: Screen,
): string {
  const line = (name: string, from: string): string =>
    `${colors.bold(name)}  ${colors.dim(`from ${escapeLine(from)}`)}\n`;
  const rest = others.map(({ agent, session, ...other }) => {
    const whose = session === null ? `agent ${agent ?? ""}` : `session ${session}`;
    return `${escapeLine(whose)}  ${line(other.mode, other.source)}`;
  });
  return [line(mode, source), ...rest].join("");
}
