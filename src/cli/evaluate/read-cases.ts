import { createReadStream } from "node:fs";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import { showText } from "../../text/show-text.ts";
import { CliError } from "../cli-error.ts";
import type { Cli } from "../cli.ts";
import { readLines } from "../control/read-lines.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";

/** One line of the input that can be judged. */
export interface Case {
  readonly id: string | number;
  readonly members: JsonObject;
}

/** Why a line is no case. */
export class BadLine extends Error {}

/**
 * Answers every line of a file of JSON objects with `id`, in their order, one line of JSON each; `-` reads standard
 * input. A line that is no case is reported with its number and the rest goes on; the command then ends with 2.
 */
export async function answerCases(
  cli: Cli,
  input: string,
  answer: (one: Case) => Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  let number = 0;
  let isWhole = true;
  for await (const line of readLines(openInput(cli, input))) {
    number += 1;
    if (line.trim() === "") continue;
    try {
      const one = parseCase(line);
      cli.out.write(`${JSON.stringify({ id: one.id, ...answer(one) })}\n`);
    } catch (error) {
      if (!(error instanceof BadLine)) throw error;
      cli.err.line(`line ${number}: ${error.message}`);
      isWhole = false;
    }
  }
  return isWhole ? EXIT.ok : EXIT.usage;
}

async function* openInput(cli: Cli, input: string): AsyncGenerator {
  try {
    yield* input === "-" ? cli.input : createReadStream(input);
  } catch (error) {
    throw new CliError("UNREADABLE", `cannot read ${input}: ${(error as Error).message}`);
  }
}

function parseCase(line: string): Case {
  const value = parseJson(line);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new BadLine("expected a JSON object with `id`");
  }
  const members = value as JsonObject;
  const { id } = members;
  if (typeof id === "string" || typeof id === "number") return { id, members };
  throw new BadLine("expected `id`, a text or a number");
}

function parseJson(line: string): JsonValue {
  try {
    return JSON.parse(line.replace(/^\ufeff/, "")) as JsonValue;
  } catch (error) {
    throw new BadLine(`not JSON: ${showText((error as Error).message, 200)}`);
  }
}
