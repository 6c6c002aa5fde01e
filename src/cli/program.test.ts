import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "./command-table.ts";
import { createProgram } from "./program.ts";

describe("every command", () => {
  it.each(COMMANDS.map(({ name }) => name))("%s loads, and its help has an example", async (name) => {
    const program = await createProgram([name], () => undefined);
    const command = program.commands.find((each) => each.name() === name);
    for (const each of withInner(command)) {
      let help = "";
      each.configureOutput({ writeOut: (text) => (help += text) });
      each.outputHelp();
      expect(help).toMatch(/Examples?:\n {2}\$ toolgate /);
      expect(each.description()).not.toBe("");
    }
  });

  it("has a name of its own", () => {
    const names = COMMANDS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it("is loaded only when it is named", async () => {
    const program = await createProgram(["mode"], () => undefined);
    const options = program.commands.filter((each) => each.options.length > 0).map((each) => each.name());
    expect(options).toEqual(["mode"]);
  });
});

function withInner(command: Command | undefined): readonly Command[] {
  return command === undefined ? [] : [command, ...command.commands.flatMap((each) => withInner(each))];
}
