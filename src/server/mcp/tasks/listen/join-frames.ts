import type { JsonObject } from "../../../../model/json.ts";
import type { TaskWatch } from "./create-watch.ts";
import { renderNote, withTaskIds } from "./render-listen.ts";

/** Longest silence: what stands in between ends streams that nothing moves on. */
const BEAT_MS = 15_000;

type Reader = ReadableStreamDefaultReader<Uint8Array>;
type Read = Awaited<ReturnType<Reader["read"]>>;

export interface Listening {
  /** Of the request that is answered. */
  readonly id: string | number;
  readonly isValid: () => Promise<boolean>;
}

/**
 * The frames of a stream of events, which begins with what was agreed on, and between them what there is to tell of tasks.
 * With nothing but tasks to tell, the stream itself ends at once; its goodbye then comes when the watch is closed.
 */
export async function* joinFrames(
  reader: Reader,
  watch: TaskWatch,
  { id, isValid }: Listening,
): AsyncGenerator<Uint8Array> {
  const first = await reader.read();
  const agreed = first.done ? null : readFrame(first.value);
  if (agreed === null) return;
  yield toFrame(withTaskIds(agreed, watch.ids));
  const farewell = hasOthers(agreed) ? null : await readLast(reader);
  let reading = farewell === null ? reader.read() : null;
  for (;;) {
    const task = watch.take();
    if (task !== null && !(await isValid())) break;
    else if (task !== null) yield toFrame(renderNote(id, task));
    else if (watch.isClosed && reading === null) break;
    else {
      const came = await waitFor(reading, watch);
      if (came === "beat") yield Buffer.from(": keepalive\n\n");
      if (typeof came === "string") continue;
      if (came.done) break;
      reading = reader.read();
      yield came.value;
    }
  }
  if (farewell !== null) yield farewell;
}

function hasOthers({ params }: JsonObject): boolean {
  const { notifications } = params as JsonObject;
  return Object.keys(notifications as JsonObject).length > 0;
}

async function readLast(reader: Reader): Promise<Uint8Array> {
  const { value = new Uint8Array() } = await reader.read();
  return value;
}

/** Whatever comes first: the next frame, perhaps a task, or the end of the longest silence. */
async function waitFor(reading: Promise<Read> | null, watch: TaskWatch): Promise<Read | "task" | "beat"> {
  if (reading !== null && watch.isClosed) return reading;
  const { promise: beat, resolve } = Promise.withResolvers<"beat">();
  const timer = setTimeout(resolve, BEAT_MS, "beat").unref();
  const changed = watch.changed().then(() => "task" as const);
  try {
    return await Promise.race(reading === null ? [beat, changed] : [reading, changed]);
  } finally {
    clearTimeout(timer);
  }
}

/** The message in one frame; `null`: there is none. */
function readFrame(frame: Uint8Array): JsonObject | null {
  const lines = Buffer.from(frame).toString("utf8").split("\n");
  const line = lines.find((one) => one.startsWith("data: "));
  return line === undefined ? null : (JSON.parse(line.slice("data: ".length)) as JsonObject);
}

function toFrame(message: JsonObject): Uint8Array {
  return Buffer.from(`event: message\ndata: ${JSON.stringify(message)}\n\n`, "utf8");
}
