import type { Transform } from "node:stream";
import { createBodySink } from "./body-sink.ts";
import type { BodySink } from "./body-sink.ts";
import type { Unpack } from "./unpack-body.ts";

export type BodyEnd =
  | ({
      readonly kind: "read";
      /** `false`: reading was stopped at the limit. */ readonly complete: boolean;
    } & ReturnType<BodySink["result"]>)
  | { readonly kind: "broken"; readonly reason: string };

export interface BodyReader {
  /** `false`: wait for `onReady` before the next chunk. */
  readonly push: (chunk: Buffer) => boolean;
  /** All that there was has been pushed. */
  readonly finish: () => void;
  /** Nothing more will come; `onEnd` is not called any more. */
  readonly drop: () => void;
}

interface ReaderOptions {
  readonly maxBodyBytes: number;
  /** Read beyond that only to be counted and hashed. */
  readonly beyondBytes: number;
  /** `null`: it comes as it is. */
  readonly unpack: Unpack | null;
  readonly onReady: () => void;
  /** Called once, possibly before everything was pushed. */
  readonly onEnd: (end: BodyEnd) => void;
}

/** Unpacks a body while it comes, and stops when it grows past every measure. */
export function createBodyReader({ maxBodyBytes, beyondBytes, unpack, onReady, onEnd }: ReaderOptions): BodyReader {
  const sink = createBodySink(maxBodyBytes, beyondBytes);
  let packedBytes = 0;
  let isOver = false;
  let unpacker: Transform | null = null;
  const end = (how: BodyEnd): void => {
    if (isOver) return;
    isOver = true;
    unpacker?.destroy();
    onEnd(how);
  };
  const stop = (): void => {
    if (!isOver) end({ kind: "read", complete: false, ...sink.result() });
  };
  const take = (chunk: Uint8Array): void => {
    if (!isOver && !sink.take(chunk, packedBytes)) stop();
  };
  const finishRead = (): void => {
    if (!isOver) end({ kind: "read", complete: true, ...sink.result() });
  };
  const open = (start: Unpack, first: Uint8Array): Transform | null => {
    const opened = start(first);
    opened
      ?.on("data", take)
      .once("end", finishRead)
      .on("error", () => end({ kind: "broken", reason: "the body cannot be unpacked: it is cut off or damaged" }))
      .on("drain", onReady);
    if (opened === null) end({ kind: "broken", reason: "the body is packed in a way that was not asked for" });
    return opened;
  };
  const push = (chunk: Buffer): boolean => {
    packedBytes += chunk.byteLength;
    if (isOver) return true;
    // Bytes from which nothing is unpacked would otherwise come for as long as there is time.
    if (unpack !== null && packedBytes > maxBodyBytes + beyondBytes) stop();
    if (unpack === null) {
      take(chunk);
      return true;
    }
    unpacker ??= isOver ? null : open(unpack, chunk);
    return unpacker?.write(chunk) ?? true;
  };
  const finish = (): void => {
    if (unpacker === null) finishRead();
    else unpacker.end();
  };
  const drop = (): void => {
    isOver = true;
    unpacker?.destroy();
  };
  return { push, finish, drop };
}
