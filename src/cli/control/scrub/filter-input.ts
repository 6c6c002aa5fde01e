import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { StringDecoder } from "node:string_decoder";
import type { ScrubStream } from "../../../output/scrub/scrubber.ts";
import type { Cli } from "../../cli.ts";
import { EXIT } from "../../exit-codes.ts";
import type { ExitCode } from "../../exit-codes.ts";

/**
 * Standard input without secrets to standard output, as it comes. With `--json` one line on standard error says afterwards
 * which patterns found something, and how often.
 */
export async function filterInput(cli: Cli): Promise<ExitCode> {
  const found = new Map<string, number>();
  await cli.withRuntime("control", async ({ control }) => {
    const scrubber = await control.scrub.open((name) => void found.set(name, (found.get(name) ?? 0) + 1));
    await copy(cli.input, process.stdout, scrubber.stream());
  });
  if (cli.json) {
    const hits = Object.fromEntries([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
    const redacted = [...found.values()].reduce((sum, count) => sum + count, 0);
    cli.err.write(`${JSON.stringify({ redacted, hits })}\n`);
  }
  return EXIT.ok;
}

/** Waits for whoever reads; ends early, and well, when nobody does any more. */
async function copy(input: NodeJS.ReadStream, output: NodeJS.WriteStream, stream: ScrubStream): Promise<void> {
  const decoder = new StringDecoder("utf8");
  const filter = new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, stream.push(decoder.write(chunk))),
    flush: (done) => done(null, stream.push(decoder.end()) + stream.end()),
  });
  try {
    await pipeline(input, filter, output, { end: false });
  } catch (error) {
    if (!isClosed(error)) throw error;
  }
}

function isClosed(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "EPIPE" || code === "ERR_STREAM_PREMATURE_CLOSE";
}
