import type { Readable, Writable } from "node:stream";
import {
  type JSONRPCMessage,
  type RequestId,
  ProtocolErrorCode,
  type Transport,
  parseJSONRPCMessage,
} from "@modelcontextprotocol/server";
import { readEnds, tooLong } from "./lines/read-ends.ts";
import { splitLines } from "./lines/split-lines.ts";
import { WITH_BATCHES } from "./revision/with-batches.ts";

export interface LineTransport {
  readonly transport: Transport;
  /** Resolves when the connection is over: end of input, broken output, or `close`. */
  readonly ended: Promise<void>;
}

/**
 * MCP over lines of JSON. What is not a message is answered with a JSON-RPC error and the connection goes on; a line
 * longer than `maxLineBytes` is refused without being held.
 */
export function createLineTransport(input: Readable, output: Writable, maxLineBytes: number): LineTransport {
  const { promise: ended, resolve: end } = Promise.withResolvers<undefined>();
  let closed = false;
  let revision = "";

  const close = (): Promise<void> => {
    if (closed) return Promise.resolve();
    closed = true;
    input.off("data", take).off("end", onEnd).off("close", onEnd).off("error", onEnd).pause();
    end(undefined);
    transport.onclose?.();
    return Promise.resolve();
  };
  const onEnd = (): void => void close();
  const send = (message: JSONRPCMessage): Promise<void> =>
    closed ? Promise.reject(new Error("the connection is closed")) : write(output, `${JSON.stringify(message)}\n`);
  const refuse = (code: number, message: string, id: RequestId | undefined): void => {
    const answer = { jsonrpc: "2.0" as const, ...(id === undefined ? {} : { id }), error: { code, message } };
    send(answer).catch((error: unknown) => transport.onerror?.(toError(error)));
  };
  const take = splitLines(maxLineBytes, {
    onLine: (bytes) => {
      const read = readMessages(bytes, revision);
      if (read === null) return;
      if (read.ok) for (const message of read.messages) transport.onmessage?.(message);
      else refuse(read.code, read.why, read.id);
    },
    onTooLong: (ends) => {
      const { id, isAnswer } = readEnds(ends);
      refuse(ProtocolErrorCode.InvalidRequest, tooLong(maxLineBytes), isAnswer ? undefined : id);
    },
  });

  const transport: Transport = {
    start() {
      input.on("data", take).on("end", onEnd).on("close", onEnd).on("error", onEnd);
      // Stays attached after closing: a late failure of a write must not end the process.
      output.on("error", onEnd);
      // Somebody may have looked at its first line and stopped it there.
      input.resume();
      if (input.readableEnded || input.destroyed) setImmediate(onEnd);
      return Promise.resolve();
    },
    send,
    close,
    setProtocolVersion: (agreed) => void (revision = agreed),
  };
  return { transport, ended };
}

type ReadMessages =
  | { readonly ok: true; readonly messages: readonly JSONRPCMessage[] }
  | { readonly ok: false; readonly code: number; readonly why: string; readonly id: RequestId | undefined };

/** Where a line may have several messages, not without end. */
const MOST_IN_BATCH = 100;

/** `null` for an empty line. */
function readMessages(bytes: Buffer, revision: string): ReadMessages | null {
  let value: unknown;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (text.trim() === "") return null;
    value = JSON.parse(text);
  } catch {
    const why = "Parse error: expected one JSON message in UTF-8 per line";
    return { ok: false, code: ProtocolErrorCode.ParseError, why, id: undefined };
  }
  try {
    const isBatch = Array.isArray(value) && revision === WITH_BATCHES && isBatchLength(value.length);
    const all = isBatch ? (value as readonly unknown[]) : [value];
    return { ok: true, messages: all.map((one) => parseJSONRPCMessage(one)) };
  } catch {
    const why = "Invalid Request: expected one JSON-RPC 2.0 request, notification or response";
    return { ok: false, code: ProtocolErrorCode.InvalidRequest, why, id: idOf(value) };
  }
}

function isBatchLength(length: number): boolean {
  return length > 0 && length <= MOST_IN_BATCH;
}

function idOf(value: unknown): RequestId | undefined {
  const id: unknown = typeof value === "object" && value !== null && "id" in value ? value.id : undefined;
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

/** Resolves when the reader keeps up again. */
function write(output: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    output.write(text, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

function toError(value: unknown): Error {
  return value instanceof Error ? value : new Error(String(value));
}
