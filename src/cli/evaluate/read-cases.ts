import { createReadStream } from "node:fs";
import { isObject } from "../../model/json.ts";
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
  answer: (one: Case) => Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>,
): Promise<ExitCode> {
  let number = 0;
  let isWhole = true;
  for await (const line of readLines(openInput(cli, input))) {
    number += 1;
    if (line.trim() === "") continue;
    try {
      const one = parseCase(line);
      cli.out.write(`${JSON.stringify({ id: one.id, ...(await answer(one)) })}\n`);
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
  const parsed = parseJsonLine(line);
  if (!parsed.ok) throw new BadLine(parsed.message);
  const { members } = parsed;
  const { id } = members;
  if (typeof id === "string" || typeof id === "number") return { id, members };
  throw new BadLine("expected `id`, a text or a number");
}

export type JsonLine =
  { readonly ok: true; readonly members: JsonObject } | { readonly ok: false; readonly message: string };

/** A line that holds one JSON object. */
export function parseJsonLine(line: string): JsonLine {
  let value: JsonValue;
  try {
    value = JSON.parse(line.replace(/^\ufeff/, "")) as JsonValue;
  } catch (error) {
    return { ok: false, message: `not JSON: ${showText((error as Error).message, 200)}` };
  }
  if (!isObject(value)) return { ok: false, message: "expected a JSON object with `id`" };
  return { ok: true, members: value };
}
