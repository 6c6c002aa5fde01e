import type { RegisteredValue } from "../../../control/scrub/scrub-control.ts";
import { findId } from "../../arguments/find-id.ts";
import { CliError } from "../../cli-error.ts";
import type { Cli } from "../../cli.ts";
import { EXIT } from "../../exit-codes.ts";
import type { ExitCode } from "../../exit-codes.ts";
import type { Screen } from "../../output/screen.ts";
import { renderTable } from "../../output/table.ts";
import { renderTime } from "../../output/text/relative-time.ts";
import { shortenIds } from "../../output/text/short-ids.ts";
import { readValue } from "../secrets/read-value.ts";

interface AddOptions {
  readonly fromFile?: string;
  readonly note?: string;
}

export async function addValue(cli: Cli, options: AddOptions): Promise<ExitCode> {
  const value = await readValue("what to take out", options.fromFile, cli);
  return cli.withRuntime("control", async ({ control }) => {
    const added = await control.scrub.add({ value, note: options.note ?? null }, await control.owner());
    if (!added.ok) throw new CliError("BAD_VALUE", added.message, { hint: added.hint });
    const { id, length, isNew, warning } = added;
    cli.print({ id, length, isNew, warning }, ({ colors }) => {
      const what = isNew ? "registered" : "was registered before:";
      return `${colors.green("✓")} ${what} ${colors.bold(id)}, ${length} characters; it holds for the next call\n`;
    });
    if (warning !== null) cli.note(warning);
    return EXIT.ok;
  });
}

export async function listValues(cli: Cli): Promise<ExitCode> {
  return cli.withRuntime("control", async ({ control }) => {
    const values = await control.scrub.list();
    cli.print(values, (screen) => renderValues(values, screen));
    if (values.length === 0) cli.note("No values: `toolgate scrub add` registers one. Patterns hold without it.");
    return EXIT.ok;
  });
}

function renderValues(values: readonly RegisteredValue[], screen: Screen): string {
  if (values.length === 0) return "";
  const now = new Date();
  const shorten = shortenIds(
    values.map(({ id }) => id),
    screen,
  );
  return renderTable(
    [
      { title: "id", value: ({ id }: RegisteredValue) => shorten(id) },
      { title: "length", value: ({ length }) => String(length) },
      { title: "by", value: ({ createdBy }) => createdBy, shrinks: true },
      { title: "since", value: ({ createdAt }) => renderTime(createdAt, now, screen) },
      { title: "note", value: ({ note }) => note ?? "", shrinks: true },
    ],
    values,
    screen,
  );
}

export async function removeValue(cli: Cli, given: string): Promise<ExitCode> {
  return cli.withRuntime("control", async ({ control }) => {
    const values = await control.scrub.list();
    const id = findId(
      given,
      values.map((value) => value.id),
    );
    if (!(await control.scrub.remove(id, await control.owner()))) {
      const hint = "`toolgate scrub list` shows the ids";
      throw new CliError("UNKNOWN_VALUE", `no registered value has the id \`${id}\``, { hint });
    }
    cli.print({ id, removed: true }, () => "Removed; it stays where it is from the next call on.\n");
    return EXIT.ok;
  });
}
