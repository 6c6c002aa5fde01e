import type { BackendSpec } from "../../model/backend.ts";
import type { AdmittedCall, CallEvent } from "../../model/call.ts";
import { createCleaner } from "../../output/text/create-cleaner.ts";
import { createCleanStream } from "../../output/text/create-clean-stream.ts";
import type { Scrubber } from "../../output/scrub/scrubber.ts";

type OnEvent = (event: CallEvent) => void;

/** Output on its way to a listener, without the secrets in it and without what acts or hides. */
export interface ScrubbedStream {
  readonly onEvent: OnEvent;
  /** Hands on what was held back because it could have been the beginning of a secret. */
  end(): void;
}

/**
 * What a listener hears while a program runs; `undefined`: nothing, because nobody listens, or because the tool promises a
 * form that is only checked at the end.
 */
export function streamScrubbed(
  { tool }: AdmittedCall,
  scrubber: Scrubber,
  onEvent: OnEvent | undefined,
): ScrubbedStream | undefined {
  const { shape, parser, schema } = tool.output;
  if (onEvent !== undefined && SPEAKING.has(tool.backend.kind)) return passProgress(scrubber, onEvent);
  if (onEvent === undefined || shape !== "process" || parser !== "text" || schema !== null) return undefined;
  const streams = { stdout: createCleanStream(scrubber), stderr: createCleanStream(scrubber) };
  const tell = (stream: "stdout" | "stderr", text: string): void => {
    if (text !== "") onEvent({ kind: "output", stream, text });
  };
  return {
    onEvent: (event) => {
      if (event.kind === "output") tell(event.stream, streams[event.stream].push(event.text));
      else onEvent(event);
    },
    end: () => {
      tell("stdout", streams.stdout.end());
      tell("stderr", streams.stderr.end());
    },
  };
}

/** What speaks of its progress in words of its own. */
const SPEAKING: ReadonlySet<BackendSpec["kind"]> = new Set(["mcp", "handler"]);

/** What an upstream server says of its progress is said in whole sentences. */
function passProgress(scrubber: Scrubber, onEvent: OnEvent): ScrubbedStream {
  const cleaner = createCleaner(scrubber, false);
  return {
    onEvent: (event) => {
      if (event.kind === "log") {
        onEvent({ ...event, logger: event.logger && cleaner.text(event.logger), data: cleaner.value(event.data) });
        return;
      }
      const isSaid = event.kind === "progress" && event.message !== undefined;
      onEvent(isSaid ? { ...event, message: cleaner.text(event.message ?? "") } : event);
    },
    end: () => undefined,
  };
}
