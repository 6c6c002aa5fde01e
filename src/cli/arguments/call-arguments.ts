import { readFile } from "node:fs/promises";
import { text as readText } from "node:stream/consumers";
import { isObject } from "../../model/json.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import type { CallRequest } from "../../server/local/forward/call-wire.ts";
import type { Cli } from "../cli.ts";
import { usageError } from "../cli-error.ts";

export interface CallArgumentOptions {
  /** A JSON object, `@FILE`, or `-` for standard input. */
  readonly args?: string | undefined;
  /** `name=value`; a repeated name makes a list. */
  readonly arg?: readonly string[] | undefined;
}

/** The arguments that came as one object; none: an empty one. */
export async function readWhole({ args }: CallArgumentOptions, cli: Pick<Cli, "input">): Promise<JsonObject> {
  return args === undefined ? {} : parseObject(await readSource(args, cli));
}

/** Sending a name in both forms is a usage error. */
export function refuseTwice(whole: JsonObject, texts: Texts): void {
  const twice = Object.keys(texts).find((name) => Object.hasOwn(whole, name));
  if (twice !== undefined) throw usageError(`\`${twice}\` is in --args and in --arg`, "send it in one of them");
}

type Texts = CallRequest["texts"];

/** `["a=1", "b=2", "b=3"]` → `{a: "1", b: ["2", "3"]}`. Texts stay as they are, also with `=` in them; the tool's schema says what they mean. */
export function parsePairs(pairs: readonly string[]): Texts {
  const values = new Map<string, string[]>();
  for (const pair of pairs) {
    const at = pair.indexOf("=");
    if (at < 1) throw usageError(`--arg takes name=value, not \`${pair}\``, "for example --arg path=notes.txt");
    const name = pair.slice(0, at);
    values.set(name, [...(values.get(name) ?? []), pair.slice(at + 1)]);
  }
  // `fromEntries` makes own members whatever the name, also for `__proto__`.
  return Object.fromEntries(
    [...values].map(([name, [first = "", ...more]]) => [name, more.length === 0 ? first : [first, ...more]]),
  );
}

function parseObject(source: string): JsonObject {
  let value: JsonValue;
  try {
    value = JSON.parse(source) as JsonValue;
  } catch (error) {
    throw usageError(`--args is not JSON: ${(error as Error).message}`, `for example --args '{"path": "notes.txt"}'`);
  }
  if (!isObject(value)) {
    throw usageError("--args must be a JSON object", `for example --args '{"path": "notes.txt"}'`);
  }
  return value;
}

async function readSource(args: string, cli: Pick<Cli, "input">): Promise<string> {
  if (args === "-") return readText(cli.input);
  if (!args.startsWith("@")) return args;
  return readFile(args.slice(1), "utf8").catch((error: unknown) => {
    throw usageError(`cannot read ${args.slice(1)}: ${(error as Error).message}`);
  });
}
